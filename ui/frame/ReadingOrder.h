// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

class QWidget;

namespace torchmason {

// Where Tab stops below `top`, in the order of reading: what belongs together one after the other, from top
// to bottom and along the lines. Qt goes in the order in which widgets were made, so that rows that come
// later would be last. `also` is a stop, too: where the focus is now.
QVector<QWidget*> readingOrder(const QWidget& top, const QWidget* also = nullptr);

}
