// SPDX-License-Identifier: GPL-3.0-or-later
// What the dashboard does when something changes under it: another attempt, other colours, a folder that
// goes away, time that passes without news.
#include "core/base/Platform.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/frame/Appearance.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/AttemptFeed.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/panels/ResourceBar.h"
#include "ui/panels/StepTabs.h"
#include "ui/widgets/Theme.h"

#include "core/base/AppPaths.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include <numeric>

using namespace torchmason;
using namespace std::chrono_literals;

namespace {

bool holdsColour(QWidget& widget, const QColor& colour)
{
    const QImage image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        if (std::find(line, line + image.width(), colour.rgb()) != line + image.width())
            return true;
    }
    return false;
}

BuildProgress progressOf(qint64 done, std::optional<Milliseconds> low, std::optional<Milliseconds> high)
{
    BuildProgress progress;
    progress.done = done;
    progress.total = 100;
    progress.remainingLow = low;
    progress.remainingHigh = high;
    return progress;
}

}

class AttemptChangesTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;
    std::unique_ptr<AttemptView> m_view;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }
    QLabel* label(const char* name) const { return m_view->findChild<QLabel*>(QLatin1String(name)); }
    CaptionedValue* figure(const char* name) const
    {
        return m_view->findChild<CaptionedValue*>(QLatin1String(name));
    }
    QString state() const { return label("attemptState")->text(); }

    // A failed attempt with curves, a finding and a log of 90 lines.
    void makeFailed()
    {
        m_attempt->addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
        m_attempt->addSamples(0, 60, 4, QStringLiteral("compile"), 9000, 3);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        m_attempt->end(AttemptState::Failed, 60);
    }

    void open(const QString& folder)
    {
        m_view->openAttempt(folder);
        m_view->show();
    }

private slots:
    void init()
    {
        m_home = freshHome();
        applyAppearance(Appearance::Light);
        m_attempt = std::make_unique<FakeAttempt>(store(), QStringLiteral("Tour"), 3);
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 800);
    }
    void cleanup() { m_view.reset(); }

    // A part of what was written would make figures of a moment in the past.
    void figuresWaitUntilAllIsRead()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->addProgress(25, 100, 3);
        m_attempt->addSamples(0, 60, 4, QStringLiteral("compile"), 9000, 3);
        const auto shown = [this] {
            return QStringList { m_view->findChild<MemoryChart*>()->accessibleDescription(),
                m_view->findChild<StepsChart*>()->accessibleDescription(), figure("attemptSteps")->text(),
                figure("attemptElapsed")->text() };
        };
        QVector<QStringList> seen; // the first time with the record, and with nothing else
        connect(m_view.get(), &AttemptView::titleChanged, this, [&] { seen << shown(); });
        open(m_attempt->folder());
        QTRY_COMPARE(figure("attemptSteps")->text(), QStringLiteral("25 of 100"));
        const QString reading = QStringLiteral("Reading…");
        QCOMPARE(seen.first(), QStringList({ reading, reading, {}, {} }));
        QTRY_VERIFY(!shown().contains(reading) && !shown().contains(QString()));
    }

    // However much there is.
    void whatLiesThereIsToldWhenAllIsRead()
    {
        constexpr int seconds = 10'000; // more than one poll reads
        Sample sample;
        sample.coreLoad = QVector<double>(32, 0.5);
        sample.running = { { 7, QStringLiteral("a.cpp.o"), QStringLiteral("C++"), {}, {}, {} } };
        for (int second = 0; second < seconds; ++second) {
            sample.elapsed = second * 1000;
            m_attempt->add(sample);
        }
        m_attempt->addProgress(25, 100, 3);
        AttemptFeed feed(m_attempt->folder());
        QVector<qsizetype> pieces;
        QVector<Sample> last;
        bool isThere = false;
        connect(&feed, &AttemptFeed::samplesRead, &feed, [&](const QVector<Sample>& samples) {
            pieces << samples.size();
            last = samples.mid(samples.size() - 2);
        });
        connect(&feed, &AttemptFeed::progressRead, &feed, [&] { pieces << 0; });
        connect(&feed, &AttemptFeed::caughtUp, &feed, [&] { isThere = true; });
        feed.start();
        QTRY_VERIFY(isThere);
        QCOMPARE(pieces.first(), 0); // progress comes first
        QCOMPARE(std::accumulate(pieces.begin(), pieces.end(), qsizetype(0)), seconds);
        pieces.clear();
        QVERIFY(last[0].running.isEmpty() && last[1].running.size() == 1);
        m_attempt->add(sample);
        QTRY_COMPARE(pieces, QVector<qsizetype> { 1 });
    }

    // Between two slices the window takes a key or paints.
    void manyStepsAreToldInSlices()
    {
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->goTo(0);
        m_attempt->compile({ 0, 90, 9000, 9000, 16 });
        m_attempt->endStage("compile", StageState::Succeeded, 90);
        m_attempt->end(AttemptState::Succeeded, 90);
        AttemptFeed feed(m_attempt->folder());
        QVector<qsizetype> told { 0 }; // before each turn of the event loop
        QStringList order;
        QTimer turns;
        connect(&turns, &QTimer::timeout, &feed, [&] { told.append(told.last()); });
        connect(&feed, &AttemptFeed::edgesRead, &feed,
            [&](const QVector<EdgeRecord>& edges) { told.last() += edges.size(); });
        connect(&feed, &AttemptFeed::caughtUp, &feed, [&] { order << "caught up"; });
        connect(&feed, &AttemptFeed::ended, &feed, [&] { order << "ended"; });
        turns.start(0);
        feed.start();
        QTRY_COMPARE(order, QStringList({ "caught up", "ended" }));
        QCOMPARE(told.last(), 9000);
        for (qsizetype i = 1; i < told.size(); ++i)
            QVERIFY2(told[i] - told[i - 1] <= 4000, qPrintable(QString::number(told[i] - told[i - 1])));
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

    void coloursFollowTheTheme_data()
    {
        QTest::addColumn<Appearance>("from");
        QTest::addColumn<Appearance>("to");
        QTest::newRow("light to dark") << Appearance::Light << Appearance::Dark;
        QTest::newRow("dark to light") << Appearance::Dark << Appearance::Light;
    }
    void coloursFollowTheTheme()
    {
        QFETCH(Appearance, from);
        QFETCH(Appearance, to);
        makeFailed();
        FakeAttempt running(store(), QStringLiteral("Running"), 1);
        running.startStage(QStringLiteral("compile"));
        const std::pair<QString, QString> attempts[]
            = { { m_attempt->folder(), QStringLiteral("Compile failed") },
                  { running.folder(), QStringLiteral("Compiling") } };
        for (const auto& [folder, headline] : attempts) {
            applyAppearance(from);
            open(folder);
            QTRY_COMPARE(state(), headline);
            applyAppearance(to);
            const QPalette palette = QApplication::palette();
            const QColor window = palette.color(QPalette::Window);
            QTRY_COMPARE(m_view->palette().color(QPalette::Window), window);
            QTRY_VERIFY(
                contrastRatio(label("attemptState")->palette().color(QPalette::WindowText), window) > 4);
            for (const QLabel* one : m_view->findChildren<QLabel*>())
                QVERIFY2(contrastRatio(one->palette().color(one->foregroundRole()), window) > 4,
                    qPrintable(one->text()));
            const auto* stages = m_view->findChild<QTreeWidget*>(QStringLiteral("stageList"));
            for (int row = 0; row < stages->topLevelItemCount(); ++row) {
                const QColor title = stages->topLevelItem(row)->foreground(0).color();
                QVERIFY(contrastRatio(title, palette.color(QPalette::Base)) > 4);
            }
        }
    }

    void curvesFollowTheTheme()
    {
        makeFailed();
        open(m_attempt->folder());
        auto* chart = m_view->findChild<MemoryChart*>();
        const QColor light = ChartColours::of(lightPalette()).build;
        const QColor dark = ChartColours::of(darkPalette()).build;
        QVERIFY(light != dark);
        QTRY_VERIFY(holdsColour(*chart, light) && m_view->findChild<LogView*>()->rowCount() > 0);
        applyAppearance(Appearance::Dark);
        // The legend is painted at once, the curves on the next turn.
        QTRY_VERIFY(holdsColour(*chart, dark) && !holdsColour(*chart, light));
    }

    void remaining_data()
    {
        QTest::addColumn<BuildProgress>("progress");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("overdue");
        const auto row = [](const char* name, BuildProgress progress, Milliseconds age, const char* text,
                             bool overdue) {
            QTest::newRow(name) << progress << qint64(age.count()) << QString::fromUtf8(text) << overdue;
        };
        row("just told", progressOf(3, 110min, 140min), 0s, "1 h 50 min to 2 h 20 min", false);
        row("runs down", progressOf(3, 110min, 140min), 20min, "1 h 30 min to 2 h", false);
        row("low end reached", progressOf(3, 2min, 5min), 3min, "up to 2 min", false);
        row("never below zero", progressOf(3, 2min, 5min), 9min, "", true);
        row("just run out", progressOf(3, 2min, 5min), 5min, "", true);
        row("nothing known", progressOf(3, {}, {}), 5min, "", false);
        row("all done", progressOf(100, 0s, 0s), 5min, "", false);
        row("small steps", progressOf(3, 12s, 34s), 0s, "20 s to 40 s", false);
    }
    void remaining()
    {
        QFETCH(BuildProgress, progress);
        QFETCH(qint64, age);
        QFETCH(QString, text);
        QFETCH(bool, overdue);
        QCOMPARE(remainingText(progress, Milliseconds(age)), text);
        QCOMPARE(isOverdue(progress, Milliseconds(age)), overdue);
    }

    void timeRunsDownWithoutNews()
    {
        AttemptHeader header;
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(30, 2min, 5min), QStringLiteral("compile"), 1'000'000 });
        auto* left = header.findChild<CaptionedValue*>(QStringLiteral("attemptLeft"));
        header.tick(1'000'000);
        QCOMPARE(left->text(), QStringLiteral("2 min to 5 min"));
        header.tick(1'000'000 + 60'000);
        QCOMPARE(left->text(), QStringLiteral("1 min to 4 min"));
        header.tick(1'000'000 + 400'000);
        QCOMPARE(left->text(), QStringLiteral("unknown"));
        header.tick(0); // a clock that was set back
        QCOMPARE(left->text(), QStringLiteral("2 min to 5 min"));
    }

    // From the first second of a build to its last, with what comes and goes meanwhile.
    void placesStay()
    {
        AttemptHeader header;
        header.resize(1110, header.sizeHint().height());
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        const auto places = [&header] {
            header.tick(1'000'000);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QVector<int> found;
            for (const char* name : { "attemptMessages", "attemptSteps", "attemptElapsed", "attemptLeft" })
                found << header.findChild<QWidget*>(QLatin1String(name))->mapTo(&header, QPoint()).x();
            return found << header.findChild<QWidget*>(QStringLiteral("stopButton"))->x();
        };
        header.tick(1'000'000);
        const QVector<int> before = places();
        header.showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        QVERIFY(!header.findChild<CaptionedValue*>(QStringLiteral("attemptLeft"))->text().isEmpty());
        QCOMPARE(places(), before);
        Sample sample;
        sample.gate = GateSample {};
        header.showSample(sample);
        QVERIFY(header.findChild<QWidget*>(QStringLiteral("jobsNow"))->isVisible());
        QCOMPARE(places(), before);
        header.showProgress({ progressOf(31, 20s, 30s), QStringLiteral("compile"), 1'000'000 });
        QCOMPARE(places(), before);
    }

    void figuresAreApartAndWordsOnOneLine()
    {
        AttemptHeader header;
        header.resize(944, header.sizeHint().height()); // in the smallest window
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        header.showEvents({ { 0, QStringLiteral("messages"), QStringLiteral("compile"),
            { { "errors", 1 }, { "warnings", 2 } } } });
        header.tick(1'000'000);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto place = [&header](const char* name) {
            return header.findChild<QWidget*>(QLatin1String(name))->geometry();
        };
        QCOMPARE_GE(place("attemptElapsed").left() - place("attemptSteps").right(), spacing::page);
        QVERIFY(!place("attemptMessages").isEmpty());
        QCOMPARE(place("attemptMessages").top(), place("attemptProfile").top());
        QCOMPARE(place("attemptMessages").height(), place("attemptProfile").height());
    }

    // With large letters, and no more room than the rail leaves in a window of 1024 pixels.
    void nothingIsCutInASmallWindow()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSize(14);
        QApplication::setFont(large);
        QWidget window; // without a layout, so that the header may be too narrow
        auto* header = new AttemptHeader(&window);
        window.resize(1000, 400);
        header->resize(916, 300);
        window.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header->showRecord(m_attempt->record(), true);
        BuildProgress progress = progressOf(1204, 110min, 140min);
        progress.total = 5871;
        header->showProgress({ progress, QStringLiteral("compile"), 1'000'000 });
        Sample sample;
        sample.time = 1'000'000;
        sample.elapsed = 3'599'000;
        sample.gate = GateSample {};
        header->showSample(sample);
        header->tick(1'000'000);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QStringList shown;
        for (auto* part : header->findChildren<QWidget*>()) {
            const auto* words = qobject_cast<const QLabel*>(part);
            if (!part->isVisible() || (!words && !qobject_cast<const QPushButton*>(part)))
                continue;
            shown << (words ? words->text() : part->objectName());
            const QString sizes = QStringLiteral("%1 has %2 of %3 pixels")
                                      .arg(shown.last())
                                      .arg(part->width())
                                      .arg(part->sizeHint().width());
            QVERIFY2(part->width() >= part->sizeHint().width(), qPrintable(sizes));
            QVERIFY2(header->rect().contains(QRect(part->mapTo(header, QPoint()), part->size())),
                qPrintable(shown.last()));
        }
        for (const char* part : { "59 min 59 s", "1 h 50 min to 2 h 20 min", "stopButton" })
            QVERIFY2(shown.contains(QLatin1String(part)), part);
    }

    // In another language the row may be full before the window is narrow.
    void longWordsPushTheFiguresIntoALineOfTheirOwn()
    {
        QWidget window; // without a layout, so that the header may be too narrow
        auto* header = new AttemptHeader(&window);
        window.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header->showRecord(m_attempt->record(), true);
        header->showProgress({ progressOf(30, 110min, 140min), QStringLiteral("compile"), 1'000'000 });
        header->tick(1'000'000);
        auto* stop = header->findChild<QPushButton*>(QStringLiteral("stopButton"));
        stop->setText(QString(80, u'x'));
        const auto* left = header->findChild<QWidget*>(QStringLiteral("attemptLeft"));
        QVERIFY(left->isVisible());
        for (int letters = 350; letters > 170; letters -= 5) {
            header->resize(letters * header->fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCOMPARE_GE(left->width(), left->minimumSizeHint().width());
            QCOMPARE_GE(stop->width(), stop->minimumSizeHint().width());
        }
        QCOMPARE_GT(left->mapTo(header, QPoint()).y(), stop->geometry().bottom());
    }

    void aLineOfFiguresHoldsOnlyWhatThereIs()
    {
        AttemptHeader header;
        const auto setLetters = [&header](int letters) {
            header.resize(letters * header.fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        };
        header.show();
        m_attempt->startStage(QStringLiteral("fetch"));
        header.showRecord(m_attempt->record(), true);
        setLetters(300); // all figures have their places here
        setLetters(140);
        const int empty = header.sizeHint().height();
        header.tick(1'000'000);
        setLetters(141);
        QCOMPARE_GT(header.sizeHint().height(), empty);
        const auto leftOf = [&header](const char* name) {
            return header.findChild<QWidget*>(QLatin1String(name))->mapTo(&header, QPoint()).x();
        };
        QCOMPARE(leftOf("attemptElapsed"), leftOf("progressStrip"));
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
    }

    void theActivityInWords()
    {
        AttemptActivity activity;
        m_attempt->startStage(QStringLiteral("compile"));
        activity.setRecord(m_attempt->record(), true);
        QCOMPARE(activity.words(), QStringLiteral("Compiling"));
        activity.setProgress({ progressOf(30, 2min, 5min), QStringLiteral("compile"), 0 });
        QCOMPARE(activity.words(), QStringLiteral("Compiling 30 %"));
        activity.setProgress({ progressOf(7, {}, {}), QStringLiteral("wheel"), 0 }); // not the build's
        QCOMPARE(activity.words(), QStringLiteral("Compiling 30 %"));
        m_attempt->endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
        m_attempt->startStage(QStringLiteral("verify"));
        activity.setRecord(m_attempt->record(), true);
        QCOMPARE(activity.words(), QStringLiteral("Verifying"));
        QCOMPARE(activity.percent(), -1);
        QCOMPARE(activity.done(), 30);
        m_attempt->endStage(QStringLiteral("verify"), StageState::Failed, 2, 1);
        m_attempt->end(AttemptState::Failed, 30);
        activity.setRecord(m_attempt->record(), false);
        QCOMPARE(activity.words(), QStringLiteral("Verify failed"));
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
        QTRY_COMPARE(label("vitalsCpu")->accessibleName(), QStringLiteral("Waiting for CPU: 12.4 %"));
        QVERIFY(label("vitalsPeak")->accessibleName().endsWith(QStringLiteral("GB")));
    }

    // Captions are never cut: what has no room goes into another line.
    void figuresWrap()
    {
        ResourceBar bar;
        bar.showPeak(18 * gibibyte);
        bar.show();
        int height = 0;
        for (const int width : { 1400, 420, 260 }) {
            bar.resize(width, bar.height());
            QCoreApplication::processEvents();
            for (const auto* part : bar.findChildren<QLabel*>()) {
                if (!part->isVisible())
                    continue;
                QVERIFY2(part->width() >= part->sizeHint().width(), qPrintable(part->text()));
                QVERIFY2(bar.rect().contains(part->geometry()), qPrintable(part->text()));
            }
            QVERIFY(bar.height() > height);
            height = bar.height();
        }
    }

    void theButtonStandsOnTheGroundOfTheFigures()
    {
        m_attempt->end(AttemptState::Failed, 25); // so that it is not pressed
        open(m_attempt->folder());
        auto* toggle = findIn<QToolButton>(*m_view, "attemptChartsToggle");
        QTRY_VERIFY(!m_view->isLive() && toggle->isVisible() && !toggle->isChecked());
        const QRect corner(toggle->mapTo(m_view.get(), QPoint(1, 1)), QSize(1, 1));
        QCOMPARE(m_view->grab(corner).toImage().pixelColor(0, 0).rgb(),
            m_view->palette().color(QPalette::Base).rgb());
    }

    void vanished()
    {
        const QString folder = m_attempt->folder();
        m_attempt.reset();
        QVERIFY(QDir(folder).removeRecursively());
        QSignalSpy title(m_view.get(), &AttemptView::titleChanged);
        open(folder);
        QTRY_COMPARE(state(), QStringLiteral("This attempt cannot be read"));
        QVERIFY(label("attemptProblem")->isVisible());
        QVERIFY(label("attemptProblem")->text().contains(QStringLiteral("is not there any more")));
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
        QTRY_COMPARE(state(), QStringLiteral("This attempt cannot be read"));
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
