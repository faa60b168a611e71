// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogTextSearch.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>

using namespace torchmason;

// How long the search in a large log takes beside `rg -c -j1 -a -i`, in turns: on the clock, and (in
// brackets) the time of all processors in the program and in the system. argv[1]: how many megabytes; the
// others: real logs, each of which is repeated.

namespace {

constexpr int runs = 5;

QByteArray wordsOfABuild()
{
    QByteArray text;
    for (int i = 1; i <= 2000; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += "[" + number + "/2000] Building CXX object caffe2/CMakeFiles/torch_cpu.dir/file" + number
            + ".cpp.o\n";
        if (i % 40 == 0)
            text += "/src/file" + number + ".cpp:12:3: warning: unused variable 'sm_" + number + "'\n";
    }
    return text + "FAILED: a.o\na.cpp:1:1: error: 'x' was not declared in this scope\n";
}

void make(const QString& path, const QByteArray& piece, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    while (!piece.isEmpty() && file.size() < bytes)
        file.write(piece);
}

struct Seconds {
    double wall = 0;
    double program = 0;
    double system = 0;

    Seconds operator-(const Seconds& other) const
    {
        return { wall - other.wall, program - other.program, system - other.system };
    }
    bool operator<(const Seconds& other) const { return wall < other.wall; }
};

Seconds timeOf(int who)
{
    rusage used {};
    getrusage(who, &used);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return { double(now.tv_sec) + double(now.tv_nsec) / 1e9, seconds(used.ru_utime), seconds(used.ru_stime) };
}

struct Found {
    Seconds time;
    qint64 lines = 0;
};

Found own(const QString& path, const LogQuery& query)
{
    const Seconds before = timeOf(RUSAGE_SELF);
    RegularFile log(path);
    if (!log.open(QIODevice::ReadOnly))
        return {};
    LogTextScan scan(query);
    QVector<qint64> lines;
    qint64 count = 0;
    for (bool hasMore = true; hasMore; count += lines.size()) {
        lines.clear();
        hasMore = scan.step(log, lines);
    }
    return { timeOf(RUSAGE_SELF) - before, count };
}

Found ripgrep(const QString& program, const QString& path, const LogQuery& query)
{
    QStringList arguments { "-c", "-j1", "-a", "-i", "--no-config" };
    if (query.kind == LogQuery::Kind::Text)
        arguments << "-F";
    const Seconds before = timeOf(RUSAGE_CHILDREN);
    QProcess process;
    process.start(program, arguments << "-e" << query.text << path);
    process.waitForFinished(-1);
    return { timeOf(RUSAGE_CHILDREN) - before, process.readAllStandardOutput().trimmed().toLongLong() };
}

Seconds median(QVector<Seconds> times)
{
    std::sort(times.begin(), times.end());
    return times.isEmpty() ? Seconds() : times[times.size() / 2];
}

void compare(const QString& path, const QString& program, const LogQuery& query)
{
    QVector<Seconds> ownTimes;
    QVector<Seconds> otherTimes;
    Found found;
    Found other;
    for (int run = 0; run < runs; ++run) {
        found = own(path, query);
        ownTimes << found.time;
        if (program.isEmpty())
            continue;
        other = ripgrep(program, path, query);
        otherTimes << other.time;
    }
    const Seconds mine = median(ownTimes);
    const Seconds its = median(otherTimes);
    std::printf("%-20s %9lld lines in %.3f s (%.3f + %.3f)", qPrintable(query.text), (long long)found.lines,
        mine.wall, mine.program, mine.system);
    if (!program.isEmpty())
        std::printf(", rg %9lld in %.3f s (%.3f + %.3f), ratio %.2f, of the program's own work %.2f",
            (long long)other.lines, its.wall, its.program, its.system, mine.wall / its.wall,
            mine.program / its.program);
    std::printf("\n");
    std::fflush(stdout);
}

}

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const qint64 bytes = qint64(words.size() > 1 ? words[1].toInt() : 1000) * 1'000'000;
    const QString program = QStandardPaths::findExecutable("rg");
    if (program.isEmpty())
        std::printf("rg is not installed: no ratios\n");
    using Kind = LogQuery::Kind;
    const QVector<LogQuery> queries { { Kind::Text, "nowhere to be found" }, { Kind::Text, "Segmentation" },
        { Kind::Text, "error" }, { Kind::Text, "Building CXX object" }, { Kind::Text, "für" },
        { Kind::Text, "未声明" }, { Kind::Expression, "sm_\\d+" }, { Kind::Expression, "error: .*declared" },
        { Kind::Expression, "(error|warning):" }, { Kind::Expression, "\\w+_cuda\\d*\\." },
        { Kind::Expression, "declared|unused" } };
    QStringList logs = words.mid(2);
    if (logs.isEmpty())
        logs << QString();
    for (const QString& log : logs) {
        QByteArray piece = wordsOfABuild();
        if (QFile real(log); !log.isEmpty() && real.open(QIODevice::ReadOnly))
            piece = real.readAll();
        const QTemporaryDir folder;
        const QString path = folder.filePath("large.log");
        make(path, piece, bytes);
        std::printf("%s\n", qPrintable(log.isEmpty() ? QString("made up") : QFileInfo(log).fileName()));
        for (const LogQuery& query : queries)
            compare(path, program, query);
    }
}
