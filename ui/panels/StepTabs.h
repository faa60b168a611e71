// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/StepSeries.h"

#include <QTabWidget>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace torchmason {

class RunningEdgesModel;
class StepTableModel;
class TimelineChart;

// The steps of a build: those that run now, all of them over time, and the same as a table.
class StepTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit StepTabs(QWidget* parent = nullptr);

    void clear();
    // A build that is over has nothing that runs now; its timeline comes first.
    void setLive(bool live);
    // What it has written is being read: it is not known yet whether anything runs.
    void setReading(bool reading);
    // Whether the build has a memory gate, which has more to say of steps that run or wait.
    void setGated(bool isGated);
    void showSample(const Sample& sample); // of a running build
    void addEvents(const QVector<AttemptEvent>& events) { m_series.addEvents(events); }
    void addSamples(const QVector<Sample>& samples); // all of them
    void addSteps(const QVector<EdgeRecord>& edges);
    // Whether it ended before its work did: the timeline has the steps that were running then.
    void setCutShort(bool cutShort);
    // Draws the timeline where something is new; the owner calls it as often as it draws its charts.
    void redraw();
    // Whether to be seen at all, where there is something to see.
    void setShown(bool shown);
    bool isShown() const { return m_isShown; }
    int timelineHeight() const; // in which it shows all lanes, unless there are very many
    qint64 end() const; // of the last step, in milliseconds since the attempt began
    TimelineChart* timeline() const { return m_timeline; }

signals:
    // The user wants to see the log of this step, which has ended.
    void stepActivated(const torchmason::EdgeRecord& edge);
    // The user looks at a step in the table: when it began.
    void momentChosen(qint64 elapsed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    void keepWidest(const QVector<EdgeRecord>& edges);
    void showRunning();
    void showNothing();
    QString chosenRunning() const;
    void chooseRunning(const QString& output);
    void connectAll();
    void showWhatThereIs();
    const EdgeRecord& stepAt(const QModelIndex& row) const;

    StepSeries m_series;
    ShownTimeline m_shown;
    QString m_widestKind; // of all steps that have ended, as the next
    QString m_widestDuration;
    bool m_live = false;
    bool m_isGated = true; // as most are
    bool m_isShown = true;
    bool m_isNew = true; // of an attempt that has not been shown yet
    bool m_isStale = false;
    bool m_isReading = false;
    RunningEdgesModel* m_runningModel = nullptr;
    StepTableModel* m_stepsModel = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_running = nullptr;
    QLabel* m_nothing = nullptr; // in its place while nothing runs
    TimelineChart* m_timeline = nullptr;
    QTableView* m_steps = nullptr;
};

}
