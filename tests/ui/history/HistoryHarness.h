// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryPage.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QTableView>
#include <QTreeWidget>

namespace torchmason {

// What tests of the history's actions begin with.
class HistoryHarness {
protected:
    static constexpr QSize smallest { 1024 - 110, 640 }; // of the page in the smallest window

    std::unique_ptr<QTemporaryDir> m_home;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }
    static QTableView* tableOf(HistoryPage& page) { return page.findChild<QTableView*>("historyTable"); }
    static QFont large()
    {
        QFont font = QApplication::font();
        font.setPointSize(14);
        return font;
    }
    // Rows of one line that it has in sight.
    static int rowsIn(const QTableView& table)
    {
        return table.viewport()->height() / (table.fontMetrics().height() + spacing::group);
    }
    // "group|cell|cell..." of a tree of two levels.
    static QStringList rowsOf(const QTreeWidget& tree)
    {
        QStringList rows;
        for (int i = 0; i < tree.topLevelItemCount(); ++i) {
            const QTreeWidgetItem* group = tree.topLevelItem(i);
            for (int k = 0; k < group->childCount(); ++k) {
                QStringList cells { group->text(0) };
                for (int column = 0; column < tree.columnCount(); ++column)
                    cells << group->child(k)->text(column);
                rows << cells.join(u'|');
            }
        }
        return rows;
    }
    // Two attempts that differ by a flag; the first one failed.
    void makeTwo()
    {
        FakeAttempt first(store(), "Tour", 30);
        first.record().request.configuration.setFlag({ "USE_CUDA", "ON", {} });
        first.addFindings({ FakeAttempt::missingWork(3) });
        first.addSamples(0, 10, 4, "compile", 1000, 2);
        first.end(AttemptState::Failed, 10);
        FakeAttempt second(store(), "Tour", 3);
        second.record().request.configuration.setFlag({ "USE_CUDA", "OFF", {} });
        second.end(AttemptState::Succeeded, 95);
    }
};

}
