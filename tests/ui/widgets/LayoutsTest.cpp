// SPDX-License-Identifier: GPL-3.0-or-later
// What takes the keyboard where parts are put together.
#include "ui/widgets/Layouts.h"
#include "tests/ui/support/UiTest.h"
#include "ui/widgets/ChoiceField.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>

using namespace torchmason;

class LayoutsTest : public QObject {
    Q_OBJECT

private slots:
    // One that shows all it has would only be a stop on the way.
    void whatScrollsTakesTheKeyboard()
    {
        auto* content = new QWidget;
        content->setMinimumHeight(300);
        const std::unique_ptr<QScrollArea> area(scrolled(content, "area", "Area"));
        area->resize(200, 500);
        area->show();
        QVERIFY(QTest::qWaitForWindowExposed(area.get()));
        QVERIFY(!(area->focusPolicy() & Qt::TabFocus));
        area->resize(200, 100);
        QTRY_VERIFY(area->focusPolicy() & Qt::TabFocus);
        area->resize(200, 500);
        QTRY_VERIFY(!(area->focusPolicy() & Qt::TabFocus));
        area->setFocusPolicy(Qt::NoFocus); // stays
        area->resize(200, 100);
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        QCOMPARE(area->focusPolicy(), Qt::NoFocus);
    }

    void anExpanderHasNoFrameWhileItIsOpen()
    {
        QWidget window;
        QToolButton* button = expandButton("more", "More", &window);
        button->resize(30, 30);
        const auto edge = [button] { return button->grab().toImage().copy(0, 0, 30, 4); };
        const QImage closed = edge();
        setExpandIcon(*button, true);
        QVERIFY(button->isChecked());
        QCOMPARE(edge(), closed);
    }

    void keysTurnTabs()
    {
        QWidget window;
        QTabWidget* tabs = tabbed("tabs", &window);
        columnOf(&window, {}, 0, { { tabs, 1 } });
        for (const char* name : { "One", "Two", "Three" })
            tabs->addTab(new QLineEdit, name);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        tabs->currentWidget()->setFocus();
        QTest::keyClick(tabs->currentWidget(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(tabs->currentIndex(), 1);
        QVERIFY(tabs->currentWidget()->hasFocus());
        QTest::keyClick(tabs->currentWidget(), Qt::Key_PageUp, Qt::ControlModifier);
        QTest::keyClick(tabs->currentWidget(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(tabs->currentIndex(), 2);
    }

    // Of an empty table.
    void aSentenceStandsApartFromTheFrame()
    {
        QScrollArea table;
        QLabel* words = wordsInside(table, "nothing");
        words->setText(QStringLiteral("Nothing is here yet"));
        const int room = words->fontMetrics().horizontalAdvance(words->text()) + 2 * spacing::inner;
        QVERIFY(words->heightForWidth(room - 4) > words->heightForWidth(room + 4));
    }

    void whatIsFoldedHasOneSign()
    {
        CollapsibleSection section(QStringLiteral("part"), QStringLiteral("Part"), new QWidget);
        const auto* toggle = section.findChild<QToolButton*>("partToggle");
        QWidget page;
        QToolButton* button = expandButton(QStringLiteral("more"), QStringLiteral("More"), &page);
        const auto signOf = [](const QToolButton& one) { return one.icon().pixmap(16).toImage(); };
        for (const bool open : { true, false }) {
            section.setOpen(open);
            setExpandIcon(*button, open);
            QCOMPARE(signOf(*button), signOf(*toggle));
        }
        const QImage folded = signOf(*button);
        setExpandIcon(*button, true);
        QVERIFY(signOf(*button) != folded);
    }

    // Beside large letters it would be a column of single words.
    void aNoteWithoutRoomStandsBelowItsField()
    {
        ChoiceField field(QStringLiteral("kind"), QStringLiteral("Kind"));
        field.addChoice(QStringLiteral("as the profile says"), 0);
        field.setNote(QStringLiteral("some words ").repeated(8).trimmed());
        const QWidget* box = field.box();
        const auto* note = field.findChild<QLabel*>("kindNote");
        const int letter = field.fontMetrics().averageCharWidth();
        const auto giveNote = [&](int letters) {
            field.resize(box->sizeHint().width() + spacing::group + letters * letter, 300);
        };
        giveNote(40);
        field.show();
        QTRY_COMPARE_GT(note->x(), box->geometry().right());
        QTRY_COMPARE(note->y(), box->y());
        giveNote(16);
        QTRY_COMPARE_GT(note->y(), box->geometry().bottom());
        QTRY_COMPARE(note->width(), field.width());
        QCOMPARE(box->x(), note->x());
        giveNote(40);
        QTRY_COMPARE_GT(note->x(), box->geometry().right());
    }
};

QTEST_MAIN(LayoutsTest)
#include "LayoutsTest.moc"
