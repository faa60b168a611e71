// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/RunAttempt.h"

#include "core/base/Log.h"
#include "core/base/Program.h"
#include "core/export/HelperModes.h"
#include "core/process/SentinelLink.h"

#include <QCoreApplication>

#include <cstdio>

using namespace torchmason;

int main(int argc, char** argv)
{
    prepareProgram();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("torchmason-runner"));
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (const auto exitCode = runHelperMode(arguments))
        return *exitCode;
    if (arguments == QStringList { QStringLiteral("--sentinel") })
        return runSentinel();
    if (arguments.size() == 2 && arguments[0] == QLatin1String("--attempt")) {
        log::openFile(QStringLiteral("torchmason-runner"));
        log::info("runner", QStringLiteral("Begins with %1.").arg(arguments[1]));
        const int exitCode = runAttempt(arguments[1]);
        log::info("runner", QStringLiteral("Ended %1 with exit code %2.").arg(arguments[1]).arg(exitCode));
        return exitCode;
    }
    std::fputs(
        "torchmason-runner is started by torchmason and torchmason-cli: torchmason-runner --attempt FOLDER\n",
        stderr);
    return 2;
}
