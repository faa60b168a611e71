// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/FlagText.h"

#include <QCoreApplication>

namespace torchmason {

QString flagGroupTitle(const QString& group)
{
    struct Title {
        const char* id;
        const char* text;
    };
    static const Title titles[] = {
        { "gpu", QT_TRANSLATE_NOOP("FlagText", "Graphics card") },
        { "distributed", QT_TRANSLATE_NOOP("FlagText", "Distributed training") },
        { "toolchain", QT_TRANSLATE_NOOP("FlagText", "Compiler and tools") },
        { "python", QT_TRANSLATE_NOOP("FlagText", "Python") },
        { "performance", QT_TRANSLATE_NOOP("FlagText", "Performance") },
        { "math-libs", QT_TRANSLATE_NOOP("FlagText", "Mathematics libraries") },
        { "threading", QT_TRANSLATE_NOOP("FlagText", "Threads") },
        { "quantization", QT_TRANSLATE_NOOP("FlagText", "Quantization") },
        { "profiling", QT_TRANSLATE_NOOP("FlagText", "Profiling") },
        { "packaging", QT_TRANSLATE_NOOP("FlagText", "Parts and packaging") },
        { "tests", QT_TRANSLATE_NOOP("FlagText", "Tests and benchmarks") },
        { "mobile", QT_TRANSLATE_NOOP("FlagText", "Mobile") },
    };
    for (const Title& title : titles) {
        if (group == QLatin1String(title.id))
            return QCoreApplication::translate("FlagText", title.text);
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
    return option && option->kind == QStringLiteral("path") ? QStringLiteral("PATH") : QString();
}

}
