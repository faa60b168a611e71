// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/SwitchedParts.h"

#include "core/base/NinjaPath.h"
#include "core/buildfolder/SymbolNames.h"

#include <QByteArrayList>

#include <algorithm>

namespace torchmason {

namespace {

struct SwitchedPart {
    const char* flag;
    QByteArrayList inPath; // any of them, in the path of an output
    QByteArray inSymbols; // the namespace of symbols of a library; empty: none tells
    QByteArray always; // in the path of what is made without the part as well
};

// The paths are those of PyTorch 1.8 to 2.10. Distributed is the one whose leftovers ended builds with an
// unresolved c10d::Work.
const QVector<SwitchedPart>& parts()
{
    static const QVector<SwitchedPart> all {
        { "USE_DISTRIBUTED",
            { "torch/csrc/distributed/", "torch/lib/c10d/", "libc10d", "lib/c10d", "/gloo/", "libgloo",
                "tensorpipe", "ProcessGroup" },
            "c10d", {} },
        { "USE_GLOO", { "ProcessGroupGloo", "GlooDeviceFactory", "third_party/gloo/", "libgloo" }, {}, {} },
        { "USE_MPI", { "ProcessGroupMPI" }, {}, {} },
        { "USE_NCCL", { "ProcessGroupNCCL", "NCCLUtils", "libnccl" }, {}, {} },
        { "USE_TENSORPIPE", { "tensorpipe" }, {}, {} },
        { "USE_CUDA", { ".cu.o", "torch_cuda", "c10_cuda", "caffe2_nvrtc", "/cuda/" }, {},
            "torch/csrc/jit/codegen/cuda/interface.cpp" },
    };
    return all;
}

bool isObject(const QString& output)
{
    return output.endsWith(QLatin1String(".o")) || output.endsWith(QLatin1String(".obj"));
}

bool isLibrary(const QString& output)
{
    return output.endsWith(QLatin1String(".so")) || output.contains(QLatin1String(".so."))
        || output.endsWith(QLatin1String(".a")) || output.endsWith(QLatin1String(".lib"));
}

bool isNamed(const SwitchedPart& part, const QString& output)
{
    if (!part.always.isEmpty() && output.contains(QLatin1String(part.always)))
        return false;
    return std::any_of(part.inPath.begin(), part.inPath.end(),
        [&output](const QByteArray& word) { return output.contains(QLatin1String(word)); });
}

bool isOf(const SwitchedPart& part, const BuildFolderState& state, const QString& output, OutputChoice choice)
{
    if (!isObject(output) && (choice == OutputChoice::ObjectsOnly || !isLibrary(output)))
        return false;
    const bool isPlanned = state.planned.isEmpty() || state.planned.contains(ninjaPath(output));
    if (choice == OutputChoice::UnplannedOnly && isPlanned)
        return false;
    if (isNamed(part, output))
        return true;
    return choice == OutputChoice::All && !part.inSymbols.isEmpty() && isLibrary(output)
        && mentionsNamespace(state.folder + QLatin1Char('/') + output, part.inSymbols);
}

}

QStringList switchedParts()
{
    QStringList flags;
    for (const SwitchedPart& part : parts())
        flags << QLatin1String(part.flag);
    return flags;
}

QStringList outputsOfPart(const BuildFolderState& state, const QString& flag, OutputChoice choice)
{
    QStringList outputs;
    for (const SwitchedPart& part : parts()) {
        if (flag != QLatin1String(part.flag))
            continue;
        for (const QString& output : state.outputs) {
            if (isOf(part, state, output, choice))
                outputs << output;
        }
    }
    return outputs;
}

}
