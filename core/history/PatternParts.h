// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFeatures.h"
#include "core/history/AttemptPatterns.h"

// What the patterns are made of; for this folder alone.
namespace torchmason {

// An attempt of one tree, with what may have decided on it.
struct TreeAttempt {
    int number = 0;
    const AttemptRecord* record = nullptr;
    DecidingSettings settings;
    QMap<QString, QString> environment;
};
using TreeAttempts = QVector<TreeAttempt>; // the oldest first

QVector<AttemptPattern> findingPatterns(const TreeAttempts& tree);
QVector<AttemptPattern> environmentPatterns(const TreeAttempts& tree);
QVector<AttemptPattern> slowerPatterns(const TreeAttempts& tree);

QVector<int> numbersOf(const TreeAttempts& attempts);
// "attempt 4", "attempts 1, 2 and 3", "attempts 1, 2, 3 and 14 more"
QString attemptsText(const QVector<int>& numbers);
// "a, b and c"; of many the first ones and how many more there are.
QString listText(const QStringList& parts);
QString settingName(const QString& name); // for people

}
