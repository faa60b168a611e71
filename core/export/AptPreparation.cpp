// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AptPreparation.h"

#include "core/stages/StagePlan.h"

namespace torchmason {

namespace {

// apt itself tells which mirrors it uses, whatever the form of the files in /etc/apt: one line for each
// with its address, release and component. Other vendors' repositories are passed over.
const char* const text
    = R"sh(mkdir -p -- @STATE@/sources @STATE@/state/lists/partial @STATE@/cache/archives/partial @STATE@/downloads
(
  . /etc/os-release
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v own="${VERSION_CODENAME:-unknown}" -v wanted=@SUITE@ '
      function of_own(name) { return name == own || index(name, own "-") == 1 || index(name, own "/") == 1 }
      function name_key(file, line) {
        if ((getline line < file) >= 0) print "Signed-By: " file
      }
      match($1, /\/(debian|ubuntu|raspbian)(-security|-ports)?\/?$/) && of_own($2) {
        suite = $2
        if (wanted != "" && !of_own(wanted)) {
          if ($2 != own) next
          suite = wanted
        }
        if (seen[$1, suite, $3]++) next
        print "Types: deb-src\nURIs: " $1 "\nSuites: " suite "\nComponents: " $3
        split(substr($1, RSTART + 1), distribution, /[-\/]/)
        name_key("/usr/share/keyrings/" distribution[1] "-archive-keyring.gpg")
        print ""
        found = 1
      }
      END { exit !found }
    ' > @STATE@/sources/torchmason.sources
) || { echo "no mirror of this machine's own distribution was found by apt-get" >&2; exit 1; }
)sh";

}

QString aptPreparationForSh(const QString& state, const QString& suite)
{
    // In one go: either may hold the other's mark.
    QStringList parts = QString::fromLatin1(text).split(QLatin1String("@STATE@"));
    for (QString& part : parts)
        part.replace(QLatin1String("@SUITE@"), quotedForSh(suite));
    return parts.join(quotedForSh(state));
}

}
