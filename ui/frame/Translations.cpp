// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Translations.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace torchmason {

Translations::Translations(const QLocale& locale)
{
    const QString separator(u'_');
    if (!m_ours.load(locale, QStringLiteral("torchmason"), separator, QStringLiteral(":/translations"))) {
        // English as it is written in that country, which says in what order dates are.
        QLocale::setDefault(QLocale(QLocale::English, locale.territory()));
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        return;
    }
    QLocale::setDefault(locale);
    QGuiApplication::setLayoutDirection(locale.textDirection());
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
