// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPainter>
#include <QPainterPath>
#include <QRectF>
#include <QVector>

#include <optional>

namespace torchmason {

// One outline of a drawing. A fill of nullopt is "currentColor", the colour that paintSvg() gets.
struct SvgShape {
    QPainterPath path;
    bool filled = false;
    bool stroked = true;
    std::optional<QColor> fill;
    double strokeWidth = 1.75;
    QVector<qreal> dashes; // in drawing units
};

// The part of SVG that our icons use: path (absolute M, L, C and Z only), line, circle, rect and polyline on
// a view box, with fill, stroke, stroke-width and stroke-dasharray. Other elements are ignored. Qt6Svg is not
// used because the static Qt that the Windows program is built with lacks that module.
struct SvgDrawing {
    QRectF viewBox { 0, 0, 24, 24 };
    QVector<SvgShape> shapes;
};

SvgDrawing readSvg(const QByteArray& text);
void paintSvg(QPainter& painter, const SvgDrawing& drawing, const QRectF& target, const QColor& colour);

}
