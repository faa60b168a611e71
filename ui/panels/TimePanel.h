// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/TimeReport.h"
#include "ui/models/Background.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidgetItem;

namespace torchmason {

class ComparedTree;

// Where the time of an attempt's steps went, and what would have helped. Read when it is looked at.
class TimePanel : public QWidget {
    Q_OBJECT

public:
    explicit TimePanel(QWidget* parent = nullptr);

    void clear();
    void showRecord(const AttemptRecord& record, const QString& folder);

signals:
    // The user wants to see this step in the log.
    void stepActivated(const torchmason::EdgeRecord& edge);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void query();
    void refresh();
    QString withoutSteps() const;
    void fitColumns();
    void fitHeight();
    void addShare(const TimeShare& share);
    void addShares(const QString& title, const QVector<TimeShare>& shares);
    void addHelps();
    void addSlowest();
    void addChain();
    void showCurrent();
    void openCurrent(QTreeWidgetItem* item);
    void copyAll() const;

    AttemptRecord m_record;
    QString m_folder;
    TimeReport m_report;
    QString m_problem; // why there is no report
    bool m_isRead = false;
    LatestQuery m_query { this, LatestQuery::Order::OneByOne };
    QLabel* m_summary = nullptr;
    ComparedTree* m_tree = nullptr;
    QLabel* m_current = nullptr; // the current row in full
    QPushButton* m_copy = nullptr;
};

}
