// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CutText.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace torchmason;

namespace {

QStringList lines(int count)
{
    QStringList made;
    for (int i = 1; i <= count; ++i)
        made << QStringLiteral("Line %1").arg(i);
    return made;
}

// With something above and below it.
struct Page {
    Page()
    {
        columnOf(&window, {}, spacing::inner, { &above, text, &below, Part::stretch() });
        window.resize(400, 600);
        window.show();
        window.activateWindow();
    }
    int shownLines() const { return int(label->text().count(u'\n')) + 1; }

    QWidget window;
    QPushButton above { &window };
    CutText* text = new CutText(QStringLiteral("list"), 3, &window);
    QPushButton below { &window };
    QLabel* label = text->findChild<QLabel*>(QStringLiteral("list"));
    QPushButton* more = text->findChild<QPushButton*>(QStringLiteral("listMore"));
};

}

// Lists that are cut until the user wants the rest.
class CutTextTest : public QObject {
    Q_OBJECT

private slots:
    void onlyALongOneIsCut()
    {
        Page page;
        QVERIFY(!page.text->isVisible());
        page.text->setLines(lines(3));
        QVERIFY(page.label->isVisible() && !page.more->isVisible());
        QCOMPARE(page.label->text(), lines(3).join(u'\n'));
        page.text->setLines(lines(5));
        QCOMPARE(page.label->text(), lines(3).join(u'\n'));
        QVERIFY(page.more->isVisible());
        QVERIFY2(page.more->text().contains(QLatin1Char('2')), qPrintable(page.more->text()));
        page.text->setLines({});
        QVERIFY(!page.text->isVisible());
    }

    void theKeyboardStaysWhereTheRestBegins()
    {
        Page page;
        QVERIFY(QTest::qWaitForWindowActive(&page.window));
        page.text->setLines(lines(40));
        QCoreApplication::processEvents();
        const int place = page.label->mapTo(&page.window, QPoint()).y();
        const int belowIt = page.below.y();
        page.above.setFocus();
        QTest::keyClick(&page.window, Qt::Key_Tab);
        QVERIFY(page.more->hasFocus());
        QTest::keyClick(page.more, Qt::Key_Space);
        QCOMPARE(page.label->text(), lines(40).join(u'\n'));
        QVERIFY(!page.more->isVisible());
        QVERIFY(page.label->hasFocus());
        QTRY_VERIFY(page.below.y() > belowIt);
        QCOMPARE(page.label->mapTo(&page.window, QPoint()).y(), place);
        QTest::keyClick(page.label, Qt::Key_Tab);
        QVERIFY(page.below.hasFocus());
    }

    void anOpenedOneStaysOpen()
    {
        Page page;
        page.text->setLines(lines(5));
        page.more->click();
        QCOMPARE(page.shownLines(), 5);
        page.text->setLines(lines(6));
        QCOMPARE(page.shownLines(), 6);
        page.text->setLines(lines(2)); // nothing to open any more
        page.text->setLines(lines(6));
        QCOMPARE(page.shownLines(), 3);
        QVERIFY(page.more->isVisible());
    }
};

QTEST_MAIN(CutTextTest)
#include "CutTextTest.moc"
