// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QString>

namespace torchmason {

// As the forms of the review call it: "Source folder".
QString fieldName(BuildField field);
// No line breaks between a number and its unit, a program and its version, and behind the first slash of a
// path.
QString keptTogether(QString text);
// Name of the icon of a group.
QString checkGroupIcon(const QString& group);
// What prevents the build first. Rows that are equally bad and stand beside each other in the order in which
// people think of a build: what is built, how, with which tools (as on the machine's page), where, and what
// it takes.
QVector<CheckRow> inOrderOfTopics(QVector<CheckRow> rows);

}
