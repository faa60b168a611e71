// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace torchmason {

// The translation context of functions in ui that belong to no widget: Ui::tr("Ready"), as Core::tr in core.
// Texts of static tables are marked with QT_TRANSLATE_NOOP("Ui", "..."), so that lupdate finds them.
class Ui {
    Q_DECLARE_TR_FUNCTIONS(Ui)
};

}
