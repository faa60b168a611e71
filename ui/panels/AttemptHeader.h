// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/AttemptActivity.h"
#include "ui/widgets/StateMark.h"

#include <QFrame>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;
class QToolButton;

namespace torchmason {

class ElidedLabel;
class CaptionedValue;
class HeaderLines;
struct HeaderRoom;
class IconLabel;
class JobsField;
class MessageCount;
class ProgressStrip;

// The state of an attempt, readable from across the room: mark and word, how far, how long, Stop.
class AttemptHeader : public QFrame {
    Q_OBJECT

public:
    explicit AttemptHeader(QWidget* parent = nullptr);
    ~AttemptHeader() override;

    void clear();
    // What it has written is being read: until then only what its record says is told.
    void setReading(bool reading);
    // With smaller margins, where what stands below needs the height.
    void setDense(bool dense);
    void showRecord(const AttemptRecord& record, bool live);
    void showProgress(const ReportedProgress& told);
    void setStepsBefore(const StepsBefore& steps);
    void showSteps(const QVector<EdgeRecord>& edges); // that have ended
    void showEvents(const QVector<AttemptEvent>& events);
    // How long it runs, and the memory gate as these samples tell it.
    void showSamples(const QVector<Sample>& samples);
    // Advances the clock; the owner calls it a few times a second while the attempt is live.
    void tick(qint64 wallNow);
    // How long the attempt has been at work.
    Milliseconds elapsed(qint64 wallNow) const;
    // Stop was asked for and has not happened yet; with a sentence where asking failed.
    void setStopping(bool stopping);
    void showStopProblem(const QString& sentence);
    // What the runner said to jobsRequested(): why the number of jobs is what it was, or nothing.
    void showJobsAnswer(const QString& problem);
    // Whether a step has failed, others are still at work, and nobody has asked to stop.
    bool isFailing() const;
    QVector<EdgeRecord> failedSteps() const { return m_activity.failedSteps(); }
    MessageCount* messages() const { return m_messages; }
    // Why the attempt cannot be read; empty when it can (again).
    void showProblem(const QString& sentence, bool isGone);

signals:
    void stopRequested();
    void miniRequested(); // the small view above other windows
    void jobsRequested(int jobs);
    void messagesRequested(const QString& stage); // errors and warnings in its log
    void stepRequested(const torchmason::EdgeRecord& edge); // that failed

private:
    void createWidgets();
    void layOut();
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void setMark(Mark mark);
    void showSource(const AttemptRecord& record);
    void recolour();
    bool isTold() const;
    void updateState();
    void updateProblem();
    QStringList failingTexts() const; // the longest first; empty where none has
    qint64 running() const; // steps
    void updateFigures();
    void updateLeft();
    void updateJobs();
    void fitPlaces();
    HeaderRoom room() const;

    AttemptActivity m_activity;
    bool m_isOpening = true; // its record was not read yet
    bool m_isReading = false;
    bool m_hasRun = false; // while it is shown
    qint64 m_now = 0; // wall clock of the last tick
    bool m_stopping = false;
    Tone m_tone = Tone::Neutral;
    QString m_readProblem;
    bool m_isGone = false; // that is why it cannot be read
    QString m_answerProblem; // what came of asking the runner
    IconLabel* m_icon = nullptr;
    QLabel* m_state = nullptr;
    QWidget* m_words = nullptr; // the next three
    IconLabel* m_source = nullptr; // where it comes from, if it did not run here
    ElidedLabel* m_profile = nullptr;
    MessageCount* m_messages = nullptr;
    CaptionedValue* m_steps = nullptr;
    CaptionedValue* m_elapsed = nullptr;
    CaptionedValue* m_left = nullptr;
    QLabel* m_jobsCaption = nullptr;
    JobsField* m_jobs = nullptr;
    std::optional<GateSample> m_gate;
    QPushButton* m_stop = nullptr;
    QToolButton* m_mini = nullptr;
    QLabel* m_problem = nullptr;
    ElidedLabel* m_failing = nullptr;
    QPushButton* m_showFailed = nullptr;
    ProgressStrip* m_strip = nullptr;
    std::unique_ptr<HeaderLines> m_lines;
};

}
