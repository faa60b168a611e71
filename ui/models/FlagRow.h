// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/OptionCatalogue.h"
#include "core/request/Configuration.h"

#include <optional>
#include <vector>

namespace torchmason {

// One row that can be edited: an option of the catalogue, a free -D or an environment variable.
struct FlagRow {
    QString name;
    const OptionInfo* option = nullptr; // null for free rows
    bool environment = false; // of free rows only

    bool operator==(const FlagRow&) const = default;
};

struct FlagGroup {
    QString id;
    QString title;
    std::vector<FlagRow> rows;
};

const EnvironmentValue* environmentIn(const Configuration& configuration, const QString& name);
// Whether the value of this row is, or would become, an environment variable. There is one row for each name:
// an option that is set stays a flag or a variable; else it becomes what PyTorch reads.
bool isVariable(const FlagRow& row, const Configuration& configuration);
// nullopt where it is not passed; empty for a variable that is unset.
std::optional<QString> valueIn(const Configuration& configuration, const FlagRow& row);

// Entries that are set but are no known option, and variables beside a CMake entry of the same name.
// `inherited`: names of variables of our own environment; `kept`: of entries that the build folder keeps.
std::vector<FlagRow> freeRows(const OptionCatalogue& catalogue, const Configuration& configuration,
    const QStringList& inherited = {}, const QStringList& kept = {});
// The catalogue's groups, then variables and free entries; the tour's own options come first.
std::vector<FlagGroup> flagGroups(const OptionCatalogue& catalogue, const std::vector<FlagRow>& free);

}
