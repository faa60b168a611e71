// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/knowledge/ArchList.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/TreeFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <memory>
#include <optional>

namespace torchmason {

// A value as the tree will take it, whether it was given as flag or as environment variable.
struct EffectiveValue {
    QString value;
    QString from; // "profile", "you"...; empty: not set at all
    bool isVariable = false; // of the environment

    bool isSet() const { return !from.isEmpty(); }
};

// What a build would be made with, found once, so that all checks speak of the same toolkit, compiler and
// release. Pointers live as long as the facts.
struct BuildChoice {
    const HostFacts& facts;
    const Profile& profile;
    const BuildRequest& request;

    QString releaseText {}; // "2.6.0"; empty where the source does not tell
    // Of the table, with what the tree says in its place; nullopt: nothing is known.
    std::optional<TorchRelease> release {};
    std::shared_ptr<const TreeFacts> tree {}; // nullptr: not here yet, or another release than asked for
    // Options that the build gets from the environment that we were started in, as it is when the choice is
    // made. None where the configuration says something of the variable, for a sample, on another machine, or
    // for an attempt of the past.
    QVector<EnvironmentValue> inherited {};
    bool inherits = false; // our environment is the build's, also the places on the machine that it names
    bool usesCuda = false;
    QString archText {}; // as it is written
    ArchList archs {};
    QString namedToolkit {}; // folder that the configuration names
    const CudaToolkitFacts* toolkit = nullptr; // nullptr where what is named or needed is not here
    std::optional<CudaToolkitInfo> toolkitInfo {};
    const CompilerFacts* compiler = nullptr; // of C++
    QString namedHostCompiler {}; // path or name that nvcc is told
    const CompilerFacts* hostCompiler = nullptr; // nullptr: one is named that is not in the facts, or none
    const PythonFacts* python = nullptr;
    const ToolFacts* cmake = nullptr;
    const ToolFacts* ninja = nullptr;

    bool isWindows() const { return facts.platform == Platform::Windows; }
    bool isSample() const { return request.source.kind == SourceKind::Sample; }
    // Whether the tree is at least that release; nullopt where its release is not known.
    std::optional<bool> isAtLeast(const QString& version) const;
    // A flag, or the variable where the tree reads it, also one that is inherited. From 2.14 on, PyTorch's
    // variables go before flags.
    EffectiveValue value(const QString& name) const;
    bool isOn(const QString& name, bool fallback = false) const;
    // value() of all names, for what asks a configuration.
    Configuration taken() const;
    // Whether there is a variable that the tree takes whatever the flag of that name says.
    bool hasVariableOverFlag(const QString& name) const;
    // The value with its name and origin, for a row to show, without secrets.
    CheckValue shown(const QString& name) const;

private:
    // Of the configuration, else inherited; nullptr where there is none or it is taken out.
    const EnvironmentValue* variable(const QString& name) const;
};

// By its path, or by its name as PATH would find it; nullptr where the facts do not have it.
const CompilerFacts* compilerNamed(const HostFacts& facts, const QString& named);
// Flags that name a C++ compiler, nvcc's among them.
const QStringList& compilerFlagNames();

// Attempts do not record what they inherited, and what is in our environment today says nothing of it.
enum class BuildTime { Now, Past };
BuildChoice chooseBuild(const HostFacts& facts, const Profile& profile, const BuildRequest& request,
    BuildTime time = BuildTime::Now);

// The variable of the configuration; nullptr where there is none or it is taken out.
const EnvironmentValue* variableOf(const Configuration& configuration, const QString& name);
QString originText(ValueOrigin origin); // who set a value: "profile", "fix", "you"...

}
