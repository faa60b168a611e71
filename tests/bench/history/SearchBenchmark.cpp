// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogTextSearch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace torchmason;

// How long the search in a large log takes beside `rg -c -j1 -a -i`, in turns. argv[1]: a real log, which is
// repeated; argv[2]: how many megabytes.

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
    while (file.size() < bytes)
        file.write(piece);
}

struct Found {
    double seconds = 0;
    qint64 lines = 0;
};

Found own(const QString& path, const LogQuery& query)
{
    QElapsedTimer timer;
    timer.start();
    QFile log(path);
    if (!log.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return {};
    LogTextScan scan(query);
    QVector<qint64> lines;
    qint64 count = 0;
    for (bool hasMore = true; hasMore; count += lines.size()) {
        lines.clear();
        hasMore = scan.step(log, lines);
    }
    return { double(timer.nsecsElapsed()) / 1e9, count };
}

Found ripgrep(const QString& program, const QString& path, const LogQuery& query)
{
    QStringList arguments { "-c", "-j1", "-a", "-i", "--no-config" };
    if (query.kind == LogQuery::Kind::Text)
        arguments << "-F";
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.start(program, arguments << "-e" << query.text << path);
    process.waitForFinished(-1);
    return { double(timer.nsecsElapsed()) / 1e9, process.readAllStandardOutput().trimmed().toLongLong() };
}

double median(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

}

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    QByteArray piece = wordsOfABuild();
    if (QFile real(words.value(1)); !words.value(1).isEmpty() && real.open(QIODevice::ReadOnly))
        piece = real.readAll();
    const QTemporaryDir folder;
    const QString path = folder.filePath("large.log");
    make(path, piece, qint64(words.size() > 2 ? words[2].toInt() : 1000) * 1'000'000);
    const QString program = QStandardPaths::findExecutable("rg");
    if (program.isEmpty())
        std::printf("rg is not installed: no ratios\n");
    using Kind = LogQuery::Kind;
    for (const LogQuery& query : { LogQuery { Kind::Text, "nowhere to be found" },
             LogQuery { Kind::Text, "error" }, LogQuery { Kind::Text, "Building CXX object" },
             LogQuery { Kind::Expression, "sm_\\d+" }, LogQuery { Kind::Expression, "(error|warning):" } }) {
        QVector<double> ownTimes;
        QVector<double> otherTimes;
        Found found;
        Found other;
        for (int run = 0; run < runs; ++run) {
            found = own(path, query);
            ownTimes << found.seconds;
            if (program.isEmpty())
                continue;
            other = ripgrep(program, path, query);
            otherTimes << other.seconds;
        }
        std::printf(
            "%-22s %9lld lines in %.2f s", qPrintable(query.text), (long long)found.lines, median(ownTimes));
        if (!program.isEmpty())
            std::printf(", rg %9lld in %.2f s, ratio %.2f", (long long)other.lines, median(otherTimes),
                median(ownTimes) / median(otherTimes));
        std::printf("\n");
    }
}
