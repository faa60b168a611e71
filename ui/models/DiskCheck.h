// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/Background.h"
#include "ui/models/DiskReads.h"

#include <QObject>

namespace torchmason {

// What the disk says about the last request that was asked for. While other folders are read the answer is
// empty; while the same ones are read again it is the one before.
class DiskCheck : public QObject {
    Q_OBJECT

public:
    void ask(const BuildRequest& request);
    void forget(); // the folders may have changed: the same request is read again
    bool knows(const BuildRequest& request) const;
    const DiskAnswer& answer() const { return m_answer; }

signals:
    void changed(); // the answer is another one
    void answered(); // the same as before or another one

private:
    void take(const DiskAnswer& answer);

    LatestQuery m_query { this };
    QString m_folders; // of the last question
    QString m_question; // the one that is answered; empty: none
    DiskAnswer m_answer;
};

}
