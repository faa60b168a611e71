// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/DetachedThread.h"
#include "core/base/Result.h"
#include "core/base/Units.h"
#include "core/detect/TrialFacts.h"
#include "core/request/Configuration.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace torchmason {

struct TrialContext;
class TrialWork;

// Set by another thread. Stop: programs are ended step by step; Abandon: they are killed at once.
enum class TrialStop { None, Stop, Abandon };
using StopFlag = std::shared_ptr<std::atomic<TrialStop>>;

// A question about the machine that only trying answers.
struct Trial {
    TrialFacts about; // id, title and subject; the attempt fills in the rest
    QString shows; // "that the compiler compiles, links and runs C++17"
    QString folder; // its own; made before the attempt
    bool usesCompiler = false; // runs in the environment of Visual Studio, where there is one
    std::function<void(TrialWork&)> attempt;
};

// Tries it and waits for the answer; for a thread that may wait. `about.at` stays empty where nothing was
// tried.
TrialFacts runTrial(const Trial& trial, const TrialContext& context, const StopFlag& stop);

struct TrialStep {
    QString doing; // "Compiling C++17": "... failed with exit code 1."
    QString program; // a path, or a name that is looked up in the child's PATH
    QStringList arguments;
    Milliseconds limit { 30000 };
    QVector<EnvironmentValue> environment {};
};

struct StepAnswer {
    bool started = false;
    bool timedOut = false;
    bool crashed = false; // by a signal, whose number exitCode then is (Linux)
    int exitCode = -1;
    QByteArray output; // stdout and stderr together
    QString problem {}; // why it did not start

    bool isGood() const { return started && !timedOut && !crashed && exitCode == 0; }
};

// One attempt: runs programs, writes files, and keeps what was found. Lives on the thread of the attempt.
class TrialWork {
public:
    TrialWork(const Trial& trial, const TrialContext& context, StopFlag stop);

    const TrialContext& context;
    TrialFacts about;

    QString path(const QString& name) const; // in the trial's folder
    // False where it failed, which `about` then says.
    bool write(const QString& name, const QByteArray& content);
    bool writeSource(const char* name); // one of resources/trials

    // Runs a program until it ends, its limit is reached or the trial is stopped.
    StepAnswer ask(const TrialStep& step);
    // The same; where it did not go well, `about` says how, with what is known about the message.
    bool run(const TrialStep& step);
    const QByteArray& output() const { return m_last.output; } // of the last run()
    // Calls `look` on a thread of its own, because a network share that is gone may never answer. nullopt: it
    // failed, which `about` says.
    template <typename T> std::optional<T> look(const QString& doing, std::function<Result<T>()> look);

    void addTool(const QString& role, const QString& path, const QString& version);
    // Whether there is a C++ compiler, which becomes one of the tools; else the trial cannot be made.
    bool needsCompiler();

    void pass(const QString& found) { set("pass", found); }
    void warn(const QString& found, const QString& fix) { set("warning", found, fix); }
    void fail(const QString& found, const QString& fix = {}) { set("fail", found, fix); }
    void unknown(const QString& why) { set("unknown", why); }
    void cannot(const QString& why); // it was not tried at all
    void soften(); // a failure that does not stop a build
    bool wasTried() const { return m_tried; }

private:
    void set(const char* state, const QString& found, const QString& fix = {});
    void tellFailure(const TrialStep& step, const StepAnswer& answer);

    const QString m_folder;
    const QVector<EnvironmentValue> m_environment;
    const StopFlag m_stop;
    StepAnswer m_last;
    bool m_tried = true;
};

// The last line of the output that is a JSON object, "TORCHMASON-TRIAL " before it or not; null: none.
Json jsonIn(const QByteArray& output);

// What `act` answers, on a thread of its own that is left behind where it takes longer. nullopt: it took
// longer or was stopped. `act` must own all that it uses.
template <typename Act>
std::optional<std::invoke_result_t<Act>> within(Milliseconds limit, const StopFlag& stop, Act act)
{
    constexpr Milliseconds pause { 20 };
    auto answer = askDetached(std::move(act));
    for (Milliseconds waited { 0 }; answer.valid() && waited < limit && *stop == TrialStop::None;
         waited += pause) {
        if (answer.wait_for(pause) == std::future_status::ready)
            return answer.get();
    }
    return std::nullopt;
}

template <typename T> std::optional<T> TrialWork::look(const QString& doing, std::function<Result<T>()> look)
{
    const TrialStep step { doing, {}, {} };
    const auto answer = within(step.limit, m_stop, std::move(look));
    if (answer && *answer)
        return **answer;
    StepAnswer bad;
    bad.timedOut = !answer;
    bad.problem = answer ? answer->error().message : QString();
    tellFailure(step, bad);
    return std::nullopt;
}

}
