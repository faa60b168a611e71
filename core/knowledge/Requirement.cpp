// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/Requirement.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

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

}
