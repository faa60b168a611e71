// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/SourceSpec.h"

#include "core/base/Core.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr QLatin1String kindIds[] { QLatin1String("existing"), QLatin1String("git"), QLatin1String("debian"),
    QLatin1String("sample") }; // in the order of SourceKind

}

QString refusalOfAddress(const QString& url)
{
    static const QRegularExpression known(
        QStringLiteral("^(https?|ssh|git|file)://(?!-|[^/]*@-)"), QRegularExpression::CaseInsensitiveOption);
    const bool isKnown = known.match(url).hasMatch();
    const bool isPlace = !url.startsWith(QLatin1Char('-')) && !url.contains(QLatin1String("::"))
        && !url.contains(QLatin1String("://")); // a folder, or host:path
    if (isKnown || isPlace)
        return {};
    return Core::tr("The address \"%1\" is not given to git; write one with https, http, ssh, git or file, a "
                    "folder, or HOST:PATH.")
        .arg(url);
}

QString refusalOfRevision(const QString& tag)
{
    return tag.startsWith(QLatin1Char('-'))
        ? Core::tr("\"%1\" cannot be a tag, branch or commit: it begins with a dash.").arg(tag)
        : QString();
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
