// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GateProgram.h"

#include "core/base/AppPaths.h"
#include "core/base/WholeFile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSaveFile>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

constexpr qint64 longestBuildFile = 512 * 1024 * 1024;

QString programName(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("torchmason-gate.exe")
                                         : QStringLiteral("torchmason-gate");
}

// A home that lets nothing be executed would fail every compiler.
Result<void> tryGate(const QString& program)
{
    constexpr int saysHowItIsUsed = 2;
    QProcess process;
    process.start(program, QStringList());
    if (process.waitForFinished(10'000) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == saysHowItIsUsed)
        return {};
    return Error { QStringLiteral("%1 cannot be run (%2), so this build runs without the memory gate.")
                       .arg(QDir::toNativeSeparators(program), process.errorString()) };
}

}

QString gateProgram(Platform platform)
{
    const QString name = programName(platform);
    return platform == hostPlatform() ? AppPaths::dataFolder() + QStringLiteral("/gate/") + name : name;
}

Result<void> installGate()
{
    const QString from = AppPaths::programFolder() + QLatin1Char('/') + programName(hostPlatform());
    const QString to = gateProgram(hostPlatform());
    const QByteArray program = readWhole(from);
    if (program.isEmpty())
        return Error { QStringLiteral("%1 is missing, so this build runs without the memory gate; install "
                                      "Torchmason again.")
                           .arg(QDir::toNativeSeparators(from)) };
    if (readWhole(to) == program)
        return tryGate(to);
    QDir().mkpath(QFileInfo(to).path());
    QSaveFile file(to);
    const bool written = writeWhole(file, program, FileAccess::Executable);
    // One that other builds run cannot be replaced on Windows; it serves as well.
    if (!written && !QFileInfo::exists(to))
        return Error { QStringLiteral("Cannot write %1 (%2), so this build runs without the memory gate.")
                           .arg(QDir::toNativeSeparators(to), file.errorString()) };
    return tryGate(to);
}

bool namesGate(const QString& buildFolder)
{
    // Its path is written with one separator or the other, and in one encoding or the other.
    static const QByteArray name("torchmason-gate");
    // Where ccache calls it and only archives are made, no rule names it.
    static const char* const files[] { "/CMakeFiles/rules.ninja", "/build.ninja", "/CMakeCache.txt" };
    return std::any_of(std::begin(files), std::end(files), [&](const char* file) {
        return readWhole(buildFolder + QLatin1String(file), longestBuildFile).contains(name);
    });
}

}
