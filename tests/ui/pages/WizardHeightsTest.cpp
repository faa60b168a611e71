// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ProfileStore.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/Icons.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>

using namespace torchmason;

// Nothing on the pages of the wizard is higher than what it holds, and nothing jumps from page to page.
class WizardHeightsTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_draft->setCatalogue(loadProfiles());
        m_draft->chooseProfile("cpu-only");
        m_wizard->resize(1600, 1000);
    }
    void cleanup() { tearDown(); }
    void factsOfAnotherProfileHaveTheirHeights();
    void anotherProfileIsLaidOutAtOnce();
    void checksLeaveTheFreeRoom();
    void pagesAreEquallyHigh();
    void controlsOfARowAreEquallyHigh();
    void whatComparesBeginsWhereTheDetailDoes();
    void theWayBackStaysInItsPlace();

private:
    // The first text that has more room than it needs.
    QString highText()
    {
        const QWidget* detail = find<QScrollArea>("profileDetailScroll")->widget();
        for (const QLabel* label : detail->findChildren<QLabel*>(Qt::FindDirectChildrenOnly) + facts()) {
            if (label->isVisible() && label->wordWrap()
                && label->height() > label->heightForWidth(label->width()))
                return label->text();
        }
        return {};
    }
    QList<QLabel*> facts()
    {
        const QWidget* detail = find<QScrollArea>("profileDetailScroll")->widget();
        return detail->findChild<FactList*>()->findChildren<QLabel*>();
    }
    // The first fact that is not seen whole.
    QString cutFact()
    {
        for (const QLabel* label : facts()) {
            const int needed
                = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            if (!label->isVisible() || label->height() < needed)
                return label->text();
        }
        return {};
    }
    int left(const char* name) { return find<QWidget>(name)->mapTo(m_wizard.get(), QPoint()).x(); }
};

void WizardHeightsTest::factsOfAnotherProfileHaveTheirHeights()
{
    m_wizard->goTo(Wizard::ProfileStep);
    QTRY_COMPARE(highText(), QString());
    for (const char* id : { "hopper-ptx-linux", "a100-linux" }) {
        m_draft->chooseProfile(id);
        QCoreApplication::processEvents();
        QTRY_COMPARE(highText(), QString());
    }
}

// Without waiting: whatever is drawn next is right.
void WizardHeightsTest::anotherProfileIsLaidOutAtOnce()
{
    m_wizard->goTo(Wizard::ProfileStep);
    QTRY_COMPARE(highText(), QString());
    for (const char* id : { "hopper-ptx-linux", "a100-linux" }) {
        QTest::qWait(50); // the one before is drawn
        m_draft->chooseProfile(id);
        QVERIFY(!facts().isEmpty());
        QCOMPARE(cutFact(), QString());
    }
}

void WizardHeightsTest::checksLeaveTheFreeRoom()
{
    m_wizard->resize(1600, 4000);
    m_wizard->goTo(Wizard::MachineStep);
    const auto* machine = find<CheckList>("machineChecks");
    QTRY_COMPARE(machine->height(), machine->heightForWidth(machine->width()));
    m_wizard->goTo(Wizard::ReviewStep);
    const auto* problems = find<CheckList>("reviewProblems");
    QTRY_VERIFY(problems->isVisible());
    QTRY_COMPARE(problems->height(), problems->heightForWidth(problems->width()));
}

void WizardHeightsTest::pagesAreEquallyHigh()
{
    const auto* pages = m_wizard->findChild<QStackedWidget*>({}, Qt::FindDirectChildrenOnly);
    QVERIFY(pages);
    auto* hint = find<QLabel>("wizardHint");
    QCoreApplication::processEvents();
    const int high = pages->height();
    m_wizard->goTo(Wizard::ReviewStep); // has a button with an icon
    QCoreApplication::processEvents();
    QCOMPARE(pages->height(), high);
    const QString words = "a long reason ";
    const int fitting = hint->width() / hint->fontMetrics().horizontalAdvance(words);
    m_wizard->showProblem(words.repeated(fitting + 2).trimmed());
    QVERIFY(hint->heightForWidth(hint->width()) > hint->fontMetrics().lineSpacing());
    QCoreApplication::processEvents();
    QCOMPARE(pages->height(), high);
}

void WizardHeightsTest::controlsOfARowAreEquallyHigh()
{
    ApplicationStyle style;
    QPushButton withIcon(icon("save"), "Save");
    QPushButton without("Back");
    QLineEdit field;
    QComboBox box;
    QSpinBox number;
    for (QWidget* control : std::initializer_list<QWidget*> { &withIcon, &without, &field, &box, &number })
        control->setStyle(&style);
    for (const QWidget* control : std::initializer_list<QWidget*> { &without, &field, &box, &number })
        QCOMPARE(control->sizeHint().height(), withIcon.sizeHint().height());
}

void WizardHeightsTest::whatComparesBeginsWhereTheDetailDoes()
{
    m_wizard->goTo(Wizard::ProfileStep);
    QCoreApplication::processEvents();
    const int detail = left("profileName");
    auto* with = find<QComboBox>("profileCompareWith");
    choose(with, with->findData("a100-linux"));
    QTRY_VERIFY(find("profileDifferences")->isVisible());
    QTRY_COMPARE(left("profileDifferences"), detail);
}

// Other buttons come and go beside it.
void WizardHeightsTest::theWayBackStaysInItsPlace()
{
    m_wizard->goTo(Wizard::FlagsStep);
    QCoreApplication::processEvents();
    const int place = left("wizardBack");
    m_wizard->goTo(Wizard::ReviewStep);
    QTRY_VERIFY(find("saveScript")->isVisible() && left("saveScript") > place);
    QCoreApplication::processEvents();
    QCOMPARE(left("wizardBack"), place);
}

QTEST_MAIN(WizardHeightsTest)
#include "WizardHeightsTest.moc"
