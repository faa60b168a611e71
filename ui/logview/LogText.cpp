// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogText.h"

#include "core/base/TextDecoding.h"
#include "core/base/Units.h"
#include "ui/text/Ui.h"

#include <algorithm>

namespace torchmason {

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
        text += Ui::tr(" … %1 more").arg(formatBytes(Bytes(left)));
    return text;
}

}
