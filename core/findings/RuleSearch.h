// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/RuleSet.h"
#include "core/parse/CMakeMessageJoiner.h"
#include "core/parse/Diagnostic.h"

#include <functional>
#include <optional>
#include <vector>

namespace torchmason {

// Finds which signatures and markers of a rule set match one line. Keeps its buffers from line to line.
class RuleSearch {
public:
    // `excerpt`: the line, or as much of a long one as a person reads around the place that was recognised.
    using Found = std::function<void(int target, const QString& excerpt, const QString& subject)>;
    // `wanted` is asked for each target (index into RuleSet::targets()) one of whose fixed texts is in the
    // line.
    void search(const RuleSet& rules, const LogLine& line, const std::function<bool(int target)>& wanted,
        const Found& found);

private:
    void addCandidate(int target, qsizetype at);
    void openWindow(QByteArrayView line, qsizetype at);
    bool mayDecide(const Signature& signature, const LogLine& line);
    const std::optional<Diagnostic>& messageIn(const LogLine& line);
    void tryTarget(const RuleSet& rules, int index, qsizetype at, const LogLine& line, const Found& found);

    std::vector<std::pair<int, qsizetype>> m_candidates; // of the line at hand: target, place of its literal
    std::vector<quint64> m_seenBy; // target -> the last search that found one of its literals
    quint64 m_searchNumber = 0;
    qsizetype m_windowStart = -1; // of the part of the line at hand that is decoded
    QString m_windowText;
    QString m_plainText; // the same with plain punctuation
    // Of the line at hand, where a signature asked.
    std::optional<Severity> m_severity;
    std::optional<std::optional<Diagnostic>> m_message; // the text with plain punctuation
};

}
