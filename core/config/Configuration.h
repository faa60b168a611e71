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
    Environment, // already set in the environment of the program
    Fix, // set by a fix that the user accepted
    User,
};

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

    bool operator==(const EnvironmentValue&) const = default;
};

// What the user decided: flags and environment, in the order they are passed. Names are unique.
struct Configuration {
    QVector<FlagValue> flags;
    QVector<EnvironmentValue> environment;

    const FlagValue* flag(const QString& name) const;
    QString flagValue(const QString& name, const QString& fallback = {}) const;
    // Replaces or appends. The type of an existing entry is kept where the new one names none.
    void setFlag(FlagValue flag);
    void removeFlag(const QString& name);
    void setEnvironment(EnvironmentValue value);

    bool operator==(const Configuration&) const = default;
};

// CMake's idea of truth: ON, 1, TRUE, YES, Y and numbers but 0, whatever the case.
bool isCMakeTrue(const QString& value);

QString valueOriginId(ValueOrigin origin); // "default", "profile", "environment", "fix", "user"
std::optional<ValueOrigin> valueOriginFromId(const QString& id);

}
