// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"

#include <QIcon>

using namespace torchmason;

class LogDurationTest : public QObject {
    Q_OBJECT

private slots:
    void aLogSaysWhereItsTimeComesFrom()
    {
        AttemptSummary summary;
        summary.number = summary.record.number = 1;
        summary.record.state = AttemptState::Failed;
        HistoryModel model;
        const auto told = [&](int role) {
            model.setAttempts({ summary });
            return model.index(0, HistoryModel::Duration).data(role).toString();
        };
        QCOMPARE(told(Qt::ToolTipRole), QString()); // of a build of our own
        summary.record.imported = ImportNote {};
        summary.record.imported->log = QStringLiteral("build.log");
        QCOMPARE(told(Qt::DisplayRole), QString());
        QVERIFY(told(Qt::ToolTipRole).contains("have no times"));
        QVERIFY(told(Qt::AccessibleTextRole).contains("have no times"));
        summary.record.duration = Milliseconds(41'000);
        QCOMPARE(told(Qt::DisplayRole), QStringLiteral("41 s"));
        QVERIFY(told(Qt::ToolTipRole).contains("first to the last line"));
        QCOMPARE(told(Qt::AccessibleTextRole), QString());
    }

    // Names are cut by words beside them; an icon has the words.
    void aNameHasItsRoom_data()
    {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("words");
        QTest::newRow("log") << "build.log"
                             << "Tour (from a log)";
        QTest::newRow("bundle") << ""
                                << "Tour (from another machine)";
    }
    void aNameHasItsRoom()
    {
        QFETCH(QString, log);
        QFETCH(QString, words);
        AttemptSummary summary;
        summary.number = summary.record.number = 1;
        summary.record.request.profileName = "Tour";
        HistoryModel model;
        const auto told = [&](int role) { return model.index(0, HistoryModel::Profile).data(role); };
        model.setAttempts({ summary });
        QVERIFY(!told(Qt::DecorationRole).isValid()); // built here
        QVERIFY(!told(Qt::ToolTipRole).toString().contains("("));
        summary.record.imported = ImportNote {};
        summary.record.imported->log = log;
        model.setAttempts({ summary });
        QCOMPARE(told(Qt::DisplayRole).toString(), "Tour");
        QVERIFY(!told(Qt::DecorationRole).value<QIcon>().isNull());
        QVERIFY2(told(Qt::ToolTipRole).toString().contains(words), qPrintable(words));
        QCOMPARE(told(Qt::AccessibleTextRole).toString(), words);
        HistoryRows rows(&model);
        rows.setFilter({}, words.mid(6));
        QCOMPARE(rows.attemptCount(), 1); // it is found by what the icon says
        rows.setFilter({}, "elsewhere");
        QCOMPARE(rows.attemptCount(), 0);
    }
};

QTEST_MAIN(LogDurationTest)
#include "LogDurationTest.moc"
