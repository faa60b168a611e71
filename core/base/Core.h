// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace torchmason {

/**
 * The translation context of core's sentences: Core::tr("The folder %1 is not there.").arg(path). With a
 * number: n == 1 ? Core::tr("1 file is missing.") : Core::tr("%n files are missing.", nullptr, n).
 *
 * For sentences that the window shows. Not for file formats, command lines, lines of logs or texts that are
 * compared. Call it when the sentence is needed, never for a static value: no language is loaded yet when
 * those are made. Only the window loads a translation; the runner and the command line speak English.
 */
class Core {
    Q_DECLARE_TR_FUNCTIONS(Core)
};

// A sentence of core that was kept in English, such as the purpose of a planned command, in the window's
// language.
inline QString shownText(const QString& sentence)
{
    return sentence.isEmpty() ? sentence : Core::tr(sentence.toUtf8().constData());
}

// The same for sentences of resources and profiles: rules, options, profiles. See resources/collect-texts.
inline QString shownData(const QString& sentence)
{
    return sentence.isEmpty() ? sentence : QCoreApplication::translate("Data", sentence.toUtf8().constData());
}

}
