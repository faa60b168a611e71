// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// An attempt as a report that can be put into an issue or a wiki: outcome, causes, machine, flags, stages
// with their commands. Secrets are masked here, whether the record's were or not, and names of people and
// computers are taken out; what has ~ in it is for reading, not for pasting.
QString markdownReport(const AttemptSummary& attempt, const QVector<Finding>& findings);

// As it stands in a cell of a table.
QString markdownCell(QString text);

}
