// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QMap>
#include <QString>

#include <optional>

namespace torchmason {

// One value that may decide on how an attempt ends.
struct AttemptFeature {
    QString text; // "TORCH_CUDA_ARCH_LIST=8.9", "USE_MPI not set", "cmake 3.25.1"; harmless in a sentence
    QString key; // the same for values that mean the same: ON and 1, not set and the default
    bool isOwn = false; // a flag or variable of the user or of a fix
    QString value = {}; // "8.9", "not set"
};

// The settings of an attempt by their untranslated names, as requestDifferences() names them. What is as in
// any request is left out; see featureOf().
struct DecidingSettings {
    struct Value {
        QString usual; // of a request that says nothing about it; empty: not set
        QString value;
        bool isOwn = false;
    };
    QMap<QString, Value> values;
};

DecidingSettings settingsOf(const BuildRequest& request);
// The same with the switches that the build folder had: only where all that are compared say which.
DecidingSettings settingsWithFolder(const AttemptRecord& record);
// `usual` is what the setting is where a request leaves it out: of any attempt that has it.
AttemptFeature featureOf(const DecidingSettings& settings, const QString& name, const QString& usual);

// What the machine and the tree were for an attempt, by names for people: "driver", "c++ compiler", "cmake",
// "ninja", "python", "nvcc", "source"... What is not known is left out. As the stages noted it where they
// began, else as the request's facts say.
QMap<QString, QString> environmentOf(const AttemptRecord& record);

// One thing of the environment that is known on both sides and differs.
struct EnvironmentChange {
    QString name;
    QString before;
    QString after;
};
QVector<EnvironmentChange> environmentChanges(
    const QMap<QString, QString>& before, const QMap<QString, QString>& after);

// Text of others in one line of a sentence: no line ends, no signs that terminals or the direction of
// writing obey, not longer than a sentence bears.
QString shortText(const QString& text, qsizetype most = 120);

}
