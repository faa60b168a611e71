// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"

#include <QLabel>
#include <QPushButton>

using namespace torchmason;

// "Test the tools" on the machine's page.
class TryingTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void anotherMachineIsNotTried();
    void whyItCannotBePressedIsTold();
    void whatWasTriedIsARow();
    void rowsFillInAndStopEndsIt();
    void theLastRowIsWhole();

private:
    CheckRowWidget* row(const QString& id) { return find<CheckList>("machineChecks")->rowWidget(id); }
    QPushButton& button() { return *find<QPushButton>("machineTry"); }
};

namespace {

constexpr int patience = 60'000; // of a busy machine

}

void TryingTest::anotherMachineIsNotTried()
{
    QCOMPARE(button().text(), "Test the tools");
    QVERIFY(!button().isEnabled());
    QVERIFY(find<QLabel>("machineTrialNote")->text().contains("another machine"));
    QVERIFY(button().accessibleDescription().contains("another machine"));
}

// In the line that says what the machine is: nothing moves.
void TryingTest::whyItCannotBePressedIsTold()
{
    HostFacts facts;
    facts.osName = "Debian 12";
    m_machine->setFacts(facts);
    const auto place = [this] {
        QTest::qWait(50); // it is laid out
        return find("machineScroll")->mapTo(m_wizard.get(), QPoint());
    };
    const QPoint before = place();
    m_machine->look();
    const auto* said = find<QLabel>("machineSummary");
    QVERIFY(m_machine->isLooking() && !button().isEnabled());
    QVERIFY(!find("check-ninja-again")->isEnabled()); // as the button above all rows
    QVERIFY2(said->text().contains("can be tested"), qPrintable(said->text()));
    QCOMPARE(button().accessibleDescription(), said->text());
    QCOMPARE(place(), before);
    QTRY_VERIFY_WITH_TIMEOUT(!m_machine->isLooking(), patience);
    QTRY_VERIFY(button().isEnabled());
    QCOMPARE(button().accessibleDescription(), QString());
    QVERIFY2(!said->text().contains("can be tested"), qPrintable(said->text()));
}

void TryingTest::whatWasTriedIsARow()
{
    HostFacts facts;
    facts.tools = { { "git", "/usr/bin/git", "2.39.5", {} } };
    TrialFacts trial { "git", "Git" };
    trial.state = "fail";
    trial.found = "Cloning failed with exit code 128.";
    trial.fix = "Install git again.";
    trial.tools = { { "git", "/usr/bin/git", "2.39.5" } };
    trial.at = 1'000'000;
    facts.trials = { trial };
    m_machine->setFacts(facts);
    CheckRowWidget* shown = row("tried-git");
    QVERIFY(shown);
    QVERIFY(shown->isOpen());
    QVERIFY2(shown->accessibleName().contains("128"), qPrintable(shown->accessibleName()));
    QVERIFY2(shown->row().where.contains("1 Jan 1970"), qPrintable(shown->row().where));
    QCOMPARE(find<QLabel>("machineTrialNote")->text(), "Tested: 0 of 1 passed.");
    // Looking again would not try it again.
    QVERIFY(!find("check-tried-git-again")->isVisible());
    // It speaks of that git only.
    facts.tools[0].version = "2.47.0";
    m_machine->setFacts(facts);
    QVERIFY(!row("tried-git"));
}

void TryingTest::rowsFillInAndStopEndsIt()
{
    MachineFacts& machine = *m_machine;
    machine.look();
    QTRY_VERIFY_WITH_TIMEOUT(!machine.isLooking(), patience);
    if (!machine.facts().tool("git"))
        QSKIP("There is no git here.");
    QVERIFY(button().isEnabled());
    QVERIFY(find("machineTrialNote")->isVisible());
    const QString verdict = find<QLabel>("machineVerdict")->text();
    click("machineTry");
    QCOMPARE(button().text(), "Stop");
    QCOMPARE(find<QLabel>("machineVerdict")->text(), verdict); // it stays, and what is below does not move
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("machineSummary")->text().startsWith("Testing"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(row("tried-git"), patience);
    const CheckRowWidget* const git = row("tried-git");
    QVERIFY(!git->isOpen());
    click("machineTry");
    QTRY_COMPARE_WITH_TIMEOUT(button().text(), "Test the tools", patience);
    QVERIFY(button().isEnabled());
    for (const TrialFacts& trial : machine.facts().trials)
        QVERIFY2(trial.at, qPrintable(trial.title)); // what was stopped says nothing
}

// Rows grow while they fill in.
void TryingTest::theLastRowIsWhole()
{
    MachineFacts& machine = *m_machine;
    m_wizard->resize(1000, 500);
    machine.look();
    QTRY_VERIFY_WITH_TIMEOUT(!machine.isLooking(), patience);
    if (!machine.facts().tool("git"))
        QSKIP("There is no git here.");
    click("machineTry");
    QTRY_VERIFY_WITH_TIMEOUT(row("tried-git"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("machineSummary")->text().startsWith("Testing: 0"), patience);
    click("machineTry");
    QTRY_COMPARE_WITH_TIMEOUT(button().text(), "Test the tools", patience);
    const auto last = [this] {
        CheckRowWidget* lowest = nullptr;
        for (auto* one : find<CheckList>("machineChecks")->findChildren<CheckRowWidget*>()) {
            if (!one->isHidden() && one->row().group == "tried" && (!lowest || one->y() > lowest->y()))
                lowest = one;
        }
        return lowest;
    };
    QVERIFY(last());
    QTRY_COMPARE(last()->visibleRegion().boundingRect(), last()->rect());
}

QTEST_MAIN(TryingTest)
#include "TryingTest.moc"
