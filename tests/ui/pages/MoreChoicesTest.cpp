// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace torchmason;

class MoreChoicesTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theResultIsChosen();
    void moreIsFoldedWithASummary();
    void nothingIsCutInASmallWindow();
    void anEnvironmentOfItsOwnIsWished();
    void packagesThatArePinsAreTaken();
    void aReleaseIsChosenWhereThereIsARepository();
    void thePythonThatBuildsIsShown();
    void theWheelIsInstalledAfterwards();
    void anInterpreterIsPicked();

private:
    // A machine with one card and its toolkit; nothing else is known of it.
    void setCard()
    {
        HostFacts facts;
        GpuFacts gpu;
        gpu.name = QStringLiteral("NVIDIA GeForce RTX 5070");
        gpu.computeCapability = QStringLiteral("12.0");
        gpu.driver = QStringLiteral("580.65.06");
        facts.gpus = { gpu };
        CudaToolkitFacts toolkit;
        toolkit.root = QStringLiteral("/usr/local/cuda-12.8");
        toolkit.nvcc = toolkit.root + QStringLiteral("/bin/nvcc");
        toolkit.version = QStringLiteral("12.8");
        toolkit.winsOnPath = true;
        facts.cudaToolkits = { toolkit };
        m_machine->setFacts(facts);
    }
    // A file in a folder of the test's home.
    QString write(const QString& name, const QByteArray& content)
    {
        const QString path = m_home->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }
    // The first profile fetches a release and wants a wheel.
    void setGitProfile()
    {
        ProfileCatalogue catalogue = threeProfiles();
        Profile& first = catalogue.profiles.first();
        first.source.kind = SourceKind::Git;
        first.source.url = QStringLiteral("https://github.com/pytorch/pytorch");
        first.source.tag = QStringLiteral("v2.6.0");
        first.backend = QStringLiteral("wheel");
        m_draft->setCatalogue(catalogue);
    }
    void openMore()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        find<CollapsibleSection>(QStringLiteral("reviewMore"))->setOpen(true);
    }
    QString summary() { return find<ElidedLabel>(QStringLiteral("reviewMoreSummary"))->text(); }
    CheckRowWidget* row(const QString& id)
    {
        return find<CheckList>(QStringLiteral("reviewProblems"))->rowWidget(id);
    }
};

void MoreChoicesTest::theResultIsChosen()
{
    setGitProfile();
    m_wizard->goTo(Wizard::ReviewStep);
    auto* result = find<QComboBox>(QStringLiteral("result"));
    auto* note = find<QLabel>(QStringLiteral("resultNote"));
    QCOMPARE(m_draft->request()->backend, QStringLiteral("setup.py"));
    QVERIFY2(note->text().contains(QStringLiteral("dist")), qPrintable(note->text()));
    choose(result, result->findData(QStringLiteral("cmake")));
    QCOMPARE(m_draft->request()->backend, QStringLiteral("cmake"));
    QVERIFY2(note->text().startsWith(QStringLiteral("Libraries")), qPrintable(note->text()));
    m_draft->undoStack().undo();
    QCOMPARE(result->currentIndex(), 0);
    QVERIFY(m_draft->edits().isEmpty());
    // What keeps a wheel from being packed is said where it is wished for.
    type(QStringLiteral("targets"), QStringLiteral("c10"));
    QVERIFY2(note->text().startsWith(QStringLiteral("No wheel: only c10")), qPrintable(note->text()));
}

void MoreChoicesTest::moreIsFoldedWithASummary()
{
    setGitProfile();
    m_wizard->goTo(Wizard::ReviewStep);
    auto* tag = find(QStringLiteral("releaseTag"));
    QVERIFY(!tag->isVisible());
    QVERIFY2(summary().contains(QStringLiteral("as the profile says")), qPrintable(summary()));
    RequestWishes edits;
    edits.packages = { QStringLiteral("numpy==1.26.4") };
    edits.tag = QStringLiteral("v2.14.0");
    m_draft->change(QStringLiteral("two"), edits);
    QCOMPARE(summary(), QStringLiteral("Environment of its own with numpy 1.26.4; tag v2.14.0"));
    edits.venv = false;
    edits.packages.clear();
    edits.wheels = QStringLiteral("/w");
    edits.install.environment = QStringLiteral("/e");
    edits.install.dependencies = false;
    m_draft->change(QStringLiteral("others"), edits);
    QCOMPARE(summary(),
        QStringLiteral("No environment of its own; packages from %1; tag v2.14.0; installed alone into %2")
            .arg(QDir::toNativeSeparators(QStringLiteral("/w")),
                QDir::toNativeSeparators(QStringLiteral("/e"))));
    auto* toggle = find<QToolButton>(QStringLiteral("reviewMoreToggle"));
    QCOMPARE(toggle->accessibleDescription(), summary());
    toggle->setFocus();
    QTest::keyClick(toggle, Qt::Key_Space);
    QVERIFY(tag->isVisible());
    QVERIFY(!find(QStringLiteral("reviewMoreSummary"))->isVisible());
}

// In the smallest window beside the rail, with letters of 125 %.
void MoreChoicesTest::nothingIsCutInASmallWindow()
{
    const QFont normal = QApplication::font();
    QFont large = normal;
    large.setPointSizeF(normal.pointSizeF() * 1.25);
    QApplication::setFont(large);
    setGitProfile();
    Wizard wizard(*m_draft);
    wizard.resize(1024 - 88, 640);
    wizard.show();
    wizard.goTo(Wizard::ReviewStep);
    findIn<CollapsibleSection>(wizard, QStringLiteral("reviewMore"))->setOpen(true);
    const auto* scroll = findIn<QScrollArea>(wizard, QStringLiteral("reviewScroll"));
    QTest::qWait(50); // laid out
    const int wanted = scroll->widget()->minimumSizeHint().width();
    QApplication::setFont(normal);
    QVERIFY2(wanted <= scroll->viewport()->width(),
        qPrintable(QStringLiteral("%1 of %2").arg(wanted).arg(scroll->viewport()->width())));
}

void MoreChoicesTest::anEnvironmentOfItsOwnIsWished()
{
    openMore();
    auto* own = find<QComboBox>(QStringLiteral("ownEnvironment"));
    QCOMPARE(own->currentIndex(), 0);
    choose(own, own->findData(true));
    QVERIFY(m_draft->request()->python.isWanted());
    QCOMPARE(find<QLabel>(QStringLiteral("ownEnvironmentNote"))->text(),
        QStringLiteral("Made in ") + QDir::toNativeSeparators(m_draft->request()->python.folder));
    choose(own, own->findData(false));
    QCOMPARE(m_draft->edits().venv, std::optional(false));
    QVERIFY(!m_draft->request()->python.isWanted());
    m_draft->undoStack().undo();
    m_draft->undoStack().undo();
    QCOMPARE(own->currentIndex(), 0);
    QVERIFY(m_draft->edits().isEmpty());
    choose(own, own->findData(true));
    type(QStringLiteral("wheelsFolder"), m_home->filePath(QStringLiteral("w")));
    QCOMPARE(m_draft->request()->python.wheels, m_home->filePath(QStringLiteral("w")));
    m_draft->undoStack().undo(); // all letters at once
    QVERIFY(find<QLineEdit>(QStringLiteral("wheelsFolder"))->text().isEmpty());
}

void MoreChoicesTest::packagesThatArePinsAreTaken()
{
    openMore();
    auto* problem = find<QLabel>(QStringLiteral("packagesProblem"));
    type(QStringLiteral("packages"), QStringLiteral("numpy==1.26.4, --index-url=x"));
    QCOMPARE(m_draft->edits().packages, QStringList { QStringLiteral("numpy==1.26.4") });
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("--index-url=x")), qPrintable(problem->text()));
    auto* edit = find<QLineEdit>(QStringLiteral("packages"));
    QCOMPARE(
        edit->text(), QStringLiteral("numpy==1.26.4, --index-url=x")); // nothing is taken from under the user
    type(QStringLiteral("packages"), QStringLiteral("numpy==1.26.4 numpy==2.0.0 ninja==1.11.1"));
    QVERIFY(!problem->isVisible());
    QCOMPARE(m_draft->request()->python.packages,
        QStringList({ QStringLiteral("numpy==2.0.0"), QStringLiteral("ninja==1.11.1") }));
    m_draft->undoStack().undo();
    QVERIFY(edit->text().isEmpty());
    QVERIFY(m_draft->edits().isEmpty());
}

void MoreChoicesTest::aReleaseIsChosenWhereThereIsARepository()
{
    openMore();
    auto* tag = find<QLineEdit>(QStringLiteral("releaseTag"));
    QVERIFY(!tag->isVisible());
    setGitProfile();
    QVERIFY(tag->isVisible());
    QCOMPARE(tag->placeholderText(), QStringLiteral("v2.6.0"));
    type(QStringLiteral("releaseTag"), QStringLiteral("v2.7.1"));
    QCOMPARE(m_draft->request()->source.tag, QStringLiteral("v2.7.1"));
    // Where nothing is fetched it stands in the way, so that it stays to be taken back.
    m_draft->chooseProfile(QStringLiteral("second"));
    QVERIFY(!m_draft->request().ok());
    QVERIFY(tag->isVisible());
    QCOMPARE(m_draft->conflicts().size(), 1);
    tag->clear();
    emit tag->textEdited({});
    QVERIFY(m_draft->request().ok());
    QVERIFY(!tag->isVisible());
}

void MoreChoicesTest::thePythonThatBuildsIsShown()
{
    openMore();
    auto* which = find<ElidedLabel>(QStringLiteral("pythonWhich"));
    auto* from = find<QLabel>(QStringLiteral("pythonFrom"));
    QCOMPARE(which->text(), QStringLiteral("none found"));
    HostFacts facts;
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python3");
    python.version = QStringLiteral("3.11.2");
    python.kind = QStringLiteral("system");
    python.isDefault = true;
    facts.pythons = { python };
    m_machine->setFacts(facts);
    QCOMPARE(which->text(),
        QStringLiteral("Python 3.11.2, %1")
            .arg(QDir::toNativeSeparators(QStringLiteral("/usr/bin/python3"))));
    QCOMPARE(from->text(), QStringLiteral("Found on this machine."));
    QVERIFY(!find(QStringLiteral("pythonFound"))->isVisible());
    facts.pythons.first().source = chosenByUser();
    m_machine->setOverridePath(QStringLiteral("python"), QStringLiteral("/usr/bin/python3"));
    m_machine->setFacts(facts);
    QVERIFY2(from->text().startsWith(QStringLiteral("Chosen by you")), qPrintable(from->text()));
    QVERIFY(summary().startsWith(QStringLiteral("Python ")));
    click(QStringLiteral("pythonFound"));
    QVERIFY(m_machine->overridePath(QStringLiteral("python")).isEmpty());
    m_machine->setFacts(facts);
    m_draft->setFlag(QStringLiteral("Python_EXECUTABLE"), QStringLiteral("/opt/python"));
    QCOMPARE(which->text(), QDir::toNativeSeparators(QStringLiteral("/opt/python")));
    QCOMPARE(from->text(), QStringLiteral("Named by a flag of yours."));
}

void MoreChoicesTest::theWheelIsInstalledAfterwards()
{
    openMore();
    auto* field = find<QLineEdit>(QStringLiteral("installEnvironment"));
    auto* place = find<QLabel>(QStringLiteral("installPlace"));
    QVERIFY(!field->isEnabled()); // libraries cannot be installed
    QVERIFY(place->text().contains(QStringLiteral("Only a wheel")));
    setGitProfile();
    QVERIFY(field->isEnabled());
    const QString folder = m_home->filePath(QStringLiteral("venv"));
    type(QStringLiteral("installEnvironment"), QDir::toNativeSeparators(folder));
    QCOMPARE(m_draft->request()->install.environment, folder);
    QVERIFY(m_draft->request()->install.dependencies);
    QTRY_VERIFY2(place->text().contains(QStringLiteral("will be made")), qPrintable(place->text()));
    find<QCheckBox>(QStringLiteral("installDependencies"))->click();
    QVERIFY(!m_draft->request()->install.dependencies);
    m_draft->undoStack().undo();
    QVERIFY(find<QCheckBox>(QStringLiteral("installDependencies"))->isChecked());
    QVERIFY(!row(QStringLiteral("install-place")));
    // A folder that holds something else is told before hours are spent.
    write(QStringLiteral("full/letter.txt"), "dear");
    type(QStringLiteral("installEnvironment"),
        QDir::toNativeSeparators(m_home->filePath(QStringLiteral("full"))));
    QTRY_VERIFY(row(QStringLiteral("install-place")));
    m_draft->undoStack().undo();
    QTRY_VERIFY(!row(QStringLiteral("install-place")));
}

// A folder and an interpreter are picked by the same button, with the keyboard, too.
void MoreChoicesTest::anInterpreterIsPicked()
{
    setGitProfile();
    openMore();
    auto* browse = find<QToolButton>(QStringLiteral("installEnvironmentBrowse"));
    QVERIFY(!browse->accessibleName().isEmpty());
    QStringList offered;
    QTimer::singleShot(0, this, [&] {
        for (const QAction* action :
            browse->menu()->isVisible() ? browse->menu()->actions() : QList<QAction*>())
            offered << action->text();
        browse->menu()->close();
    });
    QTest::keyClick(browse, Qt::Key_Space);
    QCOMPARE(offered, (QStringList { QStringLiteral("A folder..."), QStringLiteral("An interpreter...") }));
    if (hostPlatform() == Platform::Windows)
        QSKIP("links there are files");
    // The interpreter of a virtual environment is a link, which must not become the Python behind it.
    write(QStringLiteral("real/python3"), "x");
    const QString link = m_home->filePath(QStringLiteral("python"));
    QVERIFY(QFile::link(m_home->filePath(QStringLiteral("real/python3")), link));
    QTimer::singleShot(0, this, [&link] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->selectFile(link);
        static_cast<QDialog*>(dialog)->accept();
    });
    browse->menu()->actions().last()->trigger();
    QCOMPARE(find<QLineEdit>(QStringLiteral("installEnvironment"))->text(), link);
    QCOMPARE(m_draft->request()->install.environment, link);
}

QTEST_MAIN(MoreChoicesTest)
#include "MoreChoicesTest.moc"
