// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"
#include "core/store/StepsBefore.h"
#include "ui/models/Background.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace torchmason {

class FindingCard;
class OutcomeCard;

// What is read first of an attempt: why it failed or what was made, and which attempt went on with it. Of
// several causes it shows one at a time, with what helps against that.
class AttemptCards : public QWidget {
    Q_OBJECT

public:
    explicit AttemptCards(QWidget* parent = nullptr);

    void clear();
    void setDense(bool dense);
    int heightFor(int width) const; // 0: there is nothing to show
    // Of the attempts that it goes on with; before showRecord(), as the findings.
    void setStepsBefore(const StepsBefore& steps);
    // The cause that was stepped to stays, also where a surer one is found.
    void setFindings(const QVector<Finding>& findings);
    void showRecord(const AttemptRecord& record, const QString& folder, bool isOver);
    // The disk is asked once, when it is over.
    void askForLater(int number, const QString& attempts);
    const std::optional<Finding>& cause() const { return m_cause; } // that is shown
    void setFileThere(bool isThere); // that its line names
    bool focusFix(); // false: none has a button, or not yet

signals:
    void causeChosen(); // another one: the owner shows the record again
    void fixesShown();
    void lineWanted(const QString& stage, qint64 line);
    void fileWanted(const QString& stage, const QString& evidence);
    void logWanted(const QString& stage);
    void retryRequested(const QVector<torchmason::Fix>& fixes);
    void settingsWanted();
    void installRequested(int number, const torchmason::InstallTarget& target, const QString& wheels);
    void takeBackRequested();
    void attemptWanted(int number);

private:
    void connectAll();
    void askForFixes(const AttemptRecord& record, const QString& attempts);

    QVector<Finding> m_findings;
    int m_root = 0; // which of the causes
    std::optional<Finding> m_cause;
    // It starts a dozen programs, which would keep the first picture of the attempt waiting.
    LatestQuery m_fixQuery { this, LatestQuery::Order::Parallel, std::chrono::milliseconds(300) };
    LatestQuery m_laterQuery { this };
    FindingCard* m_finding = nullptr;
    OutcomeCard* m_outcome = nullptr;
    QLabel* m_later = nullptr; // on top of them
};

}
