// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ScriptMark.h"

#include <iterator>

namespace torchmason {

namespace {

constexpr char16_t first = u'\uFDD0'; // to U+FDEF
constexpr char16_t last = u'\uFDEF';
constexpr const char* names[] = { "SOURCE", "BUILD", "VENV", "CUDA", "PYTHON", "JOBS", "INTO", "WHEEL" };
static_assert(first + 2 * std::size(names) - 1 <= last);

}

QChar markOf(ScriptName name, MarkForm form)
{
    return QChar(char16_t(first + 2 * int(name) + (form == MarkForm::Slashed ? 1 : 0)));
}

bool isScriptMark(QChar c)
{
    return c.unicode() >= first && c.unicode() <= last;
}

bool isSlashed(QChar mark)
{
    return (mark.unicode() - first) % 2 == 1;
}

QChar inNativeForm(QChar c)
{
    return isScriptMark(c) && isSlashed(c) ? QChar(char16_t(c.unicode() - 1)) : c;
}

QString scriptNameOf(QChar mark)
{
    const size_t index = size_t(mark.unicode() - first) / 2;
    return index < std::size(names) ? QString::fromLatin1(names[index]) : QString();
}

QString withScriptNames(QString text)
{
    for (qsizetype at = text.size() - 1; at >= 0; --at) {
        if (isScriptMark(text[at]))
            text.replace(at, 1, scriptNameOf(text[at]));
    }
    return text;
}

QString withoutScriptMarks(QString text)
{
    return text.removeIf([](QChar c) { return isScriptMark(c); });
}

}
