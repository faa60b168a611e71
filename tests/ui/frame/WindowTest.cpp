// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/SingleInstance.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"
#include "ui/text/CheckText.h"
#include "ui/text/ProfileText.h"
#include "ui/text/TipText.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>

using namespace torchmason;

class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void wizardGoesThroughAllPages();
    void editsSurviveGoingBack();
    void aScriptIsSaved_data();
    void aScriptIsSaved();
    void startingFailsInWords();
    void buildOpensTheAttempt();
    void secondInstanceRaisesTheFirst();
    void theAppearanceIsToldEverywhere();
    void theRailNamesItsKeys();
    void theMachineIsCheckedFromEverywhere();
    void brokenRulesAreToldInTheSettings();
    void everyControlHasItsWords();

private:
    template <typename T = QWidget> T* find(const QString& name) { return findIn<T>(*m_window, name); }
    void click(const QString& name) { clickIn(*m_window, name); }
    void chooseTour();

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
};

void WindowTest::init()
{
    m_home = freshHome();
    m_window = std::make_unique<MainWindow>();
    m_window->setCloseQuestion([](QWidget*, const CloseMatter&) { return CloseAnswer::KeepBuilding; });
    m_window->setBlockerQuestion([](QWidget*, const QStringList&) { return true; });
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->machine().isComplete() && !m_window->machine().isLooking(), 30'000);
}

void WindowTest::cleanup()
{
    m_window.reset();
}

void WindowTest::chooseTour()
{
    m_window->draft().chooseProfile("tour");
    QVERIFY(m_window->draft().profile());
    QCOMPARE(m_window->draft().profile()->id, "tour");
}

void WindowTest::wizardGoesThroughAllPages()
{
    chooseTour();
    auto* wizard = find<Wizard>("wizard");
    QCOMPARE(wizard->step(), Wizard::MachineStep);
    const BuildDraft& draft = m_window->draft();
    QCOMPARE(find<QLabel>("machineVerdict")->text(),
        readinessText(verdictOf(draft.machineRows()), draft.rankedProfile("tour")));
    QVERIFY(!find<QAbstractButton>("stepReview")->isEnabled());
    click("wizardNext");
    QCOMPARE(wizard->step(), Wizard::ProfileStep);
    auto* list = find<QAbstractItemView>("profileList");
    QCOMPARE(list->currentIndex().data().toString(), m_window->draft().profile()->name);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(wizard->step(), Wizard::FlagsStep);
    QVERIFY(find<QWidget>("flagCommand")->isVisible());
    click("stepReview"); // as Next does
    QCOMPARE(wizard->step(), Wizard::ReviewStep);
    QVERIFY(find<QWidget>("stage-compile"));
    const QAbstractButton* build = buildButtonIn(*m_window);
    QVERIFY(build->isVisible() && build->isEnabled());
    const bool canFail = verdictOf(draft.problems()).failures > 0; // what is installed here
    QCOMPARE(build->objectName(), canFail ? "wizardAnyway" : "wizardNext");
}

void WindowTest::editsSurviveGoingBack()
{
    chooseTour();
    auto* wizard = find<Wizard>("wizard");
    wizard->goTo(Wizard::ReviewStep);
    auto* folder = find<QLineEdit>("buildFolder");
    QTest::keyClicks(folder, m_home->filePath("out"));
    wizard->goTo(Wizard::MachineStep);
    m_window->draft().setFlag("MY_FLAG", "1");
    wizard->goTo(Wizard::FlagsStep);
    wizard->goTo(Wizard::ReviewStep);
    QCOMPARE(folder->text(), m_home->filePath("out"));
    QCOMPARE(m_window->draft().request()->buildFolder, m_home->filePath("out"));
    QCOMPARE(m_window->draft().request()->configuration.flagValue("MY_FLAG"), "1");
    m_window->findChild<QAction*>("actionUndo")->trigger();
    QVERIFY(!m_window->draft().edits().configuration.flag("MY_FLAG"));
}

void WindowTest::aScriptIsSaved_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QByteArray>("beginning");
    newRow("sh", "a b.sh", "a b.sh", QByteArray("#!/usr/bin/env bash\n"));
    newRow("bat", "x.BAT", "x.BAT", QByteArray("@echo off\r\n"));
#ifdef Q_OS_UNIX
    newRow("no ending", "x", "x.sh", QByteArray("#!/usr/bin/env bash\n"));
#endif
    newRow("no such folder", "nowhere/x.sh", QString(), QByteArray());
}

void WindowTest::aScriptIsSaved()
{
    QFETCH(QString, typed);
    QFETCH(QString, written);
    QFETCH(QByteArray, beginning);
    chooseTour();
    find<Wizard>("wizard")->goTo(Wizard::ReviewStep);
    // The dialog is modal: it is answered from within.
    QTimer::singleShot(0, this, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setDirectory(m_home->path());
        dialog->findChild<QLineEdit*>()->setText(m_home->filePath(typed));
        QMetaObject::invokeMethod(dialog, "accept");
    });
    click("saveScript");
    const QString said = find<QLabel>("wizardHint")->text();
    if (written.isEmpty()) {
        QVERIFY2(said.contains("Cannot write"), qPrintable(said));
        return;
    }
    QVERIFY2(said.contains(written), qPrintable(said));
    QFile file(m_home->filePath(written));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(beginning));
#ifdef Q_OS_UNIX
    QCOMPARE(file.permissions().testFlag(QFile::ExeOwner), written.endsWith(".sh"));
#endif
}

void WindowTest::startingFailsInWords()
{
    chooseTour();
    m_window->setStarter(
        [](const BuildRequest&) -> Result<ReservedAttempt> { return Error { "The runner is not there." }; });
    find<Wizard>("wizard")->goTo(Wizard::ReviewStep);
    buildButtonIn(*m_window)->click();
    QTRY_COMPARE(find<QLabel>("wizardHint")->text(), "The runner is not there.");
    QVERIFY(buildButtonIn(*m_window)->isEnabled());
}

void WindowTest::buildOpensTheAttempt()
{
    chooseTour();
    m_window->setStarter([](const BuildRequest& request) {
        return AttemptStore(AppPaths::attemptsFolder()).reserve(request);
    });
    find<Wizard>("wizard")->goTo(Wizard::ReviewStep);
    buildButtonIn(*m_window)->click();
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    QTRY_VERIFY(!m_window->findChild<AttemptView*>()->folder().isEmpty());
    QVERIFY(QFileInfo::exists(m_window->findChild<AttemptView*>()->folder() + "/request.json"));
}

void WindowTest::secondInstanceRaisesTheFirst()
{
    m_window.reset(); // its work would keep this thread from answering
    const QString name = QStringLiteral("torchmason-test-%1").arg(QCoreApplication::applicationPid());
    SingleInstance first(name);
    QVERIFY(!first.raiseOther());
    QSignalSpy raised(&first, &SingleInstance::raiseRequested);
    // The second one waits for an answer, as another process would, so it gets a thread of its own.
    bool answered = false;
    auto* second = QThread::create([&] { answered = SingleInstance(name).raiseOther(); });
    second->start();
    QTRY_VERIFY_WITH_TIMEOUT(second->isFinished(), 30'000);
    delete second;
    QVERIFY(answered);
    QTRY_COMPARE(raised.count(), 1);
}

void WindowTest::theAppearanceIsToldEverywhere()
{
    m_window->chooseAppearance(Appearance::Dark, false); // as --theme does
    QVERIFY(find<QAction>("appearance-dark")->isChecked());
    QVERIFY(!find<QAction>("appearance-system")->isChecked());
    m_window->openPlace(NavigationBar::Settings);
    auto* box = find<QComboBox>("settingsAppearance");
    QCOMPARE(box->currentData().toInt(), int(Appearance::Dark));
    QCOMPARE(box->currentText(), "Dark (for this run)");
    box->setCurrentIndex(box->findData(int(Appearance::Light)));
    emit box->activated(box->currentIndex());
    QVERIFY(find<QAction>("appearance-light")->isChecked());
    QVERIFY(!find<QAction>("appearance-dark")->isChecked());
    QCOMPARE(box->currentText(), "Light"); // it is kept
    QVERIFY(box->findText("Dark") >= 0);
    m_window->chooseAppearance(Appearance::System, false);
}

void WindowTest::theRailNamesItsKeys()
{
    auto* button = find("railBuild");
    QVERIFY(button->toolTip().contains("Ctrl+1"));
    FakeAttempt running(AttemptStore(AppPaths::attemptsFolder()), "Running", 10);
    m_window->openAttempt(running.folder());
    QTRY_VERIFY(button->toolTip().contains("Running"));
    QVERIFY(button->toolTip().contains("Ctrl+1"));
}

void WindowTest::theMachineIsCheckedFromEverywhere()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    for (const NavigationBar::Place place : { NavigationBar::Help, NavigationBar::Machine }) {
        m_window->openPlace(place);
        QVERIFY(!m_window->machine().isLooking());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(m_window->machine().isLooking());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->machine().isLooking(), 30'000);
    }
}

void WindowTest::brokenRulesAreToldInTheSettings()
{
    m_window->openPlace(NavigationBar::Settings);
    auto* problems = find<QLabel>("settingsRuleProblems");
    QVERIFY(problems);
    m_window->openPlace(NavigationBar::Build);
    QVERIFY(QDir().mkpath(AppPaths::userRulesFolder()));
    QFile pack(AppPaths::userRulesFolder() + "/mine.json");
    QVERIFY(pack.open(QIODevice::WriteOnly) && pack.write("{ \"schema\": 1,") > 0);
    pack.close();
    m_window->openPlace(NavigationBar::Settings);
    QTRY_VERIFY_WITH_TIMEOUT(problems->isVisible(), 30'000);
    QVERIFY2(problems->text().contains("mine.json"), qPrintable(problems->text()));
    QVERIFY(pack.remove());
    m_window->openPlace(NavigationBar::Build);
    m_window->openPlace(NavigationBar::Settings);
    QTRY_VERIFY_WITH_TIMEOUT(!problems->isVisible(), 30'000);
}

void WindowTest::everyControlHasItsWords()
{
    chooseTour();
    for (int place = 0; place < NavigationBar::PlaceCount; ++place)
        m_window->openPlace(NavigationBar::Place(place));
    auto* wizard = find<Wizard>("wizard");
    for (int step = 0; step < Wizard::StepCount; ++step)
        wizard->goTo(Wizard::Step(step));
    FakeAttempt failed(AttemptStore(AppPaths::attemptsFolder()), "Failed", 10);
    failed.addFindings({ FakeAttempt::missingWork(12) });
    failed.end(AttemptState::Failed, 60);
    m_window->openAttempt(failed.folder());
    QTRY_VERIFY(find<QWidget>("findingCard")->isVisible());
    QStringList wrong;
    const auto owned = [](const QWidget* widget) {
        // Parts that Qt makes inside of a control carry Qt's own names or stand for their control.
        for (const QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
            if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
                || qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QAbstractItemView*>(parent))
                return true;
        }
        return widget->objectName().startsWith("qt_");
    };
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget)
            || qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractItemView*>(widget)
            || qobject_cast<QAbstractSpinBox*>(widget);
        if (!control || owned(widget))
            continue;
        auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        if (widget->objectName().isEmpty() || !named || widget->toolTip().isEmpty()) {
            wrong.append(QStringLiteral("%1 \"%2\" in %3")
                             .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                 widget->parentWidget()->objectName()));
        }
    }
    // What is no control, but is looked at.
    for (const char* name : { "stageList", "runningEdges", "logView", "memoryChart", "coresChart",
             "stepsChart", "timelineChart", "stepTable", "progressStrip" }) {
        if (find(QLatin1String(name))->accessibleName().isEmpty())
            wrong.append(QLatin1String(name));
    }
    for (const char* name : { "memoryChart", "coresChart", "stepsChart", "timelineChart" }) {
        if (find(QLatin1String(name))->toolTip().isEmpty())
            wrong.append(QLatin1String(name));
    }
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        for (const QString& line : widget->toolTip().split(u'\n')) {
            if (line.size() > widestTip || line.contains("<p"))
                wrong.append(widget->objectName() + u' ' + line);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

QTEST_MAIN(WindowTest)
#include "WindowTest.moc"
