// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/SessionProcesses_linux.h"

#include <QList>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace torchmason {

namespace {

// pid + "/stat" below /proc, without QString: this runs for every process of the machine.
struct KernelPath {
    KernelPath(qint64 pid, const char* file)
    {
        std::snprintf(text, sizeof text, "/proc/%lld/%s", static_cast<long long>(pid), file);
    }
    char text[64];
};

// At most 1 MB; empty where it cannot be read.
QByteArray readWhole(const char* path)
{
    constexpr qsizetype most = 1 << 20;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    QByteArray content;
    char buffer[4096];
    ssize_t got = 0;
    while (content.size() < most && (got = ::read(file, buffer, sizeof buffer)) > 0)
        content.append(buffer, got);
    ::close(file);
    return content;
}

}

std::optional<SessionProcess> parseProcessStat(QByteArrayView text)
{
    const qsizetype open = text.indexOf('(');
    const qsizetype close = text.lastIndexOf(')');
    if (open < 1 || close < open)
        return std::nullopt;
    // 1234 (a) name) S 1 1234 1234 0 -1 ...: the state is the first field after the name.
    const QList<QByteArray> fields = text.sliced(close + 1).trimmed().toByteArray().split(' ');
    if (fields.size() < 20)
        return std::nullopt;
    SessionProcess entry;
    entry.pid = text.first(open).trimmed().toByteArray().toLongLong();
    entry.name = text.sliced(open + 1, close - open - 1).toByteArray();
    entry.state = fields[0].isEmpty() ? '?' : fields[0][0];
    entry.parent = fields[1].toLongLong();
    entry.session = fields[3].toLongLong();
    entry.startTicks = fields[19].toULongLong();
    return entry.pid > 0 ? std::optional(entry) : std::nullopt;
}

std::optional<SessionProcess> readSessionProcess(qint64 pid)
{
    return parseProcessStat(readWhole(KernelPath(pid, "stat").text));
}

QVector<SessionProcess> readSessionProcesses()
{
    QVector<SessionProcess> table;
    DIR* folder = ::opendir("/proc");
    if (!folder)
        return table;
    while (const dirent* item = ::readdir(folder)) {
        const qint64 pid = std::atoll(item->d_name);
        if (pid <= 0)
            continue;
        if (const auto entry = readSessionProcess(pid))
            table << *entry;
    }
    ::closedir(folder);
    return table;
}

bool carriesMark(qint64 pid, const QByteArray& mark)
{
    const QByteArray environment = '\0' + readWhole(KernelPath(pid, "environ").text) + '\0';
    return environment.contains('\0' + mark + '\0');
}

}
