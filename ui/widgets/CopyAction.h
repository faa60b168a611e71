// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QAbstractItemView;
class QAction;
class QLabel;
class QWidget;

namespace torchmason {

// Adds "Copy" with the system's key to the widget's own menu. `text` is asked when it is chosen.
QAction* addCopyAction(QWidget* widget, std::function<QString()> text);
// The same for a table or a tree: a line for each selected row, its shown columns divided by tabs, which
// spreadsheets read.
QAction* addCopyAction(QAbstractItemView* view);
// The same for what is selected in a label that shows a breakable() text.
QAction* addCopyAction(QLabel* label);

}
