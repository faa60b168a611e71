// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/parse/LineParser.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace torchmason {

// The figures at the beginning of a ninja line. `running` and `elapsed` are there when NINJA_STATUS was
// set by us ("[%f/%t|%r|%e] "); the default form "[1/2] " has the first two only.
struct NinjaStatus {
    qint64 done = 0;
    qint64 total = 0;
    std::optional<qint64> running;
    std::optional<Milliseconds> elapsed;
    QByteArray description;
};

// nullopt where the line is no status line.
std::optional<NinjaStatus> parseNinjaStatus(QByteArrayView line);
// The same question without taking the line apart, for the fast path.
bool isNinjaStatus(QByteArrayView line);

// An edge that ended badly: "FAILED: [code=137] a.o b.o".
struct NinjaFailure {
    QStringList outputs;
    std::optional<int> exitCode; // told since ninja 1.13
    qint64 line = 0;
};

std::optional<NinjaFailure> parseNinjaFailure(QByteArrayView line);

// Reads status lines, FAILED lines and ninja's own errors. The last status is kept until it is taken.
class NinjaProgressParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override { return {}; } // it is asked about every line
    LineAnswer addLine(const LogLine& line) override;

    std::optional<NinjaStatus> takeStatus();
    QVector<NinjaFailure> takeFailures();

private:
    LineAnswer addOwnMessage(const LogLine& line);

    QByteArray m_statusLine; // taken apart only when somebody asks
    QVector<NinjaFailure> m_failures;
};

}
