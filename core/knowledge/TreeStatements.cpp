// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/knowledge/TreeFacts.h"
#include "core/knowledge/VersionText.h"

namespace torchmason {

namespace {

struct Version {
    const char* name;
    QString TorchRelease::*member;
};
constexpr Version versions[]
    = { { "CMake", &TorchRelease::cmakeMinimum }, { "CUDA", &TorchRelease::cudaMinimum },
          { "Python", &TorchRelease::pythonMinimum }, { "gcc", &TorchRelease::gccMinimum } };

}

QString sourceText(const TreeFacts& tree)
{
    return Core::tr("the source in %1").arg(tree.folder);
}

TorchRelease withTree(const std::optional<TorchRelease>& table, const TreeFacts& tree)
{
    TorchRelease release = table.value_or(TorchRelease {});
    const TorchRelease& says = tree.says;
    if (!table)
        release.version = majorMinor(tree.version);
    for (const Version& version : versions) {
        if (!(says.*version.member).isEmpty())
            release.*version.member = says.*version.member;
    }
    if (!says.cmakeMinimum.isEmpty())
        release.cmakeIsSoft = false;
    if (says.cxxStandard != 0)
        release.cxxStandard = says.cxxStandard;
    if (!says.pythonMaximum.isEmpty()) {
        if (release.pythonMaximum.isEmpty() || isAbove(release.pythonMaximum, says.pythonMaximum))
            release.pythonMaximum = says.pythonMaximum;
        if (isAbove(release.pythonExperimental, says.pythonMaximum))
            release.pythonExperimental.clear();
    } else if (release.pythonMaximum.isEmpty() && !table) {
        release.pythonMaximum = tree.pythonListed;
    }
    const QString from = sourceText(tree);
    release.source = release.source.isEmpty() ? from : QStringLiteral("%1; %2").arg(from, release.source);
    return release;
}

QVector<TreeStatement> statementsOf(const TreeFacts& tree, const TorchRelease* table)
{
    QVector<TreeStatement> statements;
    for (const Version& version : versions) {
        const QString said = tree.says.*version.member;
        const QString listed = table ? table->*version.member : QString();
        if (!said.isEmpty())
            statements.append(
                { QLatin1String(version.name), said, compareVersions(said, listed) == 0 ? said : listed });
    }
    if (const int standard = tree.says.cxxStandard; standard != 0)
        statements.append({ QStringLiteral("C++ standard"), QString::number(standard),
            table && table->cxxStandard ? QString::number(table->cxxStandard) : QString() });
    return statements;
}

}
