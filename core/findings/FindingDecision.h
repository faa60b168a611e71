// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/detect/HostFacts.h"
#include "core/findings/Finding.h"
#include "core/findings/LogFacts.h"

#include <QVector>

#include <optional>

namespace torchmason {

// What decides about findings that a log alone leaves open.
struct DecidingFacts {
    QString cudaVersion; // of the nvcc that ran: "11.5"; empty where not known
    std::optional<bool> distributed; // switched on in this configuration
    std::optional<Bytes> memory;
    std::optional<int> cores;
};

// The log knows best which nvcc ran; what it does not tell is taken from the machine.
DecidingFacts decidingFacts(const LogFacts& log, const HostFacts* host);

// Adds the deciding sentence to explanations and puts the fix that fits first.
void decideFindings(QVector<Finding>& findings, const DecidingFacts& facts);

}
