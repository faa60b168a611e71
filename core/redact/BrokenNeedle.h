// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/NeedleSet.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace torchmason {

// Follows needles over the ends of lines and the blanks in front of the next one: tools break base64 after
// 64 or 76 characters. Begins where a line ends in the first part of a needle, six bytes of it at least, so
// that lines are not held back without need.
class BrokenNeedle {
public:
    // Where a needle begins that ends with this byte. `state` is the state of the unbroken search before it;
    // `position` counts the bytes of the stream.
    std::optional<qint64> add(const NeedleSet& needles, int state, uchar byte, qint64 position);
    bool isIdle() const { return !m_isActive; }
    // Where what may be a needle yet has begun; only while it is not idle.
    qint64 begin(const NeedleSet& needles) const { return positionOf(m_index - needles.depth(m_state)); }

private:
    struct Gap {
        qint64 index; // how many bytes that count lie before it
        qint64 length;
    };

    void skip();
    void forgetGapsBefore(qint64 index);
    qint64 positionOf(qint64 index) const;

    bool m_isActive = false;
    bool m_isInGap = false;
    int m_state = NeedleSet::start;
    qint64 m_base = 0; // the position of the first byte that counts
    qint64 m_index = 0; // bytes that count, so far
    std::vector<Gap> m_gaps;
};

}
