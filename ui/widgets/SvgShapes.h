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

// One outline of a drawing. nullopt colours are "currentColor": whatever the palette says when painted.
struct SvgShape {
    QPainterPath path;
    bool filled = false;
    bool stroked = true;
    std::optional<QColor> fill;
    double strokeWidth = 1.75;
    QVector<qreal> dashes; // in drawing units
};

// The small part of SVG that our own icons use: path, line, circle, rect and polyline on a view box, with
// fill, stroke-width and stroke-dasharray. Anything else is passed over.
struct SvgDrawing {
    QRectF viewBox { 0, 0, 24, 24 };
    QVector<SvgShape> shapes;
};

SvgDrawing readSvg(const QByteArray& text);
// The "d" attribute: M L H V C S Q A Z in both cases. Stops quietly at the first thing it does not know.
QPainterPath readSvgPath(const QString& data);
void paintSvg(QPainter& painter, const SvgDrawing& drawing, const QRectF& target, const QColor& colour);

}
