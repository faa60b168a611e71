// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"
#include "ui/panels/Card.h"

#include <optional>

class QPushButton;
class QToolButton;

namespace torchmason {

class BulletLabel;
class FixList;

// Which of the findings a card shows.
struct FindingPlace {
    int root = 0; // from 0, among the causes that have nothing to do with each other
    int roots = 1;
    int others = 0; // findings of the attempt besides this one
};

// Why it failed: the cause in one sentence, the line that says so, what it means, what can be done.
class FindingCard : public Card {
    Q_OBJECT

public:
    explicit FindingCard(QWidget* parent = nullptr);

    // Whether the attempt has ended; before showFinding(). Until then what helps may change with every line,
    // so it is not told yet.
    void setOver(bool isOver) { m_isOver = isOver; }
    void showFinding(const Finding& finding, const FindingPlace& place, const AttemptRecord& record);
    // What can be done about the finding that is shown, as it fits this attempt. Until then its fixes are
    // words.
    void showFixes(const QVector<Fix>& fixes);
    // Whether the file is there that the line names; until this is known, it is taken as there.
    void setFileThere(bool isThere);
    void setRetryPossible(bool possible);
    bool focusFix(); // false: none has a button, or not yet

signals:
    void evidenceActivated(const QString& stage, qint64 line);
    void retryRequested();
    void fixesRequested(const QVector<torchmason::Fix>& fixes);
    void rootRequested(int root);
    void settingsWanted(); // those of the attempt, for a new build
    void fileWanted(const QString& stage, const QString& evidence); // the file that a line of the log names

private:
    void createButtons();
    void createSteps();
    void showPlace(const FindingPlace& place);
    void showFixList();
    void showTried();
    void copyForIssue();

    Finding m_finding;
    std::optional<QVector<Fix>> m_fitted; // not known yet: nullopt
    AttemptRecord m_record;
    QLabel* m_explanation = nullptr;
    BulletLabel* m_candidates = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_tried = nullptr;
    QLabel* m_fixesNote = nullptr; // why there are no fixes yet, or none with a button
    QPushButton* m_evidence = nullptr;
    FixList* m_fixes = nullptr;
    QPushButton* m_retry = nullptr;
    QPushButton* m_settings = nullptr;
    QPushButton* m_file = nullptr;
    QPushButton* m_copy = nullptr;
    QLabel* m_more = nullptr;
    QLabel* m_position = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    int m_root = 0;
    bool m_isOver = true;
};

}
