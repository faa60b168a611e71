// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptComparison.h"
#include "core/history/StepComparison.h"
#include "core/store/AttemptStore.h"
#include "ui/history/ComparedLogs.h"
#include "ui/history/CurveSet.h"
#include "ui/models/Background.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QTabWidget;

namespace torchmason {

class ComparedCurves;
class ComparedTree;

// Two to eight attempts side by side, in tabs: what differs, the steps whose times differ most, memory, cores
// and steps over time, and where the logs of the first one and another part. Read and compared on another
// thread.
class ComparisonView : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonView(QWidget* parent = nullptr);

    void compare(const QVector<AttemptSummary>& attempts);
    QString title() const;
    void stop(); // reading; nothing is shown of what was being compared

signals:
    void closed(); // back to the list

private:
    struct Answer {
        QVector<ComparedRow> rows;
        StepComparison steps;
        ComparedLogs::Places logs;
        CurveSet curves;
        QStringList problems; // what could not be read
    };
    static Answer answerFor(const QVector<AttemptSummary>& attempts, const std::stop_token& stop);

    void createTabs();
    void connectAll();
    void show(const Answer& answer);
    QStringList headings(const QString& first) const;
    void fillDifferences();
    void showLeftOut();
    void fillSteps();
    void addSteps(const QString& title, const QVector<ComparedStep>& steps);
    void addStep(const ComparedStep& step);

    QVector<AttemptSummary> m_attempts;
    Answer m_answer;
    QHash<QString, QString> m_stepNames; // by their outputs
    LatestQuery m_query { this };
    QLabel* m_title = nullptr;
    QLabel* m_state = nullptr; // "Comparing…", or what could not be read
    QCheckBox* m_everything = nullptr;
    QLabel* m_leftOut = nullptr;
    QTabWidget* m_tabs = nullptr;
    ComparedTree* m_differences = nullptr;
    ComparedTree* m_steps = nullptr;
    ComparedCurves* m_curves = nullptr;
    ComparedLogs* m_logs = nullptr;
};

}
