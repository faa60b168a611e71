// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Theme.h"

#include <QFontDatabase>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

bool digitsAreEven(const QFont& font)
{
    const QFontMetricsF metrics(font);
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - metrics.horizontalAdvance(u'0')) > 0.01)
            return false;
    }
    return true;
}

}

QColor mixed(const QColor& over, const QColor& under, double share)
{
    const auto channel = [share](int a, int b) { return int(std::lround(a * share + b * (1 - share))); };
    return { channel(over.red(), under.red()), channel(over.green(), under.green()),
        channel(over.blue(), under.blue()) };
}

QColor toneColour(Tone tone, const QPalette& palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case Tone::Neutral:
        return dark ? QColor(0xa9, 0xb2, 0xbd) : QColor(0x56, 0x5f, 0x6b);
    case Tone::Good:
        return dark ? QColor(0x6c, 0xcf, 0x8b) : QColor(0x14, 0x6c, 0x35);
    case Tone::Warning:
        return dark ? QColor(0xf2, 0xb7, 0x50) : QColor(0x8a, 0x52, 0x00);
    case Tone::Bad:
        return dark ? QColor(0xff, 0x94, 0x85) : QColor(0xb0, 0x23, 0x18);
    case Tone::Accent:
        return dark ? QColor(0x7d, 0xb7, 0xff) : QColor(0x1d, 0x5b, 0xb8);
    }
    return palette.color(QPalette::WindowText);
}

QColor toneBackground(Tone tone, const QPalette& palette)
{
    return mixed(toneColour(tone, palette), palette.color(QPalette::Window), isDark(palette) ? 0.16 : 0.10);
}

bool isDark(const QPalette& palette)
{
    // What cannot be used may have texts that are hardly seen.
    const auto lightness
        = [&](QPalette::ColorRole role) { return palette.color(QPalette::Active, role).lightness(); };
    return lightness(QPalette::Window) < lightness(QPalette::WindowText);
}

bool hasOneGround(const QPalette& palette)
{
    return palette.color(QPalette::Window) == palette.color(QPalette::Base);
}

QColor troughColour(const QPalette& palette)
{
    return mixed(palette.color(QPalette::WindowText), palette.color(QPalette::Window), 0.16);
}

QColor lineColour(const QPalette& palette)
{
    return hasOneGround(palette) ? edgeColour(palette) : troughColour(palette);
}

QColor edgeColour(const QPalette& palette)
{
    return mixed(palette.color(QPalette::WindowText), palette.color(QPalette::Window),
        hasOneGround(palette) ? 0.65 : 0.56); // texts of high contrast may be dark grey on cream
}

Qt::LayoutDirection directionOf(const QString& text)
{
    const bool isPath = text.startsWith(u'/') || text.startsWith(u'~') || text.startsWith(u'\\')
        || text.mid(1, 1) == QLatin1String(":");
    return isPath || !text.isRightToLeft() ? Qt::LeftToRight : Qt::RightToLeft;
}

QFont tabularFont(const QFont& font)
{
    return digitsAreEven(font) ? font : monospaceFont(font);
}

QFont monospaceFont(const QFont& sizeLike)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (sizeLike.pixelSize() > 0)
        font.setPixelSize(sizeLike.pixelSize());
    else
        font.setPointSizeF(sizeLike.pointSizeF());
    return font;
}

QFont headlineFont(const QFont& font)
{
    QFont headline = boldFont(font);
    if (font.pixelSize() > 0)
        headline.setPixelSize(int(font.pixelSize() * 1.4));
    else
        headline.setPointSizeF(font.pointSizeF() * 1.4);
    return headline;
}

int heightWithAccents(const QFontMetrics& letters)
{
    const int accents = -letters.tightBoundingRect(QStringLiteral("ÅĆÉÍŘŤÜ")).top();
    return letters.height() + 2 * std::max(0, accents - letters.ascent());
}

QFont boldFont(const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    return bold;
}

}
