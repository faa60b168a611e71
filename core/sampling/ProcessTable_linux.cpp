// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KernelFile.h"
#include "core/sampling/ProcessTable.h"

#include <QFile>

#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace torchmason {

namespace {

// Reads into a buffer of the caller: hundreds of small files a second should cost no memory.
template <size_t size> qsizetype readAt(int folder, const char* name, char (&buffer)[size])
{
    const int file = ::openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    const auto length = ::read(file, buffer, size - 1);
    ::close(file);
    buffer[length > 0 ? length : 0] = 0;
    return qsizetype(length);
}

// 4711 (a name) with) brackets) S 1 4711 4711 0 ...: the name may hold anything, so fields are counted
// from the last bracket. Start is field 22, in clock ticks since the machine started.
bool parseStat(const char* text, ProcessEntry& process, quint64& startTicks)
{
    const char* fields = std::strrchr(text, ')');
    if (!fields || fields[1] != ' ')
        return false;
    fields += 4; // ") S "
    char* end = nullptr;
    process.pid = std::strtoll(text, nullptr, 10);
    process.parent = std::strtoll(fields, &end, 10);
    std::strtoll(end, &end, 10); // process group
    process.session = std::strtoll(end, &end, 10);
    for (int field = 7; field < 22; ++field)
        std::strtoll(end, &end, 10);
    startTicks = std::strtoull(end, &end, 10);
    return process.pid > 0;
}

double uptimeOf(const KernelFolders& folders)
{
    return std::strtod(readKernelFile(folders.proc + QStringLiteral("/uptime")).constData(), nullptr);
}

QString fileOf(const KernelFolders& folders, qint64 pid, const char* name)
{
    return folders.proc + QLatin1Char('/') + QString::number(pid) + QLatin1Char('/') + QLatin1String(name);
}

}

// The kernel makes a new inode for a later process with the same number. Numbers that are gone drop out of
// the strangers with the pass that does not see them.
QVector<ProcessEntry> ProcessTable::readAll()
{
    QVector<ProcessEntry> table;
    QHash<qint64, quint64> strangers;
    m_marks.clear();
    DIR* proc = ::opendir(QFile::encodeName(m_folders.proc).constData());
    if (!proc)
        return table;
    const double uptime = uptimeOf(m_folders);
    const double ticksPerSecond = double(::sysconf(_SC_CLK_TCK));
    char name[64];
    char text[1024];
    while (const dirent* entry = ::readdir(proc)) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || std::strlen(entry->d_name) > 20)
            continue;
        const qint64 pid = std::strtoll(entry->d_name, nullptr, 10);
        if (m_strangers.value(pid) == entry->d_ino) {
            strangers.insert(pid, entry->d_ino);
            continue;
        }
        m_marks.insert(pid, entry->d_ino);
        std::strcpy(name, entry->d_name);
        std::strcat(name, "/stat");
        ProcessEntry process;
        quint64 startTicks = 0;
        if (readAt(::dirfd(proc), name, text) <= 0 || !parseStat(text, process, startTicks))
            continue;
        process.age
            = Milliseconds(qint64(std::max(0.0, uptime - double(startTicks) / ticksPerSecond) * 1000.0));
        table.append(process);
    }
    ::closedir(proc);
    m_strangers = strangers;
    return table;
}

QStringList readArguments(const KernelFolders& folders, qint64 pid)
{
    QByteArray text = readKernelFile(fileOf(folders, pid, "cmdline"));
    if (text.endsWith('\0'))
        text.chop(1);
    QStringList arguments;
    if (text.isEmpty())
        return arguments;
    for (const QByteArray& word : text.split('\0'))
        arguments << QFile::decodeName(word);
    return arguments;
}

ProcessMemory readProcessMemory(const KernelFolders& folders, qint64 pid)
{
    // size resident shared text lib data dt, in pages
    const QList<QByteArray> words = readKernelFile(fileOf(folders, pid, "statm")).split(' ');
    if (words.size() < 3)
        return {};
    static const auto page = Bytes(::sysconf(_SC_PAGESIZE));
    return { words[1].toULongLong() * page, words[2].toULongLong() * page };
}

}
