// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {
struct Profile;
struct ProfileCatalogue;
}

namespace torchmason::cli {

// Ends the subcommand where there is none, or where its file cannot be read.
const Profile& profileNamed(const ProfileCatalogue& catalogue, const QString& id);

}
