// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionAvailability.h"

#include "core/knowledge/VersionText.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// The numbers in "2.4/2.5", "before 2.7" and "2.5-2.7".
QStringList versionsIn(const QString& text)
{
    static const QRegularExpression number(QStringLiteral(R"(\d+\.\d+)"));
    QStringList versions;
    for (auto matches = number.globalMatch(text); matches.hasNext();)
        versions << matches.next().captured();
    return versions;
}

}

QString releaseOf(const SourceSpec& source)
{
    const QString version = source.version.isEmpty() ? source.tag : source.version;
    const QString number = version.startsWith(QLatin1Char('v')) ? version.mid(1) : version;
    return !number.isEmpty() && number.front().isDigit() ? number : QString(); // "main" is no release
}

OptionPresence presenceOf(const OptionInfo& option, const QString& release)
{
    if (option.removed == QLatin1String("never an option"))
        return OptionPresence::Gone;
    if (release.isEmpty())
        return OptionPresence::Present;
    const QStringList gone = versionsIn(option.removed);
    if (!gone.isEmpty() && !isBelow(release, gone.last()))
        return OptionPresence::Gone;
    const QStringList since = versionsIn(option.since);
    return !since.isEmpty() && isBelow(release, since.first()) ? OptionPresence::NotYet
                                                               : OptionPresence::Present;
}

}
