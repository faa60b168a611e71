// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptPatterns.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <limits>

using namespace torchmason;

// How long it takes to list many attempts, one in ten with a note. argv[1]: how many; argv[2]: the folder of
// a real attempt whose record all of them have.

namespace {

Json recordOf(const QString& folder)
{
    if (const auto real = readJsonFile(AttemptFiles::record(folder)); !folder.isEmpty() && real)
        return *real;
    AttemptRecord record;
    record.state = AttemptState::Failed;
    record.request.sourceFolder = QStringLiteral("/src");
    record.request.buildFolder = QStringLiteral("/build");
    for (int i = 0; i < 40; ++i)
        record.request.configuration.setFlag(
            { QStringLiteral("USE_%1").arg(i), QStringLiteral("ON"), {}, {} });
    return toJson(record);
}

void make(const QString& folder, int attempts, const Json& record)
{
    for (int number = 1; number <= attempts; ++number) {
        const QString attempt = AttemptStore(folder).attemptFolder(number);
        QDir().mkpath(attempt);
        QFile file(AttemptFiles::record(attempt));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(record.dump(2)));
        if (number % 10 == 0)
            (void)writeNotes(attempt, { QStringLiteral("A note."), { QStringLiteral("kept") } });
    }
}

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
    std::printf("%-16s %5lld in %lld ms (best of 5)\n", name, (long long)count, (long long)best);
}

}

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const int attempts = words.size() > 1 ? words[1].toInt() : 3000;
    const QTemporaryDir folder;
    make(folder.path(), attempts, recordOf(words.value(2)));
    const AttemptStore store(folder.path());
    printTime("rows of a list", [&] { return store.outlines().size(); });
    printTime("whole requests", [&] { return store.list().size(); });
    printTime("patterns", [&] { return attemptPatterns(store.list()).size(); });
    return 0;
}
