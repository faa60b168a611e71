// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GateLaunchers.h"

#include "core/base/AppPaths.h"
#include "core/detect/HostFacts.h"
#include "core/stages/CompilerCache.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int leastWaiting = 16;

QString programName(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("torchmason-gate.exe")
                                         : QStringLiteral("torchmason-gate");
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isCcache(const QString& launcher)
{
    return launcherName(launcher) == QLatin1String("ccache");
}

// PyTorch takes ccache by itself where it finds one and no other launcher is set. It still should.
QString ownCcache(const StageContext& context)
{
    const BuildRequest& request = context.request;
    const FlagValue* wish = request.configuration.flag(QStringLiteral("USE_CCACHE"));
    if (context.platform != Platform::Linux || request.source.kind == SourceKind::Sample
        || (wish && !isCMakeTrue(wish->value)))
        return {};
    const QString ccache = toolProgram(context, QStringLiteral("ccache"));
    return isAbsoluteOn(context.platform, ccache) ? ccache : QString();
}

// What else ccache starts its compilers with: distcc.
QString prefixOf(const BuildRequest& request)
{
    for (const EnvironmentValue& entry : request.configuration.environment) {
        if (entry.name == QLatin1String("CCACHE_PREFIX") && entry.value && !entry.value->isEmpty())
            return QLatin1Char(' ') + *entry.value;
    }
    return {};
}

}

QString compilerLauncher(const StageContext& context, const QString& language)
{
    return context.request.configuration.flagValue(
        QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(language), ownCcache(context));
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
    const QByteArray program = contentOf(from);
    if (program.isEmpty())
        return Error { QStringLiteral("%1 is missing, so this build runs without the memory gate; install "
                                      "Torchmason again.")
                           .arg(QDir::toNativeSeparators(from)) };
    if (contentOf(to) == program)
        return {};
    QDir().mkpath(QFileInfo(to).path());
    QSaveFile file(to);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(program) == program.size()
        && file.setPermissions(file.permissions() | QFile::ExeOwner | QFile::ExeUser) && file.commit();
    // One that other builds run cannot be replaced on Windows; it serves as well.
    if (!written && !QFileInfo::exists(to))
        return Error { QStringLiteral("Cannot write %1 (%2), so this build runs without the memory gate.")
                           .arg(QDir::toNativeSeparators(to), file.errorString()) };
    return {};
}

bool hasGate(const BuildRequest& request)
{
    return request.gate && request.generator == QLatin1String("Ninja");
}

BuildRequest withoutGate(BuildRequest request)
{
    request.gate = false;
    return request;
}

QVector<FlagValue> gateFlags(const StageContext& context)
{
    QVector<FlagValue> flags;
    if (!hasGate(context.request))
        return flags;
    const QString gate = gateProgram(context.platform);
    for (const QString& language : { QStringLiteral("C"), QStringLiteral("CXX"), QStringLiteral("CUDA") }) {
        const QString launcher = compilerLauncher(context, language);
        const QString chain = isCcache(launcher) ? launcher
            : launcher.isEmpty()                 ? gate
                                                 : gate + QLatin1Char(';') + launcher;
        const QString linker = context.request.configuration.flagValue(
            QStringLiteral("CMAKE_%1_LINKER_LAUNCHER").arg(language));
        flags.append({ QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(language), chain,
            QStringLiteral("STRING"), ValueOrigin::Default });
        flags.append({ QStringLiteral("CMAKE_%1_LINKER_LAUNCHER").arg(language),
            linker.isEmpty() ? gate : gate + QLatin1Char(';') + linker, QStringLiteral("STRING"),
            ValueOrigin::Default });
    }
    return flags;
}

QVector<EnvironmentValue> gateEnvironment(const StageContext& context)
{
    const QStringList launchers { compilerLauncher(context, QStringLiteral("C")),
        compilerLauncher(context, QStringLiteral("CXX")), compilerLauncher(context, QStringLiteral("CUDA")) };
    if (!hasGate(context.request) || std::none_of(launchers.begin(), launchers.end(), isCcache))
        return {};
    return { { QStringLiteral("CCACHE_PREFIX"), gateProgram(context.platform) + prefixOf(context.request),
        ValueOrigin::Default } };
}

int startedAtOnce(int jobs)
{
    return jobs + std::max(jobs, leastWaiting);
}

}
