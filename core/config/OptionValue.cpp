// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionValue.h"

#include "core/base/Core.h"
#include "core/base/PlatformPath.h"
#include "core/knowledge/ArchList.h"
#include "core/knowledge/TreeFacts.h"
#include "core/knowledge/VersionText.h"
#include "core/request/Configuration.h"

#include <QFileInfo>
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

// A switch of PyTorch's own; other names may be read by a module of CMake.
bool isOwnSwitch(const OptionInfo& option)
{
    return option.kind == QLatin1String("bool") && option.passedAs != QLatin1String("env")
        && (option.name.startsWith(QLatin1String("USE_")) || option.name.startsWith(QLatin1String("BUILD_")));
}

}

bool namesPath(const OptionInfo& option)
{
    return option.kind == QLatin1String("path") || option.kind == QLatin1String("file");
}

bool isCMakeSwitch(const QString& value)
{
    static const QStringList words { QStringLiteral("on"), QStringLiteral("off"), QStringLiteral("true"),
        QStringLiteral("false"), QStringLiteral("yes"), QStringLiteral("no"), QStringLiteral("y"),
        QStringLiteral("n"), QStringLiteral("1"), QStringLiteral("0") };
    return words.contains(value.toLower());
}

QString valueProblem(const OptionInfo& option, const QString& value)
{
    if (value.isEmpty())
        return {};
    if (option.kind == QLatin1String("int")) {
        bool isNumber = false;
        const int number = value.toInt(&isNumber);
        return isNumber && number >= 0 ? QString() : Core::tr("\"%1\" is not a number.").arg(value);
    }
    if (option.kind == QLatin1String("bool") && !isCMakeSwitch(value))
        return Core::tr("\"%1\" is neither ON nor OFF.").arg(value);
    if (option.kind == QLatin1String("enum") && !option.choices.contains(value))
        return Core::tr("\"%1\" is not one of the known choices: %2.")
            .arg(value, option.choices.join(QLatin1String(", ")));
    if (option.kind != QLatin1String("archs"))
        return {};
    const QString unknown = parseArchList(value).unknown;
    return unknown.isEmpty()
        ? QString()
        : Core::tr("\"%1\" is not an architecture: write numbers such as 8.6 or 12.0+PTX.").arg(unknown);
}

QString pathProblem(const OptionInfo& option, const QString& value)
{
    if (value.isEmpty() || value.contains(QLatin1String("${")) || isOfNetwork(value))
        return {};
    const QFileInfo path(value);
    if (option.kind == QLatin1String("path")) {
        if (path.isDir())
            return {};
        return path.exists() ? Core::tr("This is a file, not a folder.")
                             : Core::tr("There is no such folder.");
    }
    // A program may be named without its folder: CC=clang.
    const bool hasFolder = value.contains(QLatin1Char('/')) || value.contains(QLatin1Char('\\'));
    if (option.kind != QLatin1String("file") || path.isFile() || !hasFolder)
        return {};
    return path.exists() ? Core::tr("This is a folder, not a file.") : Core::tr("There is no such file.");
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

OptionPresence presenceOf(const OptionInfo& option, const QString& release, const TreeFacts* tree)
{
    if (tree && tree->options.contains(option.name))
        return OptionPresence::Present;
    const OptionPresence presence = presenceOf(option, release);
    return presence == OptionPresence::Present && tree && tree->lacks(option.name) && isOwnSwitch(option)
        ? OptionPresence::NotInTree
        : presence;
}

}
