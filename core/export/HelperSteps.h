// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// A step that the plan gives to torchmason-runner itself, taken apart again.
struct HelperStep {
    QString mode; // "clean", "check-source"...
    QString value(const QString& option) const;
    QStringList values(const QString& option) const;
    QStringList arguments;
};

// nullopt where the command is somebody else's program.
std::optional<HelperStep> helperStep(const Command& command);

}
