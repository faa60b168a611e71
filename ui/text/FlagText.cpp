// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/FlagText.h"

#include <QCoreApplication>

namespace torchmason {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("FlagText", text);
}

}

QString flagGroupTitle(const QString& group)
{
    struct Title {
        const char* id;
        const char* text;
    };
    static const Title titles[] = {
        { "environment", QT_TRANSLATE_NOOP("FlagText", "Environment variables") },
        { "free", QT_TRANSLATE_NOOP("FlagText", "Other CMake entries") },
        { "gpu", QT_TRANSLATE_NOOP("FlagText", "Graphics card") },
        { "distributed", QT_TRANSLATE_NOOP("FlagText", "Distributed training") },
        { "toolchain", QT_TRANSLATE_NOOP("FlagText", "Compiler and tools") },
        { "python", QT_TRANSLATE_NOOP("FlagText", "Python") },
        { "speed", QT_TRANSLATE_NOOP("FlagText", "Speed of the build and its result") },
        { "math", QT_TRANSLATE_NOOP("FlagText", "Mathematics libraries") },
        { "threading", QT_TRANSLATE_NOOP("FlagText", "Threads") },
        { "kernels", QT_TRANSLATE_NOOP("FlagText", "Kernels for the processor") },
        { "profiling", QT_TRANSLATE_NOOP("FlagText", "Profiling") },
        { "packaging", QT_TRANSLATE_NOOP("FlagText", "Parts and packaging") },
        { "tests", QT_TRANSLATE_NOOP("FlagText", "Tests and benchmarks") },
        { "mobile", QT_TRANSLATE_NOOP("FlagText", "Mobile") },
    };
    for (const Title& title : titles) {
        if (group == QLatin1String(title.id))
            return say(title.text);
    }
    QString own = group;
    own.replace(u'_', u' ').replace(u'-', u' ');
    return own.isEmpty() ? own : own.at(0).toUpper() + own.mid(1);
}

bool isSwitch(const OptionInfo* option)
{
    return option && option->kind == QStringLiteral("bool");
}

QString cmakeTypeOf(const OptionInfo* option)
{
    if (isSwitch(option))
        return QStringLiteral("BOOL");
    if (option && option->kind == QStringLiteral("file"))
        return QStringLiteral("FILEPATH");
    return option && option->kind == QStringLiteral("path") ? QStringLiteral("PATH") : QString();
}

QString softWords(const OptionInfo& option)
{
    if (option.confidence == QStringLiteral("low"))
        return say(
            QT_TRANSLATE_NOOP("FlagText", "Known from hearsay only: not seen in the releases themselves."));
    if (option.confidence == QStringLiteral("medium"))
        return say(QT_TRANSLATE_NOOP("FlagText", "Since when, or up to when, is known only roughly."));
    const bool isSoft = !option.cost.summary.isEmpty() && option.cost.confidence != QStringLiteral("high");
    return isSoft ? say(QT_TRANSLATE_NOOP("FlagText", "The cost is an estimate.")) : QString();
}

}
