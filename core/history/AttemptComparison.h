// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/ComparedValues.h"

#include <QStringList>
#include <QVector>

namespace torchmason {

constexpr int mostComparedAttempts = 8;

// One thing that attempts tell, side by side. The lists have one entry for each attempt, in their order; an
// empty value means that there is none.
struct ComparedRow {
    QString group; // of comparedGroups()
    QString name; // for programs, not translated: "jobs", "USE_CUDA"
    QString label; // the same for people
    QStringList values; // for people
    QStringList plain; // the same for programs: ids of stages in place of their titles
    QStringList notes; // where a value comes from: "profile", "default"; why a stage failed
    bool differs = false;
    bool differsByChance = false; // its amounts do, by so little that it says nothing
    QString detail; // of all of them: "The largest is 21.6 times the smallest."
};

// A note as people read it: "you" for "user".
QString comparedNoteText(const QString& note);

// Every row, in the order of the groups. Times and sizes differ where more than chance is between them.
QVector<ComparedRow> compareAttempts(const QVector<ComparedAttempt>& attempts);
QVector<ComparedRow> differencesOf(const QVector<ComparedRow>& rows);
// What differencesOf() leaves out though its amounts are not the same, and why; empty where there is none.
QString chanceText(const QVector<ComparedRow>& rows);

}
