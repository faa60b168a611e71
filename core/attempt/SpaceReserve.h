// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// A few blocks of disk kept back in the attempt's folder, so that the end of a build that filled the disk
// can still be written down. Given back when it is needed or when the build is over.
class SpaceReserve {
public:
    explicit SpaceReserve(const QString& folder);
    ~SpaceReserve();
    SpaceReserve(const SpaceReserve&) = delete;

    void giveBack();

private:
    QString m_path;
};

}
