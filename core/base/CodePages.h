// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// Text in one of Windows' code pages, named by its number: 936 is GBK, 850 the console of western Europe.
// Nullopt where the bytes are no such text, or where this system does not know the page.
std::optional<QString> decodeCodePage(QByteArrayView bytes, int page);

// Whether the page has all these characters; nullopt where this system does not know it.
std::optional<bool> isInCodePage(const QString& text, int page);

// The page that tools of this system write in: the one of the installation, not of this process, which asks
// for UTF-8 in its manifest. 65001, UTF-8, where there is no Windows.
int systemCodePage();
// For tests: from now on it is this one.
void pretendSystemCodePage(int page);

// Text as those tools write it, and as those do that write in the console's page; what a page does not have
// becomes something else.
QVector<QByteArray> inSystemCodePages(const QString& text);

}
