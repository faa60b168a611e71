// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

using namespace torchmason;

// Commands that can be copied.
class CopyBoxTest : public QObject {
    Q_OBJECT

private slots:
    void copyBoxCopiesAll();
    void aPartIsCopiedByKeys();
    void copyBoxBreaksAtSpaces();
    void theEndOfALineIsNotAlone();
    void aLongPathBreaksBehindASlash();
    void copyBoxKeepsItsHeight();
    void copyBoxIsAsHighAsItsLines();
    void newBoldLinesAreInSight();
};

void CopyBoxTest::copyBoxCopiesAll()
{
    CopyBox box;
    box.setText("cmake -S \"a b\"\nninja");
    box.findChild<QToolButton*>("copyBoxButton")->click();
    QCOMPARE(QApplication::clipboard()->text(), "cmake -S \"a b\"\nninja");
}

void CopyBoxTest::aPartIsCopiedByKeys()
{
    CopyBox box;
    box.setText("cmake\nninja");
    box.show();
    auto* edit = box.findChild<QPlainTextEdit*>();
    QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_End, Qt::ShiftModifier);
    QTest::keyClick(edit, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), "ninja");
}

void CopyBoxTest::copyBoxBreaksAtSpaces()
{
    CopyBox box;
    box.resize(460, 100);
    box.show();
    const QString command = QStringLiteral(
        "python3 -m pip install torch==2.14.1 --index-url https://download.pytorch.org/whl/cu126");
    auto* edit = box.findChild<QPlainTextEdit*>();
    const auto isBroken = [edit] { return edit->toPlainText().contains(u'\n'); };
    box.setText(command);
    QTRY_VERIFY(isBroken());
    QCOMPARE(edit->toPlainText().replace(u'\n', u' '), command);
    QCOMPARE(edit->document()->blockCount(), 1);
    QCOMPARE(box.text(), command);
    edit->selectAll();
    edit->copy();
    QCOMPARE(QApplication::clipboard()->text(), command);
    box.resize(4000, 100);
    QTRY_VERIFY(!isBroken());
    QCOMPARE(edit->toPlainText(), command);
    const QSignalSpy layouts(edit->document(), &QTextDocument::contentsChange);
    box.setText(command.repeated(200));
    QVERIFY(edit->toPlainText().count(u'\n') > 10);
    QVERIFY2(layouts.count() < 10, qPrintable(QString::number(layouts.count()))); // not one for each break
}

// At any width: the "\" of a command that goes on stays with the word before it.
void CopyBoxTest::theEndOfALineIsNotAlone()
{
    CopyBox box;
    box.setText("cmake -G Ninja -S source -B build \\\n  -DCMAKE_BUILD_TYPE=Release");
    box.show();
    const auto* edit = box.findChild<QPlainTextEdit*>();
    const int letter = edit->fontMetrics().averageCharWidth();
    for (int letters = 30; letters < 60; ++letters) {
        box.resize(letters * letter, 200);
        QCoreApplication::processEvents();
        const QString shown = edit->toPlainText();
        QVERIFY2(shown.contains("build \\"), qPrintable(shown));
    }
    QVERIFY(edit->toPlainText().startsWith("cmake -G Ninja -S source -B build \\"));
    box.resize(30 * letter, 200);
    QTRY_VERIFY(edit->toPlainText().count(u'\n') > 1);
}

// At any width: what begins with a slash would look like another path.
void CopyBoxTest::aLongPathBreaksBehindASlash()
{
    CopyBox box;
    const QString path = QStringLiteral("/home/somebody/projects/machines/linux/torch/source/build/wheels");
    box.setText(path);
    box.show();
    auto* edit = box.findChild<QPlainTextEdit*>();
    const int letter = edit->fontMetrics().averageCharWidth();
    int broken = 0;
    for (int letters = 30; letters < 60; ++letters) {
        box.resize(letters * letter, 200);
        box.grab();
        const QTextLayout* lines = edit->document()->firstBlock().layout();
        for (int line = 1; line < lines->lineCount(); ++line) {
            QVERIFY(path.at(lines->lineAt(line).textStart() - 1) == u'/');
            ++broken;
        }
    }
    QVERIFY(broken > 0);
    edit->selectAll();
    edit->copy();
    QCOMPARE(QApplication::clipboard()->text(), path);
}

// A page gets another line, and is made higher only after that: until then its parts share what is missing.
void CopyBoxTest::copyBoxKeepsItsHeight()
{
    QWidget page;
    auto* box = new CopyBox(&page);
    columnOf(&page, {}, 0, { box })->setSizeConstraint(QLayout::SetNoConstraint);
    box->setText("one\ntwo\nthree");
    page.resize(400, 300);
    page.show();
    const int height = box->height();
    QCOMPARE(height, box->sizeHint().height());
    page.resize(400, height - 5);
    QCOMPARE(box->height(), height);
    box->setText("one");
    page.resize(400, 300);
    QTRY_COMPARE(box->height(), box->sizeHint().height());
    QVERIFY(box->height() < height);
}

void CopyBoxTest::copyBoxIsAsHighAsItsLines()
{
    CopyBox box;
    box.setMaximumLines(5);
    box.resize(400, 100);
    box.show();
    const auto heightOf = [&](const QString& text) {
        box.setText(text);
        return box.sizeHint().height();
    };
    const int one = heightOf("x");
    const int two = heightOf("x\nx");
    QCOMPARE(heightOf("x\nx\nx") - two, two - one);
    // A bar would take room, and wrap what has just fitted.
    const auto* edit = box.findChild<QPlainTextEdit*>();
    QCOMPARE(edit->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
    heightOf("x\nx\nx\nx\nx\nx");
    QCOMPARE(edit->verticalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
    // A line that is broken counts as often as it is broken, also after the box has become narrower.
    const QString broken = QStringLiteral("word ").repeated(40);
    QVERIFY(heightOf(broken) > two);
    box.setText(QStringLiteral("word ").repeated(10));
    const int wide = box.sizeHint().height();
    box.resize(150, 100);
    QTRY_VERIFY(box.sizeHint().height() > wide);
    // What goes on below ends with a whole line.
    heightOf(QStringLiteral("word ").repeated(400));
    QCOMPARE(edit->height(), 5 * (two - one) + int(edit->document()->documentMargin()));
    // What all has room is not scrolled, whatever the letters.
    box.resize(400, 100);
    box.setText("one\ntwo\nthree\nfour\nfive");
    for (const int points : { 7, 8, 9, 10, 11, 12, 14, 18 }) {
        QFont font = box.font();
        font.setPointSize(points);
        box.setFont(font);
        QCoreApplication::sendPostedEvents();
        box.grab();
        QCOMPARE(box.findChild<QPlainTextEdit*>()->verticalScrollBar()->maximum(), 0);
    }
}

// Where all lines are new the bold one is shown, and it stays in sight when lines are broken anew.
void CopyBoxTest::newBoldLinesAreInSight()
{
    CopyBox box;
    box.resize(600, 100);
    QStringList lines;
    for (int line = 0; line < 40; ++line)
        lines << QStringLiteral("-DFLAG_%1:BOOL=ON -DOTHER_FLAG_%1:BOOL=ON").arg(line);
    box.setLines({ "The command is not known yet." }, {});
    box.setLines(lines, { 20 });
    box.show();
    const auto* edit = box.findChild<QPlainTextEdit*>();
    const auto isInSight = [edit](int line) {
        const QTextCursor at(edit->document()->findBlockByNumber(line));
        return edit->viewport()->rect().contains(edit->cursorRect(at).center());
    };
    QTRY_VERIFY(isInSight(20));
    QVERIFY(!isInSight(0));
    box.resize(250, 100);
    QTRY_VERIFY(edit->document()->findBlockByNumber(0).text().contains(QChar::LineSeparator));
    QTRY_VERIFY(isInSight(20));
    lines[5] = "-DFLAG_5:BOOL=OFF"; // in the profile, too
    lines[30] = "-DFLAG_30:BOOL=OFF";
    box.setLines(lines, { 20, 30 });
    QTRY_VERIFY(isInSight(30));
    edit->verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum); // as the user does
    QCoreApplication::processEvents();
    box.resize(600, 100);
    QTRY_VERIFY(!edit->document()->findBlockByNumber(0).text().contains(QChar::LineSeparator));
    QVERIFY(isInSight(0) && !isInSight(30));
}

QTEST_MAIN(CopyBoxTest)
#include "CopyBoxTest.moc"
