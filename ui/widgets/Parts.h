// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QAnyStringView>
#include <QBoxLayout>
#include <QWidget>

#include <initializer_list>

class QAbstractButton;
class QLabel;
class QPushButton;
class QToolButton;

namespace torchmason {

// Builders for what pages, panels and dialogs are made of.

// One thing in a row or column: a widget or a layout with its share of the free room, or empty space.
struct Part {
    Part(QWidget* widget, int share = 0, Qt::Alignment alignment = {});
    Part(QLayout* layout, int share = 0);
    static Part stretch(); // takes the free room
    static Part gap(int pixels);

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int space = 0; // the share, or the pixels of a gap
    Qt::Alignment alignment;
};

// Those of a layout that goes from left to right, where the one of `owner` goes: Qt turns the order of parts
// only.
QMargins visualMargins(const QMargins& margins, const QWidget& owner);

constexpr QMargins pageMargins { spacing::page, spacing::page, spacing::page, spacing::group };
// As Qt's style says; pass it as `spacing` where no distance of ours is meant.
constexpr int usualSpacing = -1;

// Rows and columns without margins, to be put into another layout.
QHBoxLayout* rowOf(int spacing, std::initializer_list<Part> parts);
QVBoxLayout* columnOf(int spacing, std::initializer_list<Part> parts);
// The layout of a widget itself.
QHBoxLayout* rowOf(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<Part> parts);
QVBoxLayout* columnOf(
    QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<Part> parts);

void nameWidget(
    QWidget& widget, QAnyStringView objectName, const QString& toolTip, const QString& accessibleName);
// Gives a widget the name by which tests find it, its tool tip, and its name for screen readers where its
// text does not say enough; answers the widget.
template <typename T>
T* named(
    T* widget, QAnyStringView objectName, const QString& toolTip = {}, const QString& accessibleName = {})
{
    nameWidget(*widget, objectName, toolTip, accessibleName);
    return widget;
}

// Wrapping text that can be selected and is never read as HTML.
QLabel* plainText(QWidget* parent, QAnyStringView objectName);
// The name of a field in a form. Its Alt key leads to the part of the field that takes the keyboard.
QLabel* fieldLabel(QWidget* parent, const QString& text, QWidget* field);
QPushButton* pushButton(QWidget* parent, QAnyStringView objectName, const char* iconName, const QString& text,
    const QString& toolTip);
// On the screen it becomes no narrower by that, so that its neighbours stay where they are.
void changeText(QAbstractButton& button, const QString& text);
// On the button for the columns of a list: how many are hidden for lack of room, and in its tool tip, behind
// what it does, which.
void tellHiddenColumns(QAbstractButton& button, const QString& help, const QStringList& hidden);
// A button with an icon (nullptr: none); its words are the tool tip and what a screen reader says.
QToolButton* toolButton(
    QWidget* parent, QAnyStringView objectName, const char* iconName, const QString& words);

// Shows the text, and the widget only where there is one.
template <typename T> void showText(T* widget, const QString& text)
{
    widget->setText(text);
    widget->setVisible(!text.isEmpty());
}

}
