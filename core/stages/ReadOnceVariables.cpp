// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ReadOnceVariables.h"

#include <algorithm>

namespace torchmason {

namespace {

bool isKnown(const QString& variable)
{
    const auto& all = readOnceList();
    return std::any_of(all.begin(), all.end(),
        [&variable](const ReadOnceVariable& known) { return variable == QLatin1String(known.name); });
}

}

const std::array<ReadOnceVariable, 8>& readOnceList()
{
    static constexpr std::array<ReadOnceVariable, 8> all { {
        { "CC", "CMAKE_C_COMPILER", true },
        { "CXX", "CMAKE_CXX_COMPILER", true },
        { "CUDACXX", "CMAKE_CUDA_COMPILER", true },
        { "CUDAHOSTCXX", "CMAKE_CUDA_HOST_COMPILER", true },
        { "CFLAGS", "CMAKE_C_FLAGS", false },
        { "CXXFLAGS", "CMAKE_CXX_FLAGS", false },
        { "CUDAFLAGS", "CMAKE_CUDA_FLAGS", false },
        { "LDFLAGS", "CMAKE_EXE_LINKER_FLAGS", false },
    } };
    return all;
}

bool isReadOnce(const QString& variable)
{
    return variable == QLatin1String("CMAKE_PREFIX_PATH") || isKnown(variable);
}

QMap<QString, QString> readOnceVariables(const QVector<EnvironmentValue>& environment)
{
    QMap<QString, QString> variables;
    for (const EnvironmentValue& value : environment) {
        if (isKnown(value.name) && value.origin != ValueOrigin::Default
            && !value.value.value_or(QString()).trimmed().isEmpty())
            variables.insert(value.name, value.value->trimmed());
    }
    return variables;
}

}
