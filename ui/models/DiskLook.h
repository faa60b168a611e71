// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QObject>
#include <QString>
#include <QVector>

namespace torchmason {

// What the disk says to a request before anything runs.
struct DiskAnswer {
    QVector<CheckRow> rows; // what is in the way, none where all is well
    QString patches; // as a diff; empty: none, no tree yet, or they do not apply, which a row says

    bool operator==(const DiskAnswer&) const = default;
};

// Reads the folders and the files to patch and asks git; changes nothing. For a worker thread.
DiskAnswer lookAtDisk(const BuildRequest& request);

// Looks on another thread; what was asked for last is what is told.
class DiskLook : public QObject {
    Q_OBJECT

public:
    explicit DiskLook(QObject* parent = nullptr);

    // Nothing happens where the same was asked for last.
    void look(const BuildRequest& request);
    // The disk may have changed: the next look() looks again.
    void forget() { m_asked = m_answered = {}; }
    // Empty while nothing is known of the folders that were asked for last; while another look at them is
    // under way, the answer is the one before.
    const DiskAnswer& answer() const { return m_answer; }
    // Whether answer() is what the disk says to this request.
    bool isAnswerTo(const BuildRequest& request) const;

signals:
    void changed();
    void answered(); // after changed(), where the answer is another one

private:
    void show(const DiskAnswer& answer);

    Json m_asked;
    Json m_answered; // null: nothing yet
    QString m_folders;
    DiskAnswer m_answer;
};

}
