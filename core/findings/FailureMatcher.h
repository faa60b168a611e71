// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/findings/Finding.h"
#include "core/parse/LogParser.h"

#include <QByteArrayView>
#include <QString>
#include <QVector>

#include <functional>
#include <memory>

namespace torchmason {

class RuleSet;

// How what wrote the log ended.
enum class StageOutcome {
    Succeeded,
    Failed,
    Unknown, // only the log itself can tell
    Running, // not yet; warnings say nothing until the log proves a failure
};

// Runs all rules over a log, line by line, in one pass with bounded memory: live while a build runs and
// over a file afterwards. Passive: the owner feeds whole lines in order and calls finish() once.
class FailureMatcher {
public:
    // `also` hears of every parsed line, before the rules.
    explicit FailureMatcher(
        std::shared_ptr<const RuleSet> rules, std::function<void(ParsedLine&)> also = [](ParsedLine&) {});
    ~FailureMatcher();

    // `line` without its line break; `number` is 1-based, `byteOffset` is where it starts.
    void addLine(QByteArrayView line, qint64 number, qint64 byteOffset);
    // The same of a line that another thread made clean.
    void addLine(const CleanLine& line);
    void setStage(const QString& stageId);
    // What is known so far, root causes first. May change order as more lines come. Before finish() the
    // stage counts as StageOutcome::Running.
    QVector<Finding> findings() const;
    // Ends multi-line matches and decides roots and consequences; then findings() is final.
    // `failed`: whether the stage ended badly. A good end reports no root causes.
    void finish(bool failed) { finish(failed ? StageOutcome::Failed : StageOutcome::Succeeded); }
    // Unknown: decided from the log ("[exit 1]", FAILED, "Configuring incomplete", a strong signature).
    void finish(StageOutcome outcome);
    // Whether the log was written by something that failed; before finish(), whether that is proved.
    bool failed() const;
    // Whether the user (or the system) stopped the build, which is no failure.
    bool interrupted() const;
    // One sentence where rules were not looked for in every line, because that would have taken too long.
    QString problem() const;
    // What the log told first about a marker: the CUDA version for "nvcc-release". Empty where nothing.
    QString markerValue(const QString& marker) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// The shipped rules (resources/rules) and the user's own folder beside them. A pack that cannot be read
// is left out and told in RuleSet::problems().
std::shared_ptr<const RuleSet> loadRules();

// What a log tells besides its failures, and what decides between causes. Empty: it does not say.
struct LogFacts {
    QString cudaVersion; // of the nvcc that ran: "12.9"
    // What CMake's summary says of USE_DISTRIBUTED and its backends: "ON", "1", "OFF".
    QString distributed;
    QString gloo;
    QString nccl;
    QString mpi;
    // The compiler that CMake identified: it does so only where there is no cache of an earlier run.
    QString identifiedCompiler;

    bool operator==(const LogFacts&) const = default;
    // Takes over what is not known yet.
    void complete(const LogFacts& other);
};

LogFacts factsOf(const FailureMatcher& matcher);

}
