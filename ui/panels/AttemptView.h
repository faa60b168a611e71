// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"
#include "ui/charts/TimedCharts.h"
#include "ui/models/Background.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace torchmason {

class AttemptCards;
class AttemptFeed;
class AttemptHeader;
class HowBuiltPanel;
class LogPanel;
class MemoryChart;
class StagesPanel;
class StepTabs;
class TimePanel;
class StepsChart;
class WaitingNote;
class ResourceBar;
struct ReportedProgress;

// The dashboard of one attempt, running or old: both are read from the attempt's folder by the same code.
class AttemptView : public QWidget {
    Q_OBJECT

public:
    explicit AttemptView(QWidget* parent = nullptr);
    ~AttemptView() override;

    // Shows the attempt in this folder and follows it while it runs.
    void openAttempt(const QString& folder);
    void goToTop();
    QString folder() const { return m_folder; }
    QString profileName() const { return m_record.request.profileName; }
    QString buildFolder() const { return m_record.request.buildFolder; }
    // Whether its runner is alive and the attempt not over.
    bool isLive() const { return m_live; }
    // How it ended; none before it did, or before that was read.
    std::optional<AttemptState> end() const
    {
        return hasEnded(m_record.state) ? std::optional(m_record.state) : std::nullopt;
    }
    // Whether all that it had written when it was opened is shown.
    bool isRead() const { return m_isRead; }
    // Asks the runner to stop; the header shows it, the answer comes as a signal.
    void stop();
    // In the log, or where it is shown in how the attempt was built.
    void focusSearch();
    // Whether the cards may ask for another attempt; they may not while one is being started.
    void setRetryPossible(bool possible);
    // The keyboard goes to the first fix of the finding, which is brought into view; later, unless it went
    // elsewhere meanwhile, where the fixes are being worked out.
    void focusFix();

signals:
    void titleChanged(const QString& title);
    // The user wants attempt `number` to be continued or repeated, with these changes.
    void retryRequested(int number, const QVector<torchmason::Fix>& fixes);
    // The user wants the wheel of attempt `number` in this environment, or what it installed there to go,
    // with packages from the folder `wheels`; empty: as ever.
    void installRequested(int number, const torchmason::InstallTarget& target, const QString& wheels);
    void settingsWanted(int number, const torchmason::AttemptRecord& record); // for a new build
    void miniRequested();
    void attemptWanted(const QString& folder); // another one
    // Empty where the runner will stop.
    void stopAnswered(const QString& folder, const QString& problem);

private:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void createWidgets();
    int figuresHeight() const;
    int leastLogHeight() const;
    int leastChartsHeight() const;
    void fitDistances();
    void fitPage();
    void fitStages();
    bool wantsCharts() const;
    QString chartsKey() const;
    void foldCharts();
    enum class Sought { Nothing, Line, Charts, TopOfLog };
    void bringIntoSight(Sought part);
    void bringSoughtIntoSight();
    void bringLineIntoSight();
    void forgetSoughtBeside(const QWidget* before, const QWidget* now);
    QWidget* createCharts();
    void layOut();
    void connectAll();
    void connectFeed();
    void forget();
    void setRead(bool read);

    void showRecord(const AttemptRecord& record, bool live);
    void showProblem(const QString& sentence);
    void showFindings(const QVector<Finding>& findings);
    void showSamples(const QVector<Sample>& samples);
    void showSteps(const QVector<ReportedProgress>& progresses);
    void showFailedSteps();
    void showPeak();
    void askForEarlier();
    void showCards();
    void showWaiting();
    void lookForFileOf(const Finding& cause);
    void changeJobs(int jobs);
    void tick();
    void redrawCharts();
    QString withoutValues() const;
    void askToTakeBack();
    void markMoment(qint64 elapsed);
    void showStep(const EdgeRecord& edge);
    void scrubTo(qint64 elapsed);
    void markLogPlace(const QString& stage, qint64 offset);

    QString m_folder;
    AttemptRecord m_record;
    bool m_hasRecord = false;
    bool m_live = false;
    bool m_isFailing = false; // as it was drawn last
    bool m_isRead = false; // all that it had written when it was opened
    bool m_pageStays = false; // where the log follows a chart below the pointer
    // Was brought into sight; since then nobody has scrolled the page, and no focus went elsewhere in it.
    Sought m_sought = Sought::Nothing;
    SampleSeries m_series;
    TimedCharts m_timedCharts { m_series };
    bool m_chartsAreStale = false;
    std::unique_ptr<AttemptFeed> m_feed;
    std::optional<QPointer<QWidget>> m_focusBefore; // of a fix that is awaited
    LatestQuery m_earlierQuery { this };
    QTimer m_timer; // the one timer: clock and charts, four times a second

    AttemptHeader* m_header = nullptr;
    AttemptCards* m_cards = nullptr;
    WaitingNote* m_waiting = nullptr; // in place of an empty dashboard
    QTabWidget* m_tabs = nullptr; // all below the header: what happens, where the time went, how it was built
    QWidget* m_opening = nullptr; // over all of them until there is a record: an empty page says nothing
    HowBuiltPanel* m_howBuilt = nullptr;
    TimePanel* m_time = nullptr;
    QScrollArea* m_page = nullptr; // the first tab; scrolls where all parts have given way
    QToolButton* m_chartsToggle = nullptr;
    StagesPanel* m_stages = nullptr;
    MemoryChart* m_memoryChart = nullptr; // one of the timed charts, as the next
    StepsChart* m_stepsChart = nullptr;
    ResourceBar* m_vitals = nullptr; // in a line with the toggle: peak of memory, pressure, free disk
    QLabel* m_withoutFigures = nullptr; // in place of both
    StepTabs* m_steps = nullptr; // has the timeline, the last of the charts
    LogPanel* m_log = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
    QSplitter* m_charts = nullptr;
};

}
