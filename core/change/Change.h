// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// What one step of a change does; Install is the last one. All but Install act on the wish to build and on
// nothing else.
enum class StepKind {
    SetFlag, // name, value
    UnsetFlag, // name: no longer passed, and out of CMake's cache
    SetEnvironment, // name, value
    UnsetEnvironment, // name: the build does not see it
    Choose, // name "nvcc", "cxx", "python", "cmake"...; value: the path of one that is here
    Jobs, // value: a number
    UseGate, // compilers wait for memory
    RunStage, // name: a stage that was left out
    UseCache, // value: of core/config/CacheWish.h
    Release, // value: the tag to fetch, "v2.7.1"
    BuildFolder, // value: a path
    OwnEnvironment, // a virtual environment of the build's own, with what the tree requires
    Package, // value: "numpy==1.26.4", into an environment of the build's own
    Install, // by the user, by hand: name "cuda", "gcc", "cmake"...; value: the version
};

struct ChangeStep {
    StepKind kind = StepKind::SetFlag;
    QString name;
    QString value;

    bool operator==(const ChangeStep&) const = default;
};

// Something that can be changed so that a check holds.
struct Change {
    QString title; // "Set TORCH_CUDA_ARCH_LIST to 12.0"
    QString caveat; // what it costs besides; may be empty
    QVector<ChangeStep> steps; // done together
    QString command; // a line to copy, for what the user has to install
    bool onlyLiftsCheck = false; // its cause stays, so that even an install is the better way

    bool operator==(const Change&) const = default;
    // Whether the program can do it; else it is something to install.
    bool canBeDone() const;
    // "set-flag:TORCH_CUDA_ARCH_LIST=12.0": the same for the same steps.
    QString id() const;
};

// The same steps, in whatever order and words.
bool isSameChange(const Change& one, const Change& other);

Change setFlagChange(const QString& name, const QString& value);
Change unsetFlagsChange(const QStringList& names);
Change setEnvironmentChange(const QString& name, const QString& value);
Change unsetEnvironmentChange(const QString& name);
// `what` is "CUDA 12.9", `key` the program's ("nvcc").
Change chooseChange(const QString& what, const QString& key, const QString& path);
Change installChange(
    const QString& title, const QString& name, const QString& version, const QString& command);

// How much a change asks of a user; what is smaller is offered first. A flag costs least, then what is here
// already, then other sources, then what has to be installed.
int costOf(const Change& change);
QString stepKindId(StepKind kind); // "set-flag", "choose"...
QVector<StepKind> allStepKinds();
// As words of the command line, where it has them: {"-D", "USE_NCCL=OFF"}, {"--jobs", "6"}.
QStringList commandLineOf(const Change& change);

}
