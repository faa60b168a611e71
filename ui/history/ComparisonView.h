// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptComparison.h"
#include "core/history/LogDivergence.h"
#include "core/history/ResourceCurves.h"
#include "core/history/StepComparison.h"
#include "core/store/AttemptStore.h"
#include "ui/models/Background.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QSplitter;
class QTreeWidget;
class QTreeWidgetItem;

namespace torchmason {

class ComparedCurves;

// Two to eight attempts side by side: what differs, the steps whose times differ most, where the logs of the
// first one and another part, and memory and cores over time. Read and compared on another thread.
class ComparisonView : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonView(QWidget* parent = nullptr);

    void compare(const QVector<AttemptSummary>& attempts);
    void stop(); // reading; nothing is shown of what was being compared

signals:
    void closed(); // back to the list

private:
    struct Answer {
        QVector<ComparedRow> rows;
        StepComparison steps;
        QVector<std::optional<StageDivergence>> logs; // of the first attempt and each other one
        ResourceCurves curves;
        QStringList problems; // what could not be read
    };
    static Answer answerFor(const QVector<AttemptSummary>& attempts, const std::stop_token& stop);

    void show(const Answer& answer);
    void fill();
    QSplitter* createParts();
    QTreeWidgetItem* addGroup(const QString& title);
    void addRow(QTreeWidgetItem* group, const QString& name, const QStringList& values);
    void addRows();
    void addCores();
    void addKinds();
    void addSteps();
    void addLogs();

    QVector<int> m_numbers; // of the attempts
    Answer m_answer;
    LatestQuery m_query { this };
    QLabel* m_title = nullptr;
    QLabel* m_state = nullptr; // "Comparing…", or what could not be read
    QCheckBox* m_everything = nullptr;
    QTreeWidget* m_tree = nullptr;
    ComparedCurves* m_curves = nullptr;
};

}
