// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogText.h"

#include "core/base/TextDecoding.h"
#include "core/base/Units.h"

#include <QCoreApplication>

#include <algorithm>

namespace torchmason {

namespace {

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// "error:", "error C2065:", "CMake Error at", but not "error.cpp", "-Werror=format", "no-error" or "errors".
bool hasDiagnosticWord(const QByteArray& lower, const char* word, qsizetype length)
{
    for (qsizetype at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
        const char before = at > 0 ? lower[at - 1] : ' ';
        if (isWordCharacter(before) || before == '-' || before == '/' || before == '.')
            continue;
        const QByteArrayView after = QByteArrayView(lower).sliced(at + length);
        if (after.startsWith(':') || after.startsWith(" at ") || after.startsWith(" in ")
            || after.startsWith(" c") || after.startsWith(" lnk") || after.startsWith(" (dev)")
            || after.startsWith(" msb"))
            return true;
    }
    return false;
}

bool isErrorByForm(const QByteArray& lower)
{
    static const char* const forms[] = { "undefined reference to", "failed: ", "ninja: build stopped",
        "traceback (most recent", "cannot find -l", "unresolved external symbol" };
    return std::any_of(
        std::begin(forms), std::end(forms), [&lower](const char* form) { return lower.contains(form); });
}

}

LogSeverity guessSeverity(QByteArrayView line)
{
    const QByteArray lower = line.first(std::min<qsizetype>(line.size(), 2000)).toByteArray().toLower();
    if (hasDiagnosticWord(lower, "error", 5) || isErrorByForm(lower))
        return LogSeverity::Error;
    return hasDiagnosticWord(lower, "warning", 7) ? LogSeverity::Warning : LogSeverity::Plain;
}

QString shownLine(QByteArrayView head, qint64 fullLength)
{
    while (head.endsWith('\n') || head.endsWith('\r'))
        head.chop(1);
    if (const qsizetype overwritten = head.lastIndexOf('\r'); overwritten >= 0)
        head = head.sliced(overwritten + 1);
    const bool cut = head.size() > shownCharacters;
    const qint64 left = std::max<qint64>(0, fullLength - shownCharacters);
    if (cut)
        head = head.first(shownCharacters);
    QString text = plainToolText(head);
    text.replace(QLatin1Char('\t'), QLatin1String("    "));
    for (QChar& c : text) {
        if (c < QLatin1Char(' '))
            c = QLatin1Char(' ');
    }
    if (cut)
        text += QCoreApplication::translate("LogText", " … %1 more").arg(formatBytes(Bytes(left)));
    return text;
}

}
