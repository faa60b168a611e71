// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/FlagText.h"

#include "ui/text/Ui.h"

namespace torchmason {

QString flagGroupTitle(const QString& group)
{
    struct Title {
        const char* id;
        const char* text;
    };
    static const Title titles[] = {
        { "environment", QT_TRANSLATE_NOOP("Ui", "Environment variables") },
        { "free", QT_TRANSLATE_NOOP("Ui", "Other CMake entries") },
        { "gpu", QT_TRANSLATE_NOOP("Ui", "Graphics card") },
        { "distributed", QT_TRANSLATE_NOOP("Ui", "Distributed training") },
        { "toolchain", QT_TRANSLATE_NOOP("Ui", "Compiler and tools") },
        { "python", QT_TRANSLATE_NOOP("Ui", "Python") },
        { "speed", QT_TRANSLATE_NOOP("Ui", "Speed of the build and its result") },
        { "math", QT_TRANSLATE_NOOP("Ui", "Mathematics libraries") },
        { "threading", QT_TRANSLATE_NOOP("Ui", "Threads") },
        { "kernels", QT_TRANSLATE_NOOP("Ui", "Kernels for the processor") },
        { "profiling", QT_TRANSLATE_NOOP("Ui", "Profiling") },
        { "packaging", QT_TRANSLATE_NOOP("Ui", "Parts and packaging") },
        { "tests", QT_TRANSLATE_NOOP("Ui", "Tests and benchmarks") },
        { "mobile", QT_TRANSLATE_NOOP("Ui", "Mobile") },
        { "tour", QT_TRANSLATE_NOOP("Ui", "Sample project") },
    };
    for (const Title& title : titles) {
        if (group == QLatin1String(title.id))
            return Ui::tr(title.text);
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

QString uncertaintyText(const OptionInfo& option, const OptionCost* cost)
{
    if (option.confidence == QStringLiteral("low"))
        return Ui::tr("Not verified in the releases themselves.");
    if (option.confidence == QStringLiteral("medium"))
        return Ui::tr("The first or last release with it is known only roughly.");
    const bool isSoft = cost && !cost->summary.isEmpty() && cost->confidence != QStringLiteral("high");
    return isSoft ? Ui::tr("The cost is an estimate.") : QString();
}

}
