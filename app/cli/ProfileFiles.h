// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace torchmason {
struct Profile;
struct ProfileCatalogue;
}

namespace torchmason::cli {

class Console;

// What `profiles` does to files of the user's own, each with the words after its own name.
int importProfile(const QStringList& words, Console& console);
int exportProfileFile(const QStringList& words, Console& console);
int copyProfile(const QStringList& words, Console& console);
int removeProfile(const QStringList& words, Console& console);

// The profile, or nullptr and the exit code after its sentence was said.
const Profile* profileNamed(
    const ProfileCatalogue& catalogue, const QString& id, Console& console, int& code);

}
