// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/NearestName.h"
#include "core/config/OptionValue.h"
#include "core/preflight/PreflightRules.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// Variables of CMake and its find modules, which no list of PyTorch options names.
bool isFreeName(const QString& name)
{
    static const QRegularExpression free(QStringLiteral(
        R"(^(CMAKE_|CUDA|CUDNN|CUB_|NCCL_|Python3?_|PYTHON_|MKL|BLAS|OpenMP_|Torch_|CXX_AVX|VULKAN_|ROCM_|HIP_).*|_(ROOT|DIR|INCLUDE_DIR|LIBRARY|LIBRARIES)$)"));
    return free.match(name).hasMatch();
}

QStringList namesOf(const OptionCatalogue& catalogue, bool ofSample)
{
    QStringList names;
    for (const OptionInfo& option : catalogue.options()) {
        if (option.passedAs != QLatin1String("env") && (ofSample || !option.isTourOnly()))
            names << option.name;
    }
    return names;
}

void addUnknown(QVector<CheckRow>& rows, const FlagValue& flag, const QString& meant)
{
    CheckRow& row = addProblem(rows, "flag-unknown", CheckState::Warning, flag.name,
        Core::tr("Neither PyTorch nor CMake is known to read %1.").arg(flag.name));
    row.values = { { flag.name, flag.value, originText(flag.origin) } };
    row.fixText = Core::tr("Check the spelling.");
    if (!meant.isEmpty()) {
        row.fixText = Core::tr("Check the spelling: %1 is an option.").arg(meant);
        row.changes.append({ Core::tr("Set %1 instead").arg(meant), {},
            { { StepKind::UnsetFlag, flag.name, {} }, { StepKind::SetFlag, meant, flag.value } }, {} });
    }
    row.changes.append(unsetFlagsChange({ flag.name }));
}

void addValue(
    QVector<CheckRow>& rows, const FlagValue& flag, const OptionInfo& option, const QString& problem)
{
    CheckRow& row = addProblem(rows, "flag-value", CheckState::Warning, flag.name, problem);
    row.values = { { flag.name, flag.value, originText(flag.origin) } };
    row.fixText = Core::tr("Set a known value, or remove the flag.");
    const QString meant = nearestName(flag.value, option.choices);
    if (!meant.isEmpty())
        row.changes.append(setFlagChange(flag.name, meant));
    row.changes.append(unsetFlagsChange({ flag.name }));
}

}

void checkNamesAndValues(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const auto catalogue = OptionCatalogue::load();
    if (!catalogue)
        return;
    for (const FlagValue& flag : choice.request.configuration.flags) {
        const OptionInfo* option = catalogue->option(flag.name);
        if (!option) {
            // The source knows its options better than a table does; the sample takes any name.
            if (isFreeName(flag.name) || (choice.tree && choice.tree->isNamed(flag.name)))
                continue;
            const QString meant = nearestName(flag.name, namesOf(*catalogue, choice.isSample()));
            if (!choice.isSample() || !meant.isEmpty())
                addUnknown(rows, flag, meant);
            continue;
        }
        if (!option->isRead(choice.isSample())) // no other value would do more
            continue;
        // Architectures have a rule of their own.
        const QString problem
            = option->kind == QLatin1String("archs") ? QString() : valueProblem(*option, flag.value);
        if (!problem.isEmpty())
            addValue(rows, flag, *option, problem);
    }
}

// The headers say "#error C++17 or later compatible compiler is required".
void checkStandard(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const FlagValue* flag = choice.request.configuration.flag(QStringLiteral("CMAKE_CXX_STANDARD"));
    bool isNumber = false;
    const int standard = flag ? flag->value.toInt(&isNumber) : 0;
    // 98 is older than 11.
    if (!isNumber || !choice.release || choice.release->cxxStandard == 0
        || (standard < 90 && standard >= choice.release->cxxStandard))
        return;
    const QString needed = QString::number(choice.release->cxxStandard);
    CheckRow& row = addProblem(rows, "cxx-standard", CheckState::Fail, Core::tr("C++ standard"),
        Core::tr("PyTorch %1 is written in C++%2, and CMAKE_CXX_STANDARD says %3.")
            .arg(choice.release->version, needed, flag->value));
    row.need = QStringLiteral("C++%1").arg(needed);
    row.values = { { flag->name, flag->value, originText(flag->origin) } };
    row.reference = saidBy(choice, &TorchRelease::cxxStandard, Core::tr("CMakeLists.txt of that release"));
    row.fixText = Core::tr("Leave CMAKE_CXX_STANDARD out: the tree sets it.");
    row.changes = { unsetFlagsChange({ flag->name }), setFlagChange(flag->name, needed) };
}

// CMakeLists.txt switched the kernels off under MSVC until the middle of 2026.
void checkFlashAttention(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString name = QStringLiteral("USE_FLASH_ATTENTION");
    if (choice.isSample() || !choice.isWindows() || !choice.value(name).isSet() || !choice.isOn(name)
        || choice.isAtLeast(QStringLiteral("2.14")).value_or(true))
        return;
    CheckRow& row = addProblem(rows, "flash-on-windows", CheckState::Warning, Core::tr("Flash attention"),
        Core::tr("Before 2.14, PyTorch switches USE_FLASH_ATTENTION off under MSVC, whatever is asked."));
    row.values = { choice.shown(name) };
    row.reference = Core::tr("CMakeLists.txt of PyTorch, pull request 186343");
    row.isSoft = true;
    row.fixText = Core::tr("Set USE_FLASH_ATTENTION to OFF, so that what is asked is what is built.");
    row.changes = { setFlagChange(name, QStringLiteral("OFF")) };
}

// Other generators report neither edges nor times, and know no launchers.
void checkGenerator(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString& generator = choice.request.generator;
    if (generator.startsWith(QLatin1String("Ninja")) || choice.request.backend != QLatin1String("cmake"))
        return;
    CheckRow& row = addProblem(rows, "generator", CheckState::Warning, Core::tr("Generator"),
        Core::tr("With %1 there is no progress by steps, no remaining time and no memory gate.")
            .arg(generator));
    row.values = { { QStringLiteral("generator"), generator, QStringLiteral("profile") } };
    row.fixText = Core::tr("Set \"generator\" to Ninja in the profile.");
}

}
