// SPDX-License-Identifier: GPL-3.0-or-later
// What the launcher costs: 2,000 edges of 20 ms each through the runner, with and without it, alternating in
// one run; and the processor time of launcher and runner for an edge. Figures are told, never asserted.
#include "core/stages/GateLaunchers.h"
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
#include <sys/resource.h>

using namespace torchmason;

namespace {

constexpr int edges = 2000;
constexpr int jobs = 2;

struct Cost {
    double wall = 0; // milliseconds an edge
    double processor = 0;
};

void writeNinjaFile(const QString& folder, const QByteArray& launcher)
{
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/build.ninja"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write build.ninja");
    file.write("rule t\n  command = " + launcher + "/bin/sleep 0.02\n");
    for (int edge = 0; edge < edges; ++edge)
        file.write("build o" + QByteArray::number(edge) + ": t\n");
}

double processorSeconds()
{
    rusage used {};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return double(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        + double(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

Cost measure(const QString& root, const QString& build, GateUse gate)
{
    QFile::remove(build + QStringLiteral("/.ninja_log"));
    BuildRequest request;
    request.buildFolder = build;
    request.jobs = jobs;
    request.gate = gate;
    const QString attempt = compileAttempt(root, request);
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const double before = processorSeconds();
    QElapsedTimer clock;
    clock.start();
    process.start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), attempt });
    process.waitForFinished(-1);
    if (process.exitCode() != 0)
        qFatal("the build failed, see %s", qPrintable(attempt));
    return { double(clock.nsecsElapsed()) / 1e6 / edges, (processorSeconds() - before) * 1e3 / edges };
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QTemporaryDir root;
    qputenv("TORCHMASON_HOME", root.filePath(QStringLiteral("home")).toUtf8());
    if (const auto installed = installGate(); !installed)
        qFatal("%s", qPrintable(installed.error().message));
    const QString plain = root.filePath(QStringLiteral("plain"));
    const QString gated = root.filePath(QStringLiteral("gated"));
    writeNinjaFile(plain, {});
    writeNinjaFile(gated, QFile::encodeName(gateProgram(hostPlatform())) + ' ');
    QVector<double> extra;
    const int rounds = std::max(1, argc > 1 ? std::atoi(argv[1]) : 3);
    for (int round = 0; round < rounds; ++round) {
        const Cost without = measure(root.path(), plain, GateUse::Off);
        const Cost with = measure(root.path(), gated, GateUse::On);
        std::printf("an edge of 20 ms: %.3f ms without, %.3f ms with the gate; processor %.3f and %.3f ms\n",
            without.wall, with.wall, without.processor, with.processor);
        std::fflush(stdout);
        extra << with.wall - without.wall;
    }
    std::sort(extra.begin(), extra.end());
    // With `jobs` edges at a time, an edge's own extra time is that many times what it adds to the build.
    std::printf("extra wall for an edge: %.3f ms (goal 0.5)\n", extra[extra.size() / 2] * jobs);
}
