// SPDX-License-Identifier: GPL-3.0-or-later
// What the dashboard does when something changes under it: another attempt, a folder that goes away, time
// that passes without news.
#include "core/base/Platform.h"
#include "tests/ui/panels/AttemptHarness.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/StepTabs.h"

#include <QApplication>
#include <QDir>
#include <QMap>
#include <QPoint>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTreeWidget>

using namespace torchmason;

class AttemptChangesTest : public QObject, AttemptHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    // A part of what was written would make figures of a moment in the past.
    void figuresWaitUntilAllIsRead()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->addProgress(25, 100, 3);
        m_attempt->addSamples(0, 60, 4, QStringLiteral("compile"), 9000, 3);
        const auto shown = [this] {
            return QStringList { m_view->findChild<MemoryChart*>()->accessibleDescription(),
                m_view->findChild<StepsChart*>()->accessibleDescription(), state(),
                figure("attemptSteps")->text(), figure("attemptElapsed")->text() };
        };
        QVector<QStringList> seen; // the first time with the record, and with nothing else
        connect(m_view.get(), &AttemptView::titleChanged, this, [&] { seen << shown(); });
        open(m_attempt->folder());
        QTRY_COMPARE(figure("attemptSteps")->text(), QStringLiteral("25 of 100"));
        const QString reading = QStringLiteral("Reading…");
        QVERIFY(!seen.first().takeLast().isEmpty()); // the record tells when it began
        QCOMPARE(seen.first(), QStringList({ reading, reading, "Opening…", {} }));
        QTRY_VERIFY(!shown().contains(reading) && !shown().contains(QString()));
        QCOMPARE(state(), "Compiling");
    }

    // An empty page has other columns, and a list of stages without any.
    void nothingIsDrawnBeforeTheRecordIsThere()
    {
        makeFailed();
        const auto* log = m_view->findChild<LogView*>()->viewport();
        const auto* bar = findIn<QTabWidget>(*m_view, "attemptTabs")->tabBar();
        for (int time = 0; time < 2; ++time) {
            open(m_attempt->folder());
            QVERIFY(log->isVisible() && log->visibleRegion().isEmpty() && bar->visibleRegion().isEmpty());
            QTRY_VERIFY(!log->visibleRegion().isEmpty() && !bar->visibleRegion().isEmpty());
        }
    }

    // From the first stage to the last word; a card at the end moves only what is below it.
    void nothingMovesWhileABuildRuns_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("fails");
        QTest::newRow("fails in the smallest window") << QSize(944, 620) << true;
        QTest::newRow("succeeds in the smallest window") << QSize(944, 620) << false;
        QTest::newRow("fails") << QSize(1200, 720) << true;
        QTest::newRow("succeeds") << QSize(1200, 720) << false;
    }
    void nothingMovesWhileABuildRuns()
    {
        QFETCH(QSize, size);
        QFETCH(bool, fails);
        m_view->resize(size);
        m_attempt->record().request.gate = GateUse::On;
        m_attempt->startStage("fetch");
        open(m_attempt->folder());
        QTRY_VERIFY(m_view->isRead());
        const auto places = [this] {
            QMap<QString, QPoint> found;
            for (const char* name : { "attemptTabs", "vitalsPeak", "attemptCharts", "stepTabs" }) {
                const auto* part = findIn<QWidget>(*m_view, name);
                if (part->isVisible())
                    found.insert(name, part->mapTo(m_view.get(), QPoint()));
            }
            return found;
        };
        QTest::qWait(100); // it is laid out
        const QMap<QString, QPoint> before = places();
        const auto moved = [&] { // a splitter may round to the next pixel
            const QMap<QString, QPoint> now = places();
            QStringList names;
            for (auto part = before.begin(); part != before.end(); ++part) {
                if ((now.value(part.key()) - *part).manhattanLength() > 1)
                    names << QStringLiteral("%1 %2->%3")
                                 .arg(part.key())
                                 .arg(part->y())
                                 .arg(now.value(part.key()).y());
            }
            return names;
        };
        m_attempt->endStage("fetch", StageState::Succeeded, 4);
        m_attempt->startStage("compile");
        QTRY_COMPARE(state(), "Compiling");
        m_attempt->addSamples(0, 60, 4, "compile", 9000, 12);
        Sample sample;
        sample.elapsed = 61'000;
        sample.time = *m_attempt->record().startedAt + sample.elapsed;
        sample.gate.emplace();
        sample.gate->retried = 2;
        sample.gate->memoryLimit = 20 * gibibyte; // its legend has more to say from now on
        sample.peakMemory = 30 * gibibyte;
        m_attempt->add(sample);
        QTRY_COMPARE(label("vitalsStartedAgain")->text(), "2");
        QTRY_COMPARE(moved().join(" "), QString());
        m_attempt->addProgress(25, 100, 3);
        m_attempt->addMessages("compile", 0, 12);
        QTRY_VERIFY(!figure("attemptLeft")->text().isEmpty());
        QTRY_COMPARE(moved().join(" "), QString());
        if (fails) {
            EdgeRecord bad;
            bad.output = "b.o";
            bad.end = 4000;
            bad.failed = true;
            m_attempt->add(bad);
            QTRY_COMPARE(state(), "Failing");
            QTRY_COMPARE(moved().join(" "), QString());
        }
        m_attempt->endStage("compile", fails ? StageState::Failed : StageState::Succeeded, 62, fails ? 1 : 0);
        m_attempt->end(fails ? AttemptState::Failed : AttemptState::Succeeded, 65);
        QTRY_VERIFY(!m_view->isLive());
        QTRY_COMPARE(places().value("attemptTabs"), before.value("attemptTabs"));
    }

    void nothingMovesWhenATabIsChosen()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->goTo(0);
        m_attempt->compile({ 0, 60, 40, 100, 4 });
        open(m_attempt->folder());
        auto* steps = m_view->findChild<StepTabs*>();
        QTRY_VERIFY(steps->isVisible() && !figure("attemptSteps")->text().isEmpty());
        const auto places = [this] {
            QCoreApplication::processEvents(); // it is laid out when there is time
            QVector<QPoint> tops;
            for (const char* name : { "attemptHeader", "attemptTabs", "stepTabs", "memoryChart", "logView" })
                tops << m_view->findChild<QWidget*>(QLatin1String(name))->mapTo(m_view.get(), QPoint());
            return tops;
        };
        QTRY_VERIFY(m_view->isRead());
        QTest::qWait(100); // as all that was read lays it out
        const auto before = places();
        for (const char* name : { "stepTabs", "attemptTabs" }) {
            auto* tabs = m_view->findChild<QTabWidget*>(QLatin1String(name));
            const int shown = tabs->currentIndex();
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QCOMPARE(places(), before);
            }
            tabs->setCurrentIndex(shown);
            QCOMPARE(places(), before);
        }
    }

    void anotherAttemptShowsNothingOfTheFirst()
    {
        makeFailed();
        open(m_attempt->folder());
        QTRY_VERIFY(label("vitalsPeak")->text().endsWith(QStringLiteral("GB")));
        auto* chart = m_view->findChild<MemoryChart*>();
        const QColor curve = ChartColours::of(QApplication::palette()).build;
        QTRY_VERIFY(holdsColour(*chart, curve) && !chart->accessibleDescription().isEmpty());
        // A jump to a line that the first log never reached must not wait for the second log.
        auto* log = m_view->findChild<LogPanel*>();
        log->showLine(QStringLiteral("compile"), 95);
        FakeAttempt bare(store(), QStringLiteral("Bare"), 1);
        bare.addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 200, 200));
        bare.endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
        bare.end(AttemptState::Succeeded, 25);
        open(bare.folder());
        QTRY_COMPARE(state(), QStringLiteral("Succeeded"));
        QTRY_COMPARE(log->view()->rowCount(), 202);
        QVERIFY(log->view()->isFollowing());
        QTRY_COMPARE(label("vitalsPeak")->text(), QStringLiteral("–"));
        QTRY_COMPARE(label("vitalsDisk")->text(), QStringLiteral("–"));
        QTRY_COMPARE(chart->accessibleDescription(), QStringLiteral("Nothing was recorded"));
        // The legend's swatches stay, so only the plot is looked at.
        QVERIFY(!holdsColour(*chart->findChild<QWidget*>(QStringLiteral("chart")), curve));
    }

    // While other steps go on, what they say may make another cause the surest.
    void theCauseThatIsReadStays()
    {
        const auto cause = [](const char* title, int line) {
            Finding finding = FakeAttempt::missingWork(line);
            finding.rule = finding.title = title;
            return finding;
        };
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->addFindings({ cause("first", 11), cause("second", 21), cause("third", 31) });
        open(m_attempt->folder());
        const auto* card = m_view->findChild<FindingCard*>();
        QTRY_VERIFY(card->isVisible());
        clickIn(*card, "findingNext");
        QCOMPARE(card->title(), "second");
        m_attempt->addFindings(
            { cause("surest", 41), cause("first", 11), cause("second", 21), cause("third", 31) });
        QTRY_COMPARE(label("findingPosition")->text(), "Cause 3 of 4");
        QCOMPARE(card->title(), "second");
        m_attempt->addFindings({ cause("surest", 41) }); // it explains the others
        QTRY_COMPARE(card->title(), "surest");
    }

    // The first feed has posted its samples, nobody has taken them, and then the other attempt is opened.
    void samplesOnTheirWayAreDropped()
    {
        m_view->openAttempt(m_attempt->folder());
        m_attempt->addSamples(0, 60, 4, QStringLiteral("compile"), 9000, 3);
        QTest::qSleep(1000); // its thread reads meanwhile
        FakeAttempt bare(store(), QStringLiteral("Bare"), 1);
        bare.end(AttemptState::Succeeded, 25);
        open(bare.folder());
        QTRY_COMPARE(state(), QStringLiteral("Succeeded"));
        QCOMPARE(label("vitalsPeak")->text(), QStringLiteral("–"));
    }

    void nothingIsLeftOnceCompiled()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->addProgress(50, 100, 3);
        open(m_attempt->folder());
        QTRY_VERIFY(!figure("attemptLeft")->text().isEmpty());
        m_attempt->addProgress(100, 100, 0);
        QTRY_COMPARE(figure("attemptSteps")->text(), QStringLiteral("100 of 100"));
        QVERIFY(!figure("attemptLeft")->isVisible());
        m_attempt->endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
        m_attempt->startStage(QStringLiteral("verify"));
        QTRY_COMPARE(state(), QStringLiteral("Verifying"));
        QVERIFY(!figure("attemptLeft")->isVisible());
        m_attempt->endStage(QStringLiteral("verify"), StageState::Failed, 2, 1);
        m_attempt->end(AttemptState::Failed, 30);
        QTRY_COMPARE(state(), QStringLiteral("Verify failed"));
    }

    void whatWasNotReachedDoesNotWait()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        open(m_attempt->folder());
        const auto verify = [this] {
            const auto* stages = m_view->findChild<QTreeWidget*>(QStringLiteral("stageList"));
            const auto* last = stages->topLevelItem(stages->topLevelItemCount() - 1);
            return last ? last->data(0, Qt::AccessibleTextRole).toString() : QString();
        };
        QTRY_COMPARE(verify(), QStringLiteral("Verify: Waiting"));
        m_attempt->endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
        m_attempt->end(AttemptState::Failed, 30);
        QTRY_COMPARE(verify(), QStringLiteral("Verify: Not reached"));
        const auto* stages = m_view->findChild<QTreeWidget*>(QStringLiteral("stageList"));
        QCOMPARE(
            stages->topLevelItem(stages->topLevelItemCount() - 1)->text(1), QStringLiteral("not reached"));
    }

    void valuesAreSpoken()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->addProgress(50, 100, 3);
        m_attempt->addSamples(0, 5, 4, QStringLiteral("compile"), 1000, 3);
        open(m_attempt->folder());
        QTRY_VERIFY(figure("attemptSteps")->isVisible());
        QCOMPARE(figure("attemptSteps")->findChild<QLabel*>()->accessibleName(),
            QStringLiteral("steps: 50 of 100"));
        QTRY_COMPARE(label("vitalsCpu")->accessibleName(), QStringLiteral("Machine waiting for CPU: 12.4 %"));
        QVERIFY(label("vitalsPeak")->accessibleName().endsWith(QStringLiteral("GB")));
    }

    void vanished()
    {
        const QString folder = m_attempt->folder();
        m_attempt.reset();
        QVERIFY(QDir(folder).removeRecursively());
        QSignalSpy title(m_view.get(), &AttemptView::titleChanged);
        open(folder);
        QTRY_COMPARE(state(), QStringLiteral("This attempt is not there any more"));
        QVERIFY(label("attemptProblem")->isVisible());
        QVERIFY(label("attemptProblem")->text().contains(QStringLiteral("is not there any more")));
        const auto* header = m_view->findChild<AttemptHeader*>();
        const auto begin = [header](const QLabel* one) {
            return one->mapTo(header, QPoint()).x() + std::max(0, one->indent());
        };
        QTRY_COMPARE(begin(label("attemptProblem")), begin(label("attemptState")));
        QVERIFY(!m_view->findChild<QPushButton*>(QStringLiteral("stopButton"))->isVisible());
        QVERIFY(!m_view->findChild<QWidget*>(QStringLiteral("attemptTabs"))->isVisible());
        QVERIFY(!m_view->isLive());
        QVERIFY(
            m_view->findChild<AttemptHeader*>()->height() < 200); // at the top, not spread over the window
        QCOMPARE(title.size(), 0);
    }

    void vanishesWhileItRuns()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("nobody deletes there what somebody reads");
        m_attempt->startStage(QStringLiteral("compile"));
        open(m_attempt->folder());
        QTRY_COMPARE(state(), QStringLiteral("Compiling"));
        QVERIFY(QDir(m_attempt->folder()).removeRecursively());
        QTRY_COMPARE(state(), QStringLiteral("This attempt is not there any more"));
        QVERIFY(!m_view->isLive());
    }

    void readableAgain()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        const QString path = m_attempt->folder() + QStringLiteral("/attempt.json");
        QVERIFY(QFile::rename(path, path + QStringLiteral(".away")));
        QFile broken(path);
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{") == 1);
        broken.close();
        open(m_attempt->folder());
        QTRY_COMPARE(state(), QStringLiteral("This attempt cannot be read"));
        m_attempt->write();
        QTRY_COMPARE(state(), QStringLiteral("Compiling"));
        QVERIFY(!label("attemptProblem")->isVisible());
        QVERIFY(m_view->isLive());
        QVERIFY(m_view->findChild<QSplitter*>(QStringLiteral("attemptColumns"))->isVisible());
    }
};

QTEST_MAIN(AttemptChangesTest)
#include "AttemptChangesTest.moc"
