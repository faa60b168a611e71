// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixCommand.h"

#include "core/change/FixCommands.h"
#include "core/config/PythonChoice.h"
#include "core/stages/StagePlan.h"

#include <QDir>
#include <QHash>
#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr QLatin1String packageMark("${package}");

QString quoted(const QString& word, const HostFacts& facts)
{
    return facts.platform == Platform::Windows ? quotedForCmd(word) : quotedForSh(word);
}

QString pythonOf(const BuildRequest* build, const HostFacts& facts)
{
    const bool isWindows = facts.platform == Platform::Windows;
    QString python = isWindows ? QStringLiteral("python") : QStringLiteral("python3");
    if (build && build->python.isWanted())
        python = build->python.interpreter(facts.platform);
    else if (build)
        python = build->configuration.flagValue(QStringLiteral("Python_EXECUTABLE"), python);
    return quoted(isWindows ? QDir::toNativeSeparators(python) : python, facts);
}

// What pip installs for what a log calls missing: PyYAML for the module yaml, wheel for the command
// bdist_wheel, setuptools for the backend setuptools.build_meta. Empty: it is no name of a module, or pip
// itself.
QString packageForMissing(const QString& subject)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z_]\\w*$"));
    static const QHash<QString, QString> modules { { QStringLiteral("bdist_wheel"), QStringLiteral("wheel") },
        { QStringLiteral("pkg_resources"), QStringLiteral("setuptools") },
        { QStringLiteral("distutils"), QStringLiteral("setuptools") } };
    static const QHash<QString, QString> packages { { QStringLiteral("google"), QStringLiteral("protobuf") },
        { QStringLiteral("skbuild"), QStringLiteral("scikit-build") } };
    const QString name = subject.section(u'.', 0, 0);
    if (!form.match(name).hasMatch() || name == QLatin1String("pip"))
        return {};
    const QString module = modules.value(name, name);
    const QStringList known = packagesFor({ module });
    return known.isEmpty() ? packages.value(module, QString(module).replace(u'_', u'-')) : known.first();
}

}

QString commandOf(const Fix& fix, const Finding& finding, const BuildRequest* build, const HostFacts& facts)
{
    JsonReader action(fix.action, fix.id);
    const QString thing = action.string("install", {});
    const QString system = platformId(facts.platform);
    const bool isDebian
        = facts.osName.contains(QLatin1String("Debian")) || facts.osName.contains(QLatin1String("Ubuntu"));
    QString line = !thing.isEmpty() ? installCommand(facts, thing)
        : isDebian ? action.string("debian", action.string(system.toLatin1().constData(), {}))
                   : action.string(system.toLatin1().constData(), {});
    const QString package = packageForMissing(finding.subject);
    if (package.isEmpty() && line.contains(packageMark))
        return {};
    line = withoutSudoForRoot(facts, line).replace(QLatin1String("${python}"), pythonOf(build, facts));
    return line.replace(packageMark, quoted(package, facts));
}

}
