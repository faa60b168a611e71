// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/SourceSpec.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr QLatin1String kindIds[] { QLatin1String("existing"), QLatin1String("git"), QLatin1String("debian"),
    QLatin1String("sample") }; // in the order of SourceKind

}

QString sourceKindId(SourceKind kind)
{
    return kindIds[size_t(kind)];
}

std::optional<SourceKind> sourceKindFromId(const QString& id)
{
    const auto found = std::find(std::begin(kindIds), std::end(kindIds), id);
    return found == std::end(kindIds) ? std::nullopt : std::optional(SourceKind(found - std::begin(kindIds)));
}

}
