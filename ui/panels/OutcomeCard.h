// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/ResultSummary.h"
#include "core/store/AttemptRecord.h"
#include "core/store/StepsBefore.h"
#include "ui/models/Background.h"
#include "ui/panels/Card.h"

class QPushButton;

namespace torchmason {

class CopyBox;
class WheelList;

// How an attempt ended where no finding says more: what was made and how to use it, that it can be
// continued, or the plain error.
class OutcomeCard : public Card {
    Q_OBJECT

public:
    explicit OutcomeCard(QWidget* parent = nullptr);

    // Of the attempts that it goes on with; before showRecord().
    void setStepsBefore(const StepsBefore& steps) { m_before = steps; }
    // Answers whether there is anything to say.
    bool showRecord(const AttemptRecord& record, const QString& folder);

signals:
    void retryRequested();
    void logRequested(const QString& stage);
    // The wheel of this attempt is wanted there, what it requires from the folder `wheels`; empty: as ever.
    void installRequested(int number, const torchmason::InstallTarget& target, const QString& wheels);
    // What this attempt installed is to go again.
    void takeBackRequested();

private:
    void showSuccess(const AttemptRecord& record);
    void showWords(); // of a build that ended well
    void showUse(const AttemptRecord& record);
    void showGone(qsizetype files); // that are no longer where they were made
    void askForSummary(const QString& folder);
    void showSummary();
    // Without a title where the command tells enough.
    void showUseCommand(const QString& title, const QString& help, const QString& command);
    void refreshUse();
    void showEnd(const AttemptRecord& record);
    void createButtons();
    void refreshInstall();
    void askForEnvironment();
    void openFolder();
    void copyForIssue();

    int m_useNumber = 0; // the answer to an older question is of no use
    qsizetype m_gone = 0; // of the products, as far as the disk was asked
    AttemptRecord m_record;
    StepsBefore m_before;
    QString m_summarised; // the folder that m_summary is of; empty: none yet
    ResultSummary m_summary;
    LatestQuery m_summaryQuery { this };
    QString m_folder; // of what was made
    QString m_attemptFolder;
    QString m_failedStage;
    QLabel* m_text = nullptr;
    WheelList* m_wheels = nullptr;
    CopyBox* m_products = nullptr;
    QLabel* m_comparison = nullptr;
    QLabel* m_times = nullptr; // where the time went
    QLabel* m_useTitle = nullptr;
    CopyBox* m_use = nullptr;
    QPushButton* m_retry = nullptr;
    QPushButton* m_log = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_install = nullptr;
    QPushButton* m_takeBack = nullptr;
    QPushButton* m_open = nullptr;
};

}
