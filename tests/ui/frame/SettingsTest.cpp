// SPDX-License-Identifier: GPL-3.0-or-later
// The settings page: folders, letters of logs, language, what tidying up leaves.
#include "ui/models/Settings.h"
#include "core/history/AttemptRemoval.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/Language.h"
#include "ui/frame/SettingsPage.h"
#include "ui/frame/TextSize.h"
#include "ui/history/HistoryPage.h"
#include "ui/logview/Editor.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/Background.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Icons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

using namespace torchmason;

class SettingsTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_window->show();
        m_window->openPlace(NavigationBar::Settings);
    }
    void cleanup()
    {
        tearDown();
        applyTextSize(usualTextSize);
    }

    void attemptsAreReadFromTheNewFolder()
    {
        over("Here", AttemptState::Failed);
        const AttemptStore there(m_home->filePath("there"));
        for (const char* name : { "There", "There too" })
            FakeAttempt(there, name, 3).end(AttemptState::Failed, 10);
        m_window->openPlace(NavigationBar::History);
        const auto* history = m_window->findChild<HistoryPage*>();
        QTRY_COMPARE(history->attempts().size(), 1);
        m_window->openPlace(NavigationBar::Settings);
        type("settingsAttemptsFolder", there.folder());
        auto* notice = find<Banner>("settingsFolderNotice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains("stay there"), qPrintable(notice->text()));
        QCOMPARE(AppPaths::attemptsFolder(), there.folder());
        QTRY_COMPARE(history->attempts().size(), 2);
        type("settingsAttemptsFolder", {});
        QTRY_COMPARE(history->attempts().size(), 1);
        QCOMPARE(AttemptStore(AppPaths::attemptsFolder()).list().size(), 1);
    }

    void theDraftTakesTheNewWorkFolder()
    {
        m_window->draft().chooseProfile("tour");
        QVERIFY(m_window->draft().draftedRequest().buildFolder.startsWith(AppPaths::workFolder()));
        type("settingsWorkFolder", m_home->filePath("big"));
        QTRY_VERIFY(m_window->draft().draftedRequest().buildFolder.startsWith(m_home->filePath("big")));
    }

    void allBrokenRulesCanBeRead()
    {
        for (int i = 10; i < 30; ++i)
            write(AppPaths::userRulesFolder() + QStringLiteral("/mine%1.json").arg(i), "{ \"schema\": 1,");
        m_window->openPlace(NavigationBar::Build);
        m_window->openPlace(NavigationBar::Settings);
        const auto* told = find<QLabel>("settingsRuleProblems");
        auto* more = find<QPushButton>("settingsRuleProblemsMore");
        QTRY_VERIFY(more->isVisible());
        QVERIFY2(!told->text().contains("mine29.json"), qPrintable(told->text()));
        more->click();
        for (int i = 10; i < 30; ++i)
            QVERIFY(told->text().contains(QStringLiteral("mine%1.json").arg(i)));
        QVERIFY(!more->isVisible());
    }

    void aRefusedFolderChangesNothing()
    {
        write(m_home->filePath("file"));
        type("settingsWorkFolder", m_home->filePath("file"));
        auto* notice = find<Banner>("settingsFolderNotice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains("Nothing can be written"), qPrintable(notice->text()));
        QVERIFY(find<QLineEdit>("settingsWorkFolder")->text().isEmpty());
    }

    void aFolderIsChosenOrOpened()
    {
        const auto drawn = [](const QIcon& shown) { return shown.pixmap(16).toImage(); };
        QVERIFY(drawn(icon("choose")) != drawn(icon("folder")));
        QCOMPARE(drawn(find<QToolButton>("settingsWorkFolderBrowse")->icon()), drawn(icon("choose")));
        QCOMPARE(drawn(find<QToolButton>("openWork")->icon()), drawn(icon("folder")));
        QCOMPARE(drawn(find<QToolButton>("openProfiles")->icon()), drawn(icon("folder")));
        QVERIFY(find<QLabel>("settingsFoldersAbout")->text().startsWith("A folder that you choose here "));
    }

    void whatIsSaidMovesNoField()
    {
        const auto places = [this] {
            QVector<QPoint> all;
            for (const char* name :
                { "settingsAttemptsFolder", "settingsCachesFolder", "openProfiles", "openConfig" })
                all << find(name)->mapTo(m_window.get(), QPoint());
            return all;
        };
        QTest::qWait(50);
        const QVector<QPoint> before = places();
        auto* about = find("settingsFoldersAbout");
        QVERIFY(about->isVisible()); // no hole is kept for it
        write(m_home->filePath("file"));
        type("settingsWorkFolder", m_home->filePath("file/below"));
        auto* notice = find<Banner>("settingsFolderNotice");
        QTRY_VERIFY(notice->isVisible());
        QTest::qWait(50);
        QCOMPARE(places(), before);
        QVERIFY(!about->isVisible());
        QCOMPARE(notice->geometry().topLeft(), about->geometry().topLeft());
        QCOMPARE(notice->height(), notice->heightForWidth(notice->width())); // not as high as those words
        QWidget* next = find("openCaches"); // Tab goes as one reads
        while (next->objectName() != "bannerClose" && next != find("openProfiles"))
            next = next->nextInFocusChain();
        QCOMPARE(next->objectName(), "bannerClose");
        clickIn(*notice, "bannerClose");
        QVERIFY(about->isVisible());
    }

    void nothingChangesWhileABuildRuns()
    {
        FakeAttempt running = fake("Running");
        type("settingsCachesFolder", m_home->filePath("caches")); // of another window or the command line
        QTRY_VERIFY(find<Banner>("settingsFolderNotice")->text().startsWith("Attempt 1 has not ended"));
        m_window->openAttempt(running.folder());
        QTRY_VERIFY(!find("settingsAttemptsFolder")->isEnabled());
        m_window->openPlace(NavigationBar::Settings);
        const auto* why = find<Banner>("settingsFoldersLocked"); // beside what is grey
        QVERIFY(why->isVisible() && why->text().startsWith("A build is running"));
        QVERIFY(!find("settingsFolderNotice")->isVisible() && !find("settingsFoldersAbout")->isVisible());
        running.end(AttemptState::Failed, 10);
        QTRY_VERIFY(find("settingsAttemptsFolder")->isEnabled());
        QVERIFY(!why->isVisible() && find("settingsFoldersAbout")->isVisible());
    }

    void lettersOfLogsChangeAtOnce()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        const LogView* log = m_window->findChild<LogPanel*>()->view();
        const double before = log->font().pointSizeF();
        m_window->openPlace(NavigationBar::Settings);
        auto* size = find<QSpinBox>("settingsLogSize");
        size->setValue(size->value() + 3);
        QCOMPARE(log->font().pointSizeF(), before + 3);
        auto* font = find<QComboBox>("settingsLogFont");
        QVERIFY(font->count() > 1);
        choose(font, 1);
        QCOMPARE(log->font().family(), font->itemText(1));
        QCOMPARE(log->font().pointSizeF(), before + 3);
        m_window->findChild<LogPanel*>()->resetZoom(); // there it can be changed, too
        m_window->openPlace(NavigationBar::Build);
        m_window->openPlace(NavigationBar::Settings);
        QCOMPARE(settings()->value("log/zoom").toInt(), 0);
        choose(font, 0);
        QCOMPARE(log->font().family(), monospaceFont(m_window->font()).family());
    }

    void anEditorThatIsNotThereIsSaid()
    {
        type("settingsEditor", "nonsense-editor {file}");
        const auto* problem = find<Banner>("settingsEditorProblem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("nonsense-editor was not found"), qPrintable(problem->text()));
        QCOMPARE(editorCommand(), QStringList({ "nonsense-editor", "{file}" })); // kept all the same
        m_window->openPlace(NavigationBar::Build);
        find<QLineEdit>("settingsEditor")->setText(editorText({ QCoreApplication::applicationFilePath() }));
        QVERIFY(problem->isHidden()); // until it was looked at
        m_window->openPlace(NavigationBar::Settings);
        QVERIFY(diskPool().waitForDone(30'000));
        QCoreApplication::sendPostedEvents();
        QVERIFY(problem->isHidden());
        QCOMPARE(editorProblem({ QCoreApplication::applicationFilePath() }), QString());
        QCOMPARE(editorProblem({}), QString());
    }

    void halfAnEditorIsNotLookedFor()
    {
        QTest::keyClicks(find<QLineEdit>("settingsEditor"), "nonsense-ed");
        auto* page = m_window->findChild<SettingsPage*>();
        QFont larger = page->font();
        larger.setPointSizeF(larger.pointSizeF() + 1);
        page->setFont(larger);
        QVERIFY(diskPool().waitForDone(30'000));
        QCoreApplication::sendPostedEvents();
        QVERIFY(find<Banner>("settingsEditorProblem")->isHidden());
    }

    // With what each command needs at its end, in the smallest window, too.
    void theExampleOfAnEditorIsWhole()
    {
        QFont larger = m_window->font();
        larger.setPointSize(14);
        m_window->setFont(larger);
        m_window->resize(1024, 700);
        m_window->grab();
        const auto* field = find<QLineEdit>("settingsEditor");
        QCOMPARE(field->font().pointSize(), 14);
        QVERIFY(field->placeholderText().endsWith("{file}"));
        const int needed = field->fontMetrics().horizontalAdvance(field->placeholderText());
        QTRY_VERIFY(field->contentsRect().width() - 2 * spacing::inner >= needed);
    }

    void foldersAreNamedAsFolders()
    {
        QCOMPARE(find<QToolButton>("settingsAttemptsFolderBrowse")->toolTip(), "Choose: Folder of attempts");
        QCOMPARE(
            find<QToolButton>("settingsCachesFolderBrowse")->toolTip(), "Choose: Folder of compiler caches");
        QCOMPARE(
            find<QToolButton>("openConfig")->accessibleName(), "Open the folder: Folder of the settings");
    }

    // A machine may have fonts with long names; what is longer than the box is elided in it.
    void namesOfFontsLeaveRoomForLabels()
    {
        auto* font = find<QComboBox>("settingsLogFont");
        font->addItem(QString("A family of letters ").repeated(20));
        font->setCurrentIndex(font->count() - 1);
        QFont larger = font->font();
        larger.setPointSizeF(larger.pointSizeF() + 1);
        font->setFont(larger); // so that the box is measured anew
        m_window->resize(1024, 700);
        QTest::qWait(50);
        const auto* page = find<QScrollArea>("settingsScroll");
        QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
        for (const auto* label : page->widget()->findChildren<QLabel*>()) {
            if (label->buddy() && label->isVisible())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
    }

    void aFolderIsReadWhole()
    {
        applyTextSize(150);
        m_window->resize(1024, 700);
        const auto* path = find<QLabel>("openProfilesPath");
        QCOMPARE(withoutBreaks(path->text()), QDir::toNativeSeparators(AppPaths::userProfilesFolder()));
        QTRY_VERIFY(path->width() > 0 && path->height() >= path->heightForWidth(path->width()));
    }

    void eachNameStandsForAField()
    {
        int names = 0;
        for (const auto* label : find("settingsPage")->findChildren<QLabel*>()) {
            const QWidget* field = label->buddy();
            if (!field)
                continue;
            ++names;
            while (field->focusProxy())
                field = field->focusProxy();
            QVERIFY2(field->focusPolicy() & Qt::TabFocus, qPrintable(label->text()));
        }
        QVERIFY(names >= 10);
    }

    void whatTidyingLeavesIsKept()
    {
        QVERIFY(!keptAttempts());
        find<QCheckBox>("settingsKeeps")->setChecked(true);
        find<QSpinBox>("settingsKeep")->setValue(7);
        QCOMPARE(keptAttempts(), std::optional(7));
        find<QCheckBox>("settingsKeeps")->setChecked(false);
        QVERIFY(!keptAttempts());
    }

    void theLanguageHoldsFromTheNextStart()
    {
        QCOMPARE(shippedLanguages().value(0), "en");
        auto* box = find<QComboBox>("settingsLanguage");
        QVERIFY(!find("settingsRestart")->isVisible());
        choose(box, box->findData("en"));
        QVERIFY(find("settingsRestart")->isVisible());
        QCOMPARE(languageAtStart().language(), QLocale::English);
        setChosenLanguage("xx"); // a language that an earlier version had
        QCOMPARE(languageAtStart(), QLocale());
        choose(box, 0);
        QVERIFY(chosenLanguage().isEmpty());
    }

    void searchHidesTheOthers()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* field = find<QLineEdit>("settingsSearch");
        find("railBuild")->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), field);
        field->setText("awake machine");
        QVERIFY(find("settingsKeepAwake")->isVisible());
        for (const char* other :
            { "settingsNotify", "settingsAppearance", "settingsWorkFolder", "openRules", "settingsNothing" })
            QVERIFY2(!find(other)->isVisible(), other);
        field->setText("compiler caches");
        QVERIFY(find("settingsCachesFolder")->isVisible());
        QVERIFY(!find("settingsWorkFolder")->isVisible());
        field->setText("rules for failures");
        QVERIFY(find("openRules")->isVisible());
        field->setText("no such words");
        QVERIFY(find("settingsNothing")->isVisible());
        QTest::keyClick(field, Qt::Key_Escape);
        for (const char* each : { "settingsNotify", "settingsAppearance", "settingsWorkFolder", "openRules" })
            QVERIFY2(find(each)->isVisible(), each);
        QVERIFY(!find("settingsNothing")->isVisible());
    }

    void settingsGoBackToTheirDefaults()
    {
        auto* back = find<QPushButton>("settingsDefaults");
        QVERIFY(!back->isEnabled());
        type("settingsWorkFolder", m_home->filePath("big")); // does not count
        QTRY_VERIFY(find<Banner>("settingsFolderNotice")->isVisible());
        QVERIFY(!back->isEnabled());
        find<QCheckBox>("settingsNotify")->setChecked(false);
        choose(find<QComboBox>("settingsTextSize"), 3);
        find<QCheckBox>("settingsKeeps")->setChecked(true);
        find<QLineEdit>("settingsEditor")->setText("kate {file}");
        QVERIFY(back->isEnabled());
        QStringList asked;
        bool answer = false;
        m_window->findChild<SettingsPage*>()->setDefaultsQuestion([&](QWidget*, const QStringList& names) {
            asked = names;
            return answer;
        });
        back->click();
        QCOMPARE(asked, QStringList({ "Text size", "Show a notification", "Editor", "Tidying up attempts" }));
        QVERIFY(!find<QCheckBox>("settingsNotify")->isChecked());
        answer = true;
        back->click();
        QVERIFY(find<QCheckBox>("settingsNotify")->isChecked());
        QVERIFY(!find<QCheckBox>("settingsKeeps")->isChecked());
        QVERIFY(find<QLineEdit>("settingsEditor")->text().isEmpty());
        QCOMPARE(chosenTextSize(), usualTextSize);
        QCOMPARE(AppPaths::workFolder(), m_home->filePath("big"));
        QVERIFY(!back->isEnabled());
    }

    void whatHoldsForThisRunIsWhole()
    {
        const auto* box = find<QComboBox>("settingsAppearance");
        auto* page = m_window->findChild<SettingsPage*>();
        page->setAppearance(Appearance::System);
        QTRY_COMPARE(box->width(), box->sizeHint().width());
        const int usual = box->width();
        page->setAppearance(Appearance::Dark);
        QVERIFY2(box->currentText().contains("for this run"), qPrintable(box->currentText()));
        QTRY_VERIFY(box->width() >= std::max(usual, box->sizeHint().width()));
        page->setAppearance(Appearance::System);
        QTRY_COMPARE(box->width(), usual);
    }

private:
    void type(const QString& name, const QString& path)
    {
        auto* field = find<QLineEdit>(name);
        QTRY_VERIFY(field->isEnabled());
        field->setText(path);
        emit field->editingFinished();
    }
};

QTEST_MAIN(SettingsTest)
#include "SettingsTest.moc"
