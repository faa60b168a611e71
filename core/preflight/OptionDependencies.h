// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/OptionCatalogue.h"
#include "core/request/Configuration.h"

namespace torchmason {

// Why an option has no effect, whatever its value.
struct OptionLock {
    QString reason; // "needs USE_DISTRIBUTED", "Linux only"; empty: it is free
    QString remedy; // the option to switch so that it is free; empty: none can
    bool remedyOn = true;

    bool isLocked() const { return !reason.isEmpty(); }
};

// What the options of a configuration do to each other before CMake is asked. What only CMake can find out,
// a library for example, locks nothing. The references must outlive it.
class OptionDependencies {
public:
    OptionDependencies(
        const OptionCatalogue& catalogue, const Configuration& configuration, Platform platform);

    // The first cause: for USE_C10D_GLOO it is what USE_GLOO needs.
    OptionLock lockOf(const OptionInfo& option, int depth = 0) const;
    // As passed or by default, and not locked.
    bool isOn(const QString& name, int depth = 0) const;

private:
    OptionLock lockOf(const QStringList& alternatives, int depth) const;
    bool holds(const QString& need, int depth) const;

    const OptionCatalogue& m_catalogue;
    const Configuration& m_configuration;
    Platform m_platform;
};

// Words in OptionInfo::needs that are no options.
bool isMachineWord(const QString& need);

}
