// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"

#include <algorithm>

#include <windows.h>

namespace torchmason {

std::optional<QString> decodeCodePage(QByteArrayView bytes, int page)
{
    if (bytes.isEmpty())
        return QString();
    const int size = int(bytes.size());
    const int needed = MultiByteToWideChar(UINT(page), MB_ERR_INVALID_CHARS, bytes.data(), size, nullptr, 0);
    if (needed <= 0)
        return std::nullopt;
    QString text(needed, Qt::Uninitialized);
    MultiByteToWideChar(UINT(page), MB_ERR_INVALID_CHARS, bytes.data(), size,
        reinterpret_cast<wchar_t*>(text.data()), needed);
    return text;
}

int systemCodePage()
{
    DWORD page = 0;
    const int length
        = GetLocaleInfoW(LOCALE_SYSTEM_DEFAULT, LOCALE_IDEFAULTANSICODEPAGE | LOCALE_RETURN_NUMBER,
            reinterpret_cast<wchar_t*>(&page), sizeof(page) / sizeof(wchar_t));
    constexpr int utf8 = 65001; // languages without a page of their own answer 0
    return length > 0 && page > 1 ? int(page) : utf8;
}

QByteArray inSystemCodePage(const QString& text)
{
    const auto page = UINT(systemCodePage());
    const auto* wide = reinterpret_cast<const wchar_t*>(text.utf16());
    const int size = int(text.size());
    const int needed = WideCharToMultiByte(page, 0, wide, size, nullptr, 0, nullptr, nullptr);
    QByteArray bytes(std::max(0, needed), Qt::Uninitialized);
    WideCharToMultiByte(page, 0, wide, size, bytes.data(), int(bytes.size()), nullptr, nullptr);
    return bytes;
}

}
