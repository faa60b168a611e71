// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/SymbolNames.h"

#include <QFile>
#include <QtEndian>

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

}

QByteArray symbolNames(const QString& library)
{
    QFile file(library);
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

}
