// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace torchmason {

// Of the cells of tables and their headings. Words begin where the layout does; digits stand below digits in
// every layout.
constexpr Qt::Alignment wordAlignment = Qt::AlignLeft | Qt::AlignVCenter;
constexpr Qt::Alignment numberAlignment = Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter;

}
