// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/config/RequestMaker.h"
#include "core/trial/Trial.h"
#include "core/trial/TrialFolder.h"

#include <memory>

namespace torchmason {

// What is to be tried: this machine, and, where a profile is given, with what it would take.
struct TrialQuestion {
    HostFacts facts;
    std::optional<Profile> profile;
    BuildRequest request; // empty without a profile
};

// `wishes` count only with a profile. Without one, what this machine has is tried, in the folder where
// builds go by default.
TrialQuestion trialQuestion(const HostFacts& facts, const Profile* profile, const RequestWishes& wishes);

// What makers of trials work with.
struct TrialContext {
    const BuildChoice& choice;
    bool hasProfile = false;
    std::shared_ptr<TrialFolder> folder;

    bool isWindows() const { return choice.isWindows(); }
    bool isMsvc() const;
    QString executable(const QString& path) const; // with .exe where the system wants it
    QString objectOf(const QString& source) const; // beside it, as the system's linker expects it
    // With its folder and name; `title` is what people read.
    Trial start(const char* id, const QString& title, const QString& shows) const;
    QString cxx() const; // what compiles C++: a path, or "cl"
    QString cc() const;
    // The words that compile one file into `object`.
    QStringList compileWords(const QString& source, const QString& object, int standard) const;
};

// The sources of what is tried, from resources/trials.
QByteArray trialSource(const char* name);
void addTool(Trial& trial, const QString& role, const QString& path, const QString& version);

// In the order in which people read them.
QVector<Trial> makeTrials(const TrialContext& context);

QVector<Trial> compilerTrials(const TrialContext& context); // compiler, generator
QVector<Trial> pythonTrials(const TrialContext& context);
QVector<Trial> cudaTrials(const TrialContext& context); // nvcc, cuDNN
QVector<Trial> folderTrials(const TrialContext& context); // folders, long paths
QVector<Trial> toolTrials(const TrialContext& context); // git, compiler cache, memory gate

// What every step gets besides: everything that a tool would write elsewhere goes into the private folder,
// and nothing goes to other machines.
QVector<EnvironmentValue> trialEnvironment(const TrialContext& context);

}
