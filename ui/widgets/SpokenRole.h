// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

#include <optional>

class QAbstractButton;
class QComboBox;
class QWidget;

namespace torchmason {

// What a screen reader calls a widget that Qt has no word for, or the wrong one.
void speakAs(QWidget* widget, QAccessible::Role role);
// A checkable button that shows and hides something: no check box, but "collapsed" or "expanded".
void speakAsExpander(QAbstractButton* button);
// Of one that is not checked where what it opens is open.
void tellExpanded(QAbstractButton& button, bool isExpanded);
// Whether what it opens is open; none: it is no such button.
std::optional<bool> expandedState(const QAbstractButton& button);
// On Linux Qt tells the chosen text as the name of a combo box, and its label beside that: this gives it one
// that is not seen. In the widget that it stays in.
void nameBox(QComboBox& box, const QString& name);

}
