// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

// Probes have small letters; what is written in capitals is a variable that names nothing.
bool isVariable(const QString& probe)
{
    return !probe.isEmpty() && probe.isUpper();
}

CheckRow variableRow(const UnknownFact& unknown)
{
    CheckRow row = makeRow("", "system", unknown.probe);
    row.id = QStringLiteral("variable-") + unknown.probe.toLower().replace(u'_', u'-');
    row.found = unknown.reason.section(QLatin1String(": "), 0, 0);
    row.source = QStringLiteral("environment");
    const QString advice = unknown.reason.section(QLatin1String(": "), 1);
    setFix(row, CheckState::Warning,
        advice.isEmpty() ? Core::tr("Correct the variable, or unset it.")
                         : advice.left(1).toUpper() + advice.mid(1));
    return row;
}

// The toolkit that the first of the names leads to, with that name.
std::pair<const CudaToolkitFacts*, QString> namedBy(const HostFacts& facts, const QStringList& names)
{
    for (const QString& name : names) {
        for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
            if (toolkit.namedBy.contains(name))
                return { &toolkit, name };
        }
    }
    return {};
}

// PyTorch's own modules follow CUDA_HOME, CMake's follow CUDACXX and PATH. A build of ours sets them all to
// one.
void addMixedToolkits(Rows& rows, const HostFacts& facts)
{
    const auto [home, homeName]
        = namedBy(facts, { QStringLiteral("CUDA_HOME"), QStringLiteral("CUDA_PATH") });
    const auto [program, programName] = namedBy(facts, { QStringLiteral("CUDACXX"), QStringLiteral("PATH") });
    if (!home || !program || home == program)
        return;
    const auto text = [](const CudaToolkitFacts& toolkit) {
        return toolkit.version.isEmpty() ? toolkit.root : toolkit.version;
    };
    CheckRow row = makeRow("cuda-mixed", "cuda", Core::tr("One CUDA for all"));
    row.found
        = Core::tr("%1 leads to CUDA %2, %3 to %4").arg(homeName, text(*home), programName, text(*program));
    row.source = QStringLiteral("environment");
    setFix(row, CheckState::Warning,
        Core::tr("Builds that you start by hand mix the two; those started here use one. Set %1 to %2, or "
                 "put %3/bin first on "
                 "PATH.")
            .arg(homeName, program->root, home->root));
    rows.append(row);
}

}

void addEnvironmentRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    const bool cuda = !profile || usesCuda(profile->configuration);
    for (const UnknownFact& unknown : facts.unknown) {
        if (isVariable(unknown.probe) && (cuda || !unknown.probe.startsWith(QLatin1String("CUDA"))))
            rows.append(variableRow(unknown));
    }
    if (cuda)
        addMixedToolkits(rows, facts);
}

}
