// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/NvidiaSmi.h"
#include "core/detect/Probe.h"
#include "core/knowledge/GpuCatalogue.h"

namespace torchmason {

namespace {

struct GpuAnswer {
    QVector<GpuFacts> gpus;
    QString problem; // set where a driver is there, but could not be asked
};

// The second source: the kernel driver's own list, which needs no working nvidia-smi.
QVector<GpuFacts> gpusFromDriver(const ProbeContext& context)
{
    const QString folder = QStringLiteral("/proc/driver/nvidia");
    const QString driver
        = driverFromNvidiaProc(context.readFile(folder + QStringLiteral("/version")).value_or(QByteArray()));
    QVector<GpuFacts> gpus;
    for (const QString& card : context.folders(folder + QStringLiteral("/gpus"), { QStringLiteral("*") })) {
        const auto information = context.readFile(card + QStringLiteral("/information"));
        const QString model = information ? modelFromNvidiaProc(*information) : QString();
        if (!model.isEmpty())
            gpus.append({ model, {}, std::nullopt, driver, folder + QStringLiteral("/gpus") });
    }
    return gpus;
}

Result<QVector<GpuFacts>> askNvidiaSmi(const ProbeContext& context, const QString& program)
{
    const auto complete = context.output(program, nvidiaSmiArguments(true));
    if (complete) {
        const auto gpus = gpusFromNvidiaSmi(*complete, true);
        if (gpus)
            return gpus;
    }
    // Old drivers answer "Field "compute_cap" is not a valid field to query."
    const auto basic = context.output(program, nvidiaSmiArguments(false));
    if (!basic)
        return complete ? basic.error() : complete.error();
    return gpusFromNvidiaSmi(*basic, false);
}

GpuAnswer ask(const ProbeContext& context)
{
    GpuAnswer answer;
    const QString program = context.program(QStringLiteral("nvidia-smi"), QStringLiteral("nvidia-smi"));
    if (!program.isEmpty()) {
        auto gpus = askNvidiaSmi(context, program);
        if (gpus)
            return { std::move(gpus).value(), {} };
        answer.problem = gpus.error().message;
    }
    answer.gpus = gpusFromDriver(context);
    return answer;
}

}

FactsChange probeGpus(const ProbeContext& context)
{
    GpuAnswer answer = ask(context);
    const auto catalogue = GpuCatalogue::load();
    for (GpuFacts& gpu : answer.gpus) {
        if (gpu.computeCapability.isEmpty() && catalogue)
            gpu.computeCapability = catalogue->computeCapability(gpu.name);
    }
    return [answer](HostFacts& facts) {
        facts.gpus = answer.gpus;
        if (!answer.problem.isEmpty())
            facts.unknown.append({ QStringLiteral("gpu"), answer.problem });
    };
}

}
