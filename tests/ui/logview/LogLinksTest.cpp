// SPDX-License-Identifier: GPL-3.0-or-later
// Links to files, the editor, copies with numbers and the saved selection.
#include "core/base/Platform.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/Editor.h"
#include "ui/logview/LogLink.h"
#include "ui/models/Background.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSemaphore>
#include <QSignalSpy>

using namespace torchmason;

class LogLinksTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    QTemporaryDir m_folder;
    QString path(const QString& name = "logs/compile.log") const { return m_folder.filePath(name); }

private slots:
    void cleanup() { setEditorCommand({}); }

    void links_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("number");
        newRow("gcc", "c10/util/x.cpp:12:3: error: no", "c10/util/x.cpp", 12);
        newRow("from", "In file included from /src/a b.h:3,", "b.h", 3);
        newRow("cmake", "CMake Error at cmake/Modules/x.cmake:102 (message):", "cmake/Modules/x.cmake", 102);
        newRow("msvc", "C:\\src\\x.cpp(12): error C2065", "C:\\src\\x.cpp", 12);
        newRow("msvc with a column", "D:/src/x.cpp(12,7): error", "D:/src/x.cpp", 12);
        newRow("python", "  File \"/usr/lib/a b/x.py\", line 7, in main", "/usr/lib/a b/x.py", 7);
        newRow("no file", "error: 12 things", "", 0);
        newRow("a time", "at 12:34:56 it ended", "", 0);
        newRow("an address", "https://example.org/a.html:80", "", 0);
        newRow("a server", "\\\\server\\share\\a.cpp(3)", "", 0);
        newRow("no line", "x.cpp:0: nothing", "", 0);
    }
    void links()
    {
        QFETCH(QString, line);
        QFETCH(QString, file);
        QFETCH(int, number);
        const auto link = logLink(line);
        QCOMPARE(link ? link->file : QString(), file);
        QCOMPARE(link ? link->line : 0, number);
    }

    void filesThatAreThere()
    {
        write(path("build/sub/a.cpp"));
        write(path("source/b.cpp"));
        const QStringList folders { path("build"), path("source"), "//server/share", "relative" };
        QCOMPARE(localFile("sub/a.cpp", folders), path("build/sub/a.cpp"));
        QCOMPARE(localFile("b.cpp", folders), path("source/b.cpp"));
        QCOMPARE(localFile(path("source/b.cpp"), {}), path("source/b.cpp"));
        QCOMPARE(localFile("sub", folders), QString()); // a folder
        QCOMPARE(localFile("c.cpp", folders), QString());
        QCOMPARE(localFile("//server/share/c.cpp", folders), QString());
        // What the desktop opens is never a program.
        QVERIFY(isPlainSource(path("source/b.cpp")));
        for (const char* name :
            { "source/x.sh", "source/x.py", "source/x.exe", "source/x.desktop", "source/x" }) {
            write(path(name));
            QVERIFY2(!isPlainSource(path(name)), name);
            const auto opened = editorFor({}, path(name), 1);
            QVERIFY(!opened && opened.error().message.contains("Settings"));
        }
        if (hostPlatform() != Platform::Windows) {
            QVERIFY(QFile::link(path("source/x.sh"), path("source/link.cpp")));
            QVERIFY(!isPlainSource(path("source/link.cpp")));
        }
    }

    void editors()
    {
        QCOMPARE(editorFromText(editorText({ "C:/My Editor/e.exe", "-g", "{file}:{line}" })),
            (QStringList { "C:/My Editor/e.exe", "-g", "{file}:{line}" }));
        const QString file = QDir::toNativeSeparators("/tmp/a b;$(x).cpp");
        QCOMPARE(editorStart({ "kate", "--line", "{line}", "{file}" }, "/tmp/a b;$(x).cpp", 3),
            (QStringList { "kate", "--line", "3", file }));
        QCOMPARE(editorStart({ "code", "-g", "{file}:{line}" }, "/tmp/a b;$(x).cpp", 3),
            (QStringList { "code", "-g", file + ":3" }));
        QCOMPARE(editorStart({ "notepad" }, "/tmp/a b;$(x).cpp", 3), (QStringList { "notepad", file }));
        const auto opened = editorFor({ "no-such-editor", "{file}" }, "/tmp/a.cpp", 1);
        QVERIFY(!opened && opened.error().message.contains("no-such-editor"));
    }

    void openingByMouseAndKey()
    {
        write(path("build/a.cpp"));
        write(path(), "a.cpp:12:3: error: no\nb.cpp:1:1: error: gone\n");
        AttemptRecord record = recordWithLog();
        record.request.buildFolder = path("build");
        OpenPanel panel(m_folder, 300, record);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        setEditorCommand({ "no-such-editor", "{file}" });
        QSignalSpy wanted(panel.view(), &LogView::fileRequested);
        panel.view()->goToLine(0);
        QTest::keyClick(panel.view(), Qt::Key_O);
        QTRY_COMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().at(0).toString(), path("build/a.cpp"));
        QCOMPARE(wanted.first().at(1).toInt(), 12);
        auto* notice = panel.findChild<QLabel*>("logNote");
        QTRY_VERIFY(notice->text().contains("no-such-editor"));
        // A click on it, and one on the text behind it.
        QWidget* viewport = panel.view()->viewport();
        const int letter = panel.view()->fontMetrics().horizontalAdvance('x');
        const auto answered = [] {
            diskPool().waitForDone();
            QCoreApplication::sendPostedEvents();
        };
        int x = 0;
        while (x < 200 && wanted.size() < 2) {
            QTest::mouseClick(viewport, Qt::LeftButton, Qt::ControlModifier, { x += letter, 5 });
            answered();
        }
        QCOMPARE(wanted.size(), 2);
        QTest::mouseClick(viewport, Qt::LeftButton, {}, { x, 5 });
        QTest::mouseClick(viewport, Qt::LeftButton, Qt::ControlModifier, { x + 25 * letter, 5 });
        answered();
        QCOMPARE(wanted.size(), 2);
        panel.view()->goToLine(1);
        QTest::keyClick(panel.view(), Qt::Key_O);
        QTRY_COMPARE(notice->text(), "This line names no file that exists.");
        QCOMPARE(wanted.size(), 2);
    }

    // As where all its threads wait for a drive of the network.
    void aDiskThatDoesNotAnswer()
    {
        write(path("build/a.cpp"));
        write(path(), "a.cpp:12:3: error: no\n");
        AttemptRecord record = recordWithLog();
        record.request.buildFolder = path("build");
        OpenPanel panel(m_folder, 300, record);
        QTRY_COMPARE(panel.view()->rowCount(), 1);
        QVERIFY(diskPool().waitForDone());
        setEditorCommand({ "no-such-editor", "{file}" });
        QSignalSpy wanted(panel.view(), &LogView::fileRequested);
        QSemaphore answer;
        const int threads = diskPool().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            diskPool().start([&answer] { answer.acquire(); });
        QWidget* viewport = panel.view()->viewport();
        const QPoint link(viewport->fontMetrics().horizontalAdvance("12345678901"), 5);
        QMouseEvent move(QEvent::MouseMove, link, viewport->mapToGlobal(link), Qt::NoButton, Qt::NoButton,
            Qt::ControlModifier);
        QCoreApplication::sendEvent(viewport, &move);
        panel.view()->goToLine(0);
        QTest::keyClick(panel.view(), Qt::Key_O);
        QCoreApplication::processEvents();
        QVERIFY(wanted.isEmpty());
        answer.release(threads);
        QTRY_COMPARE(wanted.size(), 1);
        QTRY_VERIFY(panel.findChild<QLabel*>("logNote")->text().contains("no-such-editor"));
    }

    void copiesWithNumbersAndSaves()
    {
        write(path(), plainLines(30'000));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 30'000);
        panel.view()->goToLine(8);
        QTest::keyClick(panel.view(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(panel.view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "9\tline 9\n10\tline 10");
        QTest::keyClick(panel.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "line 9\nline 10");
        LogSelection all { panel.view()->layout(), std::nullopt, {}, { 40'000, 100 }, false };
        const auto saved = saveLog(all, path("saved.txt"));
        QVERIFY(saved && *saved == 30'000);
        QCOMPARE(contentOf(path("saved.txt")), plainLines(30'000));
        const auto failed = saveLog(all, path("no/such/folder.txt"));
        QVERIFY(!failed && failed.error().message.contains("folder.txt"));
    }
};

QTEST_MAIN(LogLinksTest)
#include "LogLinksTest.moc"
