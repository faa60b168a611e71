// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace torchmason {

class AttemptFeed;

// The dashboard of one attempt, running or old: both are read from the attempt's folder by the same code.
class AttemptView : public QWidget {
    Q_OBJECT

public:
    explicit AttemptView(QWidget* parent = nullptr);
    ~AttemptView() override;

    // Shows the attempt in this folder and follows it while it runs.
    void openAttempt(const QString& folder);
    QString folder() const { return m_folder; }
    // Whether its runner is alive and the attempt not over.
    bool isLive() const { return m_live; }

signals:
    void titleChanged(const QString& title);
    // -1 where there is no percentage yet.
    void progressChanged(int percentOrMinusOne, torchmason::AttemptState state);
    // The user wants attempt `number` to be continued or repeated.
    void retryRequested(int number);

private:
    void showRecord(const AttemptRecord& record, bool live);

    QString m_folder;
    bool m_live = false;
    std::unique_ptr<AttemptFeed> m_feed;
    QLabel* m_title = nullptr;
};

}
