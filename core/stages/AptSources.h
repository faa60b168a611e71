// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One entry of apt's sources, whichever of the two forms it was written in.
struct AptSource {
    QStringList types; // "deb", "deb-src"
    QStringList uris;
    QStringList suites;
    QStringList components;
    QMap<QString, QString> options; // "Signed-By"...; a key that is written out keeps its lines
};

// deb822 files (*.sources) and one-line files (*.list). What cannot be read is passed over, as apt would
// complain about it itself.
QVector<AptSource> parseAptSources(const QString& text);
QVector<AptSource> parseAptList(const QString& text);

// The entries of the distribution itself, as source packages. `codename` is the machine's own, "bookworm".
// With a `suite` of another release, the base entry stands in for it.
QVector<AptSource> debianSourceEntries(
    const QVector<AptSource>& all, const QString& codename, const QString& suite);
QString aptSourcesText(const QVector<AptSource>& entries);

// Makes the folders of a private apt state and writes its list of sources, taken from the machine's own
// below `etc`. Answers one line.
Result<QString> prepareAptState(
    const QString& state, const QString& suite, const QString& etc = QStringLiteral("/etc"));

// Options with which apt-get uses that state instead of the machine's.
QStringList aptOptions(const QString& state);

// The .dsc file that apt-get means by the package, "pytorch_2.6.0+dfsg-7.dsc"; empty where it does not say.
QString dscNamedByApt(const QString& apt, const QString& state, const QString& package);
// The same from what `apt-get source --print-uris` printed.
QString dscOfUris(const QString& printed);

}
