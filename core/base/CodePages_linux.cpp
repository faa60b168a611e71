// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"

#include <QByteArray>
#include <QHash>

#include <iconv.h>

namespace torchmason {

namespace {

const iconv_t none = iconv_t(-1);

int pageOfSystem = 65001;

// Opening one loads a library from the disk, which is too dear for every line of a log.
class Converters {
public:
    Converters() = default;
    ~Converters()
    {
        for (const iconv_t converter : std::as_const(m_open)) {
            if (converter != none)
                iconv_close(converter);
        }
    }
    Q_DISABLE_COPY_MOVE(Converters)

    iconv_t forPage(int page)
    {
        auto found = m_open.constFind(page);
        if (found == m_open.constEnd())
            found = m_open.insert(page, iconv_open("UTF-8", ("CP" + QByteArray::number(page)).constData()));
        else if (*found != none)
            iconv(*found, nullptr, nullptr, nullptr, nullptr); // as it was in the beginning
        return *found;
    }

private:
    QHash<int, iconv_t> m_open;
};

}

std::optional<QString> decodeCodePage(QByteArrayView bytes, int page)
{
    thread_local Converters converters;
    const iconv_t converter = converters.forPage(page);
    if (converter == none)
        return std::nullopt;
    QByteArray utf8(bytes.size() * 4, Qt::Uninitialized); // no character of these pages needs more
    char* from = const_cast<char*>(bytes.data()); // iconv reads it only
    auto fromLeft = size_t(bytes.size());
    char* to = utf8.data();
    auto toLeft = size_t(utf8.size());
    const size_t result = iconv(converter, &from, &fromLeft, &to, &toLeft);
    if (result == size_t(-1))
        return std::nullopt;
    return QString::fromUtf8(utf8.constData(), utf8.size() - qsizetype(toLeft));
}

std::optional<bool> isInCodePage(const QString& text, int page)
{
    if (page == 65001)
        return true;
    const iconv_t converter = iconv_open(("CP" + QByteArray::number(page)).constData(), "UTF-8");
    if (converter == none)
        return std::nullopt;
    QByteArray utf8 = text.toUtf8();
    QByteArray bytes(utf8.size() * 4, Qt::Uninitialized);
    char* from = utf8.data();
    auto fromLeft = size_t(utf8.size());
    char* to = bytes.data();
    auto toLeft = size_t(bytes.size());
    const size_t result = iconv(converter, &from, &fromLeft, &to, &toLeft);
    iconv_close(converter);
    return result == 0; // -1 where it has none, more where it took another one instead
}

int systemCodePage()
{
    return pageOfSystem;
}

void pretendSystemCodePage(int page)
{
    pageOfSystem = page;
}

QVector<QByteArray> inSystemCodePages(const QString& text)
{
    return { text.toLocal8Bit() };
}

}
