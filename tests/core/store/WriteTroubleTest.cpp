// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"
#include "tests/support/Rows.h"

#include <QRegularExpression>
#include <QTest>

#include <cerrno>

using namespace torchmason;

// What the codes of this system say of a write that failed.
class WriteTroubleTest : public QObject {
    Q_OBJECT

private slots:
    void codesAreTold_data()
    {
        QTest::addColumn<unsigned>("code");
        QTest::addColumn<QString>("said");
        const QString full = "Cannot write to /a: the disk is full";
        const QString quota = "Cannot write to /a: your quota on that disk is used up";
        const QString other = "Cannot write /a/events.jsonl: so it is.";
#ifdef Q_OS_WIN
        newRow("disk full", 112u, full);
        newRow("handle of a full disk", 39u, full);
        newRow("quota of the disk", 1295u, quota);
        newRow("quota of memory", 1816u, other);
        newRow("access denied", 5u, other);
#else
        newRow("disk full", unsigned(ENOSPC), full);
        newRow("quota of the disk", unsigned(EDQUOT), quota);
        newRow("access denied", unsigned(EACCES), other);
#endif
    }
    void codesAreTold()
    {
        QFETCH(const unsigned, code);
        QFETCH(const QString, said);
        QString told = writeError("/a/events.jsonl", "so it is", writeTrouble(code)).message;
        told.replace(QRegularExpression("[A-Z]:/"), "/"); // the drive is whichever it is
        QVERIFY2(told.startsWith(said), qPrintable(told));
    }
};

QTEST_GUILESS_MAIN(WriteTroubleTest)
#include "WriteTroubleTest.moc"
