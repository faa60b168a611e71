// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogDivergence.h"
#include "core/store/AttemptStore.h"

#include <QWidget>

#include <optional>
#include <stop_token>

class QTreeWidgetItem;

namespace torchmason {

class ComparedTree;
class CopyBox;

// Where the log of the first attempt and that of each other one say something else: the first place of each
// stage, and below it the further ones, which are read on another thread when they are asked for. Both lines
// of the chosen row stand below as a whole.
class ComparedLogs : public QWidget {
    Q_OBJECT

public:
    // Of the first attempt and each other one, unless one of them cannot be read.
    using Places = QVector<std::optional<QVector<StageDivergence>>>;

    explicit ComparedLogs(QWidget* parent);
    ~ComparedLogs() override;

    void showPlaces(const QVector<AttemptSummary>& attempts, const Places& places);
    void forget(); // shows nothing, and reads nothing more

private:
    // A stage of the first attempt and of one other.
    struct Pair {
        QString stage;
        QString leftFolder;
        QString rightFolder;
        int right = 0; // number of the other one
    };

    void showCurrent();
    void addStage(const AttemptSummary& other, const StageDivergence& parting);
    void addLines(const LogDivergence& place, int rightNumber);
    void addFurther(const QString& title, const Pair& pair, qsizetype skipped);
    void read(QTreeWidgetItem* rest, const Pair& pair, qsizetype skipped);
    void addPlaces(const Result<QVector<LogDivergence>>& places, const Pair& pair, qsizetype skipped);
    void addSentence(const QString& text);

    ComparedTree* m_tree;
    QWidget* m_lines; // both, where a row with lines is chosen
    CopyBox* m_leftLine;
    CopyBox* m_rightLine;
    AttemptSummary m_first;
    std::stop_source m_stop; // of what is being read
};

}
