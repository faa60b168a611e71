// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WindowsCommand.h"

#include "core/base/Core.h"

#include <QLocale>

namespace torchmason {

namespace {

constexpr qsizetype mostCharacters = 32766;

// Windows takes dots and spaces off the end of a name before it looks at it: "a.bat. " is a batch file.
bool isBatchFile(QString program)
{
    while (program.endsWith(QLatin1Char('.')) || program.endsWith(QLatin1Char(' ')))
        program.chop(1);
    return program.endsWith(QLatin1String(".bat"), Qt::CaseInsensitive)
        || program.endsWith(QLatin1String(".cmd"), Qt::CaseInsensitive);
}

// With quotes around it, a backslash before each quote, and those before one doubled.
qsizetype lengthOf(const QString& word)
{
    qsizetype length = word.size() + 2;
    qsizetype backslashes = 0;
    for (const QChar c : word) {
        if (c == QLatin1Char('"'))
            length += backslashes + 1;
        backslashes = c == QLatin1Char('\\') ? backslashes + 1 : 0;
    }
    return length + backslashes;
}

}

qsizetype windowsCommandLength(const QString& program, const QStringList& arguments)
{
    qsizetype length = lengthOf(program);
    for (const QString& argument : arguments)
        length += 1 + lengthOf(argument);
    return length;
}

Result<void> checkWindowsCommand(const QString& program, const QStringList& arguments)
{
    if (!arguments.isEmpty() && isBatchFile(program))
        return Error { Core::tr(
            "Cannot start %1: it is a batch file, and cmd.exe would read the words after it by rules "
            "of its own. Choose the program that it starts.")
                           .arg(program) };
    const qsizetype length = windowsCommandLength(program, arguments);
    if (length > mostCharacters)
        return Error { Core::tr("Cannot start %1: its command line has %2 characters, and Windows accepts %3 "
                                "at most. Build in a folder with a shorter path, or set fewer flags.")
                           .arg(program, QLocale(QLocale::English).toString(qlonglong(length)),
                               QLocale(QLocale::English).toString(qlonglong(mostCharacters))) };
    return {};
}

}
