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

}
