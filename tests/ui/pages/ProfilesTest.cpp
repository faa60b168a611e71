// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/config/ProfileStore.h"
#include "tests/support/PseudoTranslator.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/FolderWatcher.h"
#include "ui/models/ProfileTree.h"
#include "ui/models/Settings.h"
#include "ui/pages/ProfileDifferences.h"
#include "ui/pages/ProfilePage.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Banner.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QScopedValueRollback>
#include <QSemaphore>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableWidget>
#include <QTreeView>

using namespace torchmason;

// The user's own profiles in the window: looking, choosing, saving, and files that cannot be read.
class ProfilesTest : public QObject, private WizardHarness {
    Q_OBJECT

private:
    QString ownFile(const char* name) const
    {
        return AppPaths::userProfilesFolder() + u'/' + QLatin1String(name);
    }
    void readProfiles() { m_draft->setCatalogue(loadProfiles()); }
    ProfilePage& wizardPage()
    {
        m_wizard->goTo(Wizard::ProfileStep);
        return *find<ProfilePage>("profilePage");
    }
    QTreeView& list(QWidget& page) { return *findIn<QTreeView>(page, "profileList"); }
    QModelIndex rowOf(QWidget& page, const char* id)
    {
        const auto* model = list(page).model();
        const auto found = model->match(model->index(0, 0), ProfileTree::IdRole, QLatin1String(id), 1,
            Qt::MatchExactly | Qt::MatchRecursive);
        return found.value(0);
    }
    void select(QWidget& page, const char* id) { list(page).setCurrentIndex(rowOf(page, id)); }
    QStringList textsOf(QWidget& page, const char* name)
    {
        QStringList texts;
        for (const QLabel* label : page.findChildren<QLabel*>(QLatin1String(name)))
            texts << label->text();
        return texts;
    }
    QByteArray profileText(const char* name) const
    {
        Profile profile = profileNamed("any", "s");
        profile.name = QLatin1String(name);
        return compactJson(toJson(profile));
    }

private slots:
    void init()
    {
        setUp();
        readProfiles();
        m_draft->chooseProfile("tour");
    }

    void cleanup() { tearDown(); }

    void lookingAroundChoosesNothing()
    {
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.show();
        QSignalSpy next(&place, &WizardPage::nextRequested);
        select(place, "a100-linux");
        QCOMPARE(m_draft->profileId(), "tour");
        QCOMPARE(
            findIn<QLabel>(place, "profileName")->text(), m_draft->catalogue().profile("a100-linux")->name);
        choose(findIn<QComboBox>(place, "profileCompareWith"), 1);
        readProfiles();
        QCOMPARE(list(place).currentIndex().data(ProfileTree::IdRole).toString(), "a100-linux");
        QVERIFY(next.isEmpty());
        clickIn(place, "profileBuild");
        QCOMPARE(m_draft->profileId(), "a100-linux");
        QCOMPARE(next.count(), 1);
        QVERIFY(!wizardPage().findChild<QWidget*>("profileBuild")->isVisible());
    }

    // What the smallest window leaves for the page, with large letters.
    void noButtonIsCut()
    {
        for (const ProfilePage::Use use : { ProfilePage::Use::Look, ProfilePage::Use::Choose }) {
            QWidget window; // smaller than the page would like
            ProfilePage place(*m_draft, use, &window);
            QFont large = place.font();
            large.setPointSizeF(14);
            place.setFont(large);
            const int characters = use == ProfilePage::Use::Look ? 80 : 65; // beside the rail and the steps
            place.resize(characters * place.fontMetrics().averageCharWidth(), 670);
            window.resize(place.size());
            window.show();
            for (const QPushButton* button : place.findChildren<QPushButton*>()) {
                if (!button->isVisible())
                    continue;
                // They are arranged by the first layout.
                QTRY_VERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
                QTRY_VERIFY2(button->height() >= button->sizeHint().height(), qPrintable(button->text()));
            }
        }
    }

    // One of these differences has a name of hundreds of letters.
    void comparedValuesHaveTheRoom()
    {
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.resize(1400, 750);
        place.show();
        auto* other = findIn<QComboBox>(place, "profileCompareWith");
        choose(other, other->findData("debian-source"));
        auto* table = findIn<QTableWidget>(place, "profileDifferences");
        QVERIFY(table->isVisible() && table->rowCount() > 3);
        QVERIFY(table->columnWidth(0) <= table->viewport()->width() / 2);
        QVERIFY(table->columnWidth(1) >= table->viewport()->width() / 4 - 1);
        QVERIFY(qAbs(table->columnWidth(1) - table->columnWidth(2)) <= 1);
        QCOMPARE(table->horizontalHeaderItem(2)->toolTip(), "Debian source package");
        for (int row = 0; row < table->rowCount(); ++row) {
            QVERIFY(table->item(row, 0)->text() != "Name"); // the headings say it
            QVERIFY(!table->item(row, 1)->text().endsWith(u'…'));
        }
        QCOMPARE(comparedValue("${cuda}/bin/nvcc"), "the chosen CUDA toolkit/bin/nvcc");
        QCOMPARE(comparedValue("${python}"), "the chosen Python");
    }

    // Another one is compared with what was chosen before.
    void aProfileIsNotComparedWithItself()
    {
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.show();
        select(place, "cpu-only");
        auto* other = findIn<QComboBox>(place, "profileCompareWith");
        choose(other, other->findData("a100-linux"));
        const auto* table = findIn<QTableWidget>(place, "profileDifferences");
        QVERIFY(table->isVisible());
        select(place, "debian-source");
        QVERIFY(table->isVisible());
        QCOMPARE(other->currentData().toString(), "a100-linux");
        select(place, "a100-linux");
        QVERIFY(findIn<QLabel>(place, "profileName")->isVisible());
        QCOMPARE(other->currentIndex(), 0);
        choose(other, other->findData("a100-linux"));
        QVERIFY(findIn<QLabel>(place, "profileName")->isVisible());
        QCOMPARE(other->currentIndex(), 0);
    }

    void comparedTextsAreTranslated()
    {
        PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        const Profile& first = m_draft->ranked().first().profile;
        const Profile& second = m_draft->ranked().last().profile;
        ProfileDifferences shown;
        shown.compare(first, second);
        const auto* table = findIn<QTableWidget>(shown, "profileDifferences");
        QCOMPARE(table->horizontalHeaderItem(1)->toolTip(), PseudoTranslator::accented(first.name));
        QCOMPARE(table->item(0, 0)->toolTip(), PseudoTranslator::accented("Summary"));
        QCOMPARE(table->item(0, 2)->toolTip(), PseudoTranslator::accented(second.summary));
    }

    void whatIsComparedWithIsReadWhole()
    {
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.resize(1400, 750);
        place.show();
        const auto* other = findIn<QComboBox>(place, "profileCompareWith");
        QTRY_VERIFY2(
            other->width() >= other->sizeHint().width(), qPrintable(QString::number(other->width())));
    }

    void comparedNamesAreWhole()
    {
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.resize(700, 750);
        place.show();
        auto* other = findIn<QComboBox>(place, "profileCompareWith");
        choose(other, other->findData("debian-source"));
        auto* table = findIn<QTableWidget>(place, "profileDifferences");
        const QHeaderView& columns = *table->horizontalHeader();
        for (int column = 0; column < 3; ++column) {
            QCOMPARE(table->horizontalHeaderItem(column)->text().simplified(),
                table->horizontalHeaderItem(column)->toolTip());
            QVERIFY(columns.sectionSizeHint(column) <= columns.sectionSize(column) + 1);
        }
        QVERIFY(columns.height() >= columns.sizeHint().height());
    }

    void aDoubleClickChooses()
    {
        write(ownFile("torn.json"), "{");
        readProfiles();
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        place.resize(1000, 700);
        place.show();
        QSignalSpy next(&place, &WizardPage::nextRequested);
        select(place, "cpu-only");
        emit list(place).doubleClicked(rowOf(place, "cpu-only"));
        QCOMPARE(m_draft->profileId(), "cpu-only");
        QCOMPARE(next.count(), 1);
        select(place, "torn");
        emit list(place).doubleClicked(rowOf(place, "torn"));
        QCOMPARE(m_draft->profileId(), "cpu-only");
        QCOMPARE(next.count(), 1);
        QVERIFY(!findIn<QWidget>(place, "profileBuild")->isEnabled());
    }

    void aBrokenOneStopsTheWizard()
    {
        write(ownFile("torn.json"), "{\"profile\": 1,\n}");
        readProfiles();
        select(wizardPage(), "torn");
        QVERIFY(!m_draft->profile());
        QVERIFY(!find("wizardNext")->isEnabled());
        QVERIFY(!find<QLabel>("wizardHint")->text().isEmpty());
        const auto machine = [this] { return find("stepMachine")->accessibleDescription(); };
        QCOMPARE(machine(), "no profile to compare with");
        QCOMPARE(find("stepFlags")->accessibleDescription(), QString());
        QVERIFY(!m_draft->request());
        QVERIFY(m_draft->request().error().message.contains("line 2"));
        for (Wizard::Step step : { Wizard::MachineStep, Wizard::FlagsStep, Wizard::ReviewStep })
            m_wizard->goTo(step); // they live without a profile
        select(wizardPage(), "tour");
        QVERIFY(find("wizardNext")->isEnabled());
        QVERIFY(find<QLabel>("wizardHint")->text().isEmpty());
        QVERIFY(machine() != "no profile to compare with");
    }

    void aBrokenOneShowsAllItsMistakes()
    {
        write(ownFile("cpu-only.json"),
            "{\n  \"profile\": 1,\n  \"name\": 2,\n  \"summary\": \"s\",\n  \"platforms\": [\"linux\"],\n"
            "  \"source\": {\"kind\": \"existing\"},\n  \"jbos\": 3\n}");
        readProfiles();
        ProfilePage& page = wizardPage();
        select(page, "cpu-only");
        QCOMPARE(textsOf(page, "brokenProblem"),
            (QStringList { "Line 3: \"name\" must be a string.", "Line 7: \"jbos\" is not a known key." }));
        const QStringList excerpts = textsOf(page, "brokenExcerpt");
        QCOMPARE(excerpts.size(), 2);
        QVERIFY2(excerpts[1].contains("> 7   \"jbos\": 3\n      ^"), qPrintable(excerpts[1]));
        page.setLayoutDirection(Qt::RightToLeft);
        for (const auto* excerpt : page.findChildren<QLabel*>("brokenExcerpt")) {
            QVERIFY(!excerpt->toolTip().isEmpty()); // it may be cut
            QCOMPARE(excerpt->layoutDirection(), Qt::LeftToRight); // else "^" would stand elsewhere
        }
        page.unsetLayoutDirection();
        auto* narrow = page.findChildren<QLabel*>("brokenExcerpt").first();
        QTRY_VERIFY(narrow->isVisible());
        narrow->resize(20 * narrow->fontMetrics().averageCharWidth(), narrow->height());
        QVERIFY2(narrow->text().contains(u'…'), qPrintable(narrow->text())); // what is cut has a mark
        QVERIFY(find<QLabel>("brokenShadowed")->isVisible());
        QVERIFY(rowOf(page, "cpu-only").data(ProfileTree::DetailRole).toString().startsWith("Line 3: "));
        QCOMPARE(rowOf(page, "cpu-only").parent().data().toString(), "Cannot be read");
        // The file is corrected and read again.
        write(ownFile("cpu-only.json"), profileText("Mended"));
        click("brokenReadAgain");
        QVERIFY(m_draft->profile());
        QCOMPARE(m_draft->profile()->name, "Mended");
        QVERIFY(!find("brokenProfile")->isVisible());
    }

    // The window does not wait for them.
    void aBrokenOneOnADiskThatDoesNotAnswerShowsNoLines()
    {
        write(ownFile("mine.json"), "{\n  \"profile\": 1,\n  \"name\": 2\n}");
        const auto answer = std::make_shared<QSemaphore>();
        configDisk().later([answer] { answer->acquire(); });
        const auto release = qScopeGuard([answer] {
            answer->release();
            configDisk().finish(std::chrono::minutes(1));
        });
        const QScopedValueRollback patience(PatientDisk::patience, std::chrono::milliseconds(10));
        readProfiles();
        ProfilePage& page = wizardPage();
        select(page, "mine");
        QVERIFY(!textsOf(page, "brokenProblem").isEmpty());
        QCOMPARE(textsOf(page, "brokenExcerpt"), QStringList());
        QVERIFY(configDisk().isLate());
    }

    void aBrokenOneShowsTheRestOfItsMistakesWhenAsked()
    {
        QByteArray text = "{\n  \"profile\": 1";
        for (int i = 1; i <= 40; ++i)
            text += ",\n  \"k" + QByteArray::number(i) + "\": 1";
        write(ownFile("cpu-only.json"), text + "\n}");
        readProfiles();
        ProfilePage& page = wizardPage();
        m_wizard->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_wizard.get()));
        select(page, "cpu-only");
        const QStringList first = textsOf(page, "brokenProblem");
        auto* more = find<QPushButton>("brokenMore");
        QVERIFY(more->isVisible());
        more->setFocus();
        QTest::keyClick(more, Qt::Key_Space);
        const QStringList all = textsOf(page, "brokenProblem");
        QCOMPARE(all.mid(0, first.size()), first);
        QVERIFY(all.size() > 40); // and what is missing
        QVERIFY(!more->isVisible());
        const auto* focused = qobject_cast<QLabel*>(m_wizard->focusWidget());
        QVERIFY(focused);
        QCOMPARE(focused->text(), all[first.size()]);
        select(page, "tour");
        select(page, "cpu-only");
        QCOMPARE(textsOf(page, "brokenProblem"), all); // as it was left
    }

    void aChosenOneThatBreaksStaysChosen()
    {
        write(ownFile("mine.json"), profileText("Mine"));
        readProfiles();
        m_draft->chooseProfile("mine");
        write(ownFile("mine.json"), "{");
        readProfiles();
        QCOMPARE(m_draft->profileId(), "mine");
        QVERIFY(!m_draft->profile());
        BuildDraft later(*m_machine, loadProfiles());
        QCOMPARE(later.profileId(), "mine");
        QVERIFY(QFile::remove(ownFile("mine.json")));
        readProfiles();
        QVERIFY(m_draft->profile());
    }

    void changesBecomeAProfile()
    {
        m_draft->setFlag("TOUR_FAILURE", "compile");
        m_draft->setEnvironment("HF_TOKEN", "hf_1234567890");
        ProfilePage& page = wizardPage();
        click("profileSave");
        QVERIFY(
            textsOf(page, "profileFormChanges").join(u' ').contains("TOUR_FAILURE: compile instead of none"));
        QVERIFY(textsOf(page, "profileFormLeftOut").join(u' ').contains("HF_TOKEN (secret)"));
        QVERIFY(!find("profileFormChange")->isVisible());
        type("profileFormName", " ");
        QVERIFY(!find("profileFormSave")->isEnabled());
        type("profileFormName", "My Tour");
        click("profileFormSave");
        QCOMPARE(m_draft->profileId(), "my-tour");
        QVERIFY(m_draft->profile()->userOwned);
        QCOMPARE(m_draft->profile()->configuration.flagValue("TOUR_FAILURE"), "compile");
        QVERIFY(!contentOf(ownFile("my-tour.json")).contains("hf_1234567890"));
        // What is in the profile is no change any more; what could not go there is one still.
        QVERIFY(m_draft->edits().configuration.flags.isEmpty());
        QCOMPARE(m_draft->edits().configuration.environment.size(), 1);
        QVERIFY(!find("profileForm")->isVisible());
        QVERIFY(find<Banner>("profileNotice")->text().contains("my-tour.json"));
        m_draft->undoStack().undo();
        QCOMPARE(m_draft->edits().configuration.flags.size(), 1);
    }

    void allChangesOfTheReviewAreSaved()
    {
        m_draft->chooseProfile("cpu-only");
        QCOMPARE(m_draft->profile()->source.kind, SourceKind::Git);
        RequestWishes edits;
        edits.backend = "wheel";
        edits.tag = "v2.7.0";
        edits.packages = { "numpy==1.26.4" };
        edits.wheels = "/wheels";
        edits.install.environment = "/venv";
        m_draft->change("all", edits);
        ProfilePage& page = wizardPage();
        click("profileSave");
        const QString leftOut = textsOf(page, "profileFormLeftOut").join(u' ');
        QVERIFY2(leftOut.contains("where the wheel is installed"), qPrintable(leftOut));
        type("profileFormName", "Mine");
        click("profileFormSave");
        const ProfileCatalogue catalogue = loadProfiles(); // from the file
        const Profile& saved = *catalogue.profile("mine");
        QCOMPARE(saved.backend, edits.backend);
        QCOMPARE(saved.source.tag, edits.tag);
        QVERIFY(saved.python.venv);
        QVERIFY(saved.python.packages.contains(edits.packages.first()));
        QCOMPARE(saved.python.wheels, edits.wheels);
        RequestWishes left;
        left.install = edits.install;
        QVERIFY(m_draft->edits() == left);
    }

    void changesGoIntoOnesOwn()
    {
        write(ownFile("mine.json"), profileText("Mine"));
        readProfiles();
        m_draft->chooseProfile("mine");
        m_draft->setFlag("MINE", "1");
        wizardPage();
        click("profileSave");
        type("profileFormSummary", "another");
        click("profileFormChange");
        QCOMPARE(QDir(AppPaths::userProfilesFolder()).entryList(QDir::Files).size(), 1);
        QCOMPARE(m_draft->profile()->summary, "another");
        QCOMPARE(m_draft->profile()->configuration.flagValue("MINE"), "1");
        QVERIFY(m_draft->edits().isEmpty());
    }

    void aDuplicateHasNoChanges()
    {
        m_draft->setFlag("TOUR_FAILURE", "compile");
        wizardPage();
        click("profileDuplicate");
        click("profileFormCancel");
        QVERIFY(!QFileInfo::exists(AppPaths::userProfilesFolder()));
        click("profileDuplicate");
        click("profileFormSave");
        QCOMPARE(m_draft->profile()->configuration.flagValue("TOUR_FAILURE"), "none");
        QCOMPARE(m_draft->edits().configuration.flags.size(), 1); // lies over the new one now
    }

    void whatIsTypedStaysWhenFilesAreReadAgain()
    {
        wizardPage();
        click("profileDuplicate");
        type("profileFormName", "Half a na");
        readProfiles();
        QVERIFY(find("profileForm")->isVisible());
        QCOMPARE(find<QLineEdit>("profileFormName")->text(), "Half a na");
        select(wizardPage(), "cpu-only");
        QVERIFY(!find("profileForm")->isVisible());
    }

    void filesAreImported()
    {
        write(m_home->filePath("good.json"), profileText("Good one"));
        write(m_home->filePath("bad.json"), "{\"profile\": 1,\n\"nmae\": 1}");
        ProfilePage& page = wizardPage();
        page.importFiles({ m_home->filePath("bad.json") });
        QCOMPARE(m_draft->profileId(), "tour");
        auto* notice = find<Banner>("profileNotice");
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains("line 2: \"nmae\""), qPrintable(notice->text()));
        page.importFiles({ m_home->filePath("bad.json"), m_home->filePath("good.json") });
        QCOMPARE(m_draft->profileId(), "good");
        QVERIFY(notice->text().contains("Good one"));
        QVERIFY(notice->text().contains("nmae"));
        page.importFiles({}); // the dialog was left
    }

    void oneIsExported()
    {
        ProfilePage& page = wizardPage();
        const QString file = m_home->filePath("out.json");
        page.exportTo(file);
        QVERIFY(readJsonFile(file).ok());
        page.exportTo(m_home->filePath("no/such/folder.json"));
        QVERIFY(find<Banner>("profileNotice")->text().startsWith("Cannot write"));
    }

    // The window does not wait until it is written.
    void oneIsExportedLaterWhereTheDiskIsSlow()
    {
        ProfilePage& page = wizardPage();
        const QString file = m_home->filePath("out.json");
        const auto isTold = [this] {
            return find<Banner>("profileNotice")->text().contains("The profile is exported once it responds");
        };
        {
            const QScopedValueRollback patience(PatientDisk::patience, std::chrono::milliseconds(0));
            page.exportTo(file);
            for (int again = 0; again < 50 && !isTold(); ++again) // a fast one may be done by then
                page.exportTo(file);
        }
        QVERIFY(isTold());
        QTRY_VERIFY(readJsonFile(file).ok());
    }

    void oneIsDeletedAfterAQuestion()
    {
        write(ownFile("mine.json"), profileText("Mine"));
        readProfiles();
        ProfilePage& page = wizardPage();
        select(page, "mine");
        auto* question = find("profileQuestion");
        click("profileRemove");
        QVERIFY(question->isVisible());
        click("profileRemoveNo");
        QVERIFY(!question->isVisible());
        QVERIFY(QFileInfo::exists(ownFile("mine.json")));
        click("profileRemove");
        select(page, "tour"); // the question was about another one
        QVERIFY(!question->isVisible());
        select(page, "mine");
        click("profileRemove");
        click("profileRemoveYes");
        QVERIFY(!QFileInfo::exists(ownFile("mine.json")));
        QVERIFY(m_draft->profile());
        QVERIFY(!rowOf(page, "mine").isValid());
    }

    void buttonsKnowWhatTheyAreAbout()
    {
        write(ownFile("mine.json"), profileText("Mine"));
        write(ownFile("torn.json"), "{");
        readProfiles();
        ProfilePage& page = wizardPage();
        const auto enabled = [this](const char* name) { return find(QLatin1String(name))->isEnabled(); };
        QVERIFY(!enabled("profileSave") && !enabled("profileRemove") && !enabled("profileShowFile"));
        QVERIFY(enabled("profileDuplicate") && enabled("profileExport") && enabled("profileImport"));
        m_draft->setFlag("A", "1");
        QVERIFY(enabled("profileSave"));
        select(page, "mine");
        QVERIFY(enabled("profileSave") && enabled("profileRemove") && enabled("profileShowFile"));
        select(page, "torn");
        QVERIFY(!enabled("profileSave") && !enabled("profileDuplicate") && !enabled("profileExport"));
        QVERIFY(enabled("profileRemove"));
        ProfilePage place(*m_draft, ProfilePage::Use::Look);
        select(place, "cpu-only"); // the changes lie over another one
        QVERIFY(!findIn<QWidget>(place, "profileSave")->isEnabled());
    }

    void rowsSayWhoseTheyAre()
    {
        write(ownFile("mine.json"), profileText("Mine"));
        readProfiles();
        ProfilePage& page = wizardPage();
        QVERIFY(rowOf(page, "mine").data(ProfileTree::OwnRole).toBool());
        QVERIFY(!rowOf(page, "tour").data(ProfileTree::OwnRole).toBool());
        QVERIFY(rowOf(page, "mine").data(Qt::AccessibleTextRole).toString().contains("yours"));
        const QString facts = rowOf(page, "kepler-cuda114-windows").data(ProfileTree::FactsRole).toString();
        QCOMPARE(facts, "GPU 3.5 · CUDA 11.4 · PyTorch 1.12.1 · Python 3.9");
        QCOMPARE(rowOf(page, "tour").data(ProfileTree::FactsRole).toString(), "no GPU");
        // What stands in the way has a line of its own.
        const QModelIndex other = rowOf(page, "kepler-cuda114-windows");
        QVERIFY(!other.data(Qt::AccessibleDescriptionRole).toString().isEmpty());
        QStyleOptionViewItem option;
        option.initFrom(&page);
        QVERIFY(
            list(page).itemDelegate()->sizeHint(option, other).height() > 4 * option.fontMetrics.height());
    }

    void theFolderIsWatched()
    {
        QVERIFY(QDir().mkpath(AppPaths::configFolder()));
        FolderWatcher watcher(lookAtProfiles(), 250);
        QTest::qSleep(200); // its thread is at work before anybody listens
        QSignalSpy watching(&watcher, &FolderWatcher::watching);
        QSignalSpy changed(&watcher, &FolderWatcher::changed);
        QTRY_COMPARE(watching.count(), 1);
        write(ownFile("mine.json"), profileText("Mine"));
        QTRY_VERIFY(changed.count() >= 1);
        QTest::qWait(400); // what else belongs to this change
        const auto before = changed.count();
        write(ownFile("mine.json"), profileText("Mine again"));
        QTRY_VERIFY(changed.count() > before);
    }

    void excerptsShowThePlace()
    {
        QCOMPARE(fileExcerpt("a\nbc\nd\n", 2, 2), "  1 a\n> 2 bc\n     ^\n  3 d");
        QCOMPARE(fileExcerpt("a\r\n\r\nb", 1, 1), "> 1 a\n    ^");
        QCOMPARE(fileExcerpt("a", 2, 1), QString());
        const QString cut = fileExcerpt(QByteArray(500, 'x') + "y" + QByteArray(500, 'x'), 1, 501);
        QVERIFY(cut.indexOf(u'y') > 0);
        QCOMPARE(cut.section(u'\n', 1).indexOf(u'^'), cut.indexOf(u'y'));
        QVERIFY2(cut.startsWith("> 1 …x") && cut.section(u'\n', 0, 0).endsWith("x…"), qPrintable(cut));
        QCOMPARE(fileExcerpt("abcdefghijklmnopqrst\nb", 1, 2, 16), "> 1 abcdefghijk…\n     ^\n  2 b");
        QCOMPARE(fileExcerpt("abcdefghijklmnopqrst\nb", 1, 20, 16), "> 1 …pqrst\n         ^\n  2 …");
    }
};

QTEST_MAIN(ProfilesTest)
#include "ProfilesTest.moc"
