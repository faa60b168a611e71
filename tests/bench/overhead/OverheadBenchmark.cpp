// SPDX-License-Identifier: GPL-3.0-or-later
// What watching costs: 10,000 tiny edges through the runner against bare ninja, alternating in one run, and
// the lines a second that splitter, parsers and rules manage. Figures are told, never asserted.
#include "core/attempt/BuildLog.h"
#include "tests/bench/support/CompileAttempt.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace torchmason;

namespace {

constexpr int edges = 10000;

void writeNinjaFile(const QString& folder)
{
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/build.ninja"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write build.ninja");
    file.write("rule t\n  command = true\n");
    for (int edge = 0; edge < edges; ++edge)
        file.write("build o" + QByteArray::number(edge) + ": t\n");
}

double run(const QString& program, const QStringList& arguments, const QString& folder, const QString& log)
{
    QFile::remove(folder + QStringLiteral("/.ninja_log"));
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardOutputFile(log);
    QElapsedTimer clock;
    clock.start();
    process.start(program, arguments);
    process.waitForFinished(-1);
    if (process.exitCode() != 0)
        qFatal("%s failed", qPrintable(program));
    return double(clock.nsecsElapsed()) / 1e9;
}

double throughRunner(const QString& root, const QString& build)
{
    BuildRequest request;
    request.buildFolder = build;
    return run(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), compileAttempt(root, request) }, build,
        root + QStringLiteral("/runner.out"));
}

double median(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void measureEdges(const QString& root, int rounds)
{
    const QString build = root + QStringLiteral("/build");
    writeNinjaFile(build);
    QVector<double> bare;
    QVector<double> watched;
    for (int round = 0; round < rounds; ++round) {
        bare << run(QStringLiteral("ninja"), {}, build, root + QStringLiteral("/bare.log"));
        watched << throughRunner(root, build);
    }
    std::printf("%d tiny edges: bare ninja %.2f s, through the runner %.2f s, ratio %.3f (goal 1.10)\n",
        edges, median(bare), median(watched), median(watched) / median(bare));
}

void measureLines(const QString& root)
{
    const QString path = root + QStringLiteral("/big.log");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write the log");
    constexpr int lines = 500000;
    for (int line = 0; line < lines; ++line) {
        file.write("[" + QByteArray::number(line)
            + "/500000|2|12.3] Building CXX object c10/CMakeFiles/c10.dir/a" + QByteArray::number(line)
            + ".cpp.o\n");
        if (line % 50 == 0)
            file.write("/src/c10/a.cpp:12:5: warning: unused variable 'x' [-Wunused-variable]\n");
    }
    file.close();
    BuildLog log(QStringLiteral("compile"), path, loadRules());
    QElapsedTimer clock;
    clock.start();
    if (!log.finish(false))
        qFatal("the log could not be read");
    std::printf("lines through splitter, parsers and rules: %.0f a second\n",
        double(log.lines()) * 1e9 / double(clock.nsecsElapsed()));
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QTemporaryDir root;
    qputenv("TORCHMASON_HOME", root.filePath(QStringLiteral("home")).toUtf8());
    measureLines(root.path());
    // More rounds on a busy machine: benchmark_overhead 5
    std::fflush(stdout);
    measureEdges(root.path(), std::max(1, argc > 1 ? std::atoi(argv[1]) : 3));
}
