// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryModel.h"

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
};

QTEST_MAIN(LogDurationTest)
#include "LogDurationTest.moc"
