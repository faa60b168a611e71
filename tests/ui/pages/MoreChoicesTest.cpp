// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/StageRow.h"
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
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace torchmason;

// What is folded away on the review: environment, packages, release, Python and install; and the result.
class MoreChoicesTest : public QObject, private WizardHarness {
    Q_OBJECT

private:
    // The first profile fetches a release and wants a wheel.
    void setGitProfile()
    {
        ProfileCatalogue catalogue = threeProfiles();
        Profile& first = catalogue.profiles.first();
        first.source.kind = SourceKind::Git;
        first.source.url = "https://github.com/pytorch/pytorch";
        first.source.tag = "v2.6.0";
        first.backend = "wheel";
        m_draft->setCatalogue(catalogue);
    }
    void openMore()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        find<CollapsibleSection>("reviewMore")->setOpen(true);
    }
    QStringList changedNames() const
    {
        QStringList names;
        for (const RequestDifference& change : m_draft->changes())
            names << change.name;
        return names;
    }
    QString summary() { return find<QLabel>("reviewMoreSummary")->text(); }
    CheckRowWidget* row(const QString& id) { return find<CheckList>("reviewProblems")->rowWidget(id); }

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void theResultIsChosen()
    {
        setGitProfile();
        m_wizard->goTo(Wizard::ReviewStep);
        auto* result = find<QComboBox>("result");
        auto* note = find<QLabel>("resultNote");
        QCOMPARE(m_draft->request()->backend, "setup.py");
        QVERIFY2(note->text().contains("dist"), qPrintable(note->text()));
        choose(result, result->findData("cmake"));
        QCOMPARE(m_draft->request()->backend, "cmake");
        QCOMPARE(changedNames(), QStringList { "Result" }); // the build folder follows from it
        QVERIFY2(note->text().startsWith("Libraries"), qPrintable(note->text()));
        m_draft->undoStack().undo();
        QCOMPARE(result->currentIndex(), 0);
        QVERIFY(m_draft->edits().isEmpty());
        // What keeps a wheel from being packed is said where it is wished for.
        type("targets", "c10");
        QVERIFY2(note->text().startsWith("No wheel: only c10"), qPrintable(note->text()));
    }

    void aTreeWithoutAWheelSaysWhy()
    {
        setGitProfile();
        m_wizard->goTo(Wizard::ReviewStep);
        const QString tree = m_home->filePath("tree");
        write(tree + "/CMakeLists.txt", "project(Torch CXX C)\n");
        RequestWishes edits;
        edits.sourceFolder = tree;
        m_draft->change("folder", edits);
        QCOMPARE(m_draft->request()->backend, "cmake");
        QVERIFY2(find<QLabel>("resultNote")
                     ->text()
                     .startsWith("Libraries only: the source folder has neither setup.py"),
            qPrintable(find<QLabel>("resultNote")->text()));
        // Asked for in words, they need no reason.
        auto* result = find<QComboBox>("result");
        choose(result, result->findData("cmake"));
        QVERIFY2(find<QLabel>("resultNote")->text().startsWith("Libraries and programs"),
            qPrintable(find<QLabel>("resultNote")->text()));
    }

    void moreIsFoldedWithASummary()
    {
        setGitProfile();
        m_wizard->goTo(Wizard::ReviewStep);
        auto* tag = find("releaseTag");
        QVERIFY(!tag->isVisible());
        QVERIFY2(summary().contains("the wheel is installed: as the profile says"), qPrintable(summary()));
        auto* result = find<QComboBox>("result");
        choose(result, result->findData("cmake"));
        QCOMPARE(summary(), "Python, its packages and the release: as the profile says");
        m_draft->undoStack().undo();
        RequestWishes edits;
        edits.packages = { "numpy==1.26.4" };
        edits.tag = "v2.14.0";
        m_draft->change("two", edits);
        QCOMPARE(summary(), "Separate environment with numpy 1.26.4; tag v2.14.0");
        edits.venv = false;
        edits.packages.clear();
        edits.wheels = "/w";
        edits.install.environment = "/e";
        edits.install.dependencies = false;
        m_draft->change("others", edits);
        QCOMPARE(summary(),
            QString("No separate environment; packages from %1; tag v2.14.0; installed without its "
                    "dependencies into %2")
                .arg(QDir::toNativeSeparators("/w"), QDir::toNativeSeparators("/e")));
        auto* toggle = find<QToolButton>("reviewMoreToggle");
        QCOMPARE(toggle->accessibleDescription(), summary());
        toggle->setFocus();
        QTest::keyClick(toggle, Qt::Key_Space);
        QVERIFY(tag->isVisible());
        QVERIFY(!find("reviewMoreSummary")->isVisible());
    }

    // In the smallest window beside the rail, with letters of 125 %.
    void nothingIsCutInASmallWindow()
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
        findIn<CollapsibleSection>(wizard, "reviewMore")->setOpen(true);
        const auto* scroll = findIn<QScrollArea>(wizard, "reviewScroll");
        QTest::qWait(50); // laid out
        const int wanted = scroll->widget()->minimumSizeHint().width();
        QApplication::setFont(normal);
        QVERIFY2(wanted <= scroll->viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(wanted).arg(scroll->viewport()->width())));
    }

    // Their columns are those of the form above, and they are as high as one line.
    void namesFollowTheirLetters()
    {
        setGitProfile();
        openMore();
        const auto* tag = find("releaseTag");
        const auto left
            = [this](const char* name) { return find(name)->mapTo(m_wizard.get(), QPoint()).x(); };
        const auto names = tag->parentWidget()->findChildren<QLabel*>(Qt::FindDirectChildrenOnly);
        QCOMPARE(names.size(), 6);
        const QFont usual = m_wizard->font();
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 2);
        for (const QFont& font : { large, usual }) {
            m_wizard->setFont(font);
            for (const QLabel* name : names) {
                QTRY_COMPARE(name->minimumHeight(), tag->sizeHint().height());
                QTRY_VERIFY(name->width() >= name->sizeHint().width());
            }
            QTRY_COMPARE(left("releaseTag"), left("targets"));
        }
    }

    void anEnvironmentOfItsOwnIsWished()
    {
        openMore();
        auto* own = find<QComboBox>("ownEnvironment");
        QCOMPARE(own->currentIndex(), 0);
        choose(own, own->findData(true));
        QVERIFY(m_draft->request()->python.isWanted());
        QCOMPARE(find<QLabel>("ownEnvironmentNote")->text(),
            "Made in " + QDir::toNativeSeparators(m_draft->request()->python.folder));
        choose(own, own->findData(false));
        QCOMPARE(m_draft->edits().venv, std::optional(false));
        QVERIFY(!m_draft->request()->python.isWanted());
        m_draft->undoStack().undo();
        m_draft->undoStack().undo();
        QCOMPARE(own->currentIndex(), 0);
        QVERIFY(m_draft->edits().isEmpty());
        choose(own, own->findData(true));
        QCOMPARE(find<QToolButton>("wheelsFolderBrowse")->toolTip(), "Choose: Folder of Python packages");
        type("wheelsFolder", m_home->filePath("w"));
        QCOMPARE(m_draft->request()->python.wheels, m_home->filePath("w"));
        m_draft->undoStack().undo(); // all letters at once
        QVERIFY(find<QLineEdit>("wheelsFolder")->text().isEmpty());
    }

    // It follows from the packages, and its field still says that the profile decides.
    void anEnvironmentForPackagesIsNoChangeOfItsOwn()
    {
        openMore();
        type("packages", "numpy==1.26.4");
        QVERIFY(m_draft->request()->python.isWanted());
        const auto names = [this] { return changedNames(); };
        QCOMPARE(names(), QStringList { "Python packages" });
        auto* own = find<QComboBox>("ownEnvironment");
        choose(own, own->findData(true));
        QVERIFY(names().contains("Separate environment"));
    }

    // One stage with a long name moves the words of all.
    void stagesStandInColumns()
    {
        openMore();
        choose(find<QComboBox>("ownEnvironment"), find<QComboBox>("ownEnvironment")->findData(true));
        const auto places = [this] {
            QSet<int> places;
            for (const StageRow* row : m_wizard->findChildren<StageRow*>())
                places << row->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly).at(1)->x();
            return places;
        };
        QVERIFY(m_wizard->findChildren<StageRow*>().size() > 3);
        QTRY_COMPARE(places().size(), 1);
    }

    void packagesThatArePinsAreTaken()
    {
        openMore();
        auto* problem = find<QLabel>("packagesProblem");
        type("packages", "numpy==1.26.4, --index-url=x");
        QCOMPARE(m_draft->edits().packages, QStringList { "numpy==1.26.4" });
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("--index-url=x"), qPrintable(problem->text()));
        auto* edit = find<QLineEdit>("packages");
        QCOMPARE(edit->text(), "numpy==1.26.4, --index-url=x"); // nothing is taken from under the user
        type("packages", "numpy==1.26.4 numpy==2.0.0 ninja==1.11.1");
        QVERIFY(!problem->isVisible());
        QCOMPARE(m_draft->request()->python.packages, QStringList({ "numpy==2.0.0", "ninja==1.11.1" }));
        const QString note = find<QLabel>("ownEnvironmentNote")->text(); // the profile asks for none
        QVERIFY2(note.startsWith("Made for the packages below"), qPrintable(note));
        m_draft->undoStack().undo();
        QVERIFY(edit->text().isEmpty());
        QVERIFY(m_draft->edits().isEmpty());
    }

    void aReleaseIsChosenWhereThereIsARepository()
    {
        openMore();
        auto* tag = find<QLineEdit>("releaseTag");
        QVERIFY(!tag->isVisible());
        setGitProfile();
        QVERIFY(tag->isVisible());
        QCOMPARE(tag->placeholderText(), "v2.6.0");
        type("releaseTag", "v2.7.1");
        QCOMPARE(m_draft->request()->source.tag, "v2.7.1");
        // Where nothing is fetched it stands in the way, so that it stays to be taken back.
        m_draft->chooseProfile("second");
        QVERIFY(!m_draft->request().ok());
        QVERIFY(tag->isVisible());
        QCOMPARE(m_draft->conflicts().size(), 1);
        tag->clear();
        emit tag->textEdited({});
        QVERIFY(m_draft->request().ok());
        QVERIFY(!tag->isVisible());
    }

    void thePythonThatBuildsIsShown()
    {
        openMore();
        auto* which = find<ElidedLabel>("pythonWhich");
        auto* from = find<QLabel>("pythonFrom");
        QCOMPARE(which->text(), "none found");
        HostFacts facts;
        PythonFacts python;
        python.path = "/usr/bin/python3";
        python.version = "3.11.2";
        python.kind = "system";
        python.isDefault = true;
        facts.pythons = { python };
        m_machine->setFacts(facts);
        QCOMPARE(
            which->text(), QString("Python 3.11.2, %1").arg(QDir::toNativeSeparators("/usr/bin/python3")));
        QCOMPARE(from->text(), "Found on this machine.");
        QVERIFY(!find("pythonFound")->isVisible());
        facts.pythons.first().source = chosenByUser();
        m_machine->setOverridePath("python", "/usr/bin/python3");
        m_machine->setFacts(facts);
        QVERIFY2(from->text().startsWith("Chosen by you"), qPrintable(from->text()));
        find<CollapsibleSection>("reviewMore")->setOpen(false);
        QVERIFY2(summary().startsWith("Python "), qPrintable(summary()));
        openMore();
        click("pythonFound");
        QVERIFY(m_machine->overridePath("python").isEmpty());
        m_machine->setFacts(facts);
        m_draft->setFlag("Python_EXECUTABLE", "/opt/python");
        QCOMPARE(which->text(), QDir::toNativeSeparators("/opt/python"));
        QCOMPARE(from->text(), "Named by a flag of yours.");
    }

    void theWheelIsInstalledAfterwards()
    {
        openMore();
        auto* field = find<QLineEdit>("installEnvironment");
        auto* place = find<QLabel>("installPlace");
        QVERIFY(!field->isEnabled()); // libraries cannot be installed
        QVERIFY(place->text().contains("Only a wheel"));
        setGitProfile();
        QVERIFY(field->isEnabled());
        const QString folder = m_home->filePath("venv");
        type("installEnvironment", QDir::toNativeSeparators(folder));
        QCOMPARE(m_draft->request()->install.environment, folder);
        QVERIFY(m_draft->request()->install.dependencies);
        QTRY_VERIFY2(place->text().contains("will be made"), qPrintable(place->text()));
        QCOMPARE(find<QCheckBox>("installDependencies")->text(), "Also install what the wheel re&quires");
        find<QCheckBox>("installDependencies")->click();
        QVERIFY(!m_draft->request()->install.dependencies);
        m_draft->undoStack().undo();
        QVERIFY(find<QCheckBox>("installDependencies")->isChecked());
        QVERIFY(!row("install-place"));
        // A folder that holds something else is told before hours are spent.
        torchmason::write(m_home->filePath("full/letter.txt"), "dear");
        type("installEnvironment", QDir::toNativeSeparators(m_home->filePath("full")));
        QTRY_VERIFY(row("install-place"));
        m_draft->undoStack().undo();
        QTRY_VERIFY(!row("install-place"));
    }

    // A folder and an interpreter are picked by the same button, with the keyboard, too.
    void anInterpreterIsPicked()
    {
        setGitProfile();
        openMore();
        auto* browse = find<QToolButton>("installEnvironmentBrowse");
        QVERIFY(!browse->accessibleName().isEmpty());
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            for (const QAction* action :
                browse->menu()->isVisible() ? browse->menu()->actions() : QList<QAction*>())
                offered << action->text();
            browse->menu()->close();
        });
        QTest::keyClick(browse, Qt::Key_Space);
        QCOMPARE(offered, (QStringList { "A folder...", "An interpreter..." }));
        if (hostPlatform() == Platform::Windows)
            QSKIP("links there are files");
        // The interpreter of a virtual environment is a link, which must not become the Python behind it.
        torchmason::write(m_home->filePath("real/python3"), "x");
        const QString link = m_home->filePath("python");
        QVERIFY(QFile::link(m_home->filePath("real/python3"), link));
        QTimer::singleShot(0, this, [&link] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(link);
            static_cast<QDialog*>(dialog)->accept();
        });
        browse->menu()->actions().last()->trigger();
        QCOMPARE(find<QLineEdit>("installEnvironment")->text(), link);
        QCOMPARE(m_draft->request()->install.environment, link);
    }
};

QTEST_MAIN(MoreChoicesTest)
#include "MoreChoicesTest.moc"
