// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"
#include "tests/support/TestFiles.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace torchmason;

// Sockets lie where nobody else can put one.
class RuntimeFolderTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>(QStringLiteral("/tmp/run-XXXXXX"));
        QVERIFY(m_folder->isValid());
    }

    void theFirstIsTaken()
    {
        const auto folder = privateFolderAmong({ at("a"), at("b") });
        QVERIFY(folder.ok());
        QCOMPARE(*folder, at("a"));
        QVERIFY(!QFileInfo::exists(at("b")));
        struct stat facts { };
        QCOMPARE(::stat(at("a").toUtf8().constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, mode_t(0700));
    }

    void whatOthersCouldHaveMadeIsPassedOver_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : { "open", "link", "file", "someone's", "dangling" })
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void whatOthersCouldHaveMadeIsPassedOver()
    {
        QFETCH(QString, what);
        const QByteArray taken = at("taken").toUtf8();
        if (what == "open") {
            QVERIFY(::mkdir(taken.constData(), 0700) == 0 && ::chmod(taken.constData(), 0755) == 0);
        } else if (what == "link") {
            QVERIFY(::mkdir(at("real").toUtf8().constData(), 0700) == 0
                && ::symlink(at("real").toUtf8().constData(), taken.constData()) == 0);
        } else if (what == "dangling") {
            QVERIFY(::symlink("/nowhere", taken.constData()) == 0);
        } else if (what == "file") {
            write(at("taken"));
        } else {
            QVERIFY(::mkdir(taken.constData(), 0700) == 0);
            if (::chown(taken.constData(), 65534, 65534) != 0)
                QSKIP("Only root can make a folder of somebody else.");
        }
        const auto folder = privateFolderAmong({ at("taken"), at("own") });
        QVERIFY(folder.ok());
        QCOMPARE(*folder, at("own"));
        const auto none = privateFolderAmong({ at("taken") });
        QVERIFY(!none.ok());
        QVERIFY2(none.error().message.contains(at("taken")), qPrintable(none.error().message));
    }

    void aRelativeFolderOfTheSessionIsPassedOver()
    {
        const QByteArray session = qgetenv("XDG_RUNTIME_DIR");
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder->path()));
        QVERIFY(QDir().mkdir("session", QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("XDG_RUNTIME_DIR", "session");
        const auto name = privateSocketName("x");
        qputenv("XDG_RUNTIME_DIR", session);
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(name, name ? "" : qPrintable(name.error().message));
        QVERIFY2(QDir::isAbsolutePath(*name), qPrintable(*name));
    }

    void ownProgramsAreKnown()
    {
        QLocalServer server;
        QVERIFY(server.listen(at("socket")));
        QLocalSocket socket;
        socket.connectToServer(at("socket"));
        QVERIFY(socket.waitForConnected(5000));
        QVERIFY(isThisUsers(socket.socketDescriptor()));
        QVERIFY(!isThisUsers(-1));
    }

    void programsOfOthersAreKnown()
    {
        QVERIFY(::chmod(m_folder->path().toUtf8().constData(), 0777) == 0);
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        const QByteArray path = at("squatted").toUtf8();
        std::copy(path.begin(), path.end(), address.sun_path);
        const pid_t other = ::fork();
        if (other == 0) { // only calls that are safe between fork and the end
            if (::setuid(65534) != 0)
                ::_exit(7);
            ::umask(0);
            const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
            if (::bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
                || ::listen(listening, 5) != 0)
                ::_exit(8);
            ::pause();
            ::_exit(0);
        }
        int state = 0;
        QTRY_VERIFY_WITH_TIMEOUT(
            QFileInfo::exists(at("squatted")) || ::waitpid(other, &state, WNOHANG) == other, 10'000);
        if (WIFEXITED(state) && WEXITSTATUS(state) == 7)
            QSKIP("Only root can be somebody else.");
        QLocalSocket socket;
        QTRY_VERIFY_WITH_TIMEOUT(
            (socket.connectToServer(at("squatted")), socket.waitForConnected(1000)), 10'000);
        const bool isTaken = isThisUsers(socket.socketDescriptor());
        ::kill(other, SIGKILL);
        ::waitpid(other, &state, 0);
        QVERIFY(!isTaken);
    }

private:
    QString at(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(RuntimeFolderTest)
#include "RuntimeFolderTest.moc"
