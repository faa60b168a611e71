// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"

#include <QByteArray>

#include <iconv.h>

namespace torchmason {

std::optional<QString> decodeCodePage(QByteArrayView bytes, int page)
{
    const QByteArray name = "CP" + QByteArray::number(page);
    const iconv_t converter = iconv_open("UTF-8", name.constData());
    if (converter == iconv_t(-1))
        return std::nullopt;
    QByteArray utf8(bytes.size() * 4, Qt::Uninitialized); // no character of these pages needs more
    char* from = const_cast<char*>(bytes.data()); // iconv reads it only
    auto fromLeft = size_t(bytes.size());
    char* to = utf8.data();
    auto toLeft = size_t(utf8.size());
    const size_t result = iconv(converter, &from, &fromLeft, &to, &toLeft);
    iconv_close(converter);
    if (result == size_t(-1))
        return std::nullopt;
    return QString::fromUtf8(utf8.constData(), utf8.size() - qsizetype(toLeft));
}

int systemCodePage()
{
    return 65001;
}

}
