// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/CheckText.h"

#include "ui/text/Ui.h"

#include <QStringList>

namespace torchmason {

namespace {

struct Group {
    const char* id;
    const char* title;
    const char* icon;
};

const Group groups[] = {
    { "system", QT_TRANSLATE_NOOP("Ui", "System"), "machine" },
    { "graphics", QT_TRANSLATE_NOOP("Ui", "Graphics"), "graphics" },
    { "cuda", QT_TRANSLATE_NOOP("Ui", "CUDA"), "flame" },
    { "compiler", QT_TRANSLATE_NOOP("Ui", "Compiler"), "compiler" },
    { "python", QT_TRANSLATE_NOOP("Ui", "Python"), "python" },
    { "tools", QT_TRANSLATE_NOOP("Ui", "Tools"), "tools" },
    { "space", QT_TRANSLATE_NOOP("Ui", "Space"), "disk" },
    { "tried", QT_TRANSLATE_NOOP("Ui", "Tried out"), "play" },
    { "configuration", QT_TRANSLATE_NOOP("Ui", "Configuration"), "flag" },
};

const Group* groupOf(const QString& id)
{
    for (const Group& group : groups) {
        if (id == QLatin1String(group.id))
            return &group;
    }
    return nullptr;
}

}

QString verdictHeadline(const CheckVerdict& verdict, const QString& profileName)
{
    const auto [failures, warnings, unknowns] = verdict;
    QStringList parts;
    if (failures > 0)
        parts << (failures == 1 ? Ui::tr("1 thing to fix") : Ui::tr("%n things to fix", nullptr, failures));
    if (warnings > 0)
        parts << (failures > 0  ? Ui::tr("%n to know", nullptr, warnings)
                : warnings == 1 ? Ui::tr("1 thing to know")
                                : Ui::tr("%n things to know", nullptr, warnings));
    if (unknowns > 0)
        parts << Ui::tr("%n not known", nullptr, unknowns);
    const QString counts = parts.join(QStringLiteral(", "));
    if (failures > 0)
        return profileName.isEmpty() ? counts
                                     : Ui::tr("%1: %2", "RTX 5070: 2 things to fix").arg(profileName, counts);
    const QString ready = profileName.isEmpty() ? Ui::tr("Ready") : Ui::tr("Ready for %1").arg(profileName);
    return counts.isEmpty() ? ready
                            : Ui::tr("%1: %2", "Ready for RTX 5070: 1 thing to know").arg(ready, counts);
}

QString checkGroupTitle(const QString& group)
{
    if (const Group* known = groupOf(group))
        return Ui::tr(known->title);
    return group.isEmpty() ? group : group.at(0).toUpper() + group.mid(1);
}

QString checkGroupIcon(const QString& group)
{
    const Group* known = groupOf(group);
    return QLatin1String(known ? known->icon : "info");
}

}
