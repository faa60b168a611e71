// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/GateServer.h"
#include "core/base/Platform.h"
#include "core/gate/Message.h"
#include "tests/support/Patience.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

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

    static QString nameIn(const QTemporaryDir& folder)
    {
        return hostPlatform() == Platform::Windows ? QStringLiteral("torchmason-gate-server-test")
                                                   : folder.filePath(QStringLiteral("s"));
    }

    // How many of these have heard that they may start.
    static int started(const std::vector<std::unique_ptr<QLocalSocket>>& launchers)
    {
        return int(std::count_if(launchers.begin(), launchers.end(),
            [](const auto& launcher) { return launcher->peek(1'000).contains(char(gate::Answer::Go)); }));
    }

private slots:
    // Ninja starts many compilers before the first has ended: what that one needed counts for all that wait.
    void whatIsLearnedCountsForThoseThatWait()
    {
        const QTemporaryDir folder;
        GateServer server(
            { 16, 3200 * mebibyte }, folder.filePath(QStringLiteral("costs.json")), QStringLiteral("test"));
        const auto name = server.listen(nameIn(folder));
        QVERIFY(name.ok());
        std::vector<std::unique_ptr<QLocalSocket>> launchers;
        for (int index = 0; index < 14; ++index) {
            launchers.push_back(std::make_unique<QLocalSocket>());
            launchers.back()->connectToServer(*name);
            const QByteArray source = "k" + QByteArray::number(index) + ".cu";
            launchers.back()->write(frame(gate::Told::Ask,
                { "0", "/tmp", "nvcc", "-c", source, "-o", "CMakeFiles/some.dir/" + source + ".o" }));
        }
        QTRY_COMPARE(started(launchers), 2); // nothing is known: 1.5 GB each
        for (std::size_t index = 0; index < 4; ++index) {
            QTRY_VERIFY(launchers[index]->peek(1'000).contains(char(gate::Answer::Go)));
            launchers[index]->write(frame(gate::Told::Ended,
                { "0", "0", "5000", "3000", "1000", QByteArray::number(qulonglong(700 * mebibyte)), "1" }));
        }
        QTRY_COMPARE(started(launchers), 4 + 4); // 700 MB each
    }

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
        const auto name = server.listen(nameIn(folder));
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
        QVERIFY(edge.ended > 0);
        QTEST(qint64(edge.processor.count()), "processor");
        QTEST(edge.restarts, "restarts");
        QTEST(edge.peak, "peak");
    }
};

QTEST_GUILESS_MAIN(GateServerTest)
#include "GateServerTest.moc"
#include "tests/support/Patience.h"
