// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAnyStringView>
#include <QRect>
#include <QString>

#include <initializer_list>

class QAbstractScrollArea;
class QLabel;
class QLayout;
class QScrollArea;
class QSize;
class QSplitter;
class QTabWidget;
class QToolButton;
class QWidget;

namespace torchmason {

// A scroll area without a frame that shows `content` as wide as itself, and scrolls what needs more; the
// keyboard can scroll it then.
QScrollArea* scrolled(QWidget* content, const QString& objectName, const QString& name);
// Pages behind tabs, which Ctrl+Page Down and Ctrl+Page Up change.
QTabWidget* tabbed(const QString& objectName, QWidget* parent);
// The title of a page, in a large bold font.
QLabel* headline(const QString& text, QWidget* parent);
// The heading of a part of a page, bold.
QLabel* sectionTitle(const QString& text, QWidget* parent);
// Wrapping text in the colour of secondary text.
QLabel* secondaryText(const QString& text, QWidget* parent);
// Words in the middle of a table or list, for the time in which nothing stands there. A screen reader does
// not look for them inside: the description of the table can tell it.
QLabel* wordsInside(QAbstractScrollArea& table, QAnyStringView objectName);
// Whether it has its place while it is hidden, so that nothing moves when it comes.
void setPlaceKept(QWidget& widget, bool isKept);
// What was changed in it is laid out at once, with all around it: nothing is drawn that is laid out in part.
void layOutNow(const QWidget& changed);
// The scroll area around shows it, or only this part of it, once it is laid out.
void bringIntoView(QWidget* widget, const QRect& part = {});
// What a window may have of this size, frame and title bar counted: its screen has to hold it.
QSize withinScreen(const QWidget& window, const QSize& size);
// A field with its label to the left; the mnemonic of the label focuses the field.
QLayout* formRow(const QString& label, QWidget* field);
// A button that shows and hides a part below; setExpandIcon() follows its state.
QToolButton* expandButton(const QString& objectName, const QString& toolTip, QWidget* parent);
void setExpandIcon(QToolButton& button, bool open);
// The width of the label column of a form, so that another form can be aligned with it.
int buddyWidth(const QWidget& form);
// That of one line: names stand beside the first line of their fields.
void setNameHeight(const QWidget& form, int height);
// The fields of these forms begin below each other.
void alignNames(std::initializer_list<QWidget*> forms);
// The position of a splitter, kept in the settings under its object name and the number of its parts: a
// position of fewer parts would leave a new one no room.
void restoreSplitter(QSplitter& splitter);
void rememberSplitter(const QSplitter& splitter);

}
