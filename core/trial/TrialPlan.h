// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/config/RequestMaker.h"
#include "core/trial/Trial.h"
#include "core/trial/TrialFolder.h"

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

// What all attempts of one round share and only read.
struct TrialContext {
    TrialContext(const TrialQuestion& question, TrialFolder folder);
    TrialContext(const TrialContext&) = delete;

    const TrialQuestion question;
    const Profile profile; // empty without one
    const BuildChoice choice;
    const TrialFolder folder;
    QVector<EnvironmentValue> compilerEnvironment; // of Visual Studio, where there is one
    QString compilerProblem; // why that could not be found out

    bool hasProfile() const { return question.profile.has_value(); }
    bool isWindows() const { return choice.isWindows(); }
    bool isMsvc() const;
    QString executable(const QString& path) const; // with .exe where the system wants it
    QString objectOf(const QString& source) const; // beside it, as the system's linker expects it
    QString cxx() const; // what compiles C++: a path, or "cl"
    QString cc() const;
    // The words that compile one file into `object`.
    QStringList compileWords(const QString& source, const QString& object, int standard) const;
    Trial trial(
        const char* id, const QString& title, const QString& shows, void (*attempt)(TrialWork&)) const;
};

// A file of resources/trials.
QByteArray trialSource(const char* name);

// In the order in which people read them.
QVector<Trial> makeTrials(const TrialContext& context);

void addCompilerTrials(const TrialContext& context, QVector<Trial>& trials); // compiler, generator
void addCudaTrials(const TrialContext& context, QVector<Trial>& trials); // nvcc, cuDNN
void addPythonTrials(const TrialContext& context, QVector<Trial>& trials);
void addToolTrials(const TrialContext& context, QVector<Trial>& trials); // git, compiler cache, memory gate
void addFolderTrials(const TrialContext& context, QVector<Trial>& trials); // folders, long paths

// The difference to our own environment: what tools would write elsewhere goes into the private folder, and
// nothing is sent to other machines.
QVector<EnvironmentValue> trialEnvironment(const TrialContext& context);

}
