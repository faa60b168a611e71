// SPDX-License-Identifier: GPL-3.0-or-later
// Filters with lines around, several terms, and marks in the scroll bar.
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/Appearance.h"
#include "ui/logview/LogBookmarks.h"
#include "ui/logview/LogRows.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogText.h"
#include "ui/logview/SearchTerms.h"
#include "ui/widgets/Theme.h"

#include <QLabel>
#include <QLockFile>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

using namespace torchmason;

namespace {

// 100 lines; lines 50 and 54 are errors.
QByteArray linesWithErrors()
{
    QByteArray content;
    for (int i = 1; i <= 100; ++i)
        content += i == 50 || i == 54 ? QByteArray("a.cpp:1:1: error: x\n")
                                      : "fine " + QByteArray::number(i) + "\n";
    return content;
}

}

class LogMarksTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("logs/compile.log"); }

    static void waitForDisk()
    {
        QVERIFY(diskPool().waitForDone(30'000) && writePool().waitForDone(30'000));
        QCoreApplication::sendPostedEvents();
    }

private slots:
    // On a slow disk the user is faster than the reading.
    void aBookmarkMayComeBeforeTheFileIsRead()
    {
        const QString file = m_folder.filePath("bookmarks.json");
        QVERIFY(writeBookmarks(file, { { "compile", 3, "old" }, { "compile", 5, {} } }).ok());
        LogBookmarks bookmarks;
        QSignalSpy failed(&bookmarks, &LogBookmarks::failed);
        bookmarks.open(m_folder.path());
        bookmarks.toggle("compile", 5);
        bookmarks.toggle("compile", 7);
        bookmarks.setNote("compile", 9, "mine");
        QVERIFY(bookmarks.all().isEmpty());
        const auto kept = [&file] { return readBookmarks(file)->size(); };
        QTRY_COMPARE(bookmarks.all().size(), 3);
        QVERIFY(bookmarks.at("compile", 3) && !bookmarks.at("compile", 5) && bookmarks.at("compile", 7));
        QCOMPARE(bookmarks.at("compile", 9)->note, "mine");
        waitForDisk();
        QTRY_COMPARE(kept(), 3);
        QVERIFY(failed.isEmpty());
        QFile::remove(file);
    }

    void init() { write(path(), linesWithErrors()); }

    void rows()
    {
        LogRows rows(2);
        QCOMPARE(rows.count(100), 0);
        QCOMPARE(rows.lineOf(0), 0);
        rows.take({ 1, 10, 14, 99 });
        // 0-3, 8-16, 97-99 and two lines that are not there yet
        QCOMPARE(rows.count(100), 16);
        QCOMPARE(rows.count(101), 17);
        QCOMPARE(rows.lineOf(4), 8);
        QCOMPARE(rows.lineOf(12), 16);
        QCOMPARE(rows.lineOf(13), 97);
        QCOMPARE(rows.rowOf(8), 4);
        QCOMPARE(rows.rowOf(5), 4); // the next one that is shown
        QCOMPARE(rows.rowOf(98), 14);
        QVERIFY(rows.beginsRun(8) && rows.beginsRun(97) && !rows.beginsRun(0) && !rows.beginsRun(9));
        rows.take({ 50 });
        QCOMPARE(rows.count(100), 5);
        QCOMPARE(rows.lineOf(0), 48);
        // A long list that goes on is the same as the whole at once.
        QVector<qint64> hits;
        LogRows growing(1);
        for (int i = 0; i < 5000; ++i) {
            hits.append(i * 2 + i / 100 * 7);
            if (i % 1700 == 0)
                growing.take(hits);
        }
        growing.take(hits);
        LogRows whole(1);
        whole.take(hits);
        QCOMPARE(growing.count(1'000'000), whole.count(1'000'000));
        QCOMPARE(growing.runs().size(), whole.runs().size());
        // A heading stands alone, where something below it is shown.
        LogRows headed(1);
        headed.take({ 5, 31 }, { 0, 10, 20, 30 });
        QVector<qint64> shown;
        for (qint64 row = 0; row < headed.count(100); ++row)
            shown.append(headed.lineOf(row));
        QCOMPARE(shown, (QVector<qint64> { 0, 4, 5, 6, 30, 31, 32 }));
    }

    void linesAround()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* context = panel.findChild<QSpinBox*>("logContext");
        context->setValue(0);
        QVERIFY(!context->isEnabled());
        panel.showOnly(1);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        QVERIFY(context->isEnabled());
        panel.view()->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QTest::keyClick(panel.view(), Qt::Key_Plus, Qt::AltModifier);
        QCOMPARE(panel.view()->rowCount(), 6);
        QTest::keyClick(panel.view(), Qt::Key_Plus, Qt::AltModifier);
        QCOMPARE(panel.view()->rowCount(), 9);
        panel.view()->goToLine(0);
        QCOMPARE(panel.view()->currentLine(), 47);
        panel.view()->selectAll();
        const QStringList copied = panel.view()->selectedText().split(QLatin1Char('\n'));
        QCOMPARE(copied.size(), 9);
        QCOMPARE(copied.first(), "fine 48");
        QCOMPARE(copied.last(), "fine 56");
        QCOMPARE(OpenPanel(m_folder).findChild<QSpinBox*>("logContext")->value(), 2);
        context->setValue(0);
        QCOMPARE(panel.view()->rowCount(), 2);
    }

    // Else one cannot tell which of them a mark belongs to.
    void keptTermsLookUnlikeHits()
    {
        for (const QPalette& palette : { lightPalette(), darkPalette() }) {
            const QColor glass = hitColour(palette);
            const QColor hit = mixed(glass, palette.color(QPalette::Base), glass.alphaF());
            for (int number = 0; number < SearchTerms::most; ++number) {
                const QColor kept = searchColour(number, palette);
                const int apart = std::abs(kept.hsvHue() - hit.hsvHue());
                const bool isGrey = kept.hsvSaturationF() < hit.hsvSaturationF() / 2;
                QVERIFY2(isGrey || std::min(apart, 360 - apart) >= 60, qPrintable(kept.name()));
            }
        }
    }

    // Three terms are marked at once; F3 goes through the one that is typed or chosen again.
    void severalTerms()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* keep = panel.findChild<QToolButton*>("logKeepTerm");
        auto* terms = panel.findChild<QWidget*>("logTerms");
        QVERIFY(!terms->isVisible() && !keep->isEnabled());
        QVERIFY(keep->x() > panel.findChild<QLineEdit*>("logSearch")->geometry().right());
        const auto keepTyped = [&](const QString& text) {
            panel.searchFor(text);
            QTest::keyClick(panel.view(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        };
        panel.view()->goToLine(0);
        keepTyped("error");
        QVERIFY(terms->isVisible() && !keep->isEnabled());
        keepTyped("fine 3");
        keepTyped("fine 3"); // it is kept already
        const auto buttons = [&] {
            QList<QToolButton*> shown;
            for (auto* one : panel.findChildren<QToolButton*>("logTerm"))
                if (one->isVisible())
                    shown.append(one);
            return shown;
        };
        QCOMPARE(buttons().size(), 2);
        QVERIFY(!buttons().first()->isChecked() && buttons().last()->isChecked());
        for (const QToolButton* term : buttons()) { // one edge goes round each and its cross
            const auto* chip = qobject_cast<QFrame*>(term->parentWidget());
            QVERIFY(chip && chip->frameShape() != QFrame::NoFrame);
            QCOMPARE(chip->findChildren<QToolButton*>("logDropTerm").size(), 1);
            const QImage swatch = term->icon().pixmap(16).toImage();
            QCOMPARE(swatch.pixelColor(0, swatch.height() / 2), edgeColour(term->palette()));
        }
        QTRY_COMPARE(panel.search().hits().size(), 11);
        buttons().first()->click();
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 49, 53 }));
        QVERIFY(buttons().first()->isChecked());
        QTest::keyClick(panel.view(), Qt::Key_F3);
        QCOMPARE(panel.view()->currentLine(), 49);
        for (const char* more : { "fine 4", "fine 5", "fine 6" })
            keepTyped(more);
        QCOMPARE(buttons().size(), 5);
        keepTyped("fine 7");
        QCOMPARE(buttons().size(), 5);
        QVERIFY(panel.findChild<QLabel*>("logNote")->text().contains("stop marking one"));
        panel.findChildren<QToolButton*>("logDropTerm").last()->click();
        QCOMPARE(buttons().size(), 4);
    }

    void marksOfProblems()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
        auto* action = panel.findChild<QAction*>("markProblems");
        action->setChecked(false);
        QVERIFY(bar->marks(LogScrollBar::Problem).isEmpty());
        panel.view()->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QTest::keyClick(panel.view(), Qt::Key_M);
        QVERIFY(action->isChecked());
        const QVector<double> expected { 0.49, 0.53 };
        QTRY_COMPARE(bar->marks(LogScrollBar::Problem), expected);
        QCOMPARE(panel.view()->rowCount(), 100);
        panel.showOnly(1);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        QVERIFY(bar->marks(LogScrollBar::Problem).isEmpty());
        panel.showOnly(0);
        QTRY_COMPARE(bar->marks(LogScrollBar::Problem), expected);
        action->setChecked(false);
        QTRY_VERIFY(bar->marks(LogScrollBar::Problem).isEmpty());
    }

    void bookmarks()
    {
        const QString file = m_folder.filePath("bookmarks.json");
        QFile::remove(file);
        {
            OpenPanel panel(m_folder);
            QTRY_COMPARE(panel.view()->rowCount(), 100);
            waitForDisk(); // the file is known to be absent then
            panel.view()->setFocus();
            QVERIFY(QTest::qWaitForWindowActive(&panel));
            panel.view()->goToLine(29);
            QTest::keyClick(panel.view(), Qt::Key_F2, Qt::ControlModifier);
            panel.view()->goToLine(79);
            QTest::keyClick(panel.view(), Qt::Key_F2, Qt::ControlModifier | Qt::ShiftModifier);
            auto* field = panel.findChild<QLineEdit*>("logAsk");
            QVERIFY(field->isVisible());
            field->setText("<b>here</b> it began");
            QTest::keyClick(field, Qt::Key_Return);
            auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
            QCOMPARE(bar->marks(LogScrollBar::Bookmark), (QVector<double> { 0.29, 0.79 }));
            QTest::keyClick(panel.view(), Qt::Key_F2);
            QCOMPARE(panel.view()->currentLine(), 29);
            QTest::keyClick(panel.view(), Qt::Key_F2);
            QCOMPARE(panel.view()->currentLine(), 79);
            QCOMPARE(panel.findChild<QLabel*>("logNote")->text(), "<b>here</b> it began");
            QTest::keyClick(panel.view(), Qt::Key_F2, Qt::ShiftModifier);
            QCOMPARE(panel.view()->currentLine(), 29);
            QTRY_COMPARE(readBookmarks(file)->size(), 2);
        }
        const auto kept = readBookmarks(file);
        QCOMPARE(kept->last().line, 80);
        QCOMPARE(kept->last().stage, "compile");
        QCOMPARE(kept->last().note, "<b>here</b> it began");
        // The next time they are there, and one can be taken away.
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
        QTRY_COMPARE(bar->marks(LogScrollBar::Bookmark).size(), 2);
        panel.view()->goToLine(29);
        panel.toggleBookmark();
        QCOMPARE(bar->marks(LogScrollBar::Bookmark).size(), 1);
        QTRY_COMPARE(readBookmarks(file)->size(), 1);
    }

    // Nor does the place of the search move while the count of hits comes and grows.
    void whatWasSaidOrTypedGoes()
    {
        QFile::remove(m_folder.filePath("bookmarks.json"));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        waitForDisk();
        auto* notice = panel.findChild<QLabel*>("logNote");
        panel.view()->goToLine(29);
        panel.toggleBookmark();
        QVERIFY(notice->text().contains("adds a note"));
        panel.askForNote();
        QTest::keyClick(panel.findChild<QLineEdit*>("logAsk"), Qt::Key_Return);
        QVERIFY2(!notice->isVisible(), qPrintable(notice->text()));

        auto* field = panel.findChild<QLineEdit*>("logSearch");
        auto* expression = panel.findChild<QToolButton*>("logExpression");
        panel.resize(1200, 300);
        QTest::qWait(50);
        const QRect place = expression->geometry();
        expression->setChecked(true);
        field->setText("fi.e");
        QTRY_VERIFY(panel.search().hits().size() == 98 && !panel.search().isBusy());
        panel.findNext();
        QTRY_VERIFY(panel.findChild<QLabel*>("logHits")->text().contains(" of 98 lines"));
        QTest::qWait(50);
        QCOMPARE(expression->geometry(), place);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString());
        QCOMPARE(panel.focusWidget(), field);
        QTest::keyClick(field, Qt::Key_Escape); // nothing is left to take away
        QCOMPARE(panel.focusWidget(), panel.view());

        field->setText("fi.e");
        const QTemporaryDir other;
        panel.setFolder(other.path()); // another attempt
        QCOMPARE(field->text(), QString());
        QVERIFY(!expression->isChecked());
        QVERIFY(panel.search().query().isEmpty());
    }

    // Two windows on one attempt: what one of them does not know of stays.
    void bookmarksOfTwoWindows()
    {
        const QString file = m_folder.filePath("bookmarks.json");
        QFile::remove(file);
        const auto kept = [&file] {
            QStringList words;
            const QVector<LogBookmark> all = readBookmarks(file).value();
            for (const LogBookmark& one : all)
                words.append(QString::number(one.line) + one.note);
            words.sort();
            return words.join(QLatin1Char(' '));
        };
        LogBookmarks one;
        LogBookmarks other;
        for (LogBookmarks* window : { &one, &other }) {
            QSignalSpy read(window, &LogBookmarks::changed);
            window->open(m_folder.path());
            QTRY_COMPARE(read.size(), 2);
        }
        one.toggle("compile", 1);
        one.setNote("compile", 2, "mine");
        QTRY_COMPARE(kept(), "1 2mine");
        other.toggle("compile", 3);
        QTRY_COMPARE(kept(), "1 2mine 3");
        QTRY_COMPARE(other.all().size(), 3);
        QTRY_COMPARE(one.all().size(), 2);
        other.toggle("compile", 1);
        QTRY_COMPARE(kept(), "2mine 3");
        one.setNote("compile", 4, "last");
        QTRY_COMPARE(kept(), "2mine 3 4last");
        QTRY_VERIFY(!one.at("compile", 1)); // once what stands in the file is known here
        QCOMPARE(one.all().size(), 3);
    }

    // Neither what waits for the reading nor what waits to be written is lost with the next attempt.
    void bookmarksOfTheAttemptBefore()
    {
        const QTemporaryDir before;
        const QTemporaryDir after;
        const auto kept = [](const QTemporaryDir& folder) {
            return readBookmarks(folder.filePath("bookmarks.json"))->size();
        };
        LogBookmarks bookmarks;
        QSignalSpy failed(&bookmarks, &LogBookmarks::failed);
        bookmarks.open(before.path());
        bookmarks.toggle("compile", 1);
        bookmarks.open(after.path());
        QTRY_COMPARE(kept(before), 1);
        // While another window has the file.
        bookmarks.open(before.path());
        QTRY_COMPARE(bookmarks.all().size(), 1);
        QLockFile lock(before.filePath("bookmarks.json.lock"));
        QVERIFY(lock.tryLock());
        bookmarks.toggle("compile", 2);
        bookmarks.toggle("compile", 3);
        bookmarks.open(after.path());
        bookmarks.toggle("compile", 9);
        QTRY_COMPARE(bookmarks.all().size(), 1);
        lock.unlock();
        QTRY_COMPARE(kept(before), 3);
        QTRY_COMPARE(kept(after), 1);
        QCOMPARE(bookmarks.all().size(), 1); // of the attempt that is open
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    }

    // What cannot be read is never written over.
    void brokenBookmarks()
    {
        const QString file = m_folder.filePath("bookmarks.json");
        for (const QByteArray& content :
            { QByteArray("{"), QByteArray(R"({"schema": 2, "bookmarks": []})") }) {
            write(file, content);
            QVERIFY(!readBookmarks(file));
            LogBookmarks bookmarks;
            QSignalSpy failed(&bookmarks, &LogBookmarks::failed);
            bookmarks.open(m_folder.path());
            QTRY_COMPARE(failed.size(), 1);
            bookmarks.toggle("compile", 1);
            QCOMPARE(failed.size(), 2);
            QVERIFY(bookmarks.all().isEmpty());
            QCOMPARE(contentOf(file), content);
        }
        QFile::remove(file);
    }

    void terminalColours()
    {
        const auto colours = [](const QByteArray& head) {
            QStringList text;
            const QString shown = shownLine(head, head.size());
            for (const LineColour& one : lineColours(head, shown))
                text.append(QStringLiteral("%1=%2").arg(shown.mid(one.start, one.length)).arg(one.colour)
                    + (one.bold ? "b" : ""));
            return text.join(QLatin1Char(' '));
        };
        QCOMPARE(colours("plain"), "");
        QCOMPARE(colours("a \x1b[31mred\x1b[0m b"), "red=1");
        QCOMPARE(colours("\x1b[1m\x1b[92mok\x1b[22mthin\x1b[39mnone"), "ok=2b thin=2");
        QCOMPARE(colours("\x1b[01;35mwarning:\x1b[m\x1b[K text"), "warning:=5b");
        QCOMPARE(colours("\t\x1b[34mtab"), "tab=4");
        QCOMPARE(colours("\x1b[38;5;31mmany"), ""); // of 256 colours: not shown
        QCOMPARE(colours("gone\r\x1b[31mleft\x1b[0m\r\n"), "left=1");
        QCOMPARE(colours("torn \x1b[3"), "");
        QCOMPARE(colours("f\xc3\xbcr \x1b[36mdich"), "dich=6");
        // Painted: the same word with and without its code looks different.
        write(path(), "\x1b[36mword\x1b[0m\n");
        const auto picture = [this] {
            OpenPanel panel(m_folder);
            QTest::qWait(0);
            for (int i = 0; i < 1500 && panel.view()->rowCount() == 0; ++i)
                QTest::qWait(20);
            return panel.view()->viewport()->grab().toImage();
        };
        const QImage coloured = picture();
        write(path(), "word\n");
        QVERIFY(picture() != coloured);
    }
};

QTEST_MAIN(LogMarksTest)
#include "LogMarksTest.moc"
