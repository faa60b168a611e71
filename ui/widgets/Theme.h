// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

namespace torchmason {

// The meaning of a colour. A shape or a word is always shown beside it.
enum class Tone {
    Neutral, // secondary text
    Good,
    Warning,
    Bad,
    Accent, // running, selected, the primary button
};

// Passes 4.5:1 against the palette's window and base colours, light or dark.
QColor toneColour(Tone tone, const QPalette& palette);
// The same as a faint background for banners and chips; normal text stays readable on it.
QColor toneBackground(Tone tone, const QPalette& palette);
bool isDark(const QPalette& palette);
// A palette of high contrast has one ground for areas, fields and buttons: only edges tell them apart.
bool hasOneGround(const QPalette& palette);
// Of what is not filled yet, and of what cannot be used.
QColor troughColour(const QPalette& palette);
// A hairline between areas; around a trough it is seen only where there is one ground.
QColor lineColour(const QPalette& palette);
// The edge of a field or a button: 3:1 and more against what lies at both sides.
QColor edgeColour(const QPalette& palette);
// `share` (0 to 1) of one colour over another.
QColor mixed(const QColor& over, const QColor& under, double share);

// Distances in device-independent pixels.
namespace spacing {
constexpr int small = 4;
constexpr int inner = 8;
constexpr int row = 12; // at the sides of rows, and before what is indented
constexpr int group = 16;
constexpr int page = 24;
}

// Paths and commands are read from left to right in every layout, sentences as their letters say.
Qt::LayoutDirection directionOf(const QString& text);

// A font whose digits are all equally wide, so that changing numbers do not jitter.
QFont tabularFont(const QFont& font);
QFont monospaceFont(const QFont& sizeLike);
// 1.4 times as large and bold: one per screen.
QFont headlineFont(const QFont& font);
// Of a line in the middle of its place: accents of large capitals stand out of its own height.
int heightWithAccents(const QFontMetrics& letters);
QFont boldFont(const QFont& font);

}
