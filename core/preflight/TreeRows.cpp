// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/BuildChoice.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/Preflight.h"

namespace torchmason {

QVector<CheckRow> treeRows(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const BuildChoice choice = chooseBuild(facts, profile, request);
    if (!choice.tree)
        return {};
    const auto catalogue = ReleaseCatalogue::load();
    const TorchRelease* table = catalogue ? catalogue->release(choice.releaseText) : nullptr;
    CheckRow row = makeRow("source-says", "tools", Core::tr("What the source says"));
    QStringList said;
    QStringList others;
    for (const TreeStatement& statement : statementsOf(*choice.tree, table)) {
        said << QStringLiteral("%1 %2").arg(statement.name, statement.tree);
        row.values.append({ statement.name, statement.tree, QStringLiteral("source") });
        if (!statement.differs())
            continue;
        others << QStringLiteral("%1 %2").arg(statement.name, statement.table);
        row.values.append({ statement.name, statement.table, QStringLiteral("table") });
    }
    row.found = said.isEmpty()
        ? Core::tr("The source names no minimum versions, so the tables of this program are used.")
        : Core::tr("Minimum versions, read from the source itself: %1.").arg(said.join(QLatin1String(", ")));
    if (!others.isEmpty())
        row.found += Core::tr(" The tables of this program have %1 for PyTorch %2; the source counts.")
                         .arg(others.join(QLatin1String(", ")), table->version);
    row.where = choice.tree->folder;
    row.source = Core::tr("its CMake files, setup.py and pyproject.toml");
    return { row };
}

}
