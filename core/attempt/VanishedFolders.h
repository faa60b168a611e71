// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

#include <QString>
#include <QVector>

namespace torchmason {

// What a build needs all the time and somebody may take away meanwhile. Programs say that in many ways, most
// of them of a file.
class VanishedFolders {
public:
    // Before a stage: remembers what is there.
    void look(const BuildRequest& request, StageKind stage);
    // What was there once and is not now, in a sentence; empty: nothing.
    QString sentence() const;

private:
    struct Place {
        QString path;
        QString what;
        bool isFolder = true;

        bool isThere() const;
    };

    QVector<Place> m_seen;
};

}
