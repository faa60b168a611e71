// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"
#include "ui/panels/Card.h"

class QPushButton;

namespace torchmason {

class FixList;

// Why it failed: the cause in one sentence, the line that says so, what it means, what can be done.
class FindingCard : public Card {
    Q_OBJECT

public:
    explicit FindingCard(QWidget* parent = nullptr);

    // `others`: how many further findings there are.
    void showFinding(const Finding& finding, int others, const AttemptRecord& record);
    // What can be done about the finding that is shown, as it fits this attempt. Until then its fixes are words.
    void showFixes(const QVector<Fix>& fixes);
    void setRetryPossible(bool possible);

signals:
    void evidenceActivated(const QString& stage, qint64 line);
    void retryRequested();
    void fixRequested(const torchmason::Fix& fix);

private:
    void copyForIssue();

    Finding m_finding;
    QVector<Fix> m_fitted; // empty: not known yet
    AttemptRecord m_record;
    QLabel* m_explanation = nullptr;
    QLabel* m_reason = nullptr;
    QPushButton* m_evidence = nullptr;
    FixList* m_fixes = nullptr;
    QPushButton* m_retry = nullptr;
    QPushButton* m_copy = nullptr;
    QLabel* m_more = nullptr;
};

}
