// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/VirtualEnvironment.h"

#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"
#include "core/config/PythonChoice.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 longestFile = 1 << 20; // these files have some hundred lines

bool names(const QStringList& requirements, const QString& package)
{
    return std::any_of(requirements.begin(), requirements.end(),
        [&](const QString& requirement) { return packageName(requirement) == package; });
}

void addMissing(QStringList& requirements, const QStringList& more)
{
    for (const QString& requirement : more) {
        if (!names(requirements, packageName(requirement)))
            requirements << requirement;
    }
}

}

bool isRequirement(const QString& text)
{
    // setuptools>=70.1.0,<80 ; python_version >= "3.9"
    static const QRegularExpression form(QStringLiteral(
        R"(^[A-Za-z0-9][A-Za-z0-9._-]*\s*(\[[A-Za-z0-9,._ -]+\])?\s*([<>=!~]=?=?\s*[A-Za-z0-9.*+!_-]+\s*,?\s*)*(;[^#@]*)?$)"));
    return form.match(text).hasMatch();
}

QStringList requirementLines(const QByteArray& file)
{
    QStringList requirements;
    for (const QByteArray& raw : file.split('\n')) {
        const QString line = decodeToolText(raw).section(QLatin1Char('#'), 0, 0).trimmed();
        if (isRequirement(line))
            requirements << line;
    }
    return requirements;
}

QStringList buildSystemRequires(const QByteArray& pyproject)
{
    static const QRegularExpression table(
        QStringLiteral(R"re(^\[build-system\]\s*(?:#[^\n]*)?$(.*?)(?=^\[|\z))re"),
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression list(
        QStringLiteral(R"re(^\s*requires\s*=\s*\[((?:[^\]"'#]|"[^"\n]*"|'[^'\n]*'|#[^\n]*)*)\])re"),
        QRegularExpression::MultilineOption);
    static const QRegularExpression quoted(QStringLiteral(R"re("([^"\n]*)"|'([^'\n]*)')re"));
    const QString text = decodeToolText(pyproject).remove(QLatin1Char('\r'));
    const QString content = list.match(table.match(text).captured(1)).captured(1);
    QStringList requirements;
    for (const QString& line : content.split(QLatin1Char('\n'))) {
        if (line.trimmed().startsWith(QLatin1Char('#')))
            continue;
        for (auto matches = quoted.globalMatch(line); matches.hasNext();) {
            const auto match = matches.next();
            const QString requirement = (match.captured(1) + match.captured(2)).trimmed();
            if (isRequirement(requirement))
                requirements << requirement;
        }
    }
    return requirements;
}

QStringList treeRequirements(const QString& sourceFolder, const QString& backend, bool wantsNumpy)
{
    QStringList requirements
        = requirementLines(readWhole(sourceFolder + QStringLiteral("/requirements-build.txt"), longestFile));
    addMissing(requirements,
        buildSystemRequires(readWhole(sourceFolder + QStringLiteral("/pyproject.toml"), longestFile)));
    if (QFileInfo(sourceFolder + QStringLiteral("/c10")).isDir()) {
        addMissing(requirements, packagesFor(neededModules(backend)));
        if (wantsNumpy)
            addMissing(requirements, { QStringLiteral("numpy") });
    }
    requirements.removeIf([=](const QString& requirement) {
        const QString name = packageName(requirement);
        return name == QLatin1String("cmake") || name == QLatin1String("ninja")
            || (name == QLatin1String("numpy") && !wantsNumpy);
    });
    return requirements;
}

QStringList withPins(QStringList requirements, const QStringList& pins)
{
    requirements.removeIf(
        [&pins](const QString& requirement) { return names(pins, packageName(requirement)); });
    return requirements + pins;
}

}
