// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptPatterns.h"
#include "core/store/AttemptStore.h"
#include "tests/bench/support/ManyAttempts.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <limits>

using namespace torchmason;

// How long it takes to list many attempts, one in ten with a note, and to show them in the window's table
// without and with groups: threads of three, and seven source trees. argv[1]: how many; argv[2]: the folder
// of a real attempt whose record all of them have.

namespace {

template <typename Work> void printTime(const char* name, const Work& work)
{
    qint64 best = std::numeric_limits<qint64>::max();
    qsizetype count = 0;
    for (int run = 0; run < 5; ++run) {
        QElapsedTimer timer;
        timer.start();
        count = work();
        best = std::min(best, timer.elapsed());
    }
    std::printf("%-24s %5lld in %lld ms (best of 5)\n", name, (long long)count, (long long)best);
}

void printWindow(QVector<AttemptSummary> attempts)
{
    for (AttemptSummary& attempt : attempts) {
        if (attempt.number % 3 != 1)
            attempt.record.request.continuesAttempt = attempt.number - 1;
        attempt.record.request.sourceFolder = QStringLiteral("/src/%1").arg(attempt.number % 7);
        attempt.record.duration = Milliseconds(attempt.number * 7919 % 100'000);
    }
    HistoryModel model;
    HistoryRows rows(&model);
    AttemptTable table;
    table.setModel(&rows);
    table.resize(1200, 700);
    table.show();
    const auto shown = [&] {
        table.grab();
        return rows.attemptCount();
    };
    printTime("window, first reading", [&] {
        model.setAttempts({});
        model.setAttempts(attempts);
        return shown();
    });
    const std::pair<Grouping, const char*> groupings[] = { { Grouping::None, "no groups" },
        { Grouping::Threads, "by thread" }, { Grouping::SourceTrees, "by source tree" } };
    for (const auto& [grouping, name] : groupings) {
        const auto print = [name = name](const char* what, const auto& work) {
            printTime(
                qPrintable(QStringLiteral("%1, %2").arg(QLatin1String(name), QLatin1String(what))), work);
        };
        print("grouped", [&, grouping = grouping] {
            rows.setGrouping(Grouping::None);
            rows.setGrouping(grouping);
            return shown();
        });
        print("sorted", [&] {
            rows.sort(HistoryModel::Duration, Qt::AscendingOrder);
            rows.sort(HistoryModel::Number, Qt::DescendingOrder);
            return shown();
        });
        print("read again", [&] {
            model.setAttempts(attempts);
            return shown();
        });
        print("filtered", [&] {
            rows.setFilter({}, QStringLiteral("17"));
            return shown();
        });
        print("filter taken back", [&] {
            rows.setFilter({}, QStringLiteral("17"));
            rows.setFilter({}, {});
            return shown();
        });
    }
}

}

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    const int attempts = words.size() > 1 ? words[1].toInt() : 3000;
    const QTemporaryDir folder;
    makeAttempts(folder.path(), attempts, recordForMany(words.value(2)));
    const AttemptStore store(folder.path());
    printTime("rows of a list", [&] { return store.outlines().size(); });
    printTime("whole requests", [&] { return store.list().size(); });
    printTime("patterns", [&] { return attemptPatterns(store.list()).size(); });
    printWindow(store.outlines());
    return 0;
}
