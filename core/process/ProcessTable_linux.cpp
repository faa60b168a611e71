// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessTable.h"

#include "core/process/ProcessFamily.h"
#include "core/process/ProcessIdentity.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace torchmason {

namespace {

constexpr int deepestTree = 16;

// Without QFile: this is done for hundreds of processes a second.
std::optional<ProcessEntry> readStat(int proc, const QByteArray& pid)
{
    const int file = ::openat(proc, (pid + "/stat").constData(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return std::nullopt;
    char text[1024];
    const auto length = ::read(file, text, sizeof text - 1);
    ::close(file);
    text[std::max<ssize_t>(0, length)] = 0;
    return parseProcessStat(text);
}

QString fileOf(const KernelFolders& folders, qint64 pid, const char* name)
{
    return folders.proc + QLatin1Char('/') + QString::number(pid) + QLatin1Char('/') + QLatin1String(name);
}

Bytes memoryBelow(const KernelFolders& folders, qint64 pid, int depth)
{
    Bytes sum = 0;
    if (depth > deepestTree)
        return sum;
    // nvcc starts its children from several threads.
    const QDir tasks(fileOf(folders, pid, "task"));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QByteArray children = readKernelFile(tasks.filePath(task) + QStringLiteral("/children"));
        for (const QByteArray& child : children.split(' ')) {
            if (const qint64 number = child.toLongLong(); number > 0)
                sum += readProcessMemory(folders, number).own() + memoryBelow(folders, number, depth + 1);
        }
    }
    return sum;
}

}

// 4711 (a name) with) brackets) S 1 4711 4711 0 ...: the name may hold anything, so fields are counted from
// the last bracket. The start is field 22.
std::optional<ProcessEntry> parseProcessStat(const char* text)
{
    const char* open = std::strchr(text, '(');
    const char* close = std::strrchr(text, ')');
    if (!open || !close || close[1] != ' ' || !close[2])
        return std::nullopt;
    ProcessEntry process;
    process.pid = std::strtoll(text, nullptr, 10);
    process.name = QString::fromLocal8Bit(open + 1, close - open - 1);
    process.isDead = close[2] == 'Z' || close[2] == 'X';
    char* end = nullptr;
    process.parent = std::strtoll(close + 3, &end, 10);
    process.group = std::strtoll(end, &end, 10);
    process.session = std::strtoll(end, &end, 10);
    for (int field = 7; field < 22; ++field)
        std::strtoll(end, &end, 10);
    process.start = std::strtoull(end, &end, 10);
    return process.pid > 0 ? std::optional(process) : std::nullopt;
}

std::optional<ProcessEntry> readProcess(qint64 pid)
{
    return readStat(AT_FDCWD, "/proc/" + QByteArray::number(pid));
}

QVector<ProcessEntry> readProcesses(const KernelFolders& folders)
{
    QVector<ProcessEntry> table;
    DIR* proc = ::opendir(QFile::encodeName(folders.proc).constData());
    if (!proc)
        return table;
    const double uptime
        = std::strtod(readKernelFile(folders.proc + QStringLiteral("/uptime")).constData(), nullptr);
    const double ticksPerSecond = double(::sysconf(_SC_CLK_TCK));
    while (const dirent* item = ::readdir(proc)) {
        if (item->d_name[0] < '0' || item->d_name[0] > '9')
            continue;
        if (auto process = readStat(::dirfd(proc), item->d_name)) {
            const double age = uptime - double(process->start) / ticksPerSecond;
            process->age = Milliseconds(qint64(std::max(0.0, age) * 1000.0));
            table.append(*process);
        }
    }
    ::closedir(proc);
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

QVector<Bytes> readMemoryBelow(const KernelFolders& folders, const QVector<qint64>& pids)
{
    QVector<Bytes> memory;
    for (const qint64 pid : pids)
        memory << memoryBelow(folders, pid, 0);
    return memory;
}

QString processLabel(qint64 pid)
{
    const auto process = readProcess(pid);
    return QStringLiteral("%1 (%2)").arg(process ? process->name : QStringLiteral("?")).arg(pid);
}

bool carriesMark(qint64 pid, const QByteArray& mark)
{
    const QByteArray environment = '\0' + readKernelFile(fileOf({}, pid, "environ")) + '\0';
    return environment.contains('\0' + mark + '\0');
}

ProcessIdentity identifyProcess(qint64 pid)
{
    const auto process = pid > 0 ? readProcess(pid) : std::nullopt;
    if (!process || process->isDead)
        return {};
    static const QByteArray boot
        = readKernelFile(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed();
    return { pid, QString::fromLatin1(boot) + QLatin1Char(':') + QString::number(process->start) };
}

bool askToEnd(const ProcessIdentity& identity)
{
    return isAlive(identity) && ::kill(pid_t(identity.pid), SIGTERM) == 0;
}

}
