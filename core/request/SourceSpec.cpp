// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/SourceSpec.h"

#include "core/base/Core.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

constexpr QLatin1String kindIds[] { QLatin1String("existing"), QLatin1String("git"), QLatin1String("debian"),
    QLatin1String("sample") }; // in the order of SourceKind

}

QString refusalOfAddress(const QString& url)
{
    // Neither host nor user may look like an option. Lists of attempts ask on many threads: no expression.
    static const QStringList schemes { QStringLiteral("http"), QStringLiteral("https"), QStringLiteral("ssh"),
        QStringLiteral("git"), QStringLiteral("file") };
    const qsizetype colon = url.indexOf(QLatin1String("://"));
    const QString host = url.mid(colon + 3).section(QLatin1Char('/'), 0, 0);
    const bool isKnown = colon > 0 && schemes.contains(url.left(colon), Qt::CaseInsensitive)
        && !host.startsWith(QLatin1Char('-')) && !host.contains(QLatin1String("@-"));
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

QString sourceKindText(SourceKind kind)
{
    static constexpr const char* words[] = { QT_TRANSLATE_NOOP("Core", "an existing folder"),
        QT_TRANSLATE_NOOP("Core", "a Git repository"), QT_TRANSLATE_NOOP("Core", "a Debian source package"),
        QT_TRANSLATE_NOOP("Core", "the sample project") };
    static_assert(std::size(words) == size_t(SourceKind::Sample) + 1);
    return Core::tr(words[size_t(kind)]);
}

std::optional<SourceKind> sourceKindFromId(const QString& id)
{
    const auto found = std::find(std::begin(kindIds), std::end(kindIds), id);
    return found == std::end(kindIds) ? std::nullopt : std::optional(SourceKind(found - std::begin(kindIds)));
}

}
