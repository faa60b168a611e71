// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/detect/TrialFacts.h"
#include "core/request/Configuration.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>

namespace torchmason {

// What one step brought.
struct StepAnswer {
    bool started = false;
    bool timedOut = false;
    bool crashed = false; // by a signal, whose number exitCode then is (Linux)
    int exitCode = -1;
    QByteArray output; // both streams, in true order
    QString problem; // why it did not start, or what a step of our own could not do

    bool isGood() const { return started && !timedOut && !crashed && exitCode == 0; }
    QString text() const; // decoded and without escapes
};
using StepAnswers = QVector<StepAnswer>;

struct TrialFile {
    QString path; // absolute, in the trial's folder
    QByteArray content;
};

// One program to run, or something to do that needs none.
struct TrialStep {
    QString doing; // "Compiling C++17": "... failed with exit code 1."
    QString program; // a path, or a name that the child's PATH knows
    QStringList arguments;
    QVector<EnvironmentValue> environment;
    QVector<TrialFile> files; // written before
    Milliseconds limit { 30000 };
    // What follows from the answers so far is filled in by this.
    std::function<void(TrialStep&, const StepAnswers&)> prepare;
    // In place of a program; runs on a thread of its own and owns all that it touches.
    std::function<StepAnswer()> act;
    bool mayFail = false; // the trial goes on, and its judge decides
};

// A question about the machine that only trying answers. The first step that fails ends it; where all went
// well the judge says what that means.
struct Trial {
    TrialFacts about; // id, title, subject and tools; what was found is filled in
    QString shows; // "that the compiler compiles, links and runs C++17"
    QString cannot; // why it cannot be tried at all
    QString folder; // of its own, made before
    bool usesCompiler = false; // runs in the environment of Visual Studio, where there is one
    QVector<TrialStep> steps;
    std::function<void(const StepAnswers&, TrialFacts&)> judge;
    // May turn a failure of a step into something better known.
    std::function<void(qsizetype step, const StepAnswer&, TrialFacts&)> explain;
};

void setPass(TrialFacts& trial, const QString& found);
void setWarning(TrialFacts& trial, const QString& found, const QString& fix);
void setFailed(TrialFacts& trial, const QString& found, const QString& fix);
void setUnknown(TrialFacts& trial, const QString& why);

// The object after the last `mark` of the output, or in its last line that is one; null where there is none.
Json jsonIn(const QByteArray& output);

// What a step that did not go well means: its code, the line of output that says why, and, where a rule
// knows the message, its explanation and first advice.
void tellFailure(const TrialStep& step, const StepAnswer& answer, TrialFacts& trial);

}
