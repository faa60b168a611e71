// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CheckList.h"
#include "core/detect/HostFacts.h"
#include "tests/support/Rows.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Layouts.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <utility>

using namespace torchmason;

namespace {

CheckRow row(const QString& id, CheckState state)
{
    CheckRow made;
    made.id = id;
    made.group = "tools";
    made.title = id;
    made.state = state;
    made.fixText = state == CheckState::Pass ? QString() : "Install it.";
    return made;
}

}

// Rows of checks, and what they open.
class CheckListTest : public QObject {
    Q_OBJECT

private slots:
    void checkRowsKeepTheirWidgets();
    void whatIsLookedForIsNotSaidToBeMissing();
    void theKeyboardStaysNearASolvedProblem();
    void aFailingRowOpensItsFix();
    void whatARowOpensIsBroughtIntoSight();
    void aProposedChangeHasItsPlace();
    void aCommandStandsWithItsSentence();
    void columnsAgreeWhateverRowsHold();
    void whereSomethingIsIsWhole();
    void aTrialThatRunsSaysWhatItTries();
    void chosenIsSaidOfWhatWasTaken_data();
    void chosenIsSaidOfWhatWasTaken();
    void whatWasFoundIsWhole();
    void aLongChangeLeavesTheRowNarrow();
    void rowsOfOneTopicStandTogether();
    void whatBlocksTheBuildSaysSo();
    void nothingIsCheckedTwiceAtATime();
    void theKeyboardComesBackToTheButton();
};

void CheckListTest::theKeyboardComesBackToTheButton()
{
    CheckRowWidget widget("git");
    widget.setRow(row("git", CheckState::Fail), false);
    widget.setOpen(true);
    widget.show();
    widget.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&widget));
    auto* again = widget.findChild<QPushButton*>("check-git-again");
    QVERIFY(again && again->isVisible());
    again->setFocus();
    widget.setChecking(true);
    QVERIFY(!again->hasFocus());
    widget.setChecking(true); // rows are set again meanwhile
    widget.setChecking(false);
    QVERIFY(again->hasFocus());
    widget.setChecking(true);
    auto other = std::make_unique<QPushButton>(&widget);
    other->show();
    other->setFocus(); // somebody has gone on
    widget.setChecking(false);
    QVERIFY(other->hasFocus());
}

void CheckListTest::nothingIsCheckedTwiceAtATime()
{
    CheckList list;
    for (const bool isChecking : { true, false }) {
        list.setChecking(isChecking);
        list.setRows({ row("git", CheckState::Fail) }, false);
        QCOMPARE(list.findChild<QPushButton*>("check-git-again")->isEnabled(), !isChecking);
    }
}

void CheckListTest::checkRowsKeepTheirWidgets()
{
    CheckList list;
    list.setRows({ row("cmake", CheckState::Unknown), row("git", CheckState::Unknown) }, true);
    CheckRowWidget* before = list.rowWidget("git");
    list.setRows({ row("cmake", CheckState::Pass), row("git", CheckState::Pass) }, false);
    QCOMPARE(list.rowWidget("git"), before);
    list.setRows({ row("git", CheckState::Pass) }, false);
    QCOMPARE(list.rowWidget("git"), before);
    QVERIFY(!list.rowWidget("cmake"));
}

// Also where a build does without it.
void CheckListTest::whatIsLookedForIsNotSaidToBeMissing()
{
    CheckRow optional = row("git", CheckState::Pass);
    optional.found = "not installed";
    CheckRowWidget widget("git");
    const auto* found = widget.findChild<QLabel*>("check-git-found-text");
    QVERIFY(found);
    widget.setRow(optional, true);
    QCOMPARE(found->text(), QString());
    QCOMPARE(widget.accessibleName(), "git: checking");
    widget.setRow(optional, false);
    QCOMPARE(found->text(), "not installed");
    optional.found = "2.39.5";
    optional.source = "git --version";
    widget.setRow(optional, true); // it is known before others are
    QCOMPARE(found->text(), "2.39.5");
}

// Whoever solves one problem by the keyboard goes on with the next.
void CheckListTest::theKeyboardStaysNearASolvedProblem()
{
    auto* list = new CheckList;
    QScrollArea* page = scrolled(list, "page", "Page");
    const auto problem = [](const QString& id) {
        CheckRow made = row(id, CheckState::Fail);
        made.changes = { setFlagChange("A", id) };
        return made;
    };
    list->setRows({ problem("one"), problem("two") }, false);
    page->resize(600, 400);
    page->show();
    page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page));
    auto* first = list->rowWidget("one")->findChild<QPushButton*>("check-one-change1");
    QVERIFY(first);
    first->setFocus();
    list->setRows({ problem("two") }, false);
    QVERIFY(list->rowWidget("two")->isAncestorOf(page->window()->focusWidget()));
    list->setRows({ row("two", CheckState::Pass) }, false);
    list->setRows({}, false);
    QCOMPARE(page->window()->focusWidget(), page);
    delete page;
}

void CheckListTest::aFailingRowOpensItsFix()
{
    CheckRowWidget widget("ninja");
    widget.setRow(row("ninja", CheckState::Fail), true);
    QVERIFY(!widget.isOpen()); // still being looked for
    widget.setRow(row("ninja", CheckState::Fail), false);
    QVERIFY(widget.isOpen());
    widget.setOpen(false);
    widget.setRow(row("ninja", CheckState::Fail), false);
    QVERIFY(!widget.isOpen()); // closed by the user: stays closed
    CheckRow good = row("ninja", CheckState::Pass);
    good.overrideKey = "ninja";
    widget.setRow(good, false);
    QVERIFY(!widget.isOpen());
    widget.setRow(row("ninja", CheckState::Fail), false);
    QVERIFY(widget.isOpen()); // another problem
    widget.setRow(good, false);
    QVERIFY(!widget.isOpen()); // nothing is to fix
    widget.setOpen(true);
    widget.setRow(good, false);
    QVERIFY(widget.isOpen()); // opened by the user
}

void CheckListTest::whatARowOpensIsBroughtIntoSight()
{
    auto* list = new CheckList;
    const std::unique_ptr<QScrollArea> page(scrolled(list, "page", "Page"));
    QVector<CheckRow> rows;
    for (const char* id : { "one", "two", "three", "four", "five", "six" }) {
        rows << row(id, CheckState::Unknown);
        rows.last().fixCommand = "sudo apt install ninja-build";
    }
    page->resize(600, 150);
    page->show();
    list->setRows(rows, false);
    CheckRowWidget* last = list->rowWidget("six");
    auto* toggle = last->findChild<QToolButton*>("check-six-toggle");
    const auto isSeen = [last, &page] {
        const QPoint end = last->mapTo(page->viewport(), last->rect().bottomLeft());
        return end.y() <= page->viewport()->rect().bottom() + 1;
    };
    QTRY_VERIFY(page->verticalScrollBar()->maximum() > 0);
    page->ensureWidgetVisible(toggle, 0, 0);
    const int before = page->verticalScrollBar()->maximum();
    toggle->click();
    QTRY_VERIFY(page->verticalScrollBar()->maximum() > before);
    QTRY_VERIFY(isSeen());
}

// The button of a change that is not tried yet is there, and cannot be pressed.
void CheckListTest::aProposedChangeHasItsPlace()
{
    CheckRow made = row("ninja", CheckState::Fail);
    made.fixCommand = "sudo apt install ninja-build";
    made.proposed = { setFlagChange("USE_NINJA", "OFF") };
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    widget.resize(800, 400);
    widget.show();
    const auto height = [&widget] {
        QCoreApplication::sendPostedEvents();
        return widget.sizeHint().height();
    };
    const int before = height();
    const auto* button = widget.findChild<QPushButton*>("check-ninja-change1");
    QVERIFY(button && button->isVisible() && !button->isEnabled());
    made.changes = std::exchange(made.proposed, {});
    widget.setRow(made, false);
    QCOMPARE(height(), before);
    button = widget.findChild<QPushButton*>("check-ninja-change1");
    QVERIFY(button && button->isVisible() && button->isEnabled());
}

// A button does something else.
void CheckListTest::aCommandStandsWithItsSentence()
{
    CheckRow made = row("ninja", CheckState::Fail);
    made.fixCommand = "sudo apt install ninja-build";
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    const auto* words = widget.findChild<QLabel*>("check-ninja-instead");
    QVERIFY(words && words->isHidden());
    made.changes = { setFlagChange("USE_NINJA", "OFF") };
    widget.setRow(made, false);
    widget.resize(800, 400);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QVERIFY(words->isVisible());
    const auto top = [&widget](const QWidget* part) { return part->mapTo(&widget, QPoint()).y(); };
    QTRY_VERIFY(top(words) > top(widget.findChild<CopyBox*>()));
    QTRY_VERIFY(top(words) < top(widget.findChild<QPushButton*>("check-ninja-change1")));
    made.fixCommand.clear();
    widget.setRow(made, false);
    QVERIFY(words->isHidden());
}

void CheckListTest::columnsAgreeWhateverRowsHold()
{
    CheckRow plain = row("git", CheckState::Pass);
    plain.fixText.clear();
    plain.fixCommand.clear();
    plain.found = plain.need = "2.39";
    plain.state = CheckState::Unknown; // the widest word
    CheckRow full = row("cmake", CheckState::Pass);
    full.found = "3.25.1";
    full.where = "/usr/bin/cmake";
    full.need = QString("a long list of modules ").repeated(12);
    full.overrideKey = "cmake";
    CheckList list;
    list.setRows({ plain, full }, false);
    list.resize(1000, 600);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    const auto place = [&](const char* name) {
        const auto* widget = list.findChild<QWidget*>(name);
        return QRect(widget->mapTo(&list, QPoint()), widget->size());
    };
    QVERIFY(!list.findChild<QWidget*>("check-git-toggle")->isVisible());
    QVERIFY(list.findChild<QWidget*>("check-cmake-toggle")->isVisible());
    for (const char* column : { "found-text", "need" }) {
        const auto left = [&](const char* row) {
            return place(qPrintable(QStringLiteral("check-%1-%2").arg(row, column))).left();
        };
        QCOMPARE(left("git"), left("cmake"));
    }
    QCOMPARE(place("check-cmake-where").top() - place("check-cmake-found-text").bottom(), 3);
    // What is needed stands below where there is no room for it.
    list.resize(500, 600);
    QTRY_COMPARE(place("check-cmake-need").left(), place("check-cmake-where").left());
    QVERIFY(place("check-cmake-need").top() > place("check-cmake-where").bottom());
}

// Also in a narrow row: the path, and when it was tried.
void CheckListTest::whereSomethingIsIsWhole()
{
    CheckRow made = row("tried-folder", CheckState::Pass);
    made.where = "tried just now · /home/" + QString("folder-of-a-group/").repeated(6);
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    widget.resize(500, 400);
    widget.show();
    auto* where = widget.findChild<QLabel*>("check-tried-folder-where");
    QVERIFY(where->isVisible());
    QCOMPARE(where->accessibleName(), made.where);
    const int line = where->fontMetrics().height();
    QTRY_VERIFY(where->height() >= 2 * line && where->height() >= where->heightForWidth(where->width()));
    widget.resize(3000, 400);
    QTRY_VERIFY(where->heightForWidth(where->width()) < 2 * line);
    where->setSelection(0, int(where->text().size()));
    where->findChild<QAction*>("copyText")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), made.where);
    made.found = "packed from /src/pytorch";
    widget.setRow(made, false);
    auto* found = widget.findChild<QLabel*>("check-tried-folder-found-text");
    QCOMPARE(found->accessibleName(), made.found);
    found->setSelection(0, int(found->text().size()));
    found->findChild<QAction*>("copyText")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), made.found);
}

// No empty line stands above the place.
void CheckListTest::aTrialThatRunsSaysWhatItTries()
{
    CheckRow made = row("tried-git", CheckState::Unknown);
    made.group = "tried";
    made.found = "that git clones a repository";
    CheckRowWidget widget(made.id);
    widget.setRow(made, true);
    QCOMPARE(widget.findChild<QLabel*>("check-tried-git-found-text")->text(), made.found);
}

void CheckListTest::chosenIsSaidOfWhatWasTaken_data()
{
    QTest::addColumn<QString>("overridden");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("where");
    QTest::addColumn<bool>("said");
    const QString mine = "/opt/g++";
    const QString other = "/usr/bin/g++";
    const QString found = "PATH";
    newRow("it was taken", mine, chosenByUser(), other, true);
    newRow("it was found by itself, too", mine, found, mine, true);
    newRow("another one was taken", mine, found, other, false);
    newRow("nothing was chosen", QString(), found, mine, false);
}

void CheckListTest::chosenIsSaidOfWhatWasTaken()
{
    QFETCH(QString, overridden);
    QFETCH(QString, source);
    QFETCH(QString, where);
    QFETCH(bool, said);
    CheckRow made = row("compiler", CheckState::Pass);
    made.overrideKey = "cxx";
    made.source = source;
    made.where = where;
    CheckList list;
    if (!overridden.isEmpty())
        list.setOverrides({ { made.overrideKey, overridden } });
    list.setRows({ made }, false);
    const CheckRowWidget* widget = list.rowWidget(made.id);
    QCOMPARE(!widget->findChild<QLabel*>("check-compiler-chosen")->isHidden(), said);
    // Taken back can be all that was chosen.
    const auto* back = widget->findChild<QAbstractButton*>("check-compiler-found");
    QCOMPARE(back->isHidden(), overridden.isEmpty());
}

// A row is as wide as the page, whatever path a change names; what is cut stands in the tip.
void CheckListTest::aLongChangeLeavesTheRowNarrow()
{
    CheckRow made = row("wheel", CheckState::Fail);
    made.changes = { setFlagChange("BUILD_FOLDER", "/home/" + QString("folder-of-a-group/").repeated(20)) };
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    widget.setOpen(true);
    QVERIFY2(widget.minimumSizeHint().width() < 800,
        qPrintable(QString::number(widget.minimumSizeHint().width())));
    const auto* button = widget.findChild<QAbstractButton*>("check-wheel-change1");
    QCOMPARE(button->accessibleName(), made.changes.first().title);
    QVERIFY(button->toolTip().contains("folder-of-a-group/folder-of-a-group"));
    made.changes.first().title
        = "Give the build an environment of its own in /srv/" + QString("folder-of-a-group/").repeated(20);
    widget.setRow(made, false);
    const QString shown = widget.findChild<QAbstractButton*>("check-wheel-change1")->text();
    QVERIFY2(shown.startsWith("Give the build an environment of its own in /srv/"), qPrintable(shown));
    QVERIFY(shown.contains(u'…'));
}

// Text that wraps into more lines than its size hint has, at any width and beside what is needed.
void CheckListTest::whatWasFoundIsWhole()
{
    CheckRow found = row("wheel", CheckState::Warning);
    found.found = QString("No wheel would be made: a wheel is packed from a path that is long. ").repeated(4);
    found.need = "3.10 or newer, with all of its headers and libraries";
    CheckRow placed = row("cuda", CheckState::Pass);
    placed.found = found.found;
    placed.where = "/usr/local/cuda";
    auto* list = new CheckList;
    list->setRows({ found, placed }, false);
    const std::unique_ptr<QScrollArea> page(scrolled(list, "page", {}));
    page->show();
    for (const double size : { 1.0, 1.5 }) {
        QFont font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() * size);
        page->setFont(font);
        for (int width = 500; width <= 1400; width += 60) {
            page->resize(width, 600);
            page->grab();
            for (const QLabel* text : list->findChildren<QLabel*>()) {
                if (text->isVisible() && text->wordWrap())
                    QVERIFY2(text->height() >= text->heightForWidth(text->width()),
                        qPrintable(QString("%1 at %2").arg(text->text().left(20)).arg(width)));
            }
        }
    }
}

// As bad ones as before stay before others.
void CheckListTest::rowsOfOneTopicStandTogether()
{
    QVector<CheckRow> rows;
    for (const char* id : { "jobs-for-memory", "arch-not-for-gpu", "flag-unknown", "build-folder-place",
             "cuda-toolkit", "tag-form", "python" })
        rows << row(id, CheckState::Fail);
    rows << row("patch-left-out", CheckState::Warning);
    for (CheckRow& one : rows)
        one.group = "configuration";
    rows[4].group = "cuda";
    rows[3].preventsBuild = true;
    QStringList ids;
    for (const CheckRow& one : inOrderOfTopics(rows))
        ids << one.id;
    QCOMPARE(ids,
        QStringList({ "build-folder-place", "tag-form", "flag-unknown", "arch-not-for-gpu", "cuda-toolkit",
            "python", "jobs-for-memory", "patch-left-out" }));
}

void CheckListTest::whatBlocksTheBuildSaysSo()
{
    CheckRow one = row("git", CheckState::Fail);
    CheckRowWidget widget("git");
    const auto* weight = widget.findChild<QLabel*>("check-git-weight");
    QVERIFY(weight);
    widget.setRow(one, false);
    QCOMPARE(weight->text(), "does not block the build");
    one.isSoft = true;
    widget.setRow(one, false);
    QCOMPARE(weight->text(), "the build may fail");
    one.preventsBuild = true;
    widget.setRow(one, false);
    QCOMPARE(weight->text(), "blocks the build");
    one.state = CheckState::Warning;
    one.preventsBuild = false;
    widget.setRow(one, false);
    QVERIFY(weight->isHidden());
}

QTEST_MAIN(CheckListTest)
#include "CheckListTest.moc"
