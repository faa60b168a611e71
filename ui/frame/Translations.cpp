// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Translations.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace torchmason {

namespace {

Qt::LayoutDirection otherDirection(Qt::LayoutDirection direction)
{
    return direction == Qt::LeftToRight ? Qt::RightToLeft : Qt::LeftToRight;
}

}

Translations::Translations(const QLocale& locale, bool isReversed)
{
    const auto layOut = [isReversed](Qt::LayoutDirection direction) {
        QGuiApplication::setLayoutDirection(isReversed ? otherDirection(direction) : direction);
    };
    const QString separator(u'_');
    if (!m_ours.load(locale, QStringLiteral("torchmason"), separator, QStringLiteral(":/translations"))) {
        // English as it is written in that country, which says in what order dates are.
        QLocale::setDefault(QLocale(QLocale::English, locale.territory()));
        layOut(Qt::LeftToRight);
        return;
    }
    QLocale::setDefault(locale);
    layOut(locale.textDirection());
    QCoreApplication::installTranslator(&m_ours);
    if (m_qt.load(
            locale, QStringLiteral("qtbase"), separator, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
}

Translations::~Translations()
{
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_ours);
}

}
