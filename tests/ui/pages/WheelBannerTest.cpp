// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyBox.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace torchmason;

// "Do you need to build?" on the Profile page, and what the Machine page copies for an issue.
class WheelBannerTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void aWheelThatServesIsTold();
    void noWheelIsNoBanner();
    void whatWasHiddenStaysHidden();
    void theListStaysWhereItIs();
    void machineIsCopiedForAnIssue();

private:
    void openProfilePage(const char* capability);
};

void WheelBannerTest::openProfilePage(const char* capability)
{
    HostFacts facts;
    facts.gpus.append(GpuFacts { QStringLiteral("NVIDIA Card"), QLatin1String(capability), {},
        QStringLiteral("581.29"), QStringLiteral("nvidia-smi") });
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python3");
    python.version = QStringLiteral("3.12.4");
    python.isDefault = true;
    facts.pythons.append(python);
    ProfileCatalogue catalogue = threeProfiles();
    for (Profile& profile : catalogue.profiles) {
        profile.source.kind = SourceKind::Git;
        profile.source.tag = QStringLiteral("v2.8.0");
        profile.configuration.setFlag(
            { QStringLiteral("USE_CUDA"), QStringLiteral("ON"), QStringLiteral("BOOL") });
    }
    m_draft->setCatalogue(catalogue);
    m_machine->setFacts(facts);
    m_wizard->goTo(Wizard::ProfileStep);
}

void WheelBannerTest::aWheelThatServesIsTold()
{
    openProfilePage("12.0");
    QVERIFY(find(QStringLiteral("wheelBanner"))->isVisible());
    const QString text = find<Banner>(QStringLiteral("wheelAdvice"))->text();
    QVERIFY2(text.startsWith(QStringLiteral("An official wheel of PyTorch 2.8.0 for CUDA 12.8 serves")),
        qPrintable(text));
    auto* command = find<CopyBox>(QStringLiteral("wheelCommand"));
    QVERIFY(command->text().endsWith(
        QStringLiteral("torch==2.8.0 --index-url https://download.pytorch.org/whl/cu128")));
    command->setText(
        QStringLiteral("one\ntwo\nthree\n").repeated(4)); // in a narrow window, or in large letters
    QCOMPARE(command->findChild<QPlainTextEdit*>()->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
}

void WheelBannerTest::noWheelIsNoBanner()
{
    openProfilePage("3.5");
    QVERIFY(!find(QStringLiteral("wheelBanner"))->isVisible());
    openProfilePage(""); // a card that nobody knows
    QVERIFY(!find(QStringLiteral("wheelBanner"))->isVisible());
}

void WheelBannerTest::whatWasHiddenStaysHidden()
{
    openProfilePage("12.0");
    click(QStringLiteral("wheelClose"));
    QVERIFY(!find(QStringLiteral("wheelBanner"))->isVisible());
    m_draft->chooseProfile(QStringLiteral("second")); // the same wheel
    QVERIFY(!find(QStringLiteral("wheelBanner"))->isVisible());
    openProfilePage("6.1"); // another one
    QVERIFY(find(QStringLiteral("wheelBanner"))->isVisible());
}

// Nor does the question about edits that another profile says otherwise push it away from the mouse.
void WheelBannerTest::theListStaysWhereItIs()
{
    openProfilePage("3.5");
    QWidget* list = find(QStringLiteral("profileList"));
    const auto top = [&] { return list->mapTo(m_wizard.get(), QPoint()).y(); };
    QCoreApplication::processEvents();
    const int before = top();
    openProfilePage("12.0");
    QVERIFY(find(QStringLiteral("wheelBanner"))->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(top(), before);
    m_draft->setFlag(QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("ON"), QStringLiteral("BOOL"));
    m_draft->chooseProfile(QStringLiteral("second"));
    QVERIFY(find(QStringLiteral("profileConflicts"))->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(top(), before);
}

void WheelBannerTest::machineIsCopiedForAnIssue()
{
    openProfilePage("12.0");
    m_wizard->goTo(Wizard::MachineStep);
    click(QStringLiteral("machineCopy"));
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("### Machine")), qPrintable(copied));
    QVERIFY(copied.contains(QStringLiteral("compute capability 12.0")));
    QVERIFY(copied.contains(QStringLiteral("### Official wheel")));
}

QTEST_MAIN(WheelBannerTest)
#include "WheelBannerTest.moc"
