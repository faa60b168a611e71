// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FullDisk.h"
#include "core/store/AppendFile.h"
#include "tests/support/Rows.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <cstddef>
#include <thread>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

using namespace torchmason;

namespace {

// From now on the kernel answers so to each write of this thread.
bool letWritesFail(int code)
{
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | unsigned(code)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program { 4, filter };
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}

// A user's share of a disk may be used up where the disk has room.
class QuotaTest : public QObject {
    Q_OBJECT

private slots:
    void whatAFailedWriteSays_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        newRow("quota", EDQUOT, "your quota on that disk is used up");
        newRow("full", ENOSPC, "the disk is full");
        newRow("broken", EIO, "Cannot write");
    }
    void whatAFailedWriteSays()
    {
        QFETCH(int, code);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        QString message;
        bool isTried = false;
        std::thread writer([&] {
            auto file = AppendFile::open(folder.filePath("events.jsonl"));
            isTried = file.ok() && letWritesFail(code);
            if (!isTried)
                return;
            const auto written = file.value().appendLine("{}");
            message = written.ok() ? QString() : written.error().message;
        });
        writer.join();
        if (!isTried)
            QSKIP("The kernel lets no answers of its calls be chosen here.");
        QVERIFY2(message.contains(said), qPrintable(message));
        QVERIFY2(message.contains(folder.path()), qPrintable(message));
    }

    void whatToolsSay_data()
    {
        QTest::addColumn<QByteArray>("quota");
        newRow("Linux", QByteArray("ld: final link failed: Disk quota\n  exceeded"));
        newRow("Windows",
            QByteArray("ninja: fatal: WriteFile: The requested file operation failed because the storage "
                       "quota was exceeded."));
        newRow("Python on Windows", QByteArray("OSError: [WinError 1295] Das war nichts: 'x.h'"));
    }
    void whatToolsSay()
    {
        QFETCH(const QByteArray, quota);
        const QTemporaryDir folder;
        const QVector<WrittenFolder> folders { { folder.path(), "the build folder" } };
        QVERIFY(saysDiskFull(quota));
        const QString text = fullDiskSentence(quota, folders, 1);
        QVERIFY2(
            text.startsWith("Your quota") && text.contains("the build folder") && !text.contains(" free"),
            qPrintable(text));
        const QString full = fullDiskSentence("No space left on device", folders, 1);
        QVERIFY2(full.startsWith("The disk ") && !full.contains("quota"), qPrintable(full));
    }
};

QTEST_GUILESS_MAIN(QuotaTest)
#include "QuotaTest.moc"
