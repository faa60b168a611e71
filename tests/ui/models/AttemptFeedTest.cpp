// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/AttemptFeed.h"

#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"

#include <QTest>
#include <QTimer>

#include <numeric>

using namespace torchmason;

class AttemptFeedTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;

private slots:
    void init()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(
            AttemptStore(AppPaths::attemptsFolder()), QStringLiteral("Tour"), 3);
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
};

QTEST_MAIN(AttemptFeedTest)
#include "AttemptFeedTest.moc"
