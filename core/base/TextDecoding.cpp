// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"

#include <QRegularExpression>
#include <QStringDecoder>

namespace torchmason {

namespace {

bool isValidUtf8(QByteArrayView bytes)
{
    QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = utf8.decode(bytes);
    return !utf8.hasError();
}

}

QString decodeToolText(QByteArrayView bytes)
{
    if (isValidUtf8(bytes))
        return QString::fromUtf8(bytes);
#ifdef Q_OS_WIN
    // The ANSI code page: GBK on a Chinese Windows, CP1252 on a western one.
    QStringDecoder system(QStringDecoder::System);
    const QString text = system.decode(bytes);
    if (!system.hasError())
        return text;
#endif
    return QString::fromLatin1(bytes);
}

QString plainToolText(QByteArrayView bytes)
{
    QString text = decodeToolText(bytes);
    if (!text.contains(QChar(0x1b)))
        return text;
    // ESC[0;31m   ESC]0;title BEL   ESC(B
    static const QRegularExpression escape(
        QStringLiteral("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[()][A-Z0-9]|.)"));
    return text.remove(escape);
}

}
