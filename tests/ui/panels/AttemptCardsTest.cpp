// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of an attempt says on top when it has ended.
#include "tests/ui/panels/OneAttempt.h"
#include "ui/logview/LogView.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/FixList.h"
#include "ui/panels/OutcomeCard.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

using namespace torchmason;

class AttemptCardsTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    static QString stateText(const AttemptView& view)
    {
        return view.findChild<QLabel*>("attemptState")->text();
    }

private slots:
    void init() { makeAttempt(); }

    void succeeded()
    {
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->endStage("verify", StageState::Succeeded, 2);
        m_attempt->addProgress(100, 100, 0);
        m_attempt->record().products = { "/b/lib/libtorch.so" };
        m_attempt->end(AttemptState::Succeeded, 25);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        QTRY_COMPARE(stateText(view), "Succeeded");
        QVERIFY(!view.isLive());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), "The build is complete after 25 s");
        QVERIFY(card->findChild<QLabel*>("outcomeText")->text().startsWith("Verifying found no fault"));
        QVERIFY(!view.findChild<QPushButton*>("stopButton")->isVisible());
        QVERIFY(!view.findChild<QTableView*>("runningEdges")->isVisible());
    }

    void failedWithFinding()
    {
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100) + "the evidence\n");
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        Finding finding = FakeAttempt::missingWork(91);
        finding.fixes.append({ "by-hand", "text", "Ask a neighbour", "They may know.", Json() });
        m_attempt->addFindings({ finding });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        QSignalSpy retry(&view, &AttemptView::retryRequested);
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(stateText(view), "Compile failed");
        QVERIFY(!view.findChild<OutcomeCard*>()->isVisible());
        QTest::mouseClick(card->findChild<QPushButton*>("findingEvidence"), Qt::LeftButton);
        QTRY_COMPARE(view.findChild<LogView*>()->currentLineText(), "the evidence");
        QTest::mouseClick(card->findChild<QPushButton*>("findingCopy"), Qt::LeftButton);
        QCOMPARE(card->findChild<QPushButton*>("findingCopy")->text(), "Copied");
        const QString text = QApplication::clipboard()->text();
        QVERIFY(text.startsWith("### Distributed is switched off"));
        QVERIFY(text.contains("-DUSE_DISTRIBUTED=OFF"));
        QTest::mouseClick(card->findChild<QPushButton*>("findingRetry"), Qt::LeftButton);
        QCOMPARE(retry.size(), 1);
        QCOMPARE(retry.first().first().toInt(), 1);
        QVERIFY(retry.first().last().value<QVector<Fix>>().isEmpty());
        // Fixes are words until the machine was looked at.
        QTRY_VERIFY_WITH_TIMEOUT(card->findChild<QPushButton*>("fix-distributed-on"), 30'000);
        const auto* notes = card->findChild<QLabel*>("fixNotes-distributed-on");
        QVERIFY2(notes && notes->text().contains("USE_DISTRIBUTED"),
            notes ? qPrintable(notes->text()) : "no notes");
        QTest::mouseClick(card->findChild<QPushButton*>("fix-distributed-on"), Qt::LeftButton);
        QCOMPARE(retry.size(), 2);
        const auto fixes = retry.last().last().value<QVector<Fix>>();
        QCOMPARE(fixes.size(), 1);
        QCOMPARE(fixes.first().id, "distributed-on");
        QVERIFY(!card->findChild<QPushButton*>("fix-by-hand")); // advice has no button
    }

    void severalCausesAreSteppedThrough()
    {
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        const Finding first = FakeAttempt::missingWork(11);
        Finding second = FakeAttempt::missingWork(21);
        second.rule = "other";
        second.title = "Another cause";
        second.candidates = { "The moon is full.", "It is Friday." };
        Finding consequence = FakeAttempt::missingWork(31);
        consequence.root = false;
        m_attempt->addFindings({ first, second, consequence });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible());
        const auto text
            = [card](const char* name) { return card->findChild<QLabel*>(QLatin1String(name))->text(); };
        auto* next = card->findChild<QToolButton*>("findingNext");
        auto* previous = card->findChild<QToolButton*>("findingPrevious");
        QTRY_COMPARE(text("findingPosition"), "Cause 1 of 2");
        QVERIFY(next->isEnabled() && !previous->isEnabled());
        QCOMPARE(text("findingMore"), "1 further finding is marked in the log");
        QVERIFY(!card->findChild<QLabel*>("findingCandidates")->isVisible());
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(card->title(), "Another cause");
        QCOMPARE(text("findingPosition"), "Cause 2 of 2");
        QVERIFY(!next->isEnabled() && previous->isEnabled());
        QVERIFY(text("findingCandidates").contains("The moon is full."));
        QTest::mouseClick(previous, Qt::LeftButton);
        QCOMPARE(card->title(), first.title);
    }

    // Or below it, where both would be narrow.
    void whatHelpsStandsBesideWhatItMeans()
    {
        FindingCard card;
        card.showFinding(FakeAttempt::missingWork(30), {}, m_attempt->record());
        const auto place = [&card](const char* name) {
            const auto* part = card.findChild<QWidget*>(QLatin1String(name));
            return QRect(part->mapTo(&card, QPoint()), part->size());
        };
        card.resize(1600, 600);
        card.show();
        QTRY_VERIFY(place("findingFixes").left() > place("findingExplanation").right());
        QCOMPARE(place("findingFixes").top(), place("findingExplanation").top());
        card.resize(500, 900);
        QTRY_VERIFY(place("findingFixes").top() > place("findingExplanation").bottom());
    }

    void theAttemptThatWentOnIsNamed()
    {
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->addFindings({ FakeAttempt::missingWork(30) });
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* later = findIn<QLabel>(view, "attemptLater");
        QTRY_VERIFY(view.findChild<FindingCard*>()->isVisible());
        QVERIFY(!later->isVisible());
        FakeAttempt again(store(), "Tour", 1);
        again.record().request.continuesAttempt = m_attempt->record().number;
        again.end(AttemptState::Succeeded, 25);
        view.openAttempt(m_attempt->folder());
        QTRY_VERIFY(later->isVisible());
        QVERIFY2(later->text().endsWith(" continued it and succeeded."), qPrintable(later->text()));
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        later->setFocus(Qt::TabFocusReason);
        QCOMPARE(later->selectedText(), QString("Attempt %1").arg(again.record().number)); // at once
        QTest::keyClick(later, Qt::Key_Tab);
        QVERIFY(!later->hasFocus());
        QSignalSpy wanted(&view, &AttemptView::attemptWanted);
        emit later->linkActivated(QString::number(again.record().number));
        QCOMPARE(wanted.value(0).value(0).toString(), again.folder());
    }

    // One that never ends takes no more than a few lines.
    void theLineOfTheLogIsWrapped()
    {
        FindingCard card;
        Finding finding = FakeAttempt::missingWork(30);
        card.showFinding(finding, {}, m_attempt->record());
        const auto* line = findIn<QPushButton>(card, "findingEvidence");
        const int one = line->heightForWidth(10'000);
        card.resize(500, 900);
        card.show();
        QTRY_COMPARE_GT(line->height(), one);
        QCOMPARE_GE(line->height(), line->heightForWidth(line->width()));
        finding.evidence = finding.evidence.repeated(50);
        card.showFinding(finding, {}, m_attempt->record());
        QCOMPARE_GT(line->heightForWidth(500), one);
        QCOMPARE_LT(line->heightForWidth(500), 6 * line->fontMetrics().lineSpacing());
    }

    // As the log beside it counts.
    void theNumberOfTheLineIsPlain()
    {
        FindingCard card;
        Finding finding = FakeAttempt::missingWork(30);
        finding.line = 1961;
        card.showFinding(finding, {}, m_attempt->record());
        const QString reason = findIn<QLabel>(card, "findingReason")->text();
        QVERIFY2(reason.contains("line 1961 of"), qPrintable(reason));
    }

    // The record may be shown again afterwards.
    void whatWasFoundNotToFitIsNotAwaitedAgain()
    {
        FindingCard card;
        const Finding finding = FakeAttempt::missingWork(30);
        const QString awaited = "fixAwaited-" + finding.fixes.first().id;
        card.showFinding(finding, {}, m_attempt->record());
        QVERIFY(card.findChild<QPushButton*>(awaited));
        card.showFixes({});
        card.showFinding(finding, {}, m_attempt->record());
        QVERIFY(!card.findChild<QPushButton*>(awaited));
        QVERIFY(!findIn<QWidget>(card, "findingFixes")->isVisibleTo(&card));
    }

    void nothingIsToBeAppliedWhereNoFixIsLeft()
    {
        FindingCard card;
        AttemptRecord record = m_attempt->record();
        record.imported = ImportNote();
        const Finding finding = FakeAttempt::missingWork(30);
        const auto* note = findIn<QLabel>(card, "findingFixesNote");
        card.showFinding(finding, {}, record);
        QVERIFY(note->isVisibleTo(&card));
        card.showFixes({});
        QVERIFY(!note->isVisibleTo(&card));
        card.showFinding(finding, {}, record);
        QVERIFY(!note->isVisibleTo(&card));
        card.showFixes(finding.fixes);
        QVERIFY(note->isVisibleTo(&card));
    }

    // Else a long word on the button leaves it no more than a strip.
    void theTitleOfAFixHasRoomBesideItsButton()
    {
        Fix fix = FakeAttempt::missingWork(30).fixes.first();
        fix.changes = QStringList { "cleans the whole build folder first" };
        FixList list;
        list.setFixes({ fix }, FixList::Known::Fitted);
        list.show();
        const auto* title = findIn<QLabel>(list, QStringLiteral("fixTitle-") + fix.id);
        auto* button = findIn<QPushButton>(list, QStringLiteral("fix-") + fix.id);
        const auto isBeside = [title, button] { return button->x() > title->geometry().right(); };
        list.resize(1000, 300);
        QTRY_VERIFY(isBeside());
        button->setText(QString(40, u'x'));
        const int readable = 24 * list.fontMetrics().averageCharWidth();
        for (int width = 1000; width > button->sizeHint().width(); width -= 50) {
            list.resize(width, 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QVERIFY2(!isBeside() || title->width() >= readable, qPrintable(QString::number(width)));
            QVERIFY(isBeside() || button->y() > title->geometry().bottom());
        }
        QVERIFY(!isBeside());
    }

    void failedWithoutFinding()
    {
        m_attempt->addLog("compile", "x.cpp:1: error: oh\nfine\n");
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->record().error = "Ninja ended with exit code 1.";
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        view.show();
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->findChild<QLabel*>("outcomeText")->text(), m_attempt->record().error);
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeCopy"), Qt::LeftButton);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains("x.cpp:1: error: oh\nfine\n"));
        QTRY_COMPARE(card->findChild<QPushButton*>("outcomeCopy")->text(), "Copied");
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeLog"), Qt::LeftButton);
        QTRY_COMPARE(view.findChild<LogView*>()->rowCount(), 1);
    }

    void wordsWithoutOthersBesideThemHaveAllTheRoom()
    {
        m_attempt->startStage("compile");
        m_attempt->end(AttemptState::Interrupted, 25);
        OutcomeCard card;
        card.resize(1200, 400);
        card.show();
        card.showRecord(m_attempt->record(), m_attempt->folder());
        const auto* words = findIn<QLabel>(card, "outcomeText");
        QTRY_COMPARE_GE(words->width(), card.width() - 2 * spacing::page);
    }

    void interrupted()
    {
        m_attempt->startStage("compile");
        m_attempt->end(AttemptState::Interrupted, 25);
        AttemptView view;
        view.show();
        QSignalSpy retry(&view, &AttemptView::retryRequested);
        view.openAttempt(m_attempt->folder());
        auto* card = view.findChild<OutcomeCard*>();
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), "The build was interrupted");
        QVERIFY(!findIn<QToolButton>(view, "logFollow")->isVisible()); // nothing comes any more
        const auto* stages = view.findChild<QTreeWidget*>("stageList");
        QStringList spoken;
        for (int row = 0; row < stages->topLevelItemCount(); ++row)
            spoken << stages->topLevelItem(row)->data(0, Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains("Compile: Interrupted"), qPrintable(spoken.join(u'\n')));
        QVERIFY(!view.isLive());
        QTest::mouseClick(card->findChild<QPushButton*>("outcomeRetry"), Qt::LeftButton);
        QCOMPARE(retry.size(), 1);
    }
};

QTEST_MAIN(AttemptCardsTest)
#include "AttemptCardsTest.moc"
