// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader gets of a log.
#include "ui/logview/LogAccessible.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"

#include <QAccessible>
#include <QScrollBar>

using namespace torchmason;

namespace {

// Events as they came, in words.
QStringList told;

void take(QAccessibleEvent& event)
{
    if (event.type() == QAccessible::TextCaretMoved)
        told << QStringLiteral("caret %1")
                    .arg(static_cast<QAccessibleTextCursorEvent&>(event).cursorPosition());
    if (event.type() == QAccessible::TextInserted)
        told << QStringLiteral("new ") + static_cast<QAccessibleTextInsertEvent&>(event).textInserted();
    if (event.type() == QAccessible::TextUpdated)
        told << QStringLiteral("other");
    if (const auto* selection = dynamic_cast<QAccessibleTextSelectionEvent*>(&event))
        told << QStringLiteral("selected %1-%2")
                    .arg(selection->selectionStart())
                    .arg(selection->selectionEnd());
}

}

class LogAccessibleTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome();
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("logs/compile.log"); }

    static QAccessibleInterface* spoken(const OpenPanel& panel)
    {
        return QAccessible::queryAccessibleInterface(panel.view());
    }
    static QString lineAtCaret(QAccessibleTextInterface* text)
    {
        int start = 0;
        int end = 0;
        return text->textAtOffset(text->cursorPosition(), QAccessible::LineBoundary, &start, &end).trimmed();
    }

private slots:
    void init()
    {
        QVERIFY(QDir().mkpath(m_folder.filePath("logs")));
        LogAccessible::setListener(take);
        told.clear();
    }
    void cleanup() { LogAccessible::setListener(nullptr); }

    void aMillionLines()
    {
        constexpr int lines = 1'000'000;
        write(path(), plainLines(lines));
        OpenPanel panel(m_folder, 500);
        LogView* view = panel.view();
        QTRY_COMPARE_WITH_TIMEOUT(view->rowCount(), lines, 60'000);
        QAccessibleInterface* log = spoken(panel);
        QCOMPARE(log->role(), QAccessible::EditableText);
        QCOMPARE(log->text(QAccessible::Name), "Log");
        QVERIFY(log->state().readOnly && log->state().multiLine && log->state().focusable);
        QAccessibleTextInterface* text = log->textInterface();
        QVERIFY(text);
        // The end is followed: there is the caret, and what stands above it.
        QCOMPARE(lineAtCaret(text), "line 1000000");
        QVERIFY(text->text(0, text->characterCount()).endsWith("line 999999\nline 1000000"));
        // Never more of the log than this, wherever one goes in it.
        for (const int line : { 1, 500'000, 999'000 }) {
            panel.showLine("compile", line);
            QCOMPARE(lineAtCaret(text), "line " + QString::number(line));
            QCOMPARE(log->text(QAccessible::Description), "Line " + QString::number(line));
            const QString passage = text->text(0, text->characterCount());
            QCOMPARE(passage.size(), text->characterCount());
            QVERIFY(passage.count('\n') < std::max<int>(LogAccessible::fewestRows, 300));
            QVERIFY(passage.count('\n') > 100);
        }
    }

    void readingByLine()
    {
        write(path(), plainLines(5000));
        OpenPanel panel(m_folder, 200);
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 5000);
        panel.showLine("compile", 1000);
        QAccessibleTextInterface* text = spoken(panel)->textInterface();
        QCOMPARE(lineAtCaret(text), "line 1000");
        told.clear();
        for (int line = 1001; line < 1700; ++line) {
            QTest::keyClick(view, Qt::Key_Down);
            QCOMPARE(lineAtCaret(text), "line " + QString::number(line));
            QCOMPARE(told.last(), "caret " + QString::number(text->cursorPosition()));
        }
        // Offsets seldom change below the reader.
        QVERIFY(told.count("other") > 1);
        QVERIFY(told.count("other") < 15);
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(text->cursorPosition(), 0);
        QVERIFY(text->text(0, 13) == "line 1\nline 2");
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(lineAtCaret(text), "line 5000");
        QTest::keyClick(view, Qt::Key_Up); // from the end that is followed, not from the beginning
        QCOMPARE(lineAtCaret(text), "line 4999");
    }

    void selecting()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder, 400);
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 20);
        QTest::keyClick(view, Qt::Key_Home);
        QAccessibleTextInterface* text = spoken(panel)->textInterface();
        QCOMPARE(text->selectionCount(), 0);
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(text->selectionCount(), 1);
        int start = -1;
        int end = -1;
        text->selection(0, &start, &end);
        QCOMPARE(text->text(start, end), "line 1\nline 2");
        QCOMPARE(told.last(), "selected 0-13");
        text->setSelection(0, 9, 20);
        QCOMPARE(view->selectedText(), "ne 2\nline 3");
        text->removeSelection(0);
        QCOMPARE(text->selectionCount(), 0);
        text->setCursorPosition(30);
        QCOMPARE(view->currentLine(), 4);
        QCOMPARE(text->cursorPosition(), 30);
        QVERIFY(!view->isFollowing());
    }

    void whereLettersStand()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder, 300);
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 500);
        panel.showLine("compile", 100);
        QAccessibleTextInterface* text = spoken(panel)->textInterface();
        const int caret = text->cursorPosition();
        const QRect first = text->characterRect(caret);
        const QRect second = text->characterRect(caret + 1);
        QVERIFY(spoken(panel)->rect().contains(first));
        QCOMPARE(first.top(), second.top());
        QVERIFY(first.right() <= second.left() + 1 && second.width() > 1);
        QCOMPARE(text->offsetAtPoint(first.center() - QPoint(first.width() / 4, 0)), caret);
        QCOMPARE(text->characterRect(caret + 9).top() - first.top(), view->fontMetrics().height() + 2);
        QVERIFY(text->characterRect(0).isEmpty()); // out of sight
        text->scrollToSubstring(0, 1);
        QVERIFY(!text->characterRect(0).isEmpty());
        QCOMPARE(view->currentLine(), 99);
    }

    void whatIsTold()
    {
        write(path(), plainLines(3));
        OpenPanel panel(m_folder, 300);
        QTRY_COMPARE(panel.view()->rowCount(), 3);
        QAccessibleTextInterface* text = spoken(panel)->textInterface();
        QCOMPARE(text->text(0, text->characterCount()), "line 1\nline 2\nline 3");
        told.clear();
        write(path(), "and more\n", QIODevice::Append);
        QTRY_COMPARE(told, QStringList("new \nand more"));
        QCOMPARE(text->text(0, text->characterCount()), "line 1\nline 2\nline 3\nand more");
        told.clear();
        panel.searchFor("more");
        panel.showOnly(2); // a filter
        QTRY_COMPARE(text->text(0, text->characterCount()), "and more"); // when the search is over
        QVERIFY(told.contains("other"));
    }

    void anEmptyLogSaysSo()
    {
        write(path(), "");
        OpenPanel panel(m_folder, 300);
        QAccessibleTextInterface* text = spoken(panel)->textInterface();
        QTRY_VERIFY(text->characterCount() > 0);
        QCOMPARE(text->cursorPosition(), 0);
        QVERIFY(text->text(0, text->characterCount()).endsWith('.'));
    }
};

QTEST_MAIN(LogAccessibleTest)
#include "LogAccessibleTest.moc"
