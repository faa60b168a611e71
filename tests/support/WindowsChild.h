// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <windows.h>

#include <tlhelp32.h>

namespace torchmason {

// A copy of the helper program under a name of its own, so that other tests' children are not counted.
class WindowsChild {
public:
    explicit WindowsChild(const QString& folder)
        : m_program(
            QDir(folder).filePath(QStringLiteral("child %1.exe").arg(QCoreApplication::applicationPid())))
    {
        if (!QFile::copy(QStringLiteral(SCRIPTED_CHILD), m_program))
            qFatal("there is no copy of the helper program in %s", qPrintable(folder));
    }

    QString program() const { return m_program; }
    // Processes that run it, as the system lists them.
    int alive() const
    {
        const QString name = QFileInfo(m_program).fileName();
        int count = 0;
        const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
        PROCESSENTRY32W entry {};
        entry.dwSize = sizeof(entry);
        for (BOOL more = Process32FirstW(snapshot, &entry); more; more = Process32NextW(snapshot, &entry))
            count += QString::fromWCharArray(entry.szExeFile).compare(name, Qt::CaseInsensitive) == 0;
        CloseHandle(snapshot);
        return count;
    }

private:
    QString m_program;
};

}
