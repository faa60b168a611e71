// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// Makes the folders of a private apt state and writes its list of sources, taken from the machine's own
// below `etc`. Answers one line.
Result<QString> prepareAptState(
    const QString& state, const QString& suite, const QString& etc = QStringLiteral("/etc"));

// Options with which apt-get uses that state instead of the machine's.
QStringList aptOptions(const QString& state);

// The .dsc file that apt-get means by the package, "pytorch_2.6.0+dfsg-7.dsc"; empty where it does not say.
QString dscNamedByApt(const QString& apt, const QString& state, const QString& package);

// Unpacks the downloaded source package `package` ("pytorch" or "pytorch=2.6.0+dfsg-7") with dpkg-source
// into `sourceFolder`, which may hold that very version already and nothing else. Where several versions were
// downloaded it is the file `named`. It is unpacked in `sourceFolder`.part first, so that an interrupted
// unpacking leaves nothing that looks whole.
Result<QString> unpackDebianSource(
    const QString& downloads, const QString& package, const QString& sourceFolder, const QString& named = {});

// Whether the package may be unpacked in `sourceFolder`: it is missing, empty, or holds that package already.
Result<void> checkDebianFolder(const QString& sourceFolder, const QString& package);

// The .dsc files of the package, and of its version where it names one, among those names.
QStringList dscFilesOf(const QStringList& names, const QString& package);

// "pytorch_2.6.0+dfsg-7.dsc" from the first line of debian/changelog; empty where there is none.
QString unpackedDsc(const QString& sourceFolder);

}
