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
    bool environment = false; // of free rows; an option's value stands where it was set

    bool operator==(const FlagRow&) const = default;
};

struct FlagGroup {
    QString id;
    QString title;
    std::vector<FlagRow> rows;
};

const EnvironmentValue* environmentIn(const Configuration& configuration, const QString& name);
// Whether the row's value is, or would become, an environment variable. There is one row for each name: an
// option is edited where it stands, and one that stands nowhere goes the way that the tree reads.
bool isVariable(const FlagRow& row, const Configuration& configuration);
// Nothing where it is not passed. A variable that is taken away is empty.
std::optional<QString> valueIn(const Configuration& configuration, const FlagRow& row);

// What is set, but is no known option, and variables that go beside a CMake entry of the same name;
// `inherited` are names of variables that the build has anyway.
std::vector<FlagRow> freeRows(
    const OptionCatalogue& catalogue, const Configuration& configuration, const QStringList& inherited = {});
// Free entries first, then the catalogue's groups.
std::vector<FlagGroup> flagGroups(const OptionCatalogue& catalogue, const std::vector<FlagRow>& free);

}
