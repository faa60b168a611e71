// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QWidget>

class QFrame;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace torchmason {

class CopyBox;

// The stages with state and duration; over the page beside the one that was clicked, what it ran: exact
// commands, environment difference, exit code.
class StagesPanel : public QWidget {
    Q_OBJECT

public:
    explicit StagesPanel(QWidget* parent = nullptr);

    void clear();
    void showRecord(const AttemptRecord& record);
    // A step of the running stage has failed, others are still at work.
    void setFailing(bool failing);
    // Advances the duration of the running stage. `elapsed`: how long the attempt has been running.
    void tick(qint64 wallNow, Milliseconds elapsed);
    // For its names and times, also for those that are to come.
    int neededWidth() const;

signals:
    // The user wants to see this stage's log.
    void stageActivated(const QString& stage);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillRows();
    bool fails(const StageResult& result) const;
    QString wordOf(const StageResult& result) const;
    void createDetails();
    void openDetails();
    void showDetails();
    void fillRow(int row, const Stage& planned, const StageResult& result);

    AttemptRecord m_record;
    bool m_failing = false;
    QTreeWidget* m_list = nullptr;
    QFrame* m_details = nullptr;
    QLabel* m_outcome = nullptr;
    QLabel* m_foreign = nullptr; // of an imported attempt: whose the commands are
    CopyBox* m_commands = nullptr;
    QLabel* m_environmentTitle = nullptr;
    CopyBox* m_environment = nullptr;
    QPushButton* m_showLog = nullptr;
};

}
