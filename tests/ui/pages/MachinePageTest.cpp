// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachinePage.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/pages/MachineChecks.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"

#include <QAction>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>

using namespace torchmason;

// The list of the machine's page in windows of other sizes.
class MachinePageTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theFirstRowInSightIsWholeInASmallerWindow();
    void theBeginningStays();
    void rowsStandInOneOrder();
    void rowsAreSearched_data();
    void rowsAreSearched();
    void aSearchThatFindsNothingSaysSo();
    void pythonsAreInOrder();
};

void MachinePageTest::theFirstRowInSightIsWholeInASmallerWindow()
{
    MachinePage page(*m_draft);
    page.resize(1000, 320);
    page.show();
    const auto* area = findIn<QScrollArea>(page, "machineScroll");
    const QWidget* row = findIn<CheckList>(page, "machineChecks")->findChildren<CheckRowWidget*>().value(1);
    QVERIFY(row);
    const auto middle = [&] { return row->mapTo(area->widget(), QPoint(0, row->height() / 2)).y(); };
    QTRY_VERIFY(row->y() > 0 && area->verticalScrollBar()->maximum() > middle());
    area->verticalScrollBar()->setValue(middle());
    page.resize(900, 280);
    QTRY_COMPARE(row->mapTo(area->viewport(), QPoint()).y(), 0);
    // A row that whoever reads has cut stays as it is.
    area->verticalScrollBar()->setValue(middle());
    QCoreApplication::processEvents();
    QCOMPARE(area->verticalScrollBar()->value(), middle());
}

void MachinePageTest::theBeginningStays()
{
    MachinePage page(*m_draft);
    page.resize(1000, 320);
    page.show();
    QCoreApplication::processEvents();
    page.resize(900, 280);
    QCoreApplication::processEvents();
    QCOMPARE(findIn<QScrollArea>(page, "machineScroll")->verticalScrollBar()->value(), 0);
}

// From the first look on, whatever is to fix.
void MachinePageTest::rowsStandInOneOrder()
{
    HostFacts facts;
    facts.tools = { { "cmake", "/usr/bin/cmake", "3.31.6", {} } };
    m_machine->setFacts(facts);
    MachinePage page(*m_draft);
    page.show();
    const auto* list = findIn<CheckList>(page, "machineChecks");
    const QVector<CheckRow> rows = m_draft->machineRows();
    const CheckRowWidget* missing = list->rowWidget("ninja");
    QVERIFY(missing && missing->row().state == CheckState::Fail);
    QCOMPARE(list->rowWidget("cmake")->row().state, CheckState::Pass);
    QVERIFY(rows.first().state != CheckState::Fail);
    QTRY_VERIFY(list->rowWidget(rows.last().id)->y() > 0);
    for (qsizetype i = 1; i < rows.size(); ++i) {
        const CheckRowWidget* above = list->rowWidget(rows[i - 1].id);
        const CheckRowWidget* below = list->rowWidget(rows[i].id);
        QVERIFY2(above->y() < below->y(), qPrintable(rows[i].id));
        QVERIFY(list->children().indexOf(above) < list->children().indexOf(below)); // and are read so
    }
}

void MachinePageTest::rowsAreSearched_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("cmake"); // whether its row is shown
    QTest::addColumn<bool>("ninja");
    QTest::newRow("nothing") << "" << true << true;
    QTest::newRow("a name") << "cmake" << true << false;
    QTest::newRow("a value") << "3.31" << true << false;
    QTest::newRow("a place") << "/opt/cm" << true << false;
    QTest::newRow("a state") << "to fix" << false << true;
    QTest::newRow("words of two columns") << "ninja fix" << false << true;
    QTest::newRow("words of two rows") << "cmake ninja" << false << false;
}

void MachinePageTest::rowsAreSearched()
{
    QFETCH(QString, words);
    HostFacts facts;
    facts.tools = { { "cmake", "/opt/cm/cmake", "3.31.6", {} } };
    m_machine->setFacts(facts);
    MachinePage page(*m_draft);
    page.show();
    auto* search = findIn<QLineEdit>(page, "machineSearch");
    QTest::keyClicks(search, words);
    const auto* list = findIn<CheckList>(page, "machineChecks");
    QTEST(list->rowWidget("cmake")->isVisible(), "cmake");
    QTEST(list->rowWidget("ninja")->isVisible(), "ninja");
    m_machine->setFacts(facts); // what comes later is searched as well
    QTEST(list->rowWidget("cmake")->isVisible(), "cmake");
    search->clear();
    QVERIFY(list->rowWidget("cmake")->isVisible() && list->rowWidget("ninja")->isVisible());
}

void MachinePageTest::aSearchThatFindsNothingSaysSo()
{
    MachinePage page(*m_draft);
    page.show();
    page.activateWindow();
    auto* search = findIn<QLineEdit>(page, "machineSearch");
    const QWidget* note = findIn<QWidget>(page, "machineNothing");
    QVERIFY(!note->isVisible());
    search->setFocus();
    QTest::keyClicks(search, "no such row");
    QVERIFY(note->isVisible());
    for (const QWidget* part : findIn<CheckList>(page, "machineChecks")->findChildren<QWidget*>())
        QVERIFY(!part->isVisible()); // no heading stays without rows
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(search->text().isEmpty() && !note->isVisible());
    QTest::keyClick(search, Qt::Key_Escape);
    QTRY_VERIFY(findIn<QScrollArea>(page, "machineScroll")->hasFocus());
}

// The one that fits first, then the newest.
void MachinePageTest::pythonsAreInOrder()
{
    ProfileCatalogue catalogue = threeProfiles();
    for (Profile& profile : catalogue.profiles)
        profile.needs.pythonMaximum = "3.12";
    m_draft->setCatalogue(catalogue);
    HostFacts facts;
    for (const char* version : { "3.9.2", "3.13.1", "3.12.4", "3.11.0" }) {
        PythonFacts python;
        python.path = m_home->filePath(QLatin1String(version));
        python.version = QLatin1String(version);
        python.kind = "venv";
        if (python.version.startsWith("3.12"))
            python.modules = QStringList { "yaml", "typing_extensions" };
        facts.pythons.append(python);
    }
    m_machine->setFacts(facts);
    QWidget asker;
    asker.show();
    chooseProgram(asker, *m_draft, "python");
    auto* menu = findIn<QMenu>(asker, "choose-python");
    QStringList versions;
    for (const QAction* action : menu->actions().mid(0, 4))
        versions << action->text().section(u' ', 1, 1);
    QCOMPARE(versions, QStringList({ "3.12.4", "3.13.1", "3.11.0", "3.9.2" }));
    QVERIFY(menu->actions().value(0)->isChecked() && !menu->actions().value(1)->isChecked());
    menu->close();
}

QTEST_MAIN(MachinePageTest)
#include "MachinePageTest.moc"
