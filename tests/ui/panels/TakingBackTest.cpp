// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/panels/OutcomeHarness.h"
#include "ui/widgets/Layouts.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTextOption>

using namespace torchmason;

// An install that the outcome of an attempt offers to take back.
class TakingBackTest : public QObject, private OutcomeHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void nothingIsTakenBackWhereNothingWasInstalled()
    {
        makeWheel();
        open();
        QVERIFY(!inCard<QPushButton>("outcomeTakeBack")->isVisible());
    }

    // As after a power cut: nobody wrote how the stage ended.
    void anInterruptedInstallCanBeTakenBack()
    {
        m_attempt->record().request.install.environment = "/venvs/torch";
        addInstallStage(StageState::Running);
        m_attempt->end(AttemptState::Interrupted, 25);
        open();
        QVERIFY(inCard<QPushButton>("outcomeTakeBack")->isVisible());
    }

    void anInstallIsTakenBackAfterAQuestion()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("/usr/bin/python3 makes the environment");
        const QString environment = installIntoVenv();
        if (environment.isEmpty())
            QSKIP("There is no Python with the module venv.");
        open();
        QVERIFY(text("outcomeText").contains(environment));
        QSignalSpy asked(m_view.get(), &AttemptView::installRequested);
        InstallUndoDialog& dialog = *askBack();
        auto* accept = findIn<QPushButton>(dialog, "takeBackAccept");
        QVERIFY(!accept->isEnabled()); // nobody has looked yet
        QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), 30'000);
        const QString effects = findIn<QPlainTextEdit>(dialog, "takeBackEffects")->toPlainText();
        QVERIFY2(effects.contains("is removed."), qPrintable(effects));
        accept->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toInt(), 1);
        const auto target = asked.first().at(1).value<InstallTarget>();
        QVERIFY(asked.first().at(2).toString().isEmpty());
        QCOMPARE(target.takesBack, 1);
        QCOMPARE(target.environment, environment);
    }

    // As the refusal asks for it; nothing can be agreed to while the folder is looked at.
    void whatWasReplacedComesFromAFolder()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("/usr/bin/python3 makes the environment");
        if (installIntoVenv().isEmpty())
            QSKIP("There is no Python with the module venv.");
        open();
        QSignalSpy asked(m_view.get(), &AttemptView::installRequested);
        InstallUndoDialog& dialog = *askBack();
        auto* accept = findIn<QPushButton>(dialog, "takeBackAccept");
        QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), 30'000);
        auto* wheels = findIn<QLineEdit>(dialog, "takeBackWheels");
        QTest::keyClicks(wheels, m_home->filePath("no such folder"));
        QVERIFY(!accept->isEnabled());
        const auto* words = findIn<QLabel>(dialog, "takeBackWords");
        QTRY_VERIFY_WITH_TIMEOUT(words->text().contains("There is no folder"), 30'000);
        QVERIFY(!accept->isEnabled());
        wheels->clear();
        QTest::keyClicks(wheels, m_home->path());
        QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), 30'000);
        accept->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().at(2).toString(), QDir::cleanPath(m_home->path()));
    }

    void aVanishedEnvironmentIsTold()
    {
        const QString environment
            = m_home->filePath(QStringLiteral("gone ").repeated(20) + "away"); // two lines
        install(environment, environment + "/bin/python", { { "torch", { "2.7.1", {}, {}, {} } } });
        open();
        InstallUndoDialog& dialog = *askBack();
        const auto* words = findIn<QLabel>(dialog, "takeBackWords");
        const int twoLines = 2 * words->fontMetrics().lineSpacing();
        QCOMPARE_GE(words->height(), twoLines); // the answer has its place
        const auto isTold = [words] { return words->text().contains("is not there any more"); };
        QTRY_VERIFY2(isTold(), qPrintable(words->text()));
        const auto* effects = findIn<QPlainTextEdit>(dialog, "takeBackEffects");
        QVERIFY(effects->document()->defaultTextOption().alignment() & Qt::AlignAbsolute); // as the layout
        QCOMPARE(findIn<QLineEdit>(dialog, "takeBackWheels")->placeholderText(),
            "the place they came from, or the network");
        layOutNow(dialog);
        QCOMPARE_GE(words->height(), twoLines);
        const int top = effects->y();
        QTest::keyClicks(findIn<QLineEdit>(dialog, "takeBackWheels"), "x");
        QVERIFY(!isTold()); // until it was looked at again
        layOutNow(dialog);
        QCOMPARE(effects->y(), top);
        QTRY_VERIFY2(isTold(), qPrintable(words->text()));
        dialog.resize(3 * words->fontMetrics().horizontalAdvance(words->text()), dialog.height());
        QTRY_COMPARE(effects->geometry().top() - words->geometry().bottom() - 1, spacing::group);
        QTRY_COMPARE_LT(words->height(), twoLines); // no empty line
        QVERIFY(!findIn<QPushButton>(dialog, "takeBackAccept")->isEnabled());
    }

    void whatWasTakenBackIsToldAndNotOffered()
    {
        m_attempt->record().request.install = { "/venvs/torch", true, {}, 4 };
        m_attempt->record().request.fromStage = "install";
        addInstallStage(StageState::Succeeded);
        m_attempt->end(AttemptState::Succeeded, 3);
        open();
        QVERIFY2(
            text("outcomeText").startsWith("The install of attempt 4 into"), qPrintable(text("outcomeText")));
        QVERIFY(!inCard<QPushButton>("outcomeTakeBack")->isVisible());
        QVERIFY(!inCard<QPushButton>("outcomeInstall")->isVisible());
    }
};

QTEST_MAIN(TakingBackTest)
#include "TakingBackTest.moc"
