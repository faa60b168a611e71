// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/findings/Finding.h"

#include <QByteArrayView>
#include <QString>
#include <QVector>

#include <memory>

namespace torchmason {

class RuleSet;

// Runs all rules over a log, line by line, in one pass with bounded memory: live while a build runs and
// over a file afterwards. Passive: the owner feeds whole lines in order and calls finish() once.
class FailureMatcher {
public:
    explicit FailureMatcher(std::shared_ptr<const RuleSet> rules);
    ~FailureMatcher();

    // `line` without its line break; `number` is 1-based, `byteOffset` is where it starts.
    void addLine(QByteArrayView line, qint64 number, qint64 byteOffset);
    void setStage(const QString& stageId);
    // What is known so far, root causes first. May change order as more lines come.
    QVector<Finding> findings() const;
    // Ends multi-line matches and decides roots and consequences; then findings() is final.
    // `failed`: whether the stage ended badly. A good end reports no root causes.
    void finish(bool failed);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// The shipped rules (resources/rules) and the user's own folder beside them. A pack that cannot be read
// is left out and told in RuleSet::problems().
std::shared_ptr<const RuleSet> loadRules();

}
