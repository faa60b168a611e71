// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/widgets/CopyBox.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleOption>
#include <QTextBlock>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>

using namespace torchmason;

// The flags page under the hands of a user.
class FlagsTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        openFlags();
    }
    void cleanup() { tearDown(); }
    void theBestHitIsAtHand();
    void keysMeanTheValue();
    void aChosenRowThatGoes();
    void keysOpenAnEditor_data();
    void keysOpenAnEditor();
    void favouritesByKey();
    void whatIsNeededIsOneClickAway();
    void goingWithoutIsUndone();
    void whatIsAddedIsSeen();
    void architecturesAreAllInSightWhereThereIsRoom();
    void aCheckBoxSelectsItsRow();
    void theChangedLineIsInSight();
    void whatTheProfileSaysIsNoChange();
    void theSearchSaysWholeWhatItIsFor();
    void aSearchSaysThatItGoesBeyondTheBasicOnes();
    void itOpensAtAFlag();
    void whatIsNotFoundIsSaidInTheTable();
    void theCommandHasItsCaption();

private:
    QTreeView& flags() { return *find<QTreeView>(QStringLiteral("flagTable")); }
    QString current() { return flags().currentIndex().data(FlagModel::NameRole).toString(); }
    void search(const QString& text)
    {
        type(QStringLiteral("flagSearch"), text);
        QTest::keyClick(find(QStringLiteral("flagSearch")), Qt::Key_Down);
    }
    void chooseScope(FlagFilter::Scope scope)
    {
        auto* box = find<QComboBox>(QStringLiteral("flagScope"));
        box->setCurrentIndex(box->findData(int(scope)));
    }
};

// A search that hides it is taken back, and a name that cannot be one is explained.
void FlagsTest::whatIsAddedIsSeen()
{
    search(QStringLiteral("use_numpy"));
    QAction* variable = find<QMenu>(QStringLiteral("flagAddMenu"))->actions().at(1);
    QString problem;
    QString rule;
    int gap = 0;
    QTimer::singleShot(0, this, [&problem, &rule, &gap] {
        QWidget* dialog = QApplication::activeModalWidget();
        auto* name = findIn<QLineEdit>(*dialog, QStringLiteral("addEntryName"));
        gap = findIn(*dialog, QStringLiteral("addEntryValue"))->y() - name->y() - name->height();
        rule = name->toolTip();
        name->setText(QStringLiteral("MY VAR"));
        problem = findIn<QLabel>(*dialog, QStringLiteral("addEntryProblem"))->text();
        name->setText(QStringLiteral("MY_VAR"));
        clickIn(*dialog, QStringLiteral("addEntryAdd"));
    });
    variable->trigger();
    QVERIFY(!problem.isEmpty());
    QVERIFY2(rule.contains("_ . -"), qPrintable(rule));
    QCOMPARE(gap, spacing::inner);
    QCOMPARE(current(), QStringLiteral("MY_VAR"));
    QCOMPARE(m_wizard->focusWidget(), &flags());
    m_draft->undoStack().undo();
    QVERIFY(m_draft->edits().isEmpty());
}

void FlagsTest::theBestHitIsAtHand()
{
    type(QStringLiteral("flagSearch"), QStringLiteral("use_numpy"));
    QCOMPARE(current(), QStringLiteral("USE_NUMPY"));
    QCOMPARE(m_wizard->focusWidget(), find(QStringLiteral("flagSearch")));
    QTest::keyClick(find(QStringLiteral("flagSearch")), Qt::Key_Return);
    QCOMPARE(m_wizard->focusWidget(), &flags());
    QCOMPARE(flags().currentIndex().column(), int(FlagModel::NameColumn));
}

void FlagsTest::keysMeanTheValue()
{
    search(QStringLiteral("use_numpy"));
    for (const Qt::Key key : { Qt::Key_Space, Qt::Key_Return }) {
        QTest::keyClick(&flags(), key);
        QCOMPARE(
            m_draft->edits().configuration.flagValue(QStringLiteral("USE_NUMPY")), QStringLiteral("OFF"));
        QTest::keyClick(&flags(), key);
        QCOMPARE(m_draft->edits().configuration.flagValue(QStringLiteral("USE_NUMPY")), QStringLiteral("ON"));
        QCOMPARE(m_wizard->step(), Wizard::FlagsStep);
    }
}

// As that of the tour with another profile: the list begins at its top again.
void FlagsTest::aChosenRowThatGoes()
{
    m_draft->setFlag(QStringLiteral("MY_OWN"), QStringLiteral("1"));
    search(QStringLiteral("my_own"));
    type(QStringLiteral("flagSearch"), {});
    QCOMPARE(flags().currentIndex().data().toString(), QStringLiteral("MY_OWN"));
    m_draft->takeChangesBack();
    QTRY_VERIFY(flags().currentIndex().isValid());
    QCOMPARE(flags().verticalScrollBar()->value(), 0);
    QVERIFY(flags().visualRect(flags().currentIndex()).top() < flags().viewport()->height() / 2);
}

void FlagsTest::keysOpenAnEditor_data()
{
    QTest::addColumn<int>("key");
    QTest::newRow("F2") << int(Qt::Key_F2);
    QTest::newRow("return") << int(Qt::Key_Return);
    QTest::newRow("space") << int(Qt::Key_Space);
}

void FlagsTest::keysOpenAnEditor()
{
    QFETCH(int, key);
    search(QStringLiteral("cxxflags"));
    QCOMPARE(flags().currentIndex().column(), int(FlagModel::NameColumn));
    QTest::keyClick(&flags(), Qt::Key(key));
    auto* editor = flags().viewport()->findChild<QLineEdit*>(QStringLiteral("flagEditor"));
    QVERIFY(editor);
    QCOMPARE(editor->text(), QString()); // not "empty"
    editor->setText(QStringLiteral("-O1"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(m_draft->edits().configuration.environment.size(), 1);
    QCOMPARE(m_draft->edits().configuration.environment.first().value, QStringLiteral("-O1"));
    QCOMPARE(m_wizard->step(), Wizard::FlagsStep);
}

void FlagsTest::favouritesByKey()
{
    m_wizard->activateWindow(); // shortcuts want that
    QVERIFY(QTest::qWaitForWindowActive(m_wizard.get()));
    search(QStringLiteral("use_numpy"));
    QTest::keyClick(&flags(), Qt::Key_D, Qt::ControlModifier);
    find<QLineEdit>(QStringLiteral("flagSearch"))->clear();
    chooseScope(FlagFilter::Scope::Favourites);
    QCOMPARE(flags().model()->rowCount(), 1);
    QCOMPARE(flags().model()->index(0, 0, flags().model()->index(0, 0)).data().toString(),
        QStringLiteral("USE_NUMPY"));
}

// The profile of the harness switches USE_DISTRIBUTED off.
void FlagsTest::whatIsNeededIsOneClickAway()
{
    search(QStringLiteral("use_gloo"));
    auto* remedy = find<QPushButton>(QStringLiteral("flagRemedy"));
    QVERIFY(remedy->isVisible());
    QVERIFY2(remedy->text().contains(QStringLiteral("USE_DISTRIBUTED")), qPrintable(remedy->text()));
    remedy->click();
    QCOMPARE(
        m_draft->edits().configuration.flagValue(QStringLiteral("USE_DISTRIBUTED")), QStringLiteral("ON"));
    QCOMPARE(current(), QStringLiteral("USE_GLOO"));
    QVERIFY(!remedy->isVisible());
}

void FlagsTest::goingWithoutIsUndone()
{
    search(QStringLiteral("use_distributed"));
    auto* without = find<QPushButton>(QStringLiteral("flagGoWithout"));
    QVERIFY(without->isVisible());
    without->click();
    QVERIFY(!m_draft->request()->configuration.flag(QStringLiteral("USE_DISTRIBUTED")));
    QVERIFY(!without->isVisible());
    click(QStringLiteral("flagReset"));
    QCOMPARE(m_draft->request()->configuration.flagValue(QStringLiteral("USE_DISTRIBUTED")),
        QStringLiteral("OFF"));
}

void FlagsTest::architecturesAreAllInSightWhereThereIsRoom()
{
    m_wizard->resize(1600, 1600);
    search(QStringLiteral("TORCH_CUDA_ARCH_LIST"));
    auto* archs = find<QTreeWidget>(QStringLiteral("archTree"));
    QVERIFY(archs->isVisible() && archs->topLevelItemCount() > 10);
    QTRY_COMPARE(archs->verticalScrollBar()->maximum(), 0);
    const auto lastRow
        = [archs] { return archs->visualItemRect(archs->topLevelItem(archs->topLevelItemCount() - 1)); };
    QTRY_VERIFY(archs->viewport()->height() - lastRow().bottom() < lastRow().height()); // and no more
}

void FlagsTest::aCheckBoxSelectsItsRow()
{
    type(QStringLiteral("flagSearch"), QStringLiteral("use_"));
    const QModelIndex group = flags().model()->index(0, 0);
    QModelIndex box;
    for (int row = 0; row < flags().model()->rowCount(group); ++row) {
        box = flags().model()->index(row, FlagModel::ValueColumn, group);
        if (box.flags() & Qt::ItemIsUserCheckable && box.siblingAtColumn(0) != flags().currentIndex())
            break;
    }
    const QString name = box.siblingAtColumn(0).data(FlagModel::NameRole).toString();
    QVERIFY(name != current());
    flags().scrollTo(box);
    const QRect cell = flags().visualRect(box);
    QTest::mouseClick(
        flags().viewport(), Qt::LeftButton, {}, QPoint(cell.left() + cell.height() / 2, cell.center().y()));
    QVERIFY2(m_draft->edits().configuration.flag(name), qPrintable(name));
    QCOMPARE(current(), name);
}

void FlagsTest::theChangedLineIsInSight()
{
    CopyBox box;
    box.setMaximumLines(5);
    box.resize(500, box.height());
    box.show();
    QStringList lines;
    for (int number = 10; number < 50; ++number)
        lines << QStringLiteral("-DMINE_%1=1").arg(number);
    box.setLines(lines, {});
    const auto* edit = box.findChild<QPlainTextEdit*>();
    for (const int changed : { 39, 0 }) {
        lines[changed].back() = u'2';
        box.setLines(lines, { changed });
        QTRY_VERIFY(edit->viewport()->rect().intersects(
            edit->cursorRect(QTextCursor(edit->document()->findBlockByNumber(changed)))));
    }
}

// The profile of the harness switches USE_DISTRIBUTED off.
void FlagsTest::whatTheProfileSaysIsNoChange()
{
    const auto* summary = find<QLabel>(QStringLiteral("flagSummary"));
    const auto* step = find(QStringLiteral("stepFlags"));
    const QString name = QStringLiteral("USE_DISTRIBUTED");
    search(name);
    m_draft->setFlag(name, QStringLiteral("ON"));
    QVERIFY2(summary->text().contains(QStringLiteral("1 changed")), qPrintable(summary->text()));
    QVERIFY(flags().currentIndex().data(FlagModel::ChangedRole).toBool());
    m_draft->setFlag(name, QStringLiteral("OFF"));
    QVERIFY2(summary->text().contains(QStringLiteral("0 changed")), qPrintable(summary->text()));
    QVERIFY(!flags().currentIndex().data(FlagModel::ChangedRole).toBool());
    QCOMPARE(step->accessibleDescription(), QStringLiteral("as in the profile"));
}

// The list of what is shown has longer words than it needs room.
void FlagsTest::theSearchSaysWholeWhatItIsFor()
{
    const auto* search = find<QLineEdit>("flagSearch");
    const auto* scope = find<QComboBox>("flagScope");
    QVERIFY(scope->minimumSizeHint().width() < scope->sizeHint().width());
    m_wizard->resize(m_wizard->minimumSizeHint());
    QCoreApplication::processEvents();
    QVERIFY(search->width() > search->fontMetrics().horizontalAdvance(search->placeholderText()));
    QVERIFY(!scope->geometry().intersects(search->geometry()));
}

void FlagsTest::aSearchSaysThatItGoesBeyondTheBasicOnes()
{
    const auto* scope = find<QComboBox>("flagScope");
    QCOMPARE(scope->currentText(), "Basic");
    type("flagSearch", "debug");
    QVERIFY2(scope->currentText().contains("all"), qPrintable(scope->currentText()));
    QFont font = m_wizard->font(); // whole, too, with large letters in the smallest window
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(902, 672);
    m_wizard->grab();
    QStyleOptionComboBox option;
    option.initFrom(scope);
    const int room = scope->style()
                         ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, scope)
                         .width()
        - 2;
    QVERIFY(room >= scope->fontMetrics().horizontalAdvance(scope->currentText()));
    type("flagSearch", {});
    QCOMPARE(scope->currentText(), "Basic");
}

// Rows that a search hides leave their group current.
void FlagsTest::itOpensAtAFlag()
{
    const QAbstractItemModel& rows = *flags().model();
    flags().setCurrentIndex(rows.index(rows.rowCount() - 1, 0));
    flags().scrollToBottom();
    QVERIFY(flags().verticalScrollBar()->value() > 0);
    m_wizard->goTo(Wizard::MachineStep);
    m_wizard->goTo(Wizard::FlagsStep);
    QVERIFY(!flags().currentIndex().data(FlagModel::IsGroupRole).toBool());
    QVERIFY(flags().selectionModel()->isSelected(flags().currentIndex()));
    QCOMPARE(flags().verticalScrollBar()->value(), 0);
}

// Where the rows would be, so that nothing moves.
void FlagsTest::whatIsNotFoundIsSaidInTheTable()
{
    m_wizard->grab();
    const auto place = [this] { return QRect(flags().mapTo(m_wizard.get(), QPoint()), flags().size()); };
    const QRect before = place();
    const auto* words = find<QLabel>("flagNothing");
    type("flagSearch", "xyzzy");
    QTRY_VERIFY(words->isVisible());
    QTRY_COMPARE(words->geometry(), flags().viewport()->rect());
    QVERIFY(flags().viewport()->isAncestorOf(words));
    QVERIFY(words->text().contains("xyzzy"));
    QVERIFY2(flags().accessibleDescription().contains("xyzzy"), qPrintable(flags().accessibleDescription()));
    QCOMPARE(place().top(), before.top());
    QCOMPARE(place().height(), before.height());
    type("flagSearch", {});
    QVERIFY(!words->isVisible());
    QCOMPARE(flags().accessibleDescription(), QString());
}

void FlagsTest::theCommandHasItsCaption()
{
    const QWidget* caption = find("flagCommandCaption");
    const QWidget* command = find("flagCommand");
    const auto top = [this](const QWidget* part) { return part->mapTo(m_wizard.get(), QPoint()).y(); };
    QTRY_COMPARE(top(command) - top(caption) - caption->height(), spacing::small);
    QVERIFY(!find<QLabel>("flagSummary")->text().contains("CMake"));
}

QTEST_MAIN(FlagsTest)
#include "FlagsTest.moc"
