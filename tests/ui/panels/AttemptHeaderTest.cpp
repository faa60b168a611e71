// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptHeader.h"

#include "tests/support/Rows.h"
#include "tests/ui/panels/OneAttempt.h"
#include "tests/ui/panels/Progress.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace torchmason;
using namespace std::chrono_literals;

// The header alone: its figures, and where its parts stand.
class AttemptHeaderTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    static int endOf(const QWidget& header, const char* name)
    {
        const auto* part = findIn<QWidget>(header, QLatin1String(name));
        return part->mapTo(&header, QPoint(part->width(), 0)).x();
    }

private slots:
    void init() { makeAttempt(); }

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
        header.setStopping(true);
        QVERIFY2(left->text().isEmpty(), qPrintable(left->text()));
    }

    // Nothing is at work any more, and it goes on for a while.
    void whatComesAfterTheLastStepIsTold()
    {
        AttemptHeader header;
        const auto* state = findIn<QLabel>(header, "attemptState");
        const auto* failing = findIn<ElidedLabel>(header, "attemptFailing");
        const auto tell = [&](int second, const char* type) {
            header.showEvents({ { *m_attempt->record().startedAt + second * 1000, type, "compile", {} } });
        };
        m_attempt->startStage("compile");
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(62, {}, {}), "compile", 1'000'000 });
        tell(1, "command-started");
        EdgeRecord bad;
        bad.output = "lib/b.so";
        bad.end = 4000;
        bad.failed = true;
        header.showSteps({ bad });
        QCOMPARE(state->text(), "Failing");
        const QColor red = state->palette().color(QPalette::WindowText);
        const auto* elapsed = findIn<CaptionedValue>(header, "attemptElapsed");
        header.tick(*m_attempt->record().startedAt + 5000);
        tell(5, "command-ended");
        QCOMPARE(state->text(), "Finding the cause");
        header.tick(*m_attempt->record().startedAt + 9000);
        QCOMPARE(elapsed->text(), "5 s"); // the record will not count the search
        QCOMPARE(failing->text(), "b.so failed. Its cause is being looked for in the log.");
        m_attempt->endStage("compile", StageState::Failed, 5, 1);
        header.showRecord(m_attempt->record(), true);
        QCOMPARE(state->text(), "Finishing");
        QCOMPARE(state->palette().color(QPalette::WindowText), red);
        QVERIFY(failing->text().isEmpty());
    }

    // Nor is it on a page that is first opened meanwhile, which reads what happened before what was measured.
    void theSearchForACauseIsNotCounted()
    {
        AttemptHeader header;
        const auto* elapsed = findIn<CaptionedValue>(header, "attemptElapsed");
        const qint64 startedAt = *m_attempt->record().startedAt;
        QVector<Sample> samples(10);
        for (int second = 0; second < samples.size(); ++second) {
            samples[second].elapsed = second * 1000;
            samples[second].time = startedAt + samples[second].elapsed + 100;
        }
        m_attempt->startStage("compile");
        header.showRecord(m_attempt->record(), true);
        header.showEvents({ { startedAt + 5500, "command-ended", "compile", {} } });
        header.showSamples(samples);
        header.tick(samples.last().time);
        QCOMPARE(elapsed->text(), "5 s");
        QCOMPARE(header.elapsed(samples.last().time), 5400ms);
        header.showEvents({ { startedAt + 9100, "command-started", "compile", {} } }); // it was tried again
        header.showSamples({ samples.last() });
        header.tick(samples.last().time);
        QCOMPARE(elapsed->text(), "9 s");
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
        header.showSamples({ sample });
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

    // Not room that figures keep for longer ones.
    void theNameOfTheProfileHasTheRoomThatThereIs()
    {
        AttemptHeader header;
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->record().request.profileName = QString(100, u'x');
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        header.tick(1'000'000);
        const auto* name = findIn<QWidget>(header, "attemptProfile");
        for (int letters = 300; letters > 170; letters -= 5) {
            header.resize(letters * header.fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCOMPARE_GE(name->width(), name->sizeHint().width());
        }
    }

    void theRemainingTimeIsApartFromTheJobs()
    {
        AttemptHeader header;
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        Sample sample;
        sample.gate = GateSample {};
        header.showSamples({ sample });
        header.tick(1'000'000);
        const auto* jobs = findIn<QWidget>(header, "jobsNow");
        const auto* left = findIn<QWidget>(header, "attemptLeft");
        for (int letters = 300; letters > 120; letters -= 5) {
            header.resize(letters * header.fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            const QRect place(left->mapTo(&header, QPoint()), left->size());
            if (place.top() < jobs->geometry().bottom()) // in one line
                QCOMPARE_GE(place.left() - jobs->geometry().right(), spacing::group);
        }
    }

    // What was asked for, while samples that were taken before still come.
    void theJobsThatWereGrantedStand()
    {
        AttemptHeader header;
        m_attempt->startStage("compile");
        header.showRecord(m_attempt->record(), true);
        Sample sample;
        sample.gate.emplace().jobs = 6;
        header.showSamples({ sample });
        auto* jobs = findIn<QSpinBox>(header, "jobsNow");
        QCOMPARE(jobs->value(), 6);
        QSignalSpy asked(&header, &AttemptHeader::jobsRequested);
        jobs->setValue(3);
        QTRY_COMPARE(asked.size(), 1);
        header.showJobsAnswer({});
        QCOMPARE(jobs->value(), 3);
        header.showSamples({ sample });
        QCOMPARE(jobs->value(), 3);
        jobs->setValue(2);
        QTRY_COMPARE(asked.size(), 2);
        header.showJobsAnswer("The runner says no.");
        QCOMPARE_NE(jobs->value(), 2);
        header.clear();
        header.showRecord(m_attempt->record(), true);
        header.showSamples({ sample });
        QCOMPARE(jobs->value(), 6);
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
        header->showSamples({ sample });
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

    void theButtonsAreOfOneHeight()
    {
        AttemptHeader header;
        header.resize(1200, 200);
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        const auto* stop = findIn<QPushButton>(header, "stopButton");
        const auto* mini = findIn<QToolButton>(header, "miniButton");
        for (const int size : { 9, 14, 20 }) {
            QFont letters = header.font();
            letters.setPointSize(size);
            header.setFont(letters);
            QTRY_COMPARE_GT(stop->height(), stop->fontMetrics().height());
            QTRY_COMPARE(mini->height(), stop->height());
        }
    }

    // Also on the way back.
    void theLinesKeepTheirOrder_data()
    {
        QTest::addColumn<int>("letters");
        newRow("short words", 30);
        newRow("long words", 150);
    }
    void theLinesKeepTheirOrder()
    {
        QFETCH(int, letters);
        QWidget window; // without a layout, so that the header may be too narrow
        auto* header = new AttemptHeader(&window);
        window.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header->showRecord(m_attempt->record(), true);
        header->showProgress({ progressOf(30, {}, {}), QStringLiteral("compile"), 1'000'000 });
        findIn<QPushButton>(*header, "stopButton")->setText(QString(letters, u'x'));
        const auto place
            = [header](const char* name) { return findIn<QWidget>(*header, name)->mapTo(header, QPoint()); };
        const auto* state = findIn<QLabel>(*header, "attemptState");
        QStringList seen; // the lines below the first, whenever they are others
        const auto look = [&](int width) {
            header->resize(width * header->fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QMap<int, QString> below;
            for (const char* name : { "attemptProfile", "progressStrip" }) {
                if (place(name).x() < place("attemptState").x()) // begins a line
                    below.insert(place(name).y(), name);
            }
            if (place("attemptSteps").y() > place("attemptState").y() + state->height())
                below.insert(place("attemptSteps").y(), "attemptSteps");
            const QString lines = below.values().join(u' ');
            if (seen.isEmpty() || seen.last() != lines)
                seen << lines;
        };
        for (int width = 600; width > 90; width -= 5)
            look(width);
        for (int width = 90; width <= 600; width += 5)
            look(width);
        const QString last = "progressStrip";
        const QString one = "attemptSteps " + last;
        QCOMPARE(seen, QStringList({ last, one, "attemptProfile attemptSteps " + last, one, last }));
    }

    // By a mark beside its name, which has the room.
    void whereALogComesFromIsTold()
    {
        AttemptHeader header;
        m_attempt->end(AttemptState::Failed, 10);
        const auto* source = findIn<QWidget>(header, "attemptSource");
        const auto* name = findIn<ElidedLabel>(header, "attemptProfile");
        header.showRecord(m_attempt->record(), false);
        QVERIFY(source->isHidden());
        const QString words = name->text();
        m_attempt->record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
        header.showRecord(m_attempt->record(), false);
        QVERIFY(!source->isHidden());
        QCOMPARE(source->toolTip(), "from a log");
        QVERIFY(findIn<QWidget>(header, "progressStrip")->isHidden()); // it counts no steps
        QCOMPARE(name->text(), words);
        QVERIFY2(name->accessibleName().endsWith("from a log"), qPrintable(name->accessibleName()));
        header.clear();
        QVERIFY(source->isHidden());
    }

    // The text size of the settings changes its letters while it is shown.
    void theRoomOfAFigureFollowsItsLetters()
    {
        CaptionedValue figure("steps", "9,999 of 9,999");
        auto* value = figure.findChild<QLabel*>();
        const QFont usual = value->font();
        QFont large = usual;
        large.setPointSizeF(1.5 * usual.pointSizeF());
        const int before = value->minimumWidth();
        value->setFont(large);
        QCOMPARE_GT(4 * value->minimumWidth(), 5 * before);
        value->setFont(usual);
        QCOMPARE(value->minimumWidth(), before);
        figure.setChanging(false);
        value->setFont(large);
        QCOMPARE(value->minimumWidth(), 0);
    }

    void aLineOfFiguresHasItsPlaceFromTheStart()
    {
        AttemptHeader header;
        const auto setLetters = [&header](int letters) {
            header.resize(letters * header.fontMetrics().averageCharWidth(), 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        };
        header.show();
        m_attempt->startStage(QStringLiteral("fetch"));
        header.showRecord(m_attempt->record(), true);
        setLetters(140);
        const int empty = header.sizeHint().height();
        header.tick(1'000'000);
        setLetters(141);
        QCOMPARE(header.sizeHint().height(), empty);
        QCOMPARE(endOf(header, "attemptElapsed") + spacing::inner, endOf(header, "progressStrip"));
    }
};

QTEST_MAIN(AttemptHeaderTest)
#include "AttemptHeaderTest.moc"
