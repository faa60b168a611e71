// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestFiles.h"
#include "ui/frame/SingleInstance.h"

#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace torchmason;

namespace {

constexpr uid_t nobody = 65534;

// Answers as a window would, so that whoever believes it goes away. Only calls that are safe between fork and
// the end.
[[noreturn]] void answerAsNobody(int listening)
{
    if (::setuid(nobody) != 0 || ::listen(listening, 5) != 0)
        ::_exit(1);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        const int other = ::accept(listening, nullptr, nullptr);
        if (other < 0)
            ::_exit(2);
        (void)::send(other, "ok\n", 3, MSG_NOSIGNAL);
    }
}

}

// Where the window's socket belongs, a program of another user listens.
class TakenSocketTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("Only root can be somebody else.");
        QVERIFY(m_session.isValid() && m_home.isValid());
        qputenv("XDG_RUNTIME_DIR", m_session.path().toUtf8());
        qputenv("TORCHMASON_HOME", m_home.path().toUtf8());
        listenAsNobody(SingleInstance::defaultName());
    }
    void cleanupTestCase()
    {
        if (m_other <= 0)
            return;
        ::kill(m_other, SIGKILL);
        ::waitpid(m_other, nullptr, 0);
    }

    void theWindowOpens()
    {
        QProcess window;
        window.setProcessChannelMode(QProcess::MergedChannels);
        window.start(TORCHMASON_BIN "/torchmason", {});
        QVERIFY2(window.waitForStarted(60'000), qPrintable(window.errorString()));
        QTRY_VERIFY_WITH_TIMEOUT(hasOpened() || window.state() == QProcess::NotRunning, 60'000);
        // It does not end a moment later either.
        const bool hasEnded = window.waitForFinished(3000);
        window.kill();
        window.waitForFinished(60'000);
        QCOMPARE(::waitpid(m_other, nullptr, WNOHANG), 0); // it was there all the time
        QVERIFY2(!hasEnded && hasOpened(), window.readAll().constData());
    }

private:
    void listenAsNobody(const QString& name)
    {
        QVERIFY2(name.startsWith(m_session.path()), qPrintable(name));
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(name);
        QVERIFY(path.size() < qsizetype(sizeof address.sun_path));
        std::copy(path.begin(), path.end(), address.sun_path);
        const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QCOMPARE(::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        m_other = ::fork();
        if (m_other == 0)
            answerAsNobody(listening);
        ::close(listening);
        QVERIFY(m_other > 0);
        QTRY_VERIFY(isAnswered(address));
    }
    static bool isAnswered(const sockaddr_un& address)
    {
        const int asking = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const bool isThere
            = ::connect(asking, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        ::close(asking);
        return isThere;
    }
    // Its own log begins when no other window has answered.
    bool hasOpened() const
    {
        return QDirIterator(m_home.path(), { "torchmason*.log" }, QDir::Files, QDirIterator::Subdirectories)
            .hasNext();
    }

    QTemporaryDir m_session { "/tmp/run-XXXXXX" };
    QTemporaryDir m_home;
    pid_t m_other = 0;
};

QTEST_GUILESS_MAIN(TakenSocketTest)
#include "TakenSocketTest.moc"
