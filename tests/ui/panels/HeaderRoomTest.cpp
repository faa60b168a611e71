// SPDX-License-Identifier: GPL-3.0-or-later
// What the header of an attempt does with the room that it has.
#include "tests/ui/panels/OneAttempt.h"
#include "tests/ui/panels/Progress.h"
#include "ui/panels/AttemptHeader.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QLabel>

using namespace torchmason;
using namespace std::chrono_literals;

namespace {

class EventCount : public QObject {
public:
    explicit EventCount(QEvent::Type type)
        : m_type(type)
    {
    }
    int count() const { return m_count; }

private:
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_count += event->type() == m_type;
        return false;
    }

    QEvent::Type m_type;
    int m_count = 0;
};

}

class HeaderRoomTest : public QObject, private OneAttempt {
    Q_OBJECT

private slots:
    void init() { makeAttempt(); }

    // However long the name of its profile is.
    void whichAttemptItIsIsNeverCut()
    {
        QWidget window; // without a layout, so that the header may be too narrow
        auto* header = new AttemptHeader(&window);
        window.show();
        m_attempt->startStage(QStringLiteral("compile"));
        m_attempt->record().request.profileName = QString(70, u'x');
        header->showRecord(m_attempt->record(), true);
        header->showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        header->tick(1'000'000);
        const auto* name = findIn<QWidget>(*header, "attemptProfile");
        const int least = name->sizeHint().width() + 2 * spacing::page;
        for (int width = 4 * least; width > least; width -= 20) {
            header->resize(width, 300);
            for (int round = 0; round < 3; ++round)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCOMPARE_GE(name->width(), name->sizeHint().width());
        }
    }

    // From opening it to its end, in one line or in three.
    void nothingMovesWhileABuildRuns_data()
    {
        QTest::addColumn<int>("letters");
        for (const int letters : { 125, 145, 155, 165, 175, 190, 210, 240, 300 })
            QTest::addRow("%d letters", letters) << letters;
    }
    void nothingMovesWhileABuildRuns()
    {
        QFETCH(int, letters);
        QWidget window; // without a layout, so that the header keeps its width
        auto* header = new AttemptHeader(&window);
        header->resize(letters * header->fontMetrics().averageCharWidth(), 300);
        window.show();
        int jobs = -1; // the place of the first time
        const auto places = [&] {
            header->tick(1'000'000);
            for (int round = 0; round < 3; ++round)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QVector<int> found { header->sizeHint().height() };
            for (const char* name : { "attemptSteps", "attemptElapsed", "attemptLeft", "stopButton" }) {
                const QPoint place = findIn<QWidget>(*header, name)->mapTo(header, QPoint());
                found << place.x() << place.y();
            }
            const auto* field = findIn<QWidget>(*header, "jobsNow");
            if (jobs < 0 && field->isVisible())
                jobs = field->x();
            return found << (field->isVisible() ? field->x() - jobs : 0);
        };
        const int opening = places().first();
        m_attempt->startStage("compile");
        m_attempt->record().request.profileName = "RTX 50 · Linux"; // not longer than most
        header->showRecord(m_attempt->record(), true);
        const QVector<int> before = places();
        QCOMPARE(before.first(), opening);
        BuildProgress progress = progressOf(0, {}, {});
        progress.preparing = true;
        header->showProgress({ progress, "compile", 1'000'000 });
        QCOMPARE(places(), before);
        Sample sample;
        sample.gate = GateSample {};
        header->showSamples({ sample });
        QCOMPARE(places(), before);
        progress = progressOf(1204, 110min, 140min);
        progress.total = 5871;
        header->showProgress({ progress, "compile", 1'000'000 });
        QCOMPARE(places(), before);
        header->showEvents({ { 0, "messages", "compile", { { "errors", 0 }, { "warnings", 2345 } } } });
        QCOMPARE(places(), before);
        EdgeRecord bad;
        bad.output = "c10/core/TensorImpl.cpp.o";
        bad.failed = true;
        header->showSteps({ bad });
        const auto* showFailed = findIn<QWidget>(*header, "attemptShowFailed");
        QVERIFY(showFailed->isVisible() && findIn<QWidget>(*header, "attemptFailing")->isVisible());
        QCOMPARE(places(), before);
        QVERIFY(header->rect().contains(QRect(showFailed->mapTo(header, QPoint()), showFailed->size())));
        sample.gate.reset();
        header->showSamples({ sample });
        QCOMPARE(places(), before);
        // What is not needed any more leaves room to the sides only, and none in a line of figures.
        const bool isApart = before[2] > findIn<QWidget>(*header, "attemptState")->geometry().bottom();
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->end(AttemptState::Failed, 25);
        header->showRecord(m_attempt->record(), false);
        QVERIFY(!showFailed->isVisible());
        QCOMPARE(places().first(), before.first());
        if (isApart) {
            QCOMPARE(places()[1], before[1]); // steps
            QCOMPARE(places()[3], before[3]); // elapsed
        }
        const int width = header->width();
        for (const int other : { width / 2, 2 * width }) {
            header->resize(other, 300);
            places();
            header->resize(width, 300);
            QCOMPARE(places().first(), before.first());
        }
    }

    // In the smallest window with large letters, too.
    void whatFailedIsToldInWordsThatFit()
    {
        QWidget window; // without a layout, so that the header may be too narrow
        auto* header = new AttemptHeader(&window);
        window.show();
        m_attempt->startStage("compile");
        header->showRecord(m_attempt->record(), true);
        header->showProgress({ progressOf(30, 390s, 480s), "compile", 1'000'000 });
        EdgeRecord bad;
        bad.output = "aten/Sort.cu.o";
        bad.failed = true;
        header->showSteps({ bad });
        const auto* failing = findIn<ElidedLabel>(*header, "attemptFailing");
        const auto shownWith = [&](int letters) {
            header->resize(letters * header->fontMetrics().averageCharWidth(), 300);
            for (int round = 0; round < 3; ++round)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            return failing->shownText();
        };
        QCOMPARE(shownWith(500), failing->text());
        const QString narrow = shownWith(105);
        QVERIFY2(
            narrow != failing->text() && narrow.startsWith("Sort.cu.o failed.") && !narrow.contains(u'…'),
            qPrintable(narrow));
    }

    void whatFailedStandsApartFromTheState_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("left to right") << Qt::LeftToRight;
        QTest::newRow("right to left") << Qt::RightToLeft;
    }
    void whatFailedStandsApartFromTheState()
    {
        QFETCH(Qt::LayoutDirection, direction);
        QWidget window; // without a layout, so that the header keeps its width
        window.setLayoutDirection(direction);
        auto* header = new AttemptHeader(&window);
        header->resize(300 * header->fontMetrics().averageCharWidth(), 300);
        window.show();
        m_attempt->startStage("compile");
        header->showRecord(m_attempt->record(), true);
        header->showProgress({ progressOf(30, 390s, 480s), "compile", 1'000'000 });
        EdgeRecord bad;
        bad.output = "aten/Sort.cu.o";
        bad.failed = true;
        header->showSteps({ bad });
        const auto* state = findIn<QWidget>(*header, "attemptState");
        const auto* failing = findIn<QWidget>(*header, "attemptFailing");
        const auto distance = [&] {
            const QRect said(state->mapTo(header, QPoint()), state->size());
            const QRect words = failing->contentsRect().translated(failing->mapTo(header, QPoint()));
            return direction == Qt::LeftToRight ? words.left() - said.right() : said.left() - words.right();
        };
        QTRY_COMPARE(distance(), spacing::group + 1);
    }

    // It has no figures, and its page is another one when it begins.
    void whatWaitsHasNoEmptyLine()
    {
        QWidget window; // without a layout, so that the header keeps its width
        auto* header = new AttemptHeader(&window);
        header->resize(125 * header->fontMetrics().averageCharWidth(), 300);
        window.show();
        const auto height = [header](const AttemptRecord& record) {
            header->showRecord(record, true);
            for (int round = 0; round < 3; ++round)
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            return header->sizeHint().height();
        };
        m_attempt->startStage("compile");
        AttemptRecord waiting = m_attempt->record();
        waiting.request.queue = true;
        waiting.startedAt.reset();
        QVERIFY(isWaiting(waiting));
        const int line = findIn<QWidget>(*header, "attemptElapsed")->sizeHint().height();
        const int before = height(waiting);
        QCOMPARE_GE(height(m_attempt->record()), before + line);
    }

    // Whatever else may come yet.
    void figuresStandAtTheEnd()
    {
        AttemptHeader header;
        header.resize(300 * header.fontMetrics().averageCharWidth(), header.sizeHint().height());
        header.show();
        const auto* elapsed = findIn<QWidget>(header, "attemptElapsed");
        const auto end = [&] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            return elapsed->mapTo(&header, QPoint(elapsed->width(), 0)).x();
        };
        m_attempt->startStage(QStringLiteral("fetch"));
        header.showRecord(m_attempt->record(), true);
        header.tick(1'000'000);
        const auto* stop = findIn<QWidget>(header, "stopButton");
        QVERIFY(elapsed->isVisible());
        QCOMPARE_GT(stop->x(), end());
        QCOMPARE_LE(stop->x() - end(), spacing::inner + spacing::group);
        m_attempt->end(AttemptState::Stopped, 25);
        header.showRecord(m_attempt->record(), false);
        QCOMPARE(end(), header.width() - spacing::page - spacing::inner);
    }

    void accentsOfTheHeadlineAreWhole()
    {
        AttemptHeader header;
        header.show();
        auto* state = findIn<QLabel>(header, "attemptState");
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        state->setText(QStringLiteral("ÅÉŘ"));
        header.resize(300 * header.fontMetrics().averageCharWidth(), header.sizeHint().height());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto ink = [state] {
            const QImage image = state->grab().toImage();
            int dots = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    dots += image.pixel(x, y) != image.pixel(0, image.height() - 1);
            }
            return dots;
        };
        const int shown = ink();
        state->resize(state->width(), state->height() + 40);
        QCOMPARE(shown, ink());
    }

    // However large the window was before.
    void linesOfWhatEndedFollowFromTheSize()
    {
        QWidget window; // without a layout, so that the header keeps its width
        window.show();
        const auto placeAt = [&](std::initializer_list<int> widths, int endsAt) {
            AttemptHeader header(&window);
            header.show();
            const auto resize = [&header](int letters) {
                header.resize(letters * header.fontMetrics().averageCharWidth(), 300);
                for (int round = 0; round < 3; ++round)
                    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            };
            AttemptRecord record = m_attempt->record();
            record.state = AttemptState::Running;
            header.showRecord(record, true);
            header.tick(1'000'000);
            resize(endsAt);
            record.state = AttemptState::Failed;
            record.duration = Milliseconds(12'000);
            header.showRecord(record, false);
            for (const int letters : widths)
                resize(letters);
            return findIn<QWidget>(header, "attemptElapsed")->mapTo(&header, QPoint());
        };
        m_attempt->startStage("compile");
        QCOMPARE(placeAt({ 140 }, 120), placeAt({ 300, 140 }, 140));
        QCOMPARE(placeAt({ 140 }, 300), placeAt({ 140 }, 140));
        QCOMPARE(placeAt({ 300 }, 120), placeAt({ 140, 300 }, 300));
    }

    // Else a page that stands still keeps the machine busy.
    void itIsLaidOutOnceAndNotForEver()
    {
        AttemptHeader header;
        header.resize(1110, header.sizeHint().height());
        header.show();
        m_attempt->startStage(QStringLiteral("compile"));
        header.showRecord(m_attempt->record(), true);
        header.showProgress({ progressOf(30, 390s, 480s), QStringLiteral("compile"), 1'000'000 });
        header.tick(1'000'000);
        QTest::qWait(200);
        EventCount asked(QEvent::LayoutRequest);
        header.installEventFilter(&asked);
        QTest::qWait(200);
        QCOMPARE(asked.count(), 0);
    }
};

QTEST_MAIN(HeaderRoomTest)
#include "HeaderRoomTest.moc"
