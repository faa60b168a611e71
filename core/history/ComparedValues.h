// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/history/ResourceCurves.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"
#include "core/store/StepsBefore.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <algorithm>
#include <optional>

namespace torchmason {

// Whether two builds of the same may have both: less than a tenth, or than `floor`, is between them.
constexpr bool isByChance(double least, double most, double floor)
{
    constexpr double share = 0.1;
    return most - least <= std::max(floor, least * share);
}
constexpr double leastSeconds = 1; // the floor of times

struct ComparedAttempt {
    int number = 0;
    QString folder;
    AttemptRecord record;
    QVector<Finding> findings;
    ResourceUse use = {}; // of its samples
    QVector<EdgeRecord> steps = {}; // its countedSteps()
    StepsBefore before = {}; // of what it goes on with
};

// Steps that were done before, on top of those of its own.
qint64 doneBefore(const ComparedAttempt& attempt);

// One thing that an attempt tells, by a name that is unique in its group.
struct ComparedValue {
    QString group;
    QString name;
    QString label;
    QString value; // for people; secrets are masked
    QString note = {};
    QString id = {}; // for programs, where `value` is a title of it
    QString key = {}; // what must be equal, where that is neither
    std::optional<double> amount
        = {}; // seconds, bytes or cores: `value` tells it, and it is never quite equal
    double floor = 0; // what is less than this between two amounts is chance

    const QString& plain() const { return id.isEmpty() ? value : id; }
    QString identity() const { return key.isEmpty() && !amount ? plain() : key; }
};

// "outcome", "finding", "request", "flag", "environment", "tool", "python", "gpu", "system", "stage",
// "cache": in the order in which people ask.
QStringList comparedGroups();
QString comparedGroupTitle(const QString& group);

// The note of a switch that CMake's cache in the build folder had, and nobody asked for.
inline constexpr const char* fromBuildFolder = "build folder";

// What is not known is left out. The second function is about what was asked for, with what configuration,
// and with which tools on which machine: the groups "request" to "system".
QVector<ComparedValue> comparedValues(const ComparedAttempt& attempt);
QVector<ComparedValue> settingsAndTools(const AttemptRecord& record);

// The name of its profile with the id, as two may have one name; or that of the log that it is of.
QString profileText(const AttemptRecord& record);

}
