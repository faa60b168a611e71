// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One architecture that a build could compile for.
struct ArchChoice {
    QString capability; // "12.0"
    QString family; // "Blackwell"
    QStringList found; // cards of this machine
    QStringList examples; // a few products

    bool operator==(const ArchChoice&) const = default;
};

// What this toolkit compiles for, or all that are known where it is empty or unknown; those of the machine's
// cards first, and these also where the toolkit cannot compile for them.
QVector<ArchChoice> archChoices(const HostFacts& facts, const QString& toolkitVersion);

enum class ArchUse { Out, Code, CodeAndPtx };
// How a list such as "8.6;12.0+PTX" has an architecture, and the list with another use of it. Other entries,
// names such as "Ampere" too, stay as they are.
ArchUse archUse(const QString& list, const QString& capability);
QString withArch(const QString& list, const QString& capability, ArchUse use);
// The architectures of all cards of the machine; empty where none is known.
QString archsOfMachine(const HostFacts& facts);

}
