// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/RuleSet.h"

#include <functional>
#include <optional>
#include <vector>

namespace torchmason {

class ParsedLine;

// Whether search() could find something: false where no fixed text of a rule is in the line, or only such
// whose rules do not take a line of this severity. Needs nothing but the line, so that threads may ask.
bool mayMatch(const RuleSet& rules, ParsedLine& line);

// Finds which signatures and markers of a rule set match one line. Keeps its buffers from line to line.
class RuleSearch {
public:
    // `excerpt`: the line, or as much of a long one as a person reads around the place that was recognised.
    using Found = std::function<void(int target, const QString& excerpt, const QString& subject)>;
    // `wanted` is asked for each target (index into RuleSet::targets()) that takes a line of this severity
    // and one of whose fixed texts is in it.
    void search(const RuleSet& rules, ParsedLine& line, const std::function<bool(int target)>& wanted,
        const Found& found);

    // The targets whose expressions took too many steps for the line, so that nobody knows whether they
    // match. After two of them no others are tried.
    const std::vector<int>& givenUp() const { return m_givenUp; }

private:
    void addCandidate(int target, qsizetype at);
    void openWindow(QByteArrayView line, qsizetype at);
    QString messageText(ParsedLine& line, qsizetype at);
    void tryTarget(const RuleSet& rules, int index, qsizetype at, ParsedLine& line, const Found& found);

    std::vector<std::pair<int, qsizetype>> m_candidates; // of the line at hand: target, place of its literal
    std::vector<quint64> m_seenBy; // target -> the last search that found one of its literals
    quint64 m_searchNumber = 0;
    qsizetype m_windowStart = -1; // of the part of the line at hand that is decoded
    QString m_windowText;
    QString m_plainText; // the same with plain punctuation
    std::optional<QString> m_messageText; // of the tool's message, with plain punctuation
    std::vector<int> m_givenUp;
};

}
