// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/HostSampler.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

// Starts sleeping processes until the machine has 500 more, a few of which play the build, and takes samples.
int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    constexpr int processes = 500;
    constexpr int ofTheBuild = 20;
    constexpr int samples = 50;
    std::vector<std::unique_ptr<QProcess>> sleepers;
    torchmason::BuildProcesses build;
    for (int index = 0; index < processes; ++index) {
        sleepers.push_back(std::make_unique<QProcess>());
        sleepers.back()->start(QStringLiteral("sleep"), { QStringLiteral("300") });
        if (!sleepers.back()->waitForStarted())
            break;
        if (index < ofTheBuild)
            build.leaders.append(sleepers.back()->processId());
    }

    torchmason::HostSampler sampler;
    std::vector<double> milliseconds;
    QElapsedTimer settling;
    for (settling.start(); settling.elapsed() < 6000;)
        sampler.take(build, QDir::tempPath());
    const std::clock_t before = std::clock();
    for (int index = 0; index < samples; ++index) {
        QElapsedTimer clock;
        clock.start();
        sampler.take(build, QDir::tempPath());
        milliseconds.push_back(double(clock.nsecsElapsed()) / 1e6);
    }
    const double cpu = 1000.0 * double(std::clock() - before) / CLOCKS_PER_SEC / samples;
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf(
        "one sample with %zu processes, %d of the build: CPU %.2f ms, wall median %.2f ms, longest %.2f ms\n",
        sleepers.size(), ofTheBuild, cpu, milliseconds[samples / 2], milliseconds.back());
    for (const auto& sleeper : sleepers)
        sleeper->kill();
    for (const auto& sleeper : sleepers)
        sleeper->waitForFinished();
    return 0;
}
