// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SingleInstance.h"

#ifdef Q_OS_LINUX
#include "tests/support/FullBacklog.h"
#endif

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <memory>
#include <vector>

using namespace torchmason;

// What others do to the socket of the window keeps no window away.
class SingleInstanceTest : public QObject {
    Q_OBJECT

private slots:
    // A window that hangs, or some program that has taken the name.
    void aSilentOneKeepsNoWindowAway()
    {
        QLocalServer silent;
        QVERIFY(silent.listen(m_name));
        QVERIFY(!SingleInstance(m_name).raiseOther());
        QVERIFY(!SingleInstance(m_name).raiseOther(QStringLiteral("/x/a.torchmason")));
    }

    // The window stands still, and others have taken all places in its queue.
    void aFullSocketKeepsNoWindowAway()
    {
#ifdef Q_OS_LINUX
        QLocalServer silent;
        QVERIFY(silent.listen(m_name));
        const FullBacklog others(silent.fullServerName());
        QVERIFY(others.isFull());
        QElapsedTimer clock;
        clock.start();
        SingleInstance next(m_name);
        QVERIFY(!next.raiseOther());
        QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
        QLocalSocket later; // finds the new one
        later.connectToServer(m_name);
        QVERIFY(later.waitForConnected(1000));
#else
        QSKIP("Pipes have no queue.");
#endif
    }

    void manyConnectionsKeepNobodyAway()
    {
        SingleInstance first(m_name);
        QVERIFY(!first.raiseOther());
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        std::vector<std::unique_ptr<QLocalSocket>> others;
        for (int index = 0; index < 200; ++index) {
            others.push_back(std::make_unique<QLocalSocket>());
            others.back()->connectToServer(m_name);
            if (others.back()->state() == QLocalSocket::ConnectedState)
                others.back()->write("half a lin");
            QCoreApplication::processEvents();
        }
        // It waits for an answer, as another process would, so it gets a thread of its own.
        bool answered = false;
        const std::unique_ptr<QThread> second(
            QThread::create([&] { answered = SingleInstance(m_name).raiseOther(); }));
        second->start();
        QTRY_VERIFY_WITH_TIMEOUT(second->isFinished(), 30'000);
        QVERIFY(answered);
        QTRY_COMPARE(raised.size(), 1);
    }

private:
    QString m_name = QStringLiteral("torchmason-single-test-%1").arg(QCoreApplication::applicationPid());
};

QTEST_MAIN(SingleInstanceTest)
#include "SingleInstanceTest.moc"
