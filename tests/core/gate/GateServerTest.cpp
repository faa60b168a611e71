// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/GateServer.h"
#include "core/base/Platform.h"
#include "core/gate/Message.h"
#include "tests/support/Patience.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What launchers say is not believed: whatever runs in a build may speak to the gate.
class GateServerTest : public QObject {
    Q_OBJECT

    static QByteArray frame(gate::Told letter, const QByteArrayList& fields)
    {
        const QByteArray payload = fields.join('\0') + '\0';
        QByteArray bytes(1, char(letter));
        for (int shift = 0; shift < 32; shift += 8)
            bytes += char(payload.size() >> shift & 255);
        return bytes + payload;
    }

private slots:
    void figuresHaveBounds_data()
    {
        QTest::addColumn<QByteArrayList>("figures"); // wall, user, system, peak, runs
        QTest::addColumn<qint64>("processor"); // milliseconds
        QTest::addColumn<int>("restarts");
        QTest::addColumn<Bytes>("peak");
        const qint64 longest = (qint64(2) << 50) / 1000; // of user and system
        QTest::newRow("honest") << QByteArrayList { "5000", "3000", "1000", "4096", "2" } << qint64(4) << 1
                                << Bytes(4096);
        QTest::newRow("huge") << QByteArrayList { "1", "9223372036854775807", "9223372036854775807",
            "18446744073709551615", "2147483648" }
                              << longest << 999 << (Bytes(1) << 50);
        QTest::newRow("below zero") << QByteArrayList { "-1", "-9223372036854775808", "-9223372036854775808",
            "-1", "-2147483648" } << qint64(0)
                                    << 0 << Bytes(0);
        QTest::newRow("no numbers") << QByteArrayList { "a", "", " ", "1e9", "x" } << qint64(0) << 0
                                    << Bytes(0);
    }
    void figuresHaveBounds()
    {
        QFETCH(QByteArrayList, figures);
        const QTemporaryDir folder;
        GateServer server({ 1, {} }, folder.filePath(QStringLiteral("costs.json")), QStringLiteral("test"));
        const auto name = server.listen(hostPlatform() == Platform::Windows
                ? QStringLiteral("torchmason-gate-server-test")
                : folder.filePath(QStringLiteral("s")));
        QVERIFY(name.ok());
        QSignalSpy measured(&server, &GateServer::edgeMeasured);
        QLocalSocket launcher;
        launcher.connectToServer(*name);
        launcher.write(frame(gate::Told::Ask, { "0", "/tmp", "g++", "-c", "a.cpp", "-o", "a.o" })
            + frame(gate::Told::Ended, QByteArrayList { "0", "0" } + figures));
        QTRY_COMPARE(measured.size(), qsizetype(1));
        const auto edge = measured[0][0].value<MeasuredEdge>();
        QCOMPARE(edge.output, QStringLiteral("a.o"));
        QVERIFY(edge.wall >= Milliseconds(0));
        QTEST(qint64(edge.processor.count()), "processor");
        QTEST(edge.restarts, "restarts");
        QTEST(edge.peak, "peak");
    }
};

QTEST_GUILESS_MAIN(GateServerTest)
#include "GateServerTest.moc"
#include "tests/support/Patience.h"
