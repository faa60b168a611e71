// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// Where a value came from. The later in this list, the stronger.
enum class ValueOrigin {
    Default, // PyTorch's or CMake's own default; nothing is passed
    Profile,
    Environment, // what the machine decides: the program's environment, a compiler chosen there
    Fix, // set by a fix that the user accepted
    Tour, // planted by the tour
    User,
};

// Whether the user wanted it so, by hand, by accepting a fix or by taking the tour: neither the profile nor
// the machine set it.
bool isWish(ValueOrigin origin);

// One CMake cache entry as it is passed: -DNAME:TYPE=VALUE, or -DNAME=VALUE where type is empty.
struct FlagValue {
    QString name;
    QString value;
    QString type; // BOOL, STRING, PATH, FILEPATH or empty
    ValueOrigin origin = ValueOrigin::Profile;

    bool operator==(const FlagValue&) const = default;
};

// One environment variable for the children. nullopt unsets it.
struct EnvironmentValue {
    QString name;
    std::optional<QString> value;
    ValueOrigin origin = ValueOrigin::Profile;
    bool inFront = false; // put before what the variable holds, as PATH: with the platform's separator

    bool operator==(const EnvironmentValue&) const = default;
};

// What the user decided: flags and environment, in the order they are passed. Names are unique, and a name
// is either passed as a flag or taken out of CMake's cache.
struct Configuration {
    QVector<FlagValue> flags;
    QVector<EnvironmentValue> environment;
    // Cache entries of an earlier configure to forget, each an exact name: -UNAME. Leaving a flag out does
    // not do that, for CMake keeps its cache entries.
    QStringList unsetFlags;

    const FlagValue* flag(const QString& name) const;
    QString flagValue(const QString& name, const QString& fallback = {}) const;
    const EnvironmentValue* variable(const QString& name) const; // also one that is taken out
    // Empty where the variable is not set for the children.
    QString variableValue(const QString& name) const;
    // Replaces or appends. The type of an existing entry is kept where the new one names none.
    void setFlag(FlagValue flag);
    // No longer passes the flag; what CMake's cache holds stays.
    void removeFlag(const QString& name);
    // No longer passes the flag, and takes it out of CMake's cache.
    void unsetFlag(const QString& name);
    void setEnvironment(EnvironmentValue value);
    // Says nothing about the variable any more; to take it from the children, set it to nullopt.
    void removeEnvironment(const QString& name);

    bool operator==(const Configuration&) const = default;
};

// Whether flags and environment variables may be called so: letters, digits, "_", and after the first one
// ".", "+" and "-". What else systems allow could change the meaning of a script that sets it.
bool isVariableName(const QString& name);

// CMake's idea of truth: ON, 1, TRUE, YES, Y and numbers but 0, whatever the case.
bool isCMakeTrue(const QString& value);

QString valueOriginId(ValueOrigin origin); // "default", "profile", "environment", "fix", "tour", "user"
std::optional<ValueOrigin> valueOriginFromId(const QString& id);

}
