// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include "core/base/RegularFile.h"

#include <QCoreApplication>
#include <QFile>

#include <cstring>

#include <dlfcn.h>
#include <elf.h>

namespace torchmason {

namespace {

// The loader that a program names, for example /lib64/ld-linux-x86-64.so.2. Empty for a static program.
QString interpreterOf(const QString& program)
{
    RegularFile file(program);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    Elf64_Ehdr header;
    if (file.read(reinterpret_cast<char*>(&header), sizeof(header)) != qint64(sizeof(header))
        || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return {};
    for (int index = 0; index < header.e_phnum; ++index) {
        Elf64_Phdr part;
        if (!file.seek(qint64(header.e_phoff) + index * qint64(header.e_phentsize))
            || file.read(reinterpret_cast<char*>(&part), sizeof(part)) != qint64(sizeof(part)))
            return {};
        if (part.p_type == PT_INTERP && part.p_filesz < 4096 && file.seek(qint64(part.p_offset)))
            return QFile::decodeName(file.read(qint64(part.p_filesz)).constData());
    }
    return {};
}

// As ldd does it: with --list the loader would end at the first library that it misses. The variable is part
// of the command, because without it the program would be run.
QStringList listCommand(const QString& interpreter, const QString& file)
{
    if (interpreter.isEmpty())
        return {};
    return { QStringLiteral("/usr/bin/env"), QStringLiteral("LD_TRACE_LOADED_OBJECTS=1"), interpreter, file };
}

}

Result<QString> loadLibrary(const QString& path)
{
    if (::dlopen(QFile::encodeName(path).constData(), RTLD_LAZY | RTLD_LOCAL))
        return QStringLiteral("loads");
    return Error { QString::fromLocal8Bit(::dlerror()) };
}

QStringList programLoadCommand(const QString& program)
{
    return listCommand(interpreterOf(program), program);
}

QStringList libraryLoadCommand(const QString& library)
{
    return listCommand(interpreterOf(QCoreApplication::applicationFilePath()), library);
}

}
