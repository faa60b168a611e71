// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/history/LogUnits.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace torchmason {

// Lines that stand beside each other, from the top: places in both lists, -1 where one has none.
using ShownRows = QVector<std::pair<qsizetype, qsizetype>>;
// Lines that say the same in one row, by their identities.
ShownRows alignedLines(const QVector<quint64>& left, const QVector<quint64>& right);

// What stands in one place of two logs and says something else; nullopt: one has nothing there.
struct PartedUnits {
    std::optional<LogUnit> left;
    std::optional<LogUnit> right;
    bool isBehindEnd = false; // of the log that has nothing there: all that it has comes before

    bool areOfFailedStep() const { return (left && left->hasFailed) || (right && right->hasFailed); }
};

// Reads two logs side by side, once, and tells one place after the other where they say something else. Steps
// may come in any order, and have only the same step beside them; lines outside of steps must come in theirs.
class LogMatching {
public:
    enum class Units { All, Steps };
    LogMatching(const ComparedLog& left, const ComparedLog& right, Units units = Units::All);
    ~LogMatching();
    Q_DISABLE_COPY_MOVE(LogMatching)

    Result<void> open();
    // nullopt: there is none any more. Once `stop` is asked for, the answer means nothing.
    std::optional<PartedUnits> next(const std::stop_token& stop);
    const LogUnitReader& left() const;
    const LogUnitReader& right() const;

    struct Side;

private:
    std::unique_ptr<Side> m_left;
    std::unique_ptr<Side> m_right;
};

}
