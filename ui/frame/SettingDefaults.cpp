// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingDefaults.h"

#include "ui/frame/SettingsPage.h"
#include "ui/frame/TextSize.h"
#include "ui/models/Settings.h"

namespace torchmason {

namespace {

struct Default {
    const char* key;
    QVariant usual;
    QString name; // as on the page
};

QVector<Default> defaults()
{
    return {
        { "window/appearance", QStringLiteral("system"), SettingsPage::tr("Appearance") },
        { "window/textSize", usualTextSize, SettingsPage::tr("Text size") },
        { "window/language", QString(), SettingsPage::tr("Language") },
        { "build/keepAwake", true, SettingsPage::tr("Keep the machine awake") },
        { "build/notify", true, SettingsPage::tr("Show a notification") },
        { "log/font", QString(), SettingsPage::tr("Font of logs") },
        { "log/zoom", 0, SettingsPage::tr("Text size of logs") },
        { "editor/command", QString(), SettingsPage::tr("Editor") },
        { "attempts/keep", QString(), SettingsPage::tr("Tidying up attempts") },
    };
}

// A file of settings has text only.
bool isChanged(const Default& one)
{
    const QVariant value = settings()->value(QLatin1String(one.key), one.usual);
    const QString text
        = value.typeId() == QMetaType::QStringList ? value.toStringList().join(u' ') : value.toString();
    return text != one.usual.toString();
}

}

QStringList changedSettings()
{
    QStringList names;
    for (const Default& one : defaults()) {
        if (isChanged(one))
            names << one.name;
    }
    return names;
}

void takeDefaults()
{
    for (const Default& one : defaults()) {
        if (isChanged(one))
            settings()->remove(QLatin1String(one.key));
    }
}

}
