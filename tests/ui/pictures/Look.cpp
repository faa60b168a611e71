// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/Look.h"

#include "tests/support/PseudoTranslator.h"
#include "tests/ui/support/HighContrast.h"

#include <QApplication>
#include <QFont>
#include <QLocale>

namespace torchmason {

const QVector<Look>& looks()
{
    constexpr QSize laptop(1280, 800); // 1920x1200 at 150 %
    static const QVector<Look> all = {
        { QStringLiteral("light") },
        { QStringLiteral("dark"), Appearance::Dark },
        { QStringLiteral("light-150"), Appearance::Light, laptop, 1.5 },
        { QStringLiteral("dark-150"), Appearance::Dark, laptop, 1.5 },
        { QStringLiteral("light-200"), Appearance::Light, laptop, 2 },
        { QStringLiteral("dark-200"), Appearance::Dark, laptop, 2 },
        { QStringLiteral("small"), Appearance::Light, { 1024, 700 } },
        { QStringLiteral("small-125"), Appearance::Light, { 1024, 700 }, 1.25 },
        { QStringLiteral("wide"), Appearance::Dark, { 1920, 1200 } },
        { QStringLiteral("letters-14"), Appearance::Light, { 1280, 860 }, 1, 14 },
        { QStringLiteral("letters-14-small"), Appearance::Light, { 1024, 700 }, 1, 14 },
        { QStringLiteral("translated"), Appearance::Light, { 1280, 860 }, 1, 0, true },
        { QStringLiteral("contrast"), Appearance::Dark, { 1280, 860 }, 1, 0, false, true },
        { QStringLiteral("reversed"), Appearance::Light, { 1280, 860 }, 1, 0, false, false, true },
    };
    return all;
}

void prepare(const Look& look)
{
    qputenv("QT_SCALE_FACTOR", QByteArray::number(look.scale));
}

void apply(const Look& look)
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); // times as people read them
    if (look.isTranslated)
        QCoreApplication::installTranslator(new PseudoTranslator);
    if (look.isReversed)
        QApplication::setLayoutDirection(Qt::RightToLeft);
    if (look.letters == 0)
        return;
    QFont font = QApplication::font();
    font.setPointSizeF(look.letters);
    QApplication::setFont(font);
}

void applyColours(const Look& look)
{
    applyAppearance(look.appearance);
    if (look.hasHighContrast)
        QApplication::setPalette(highContrastPalette());
}

}
