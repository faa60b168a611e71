// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CopySign.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace torchmason;

// What a button that copies says when it was pressed.
class CopySignTest : public QObject {
    Q_OBJECT

private slots:
    void itSaysCopiedForAWhile();
    void aSecondPressKeepsTheFirstWords();
    void withoutWordsTheToolTipSaysIt();
    void newWordsStay();

private:
    static constexpr int longEnough = 10'000;
};

void CopySignTest::itSaysCopiedForAWhile()
{
    QPushButton button("Copy all");
    button.setAccessibleName("Copy all rows");
    button.show();
    QElapsedTimer clock;
    clock.start();
    copyFrom(button, "one");
    QCOMPARE(QApplication::clipboard()->text(), "one");
    QCOMPARE(button.text(), "Copied");
    QCOMPARE(button.accessibleName(), "Copied");
    QVERIFY(!button.icon().isNull());
    QTRY_COMPARE_WITH_TIMEOUT(button.text(), "Copy all", longEnough);
    QVERIFY(clock.elapsed() > 1500);
    QCOMPARE(button.minimumWidth(), 0); // it follows its letters again
    QCOMPARE(button.accessibleName(), "Copy all rows");
    QVERIFY(button.icon().isNull());
}

void CopySignTest::aSecondPressKeepsTheFirstWords()
{
    QPushButton button("Copy all");
    copyFrom(button, "one");
    copyFrom(button, "two");
    QCOMPARE(QApplication::clipboard()->text(), "two");
    QTRY_COMPARE_WITH_TIMEOUT(button.text(), "Copy all", longEnough);
    QVERIFY(button.accessibleName().isEmpty());
}

void CopySignTest::withoutWordsTheToolTipSaysIt()
{
    QToolButton button;
    button.setToolTip("Copy to the clipboard");
    button.setAccessibleName("Copy");
    copyFrom(button, "one");
    QVERIFY(button.text().isEmpty());
    QCOMPARE(button.toolTip(), "Copied");
    QCOMPARE(button.accessibleName(), "Copied");
    QTRY_COMPARE_WITH_TIMEOUT(button.toolTip(), "Copy to the clipboard", longEnough);
    QCOMPARE(button.accessibleName(), "Copy");
}

// The button may stand beside something else by then.
void CopySignTest::newWordsStay()
{
    QPushButton button("Copy 1");
    copyFrom(button, "one");
    button.setText("Copy 2");
    QTRY_VERIFY_WITH_TIMEOUT(button.icon().isNull(), longEnough);
    QCOMPARE(button.text(), "Copy 2");
}

QTEST_MAIN(CopySignTest)
#include "CopySignTest.moc"
