// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/CheckText.h"

#include <QCoreApplication>
#include <QStringList>

namespace torchmason {

namespace {

QString say(const char* text, int number = -1)
{
    return QCoreApplication::translate("CheckText", text, nullptr, number);
}

struct Group {
    const char* id;
    const char* title;
    const char* icon;
};

const Group groups[] = {
    { "system", QT_TRANSLATE_NOOP("CheckText", "System"), "machine" },
    { "graphics", QT_TRANSLATE_NOOP("CheckText", "Graphics"), "graphics" },
    { "cuda", QT_TRANSLATE_NOOP("CheckText", "CUDA"), "flame" },
    { "compiler", QT_TRANSLATE_NOOP("CheckText", "Compiler"), "compiler" },
    { "python", QT_TRANSLATE_NOOP("CheckText", "Python"), "python" },
    { "tools", QT_TRANSLATE_NOOP("CheckText", "Tools"), "tools" },
    { "space", QT_TRANSLATE_NOOP("CheckText", "Space"), "disk" },
    { "tried", QT_TRANSLATE_NOOP("CheckText", "Tried out"), "play" },
    { "configuration", QT_TRANSLATE_NOOP("CheckText", "Configuration"), "flag" },
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
    QStringList parts;
    if (verdict.failures == 1)
        parts.append(say("1 thing to fix"));
    else if (verdict.failures > 1)
        parts.append(say("%1 things to fix").arg(verdict.failures));
    if (verdict.warnings > 0)
        parts.append(parts.isEmpty() && verdict.warnings == 1 ? say("1 thing to know")
                : parts.isEmpty()                             ? say("%1 things to know").arg(verdict.warnings)
                                                              : say("%1 to know").arg(verdict.warnings));
    if (verdict.unknowns > 0)
        parts.append(say("%1 not known").arg(verdict.unknowns));
    const QString rest = parts.join(QStringLiteral(", "));
    if (verdict.failures > 0)
        return profileName.isEmpty() ? rest : rest + QStringLiteral(" ") + say("for %1").arg(profileName);
    const QString ready = profileName.isEmpty() ? say("Ready") : say("Ready for %1").arg(profileName);
    return rest.isEmpty() ? ready : ready + QStringLiteral(": ") + rest;
}

QString checkGroupTitle(const QString& group)
{
    if (const Group* known = groupOf(group))
        return say(known->title);
    return group.isEmpty() ? group : group.at(0).toUpper() + group.mid(1);
}

QString checkGroupIcon(const QString& group)
{
    const Group* known = groupOf(group);
    return QLatin1String(known ? known->icon : "info");
}

}
