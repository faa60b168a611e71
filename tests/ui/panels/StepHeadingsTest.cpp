// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/PseudoTranslator.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/StepTableModel.h"
#include "ui/panels/StepTabs.h"
#include "ui/widgets/Theme.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QScopeGuard>
#include <QTableView>

#include <algorithm>

using namespace torchmason;

class StepHeadingsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // In a language of long words headings are cut before the names of steps are.
    void longHeadingsTakeNoRoomFromNames()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
        StepTabs tabs;
        tabs.show();
        auto* table = findIn<QTableView>(tabs, "stepTable");
        tabs.setCurrentWidget(table);
        const QHeaderView& header = *table->horizontalHeader();
        const int letter = table->fontMetrics().averageCharWidth();
        const auto isWhole
            = [&header](int column) { return header.sectionSize(column) >= wordsOf(header, column); };
        tabs.resize(110 * letter, 200);
        QTRY_VERIFY(!isWhole(StepTableModel::Memory));
        QTRY_COMPARE_GT(header.sectionSize(StepTableModel::Output), 20 * letter);
        QVERIFY(header.sectionSize(StepTableModel::Memory)
            > table->fontMetrics().horizontalAdvance(formatBytes(999 * mebibyte)));
        QVERIFY(table->model()
                    ->headerData(StepTableModel::Memory, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(table->model()->headerData(StepTableModel::Memory, Qt::Horizontal).toString()));
        tabs.resize(300 * letter, 200);
        QTRY_VERIFY(isWhole(StepTableModel::Memory) && isWhole(StepTableModel::Started));
        // Names have no room to spare while a heading is cut.
        constexpr int most = 40 + 6; // letters, one more for each column
        for (int letters = 250; letters > 110; letters -= 5) {
            tabs.resize(letters * letter, 200);
            QTRY_VERIFY2(isWhole(StepTableModel::Memory)
                    || header.sectionSize(StepTableModel::Output) <= most * letter,
                qPrintable(QString::number(letters)));
        }
    }

    // Results and linkers stand in both.
    void bothTablesNameStepsAlike()
    {
        StepTabs tabs;
        const auto heading = [&tabs](const QString& table) {
            return findIn<QTableView>(tabs, table)->model()->headerData(0, Qt::Horizontal).toString();
        };
        QCOMPARE(heading("runningEdges"), heading("stepTable"));
    }

    // Else nothing but the ends of their names would tell them apart.
    void aNarrowTableLeavesNamesTheirRoom()
    {
        StepTabs tabs;
        tabs.show();
        auto* table = findIn<QTableView>(tabs, "stepTable");
        tabs.setCurrentWidget(table);
        const int letter = table->fontMetrics().averageCharWidth();
        tabs.resize(200 * letter, 200);
        QTRY_COMPARE_GT(table->columnWidth(StepTableModel::Output), 80 * letter);
        QVERIFY(!table->isColumnHidden(StepTableModel::Kind));
        tabs.resize(60 * letter, 200);
        QTRY_VERIFY(table->isColumnHidden(StepTableModel::Kind));
        tabs.resize(200 * letter, 200);
        QTRY_VERIFY(!table->isColumnHidden(StepTableModel::Kind));
    }

    // Names have the rest; a mark of the order takes none from them where it does not stand.
    void columnsAreAsWideAsWhatTheyShow()
    {
        StepTabs tabs;
        auto* table = findIn<QTableView>(tabs, "stepTable");
        tabs.resize(200 * table->fontMetrics().averageCharWidth(), 200);
        tabs.show();
        tabs.setCurrentWidget(table);
        const QHeaderView& header = *table->horizontalHeader();
        const auto room = [&](int column) {
            int widest = wordsOf(header, column);
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QString words = table->model()->index(row, column).data().toString();
                widest = std::max(widest, table->fontMetrics().horizontalAdvance(words));
            }
            return table->columnWidth(column) - widest;
        };
        EdgeRecord compiled;
        compiled.output = "a.cpp.o";
        compiled.language = "C++";
        compiled.start = 1000;
        compiled.end = 1400;
        EdgeRecord made = compiled;
        made.output = "include/generated.h"; // whose kind is a long word
        made.language.clear();
        made.end = made.start + 3'599'000;
        const int before = table->columnWidth(StepTableModel::Kind);
        for (const EdgeRecord& step : { compiled, made }) {
            tabs.addSteps({ step });
            for (const int column : { StepTableModel::Kind, StepTableModel::Duration }) {
                QTRY_COMPARE_GE(room(column), 0);
                QCOMPARE_LE(room(column), 2 * int(spacing::group));
            }
        }
        const int whole = table->columnWidth(StepTableModel::Kind);
        QCOMPARE_GT(whole, before);
        table->sortByColumn(StepTableModel::Duration, Qt::DescendingOrder);
        QCOMPARE_GE(
            table->columnWidth(StepTableModel::Duration), header.sectionSizeHint(StepTableModel::Duration));
        tabs.clear();
        QCOMPARE_LT(table->columnWidth(StepTableModel::Kind), whole);
    }

private:
    static int wordsOf(const QHeaderView& header, int column)
    {
        const QString heading = header.model()->headerData(column, Qt::Horizontal).toString();
        return header.fontMetrics().horizontalAdvance(heading) + spacing::inner;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(StepHeadingsTest)
#include "StepHeadingsTest.moc"
