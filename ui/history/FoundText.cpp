// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/FoundText.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/history/HistoryModel.h"

#include <algorithm>

namespace torchmason {

QString foundText(const SearchedLine& line, const QStringList& words)
{
    constexpr qsizetype lettersBefore = 32;
    constexpr qsizetype lettersBehind = 48;
    const QString text = inOneLine(withoutControls(line.text));
    qsizetype place = text.size();
    qsizetype length = 0;
    for (const QString& word : words) {
        const qsizetype here = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (here < 0 || here >= place)
            continue;
        place = here;
        length = word.size();
    }
    const qsizetype from = std::max<qsizetype>(0, place - lettersBefore);
    const qsizetype end = place + length;
    const QString before = (from > 0 ? QStringLiteral("\u2026") : QString()) + text.mid(from, place - from);
    const QString behind = text.mid(end, lettersBehind)
        + (end + lettersBehind < text.size() ? QStringLiteral("\u2026") : QString());
    const QString marked = length > 0 ? u'\u00ab' + text.mid(place, length) + u'\u00bb' : QString();
    return HistoryModel::tr("in %1: %2").arg(line.part, before + marked + behind);
}

}
