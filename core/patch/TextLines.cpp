// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/TextLines.h"

namespace torchmason {

QByteArray usualEnd(const QByteArray& text)
{
    const qsizetype all = text.count('\n');
    return 2 * text.count("\r\n") > all ? QByteArrayLiteral("\r\n") : QByteArrayLiteral("\n");
}

QByteArray withEnds(QByteArray text, const QByteArray& end)
{
    text.replace("\r\n", "\n");
    return end == "\n" ? text : text.replace("\n", end);
}

}
