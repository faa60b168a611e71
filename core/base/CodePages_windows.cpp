// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"

#include <algorithm>

#include <windows.h>

namespace torchmason {

namespace {

// As the registry has it, where "use UTF-8 worldwide" shows, too; else as the system's language has it.
int pageOfSystem(const wchar_t* name, LCTYPE language)
{
    wchar_t digits[16] {};
    DWORD size = sizeof(digits);
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SYSTEM\\CurrentControlSet\\Control\\Nls\\CodePage", name,
            RRF_RT_REG_SZ, nullptr, digits, &size)
        == ERROR_SUCCESS) {
        if (const int page = QString::fromWCharArray(digits).toInt(); page > 1)
            return page;
    }
    DWORD page = 0;
    const int length = GetLocaleInfoW(LOCALE_SYSTEM_DEFAULT, language | LOCALE_RETURN_NUMBER,
        reinterpret_cast<wchar_t*>(&page), sizeof(page) / sizeof(wchar_t));
    constexpr int utf8 = 65001; // languages without a page of their own answer 0
    return length > 0 && page > 1 ? int(page) : utf8;
}

int& knownPage()
{
    static int page = pageOfSystem(L"ACP", LOCALE_IDEFAULTANSICODEPAGE);
    return page;
}

QByteArray inCodePage(const QString& text, int page)
{
    const auto* wide = reinterpret_cast<const wchar_t*>(text.utf16());
    const int size = int(text.size());
    const int needed = WideCharToMultiByte(UINT(page), 0, wide, size, nullptr, 0, nullptr, nullptr);
    QByteArray bytes(std::max(0, needed), Qt::Uninitialized);
    WideCharToMultiByte(UINT(page), 0, wide, size, bytes.data(), int(bytes.size()), nullptr, nullptr);
    return bytes;
}

}

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

std::optional<bool> isInCodePage(const QString& text, int page)
{
    if (page == 65001 || text.isEmpty())
        return true;
    BOOL lost = FALSE;
    const int needed = WideCharToMultiByte(UINT(page), WC_NO_BEST_FIT_CHARS,
        reinterpret_cast<const wchar_t*>(text.utf16()), int(text.size()), nullptr, 0, nullptr, &lost);
    return needed > 0 ? std::optional(!lost) : std::nullopt;
}

int systemCodePage()
{
    return knownPage();
}

void pretendSystemCodePage(int page)
{
    knownPage() = page;
}

QVector<QByteArray> inSystemCodePages(const QString& text)
{
    static const int console = pageOfSystem(L"OEMCP", LOCALE_IDEFAULTCODEPAGE);
    QVector<QByteArray> forms { inCodePage(text, systemCodePage()) };
    if (console != systemCodePage())
        forms.append(inCodePage(text, console));
    return forms;
}

}
