// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/SwitchedParts.h"

#include "core/base/NinjaPath.h"
#include "core/base/RegularFile.h"
#include "core/knowledge/KnownEdges.h"

#include <QByteArrayList>
#include <QFile>
#include <QtEndian>

#include <algorithm>

namespace torchmason {

namespace {

constexpr quint64 largestTable = 512ull * 1024 * 1024;
constexpr quint32 dynamicSymbols = 11; // SHT_DYNSYM
constexpr qsizetype sectionSize = 64; // of an Elf64_Shdr

QByteArray bytesAt(QFile& file, quint64 offset, quint64 size)
{
    if (size > largestTable || offset + size > quint64(file.size()) || !file.seek(qint64(offset)))
        return {};
    return file.read(qint64(size));
}

template <typename Number> Number numberAt(const QByteArray& bytes, qsizetype offset)
{
    return offset + qsizetype(sizeof(Number)) <= bytes.size()
        ? qFromLittleEndian<Number>(bytes.constData() + offset)
        : Number(0);
}

// 64-bit little endian, which is all that PyTorch's platforms have. The offsets are those of elf.h.
QByteArray elfNames(QFile& file)
{
    const QByteArray header = bytesAt(file, 0, 64);
    if (header.size() < 64 || header[4] != 2 || header[5] != 1)
        return {};
    const auto count = numberAt<quint16>(header, 60);
    const QByteArray sections
        = bytesAt(file, numberAt<quint64>(header, 40), quint64(count) * quint64(sectionSize));
    for (qsizetype index = 0; index < sections.size() / sectionSize; ++index) {
        const qsizetype section = index * sectionSize;
        if (numberAt<quint32>(sections, section + 4) != dynamicSymbols)
            continue;
        const qsizetype names = qsizetype(numberAt<quint32>(sections, section + 40)) * sectionSize;
        return bytesAt(
            file, numberAt<quint64>(sections, names + 24), numberAt<quint64>(sections, names + 32));
    }
    return {};
}

// The first member of an archive is its index: a count and offsets, four bytes each, then the names. GNU ar
// and Microsoft's lib agree on that.
QByteArray archiveNames(QFile& file)
{
    const QByteArray member = bytesAt(file, 8, 60);
    if (!member.startsWith("/ ") && !member.startsWith("/SYM64/ "))
        return {};
    bool isNumber = false;
    const quint64 size = member.mid(48, 10).trimmed().toULongLong(&isNumber);
    return isNumber ? bytesAt(file, 68, size) : QByteArray();
}

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

QByteArray symbolNames(const QString& library)
{
    RegularFile file(library);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray start = file.peek(8);
    if (start.startsWith("\177ELF"))
        return elfNames(file);
    return start == "!<arch>\n" || start == "!<thin>\n" ? archiveNames(file) : QByteArray();
}

bool mentionsNamespace(const QString& library, const QByteArray& name)
{
    // "4c10d" with gcc and clang, "@c10d@" with MSVC. The plain name stands in others, too: c10::operator/ of
    // a double is _ZN3c10dvE...
    const QByteArray names = symbolNames(library);
    return names.contains(QByteArray::number(name.size()) + name) || names.contains('@' + name + '@');
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
