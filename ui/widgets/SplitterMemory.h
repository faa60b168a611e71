// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSplitter;

namespace torchmason {

// Where the user left a splitter, kept under its object name.
void restoreSplitter(QSplitter& splitter);
void rememberSplitter(const QSplitter& splitter);

}
