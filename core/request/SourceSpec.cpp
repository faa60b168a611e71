// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/SourceSpec.h"

namespace torchmason {

QString sourceKindId(SourceKind kind)
{
    switch (kind) {
    case SourceKind::ExistingTree:
        return QStringLiteral("existing");
    case SourceKind::Git:
        return QStringLiteral("git");
    case SourceKind::DebianSource:
        return QStringLiteral("debian");
    case SourceKind::Sample:
        return QStringLiteral("sample");
    }
    return {};
}

std::optional<SourceKind> sourceKindFromId(const QString& id)
{
    for (const SourceKind kind :
        { SourceKind::ExistingTree, SourceKind::Git, SourceKind::DebianSource, SourceKind::Sample }) {
        if (sourceKindId(kind) == id)
            return kind;
    }
    return std::nullopt;
}

}
