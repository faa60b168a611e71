// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"

namespace torchmason {

QString chosenByUser()
{
    return QStringLiteral("chosen by you");
}

bool GpuFacts::isServed() const
{
    return kernelDriver.isEmpty() || kernelDriver == QLatin1String("nvidia");
}

const ToolFacts* HostFacts::tool(const QString& name) const
{
    for (const ToolFacts& tool : tools) {
        if (tool.name == name)
            return &tool;
    }
    return nullptr;
}

const PythonFacts* HostFacts::defaultPython() const
{
    for (const PythonFacts& python : pythons) {
        if (python.isDefault)
            return &python;
    }
    return pythons.isEmpty() ? nullptr : &pythons.first();
}

const CudaToolkitFacts* HostFacts::winningToolkit() const
{
    for (const CudaToolkitFacts& toolkit : cudaToolkits) {
        if (toolkit.winsOnPath)
            return &toolkit;
    }
    return cudaToolkits.isEmpty() ? nullptr : &cudaToolkits.first();
}

}
