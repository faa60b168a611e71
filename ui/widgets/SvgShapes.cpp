// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SvgShapes.h"

#include <QXmlStreamReader>

namespace torchmason {

namespace {

QVector<qreal> numbers(const QString& text)
{
    QVector<qreal> values;
    for (const QString& word : QString(text).replace(u',', u' ').split(u' ', Qt::SkipEmptyParts))
        values.append(word.toDouble());
    return values;
}

// The "d" attribute, with a blank between all parts.
QPainterPath pathOf(const QString& data)
{
    const QStringList words = data.split(u' ', Qt::SkipEmptyParts);
    qsizetype at = 0;
    const auto point = [&] {
        const double x = words.value(at++).toDouble();
        return QPointF(x, words.value(at++).toDouble());
    };
    QPainterPath path;
    while (at < words.size()) {
        const QString command = words[at++];
        if (command == u"M") {
            path.moveTo(point());
        } else if (command == u"L") {
            path.lineTo(point());
        } else if (command == u"C") {
            const QPointF first = point();
            const QPointF second = point();
            path.cubicTo(first, second, point());
        } else if (command == u"Z") {
            path.closeSubpath();
        } else {
            qWarning("Icon: \"%s\" is no command of a path.", qPrintable(command));
            break;
        }
    }
    return path;
}

QPainterPath outlineOf(QStringView element, const QXmlStreamAttributes& attributes)
{
    const auto number = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
    QPainterPath path;
    if (element == u"path") {
        path = pathOf(attributes.value(QStringLiteral("d")).toString());
    } else if (element == u"line") {
        path.moveTo(number("x1"), number("y1"));
        path.lineTo(number("x2"), number("y2"));
    } else if (element == u"circle") {
        path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"));
    } else if (element == u"rect") {
        path.addRoundedRect(
            QRectF(number("x"), number("y"), number("width"), number("height")), number("rx"), number("rx"));
    } else if (element == u"polyline") {
        const QVector<qreal> points = numbers(attributes.value(QStringLiteral("points")).toString());
        for (qsizetype i = 0; i + 1 < points.size(); i += 2)
            i == 0 ? path.moveTo(points[0], points[1]) : path.lineTo(points[i], points[i + 1]);
    }
    return path;
}

// Attributes of the svg element are what its children inherit.
void readStyle(const QXmlStreamAttributes& attributes, SvgShape& shape)
{
    if (attributes.hasAttribute(QStringLiteral("fill"))) {
        const QString fill = attributes.value(QStringLiteral("fill")).toString();
        shape.filled = fill != QStringLiteral("none");
        shape.fill = fill.startsWith(u'#') ? std::optional<QColor>(QColor(fill)) : std::nullopt;
    }
    if (attributes.hasAttribute(QStringLiteral("stroke")))
        shape.stroked = attributes.value(QStringLiteral("stroke")) != QStringLiteral("none");
    if (attributes.hasAttribute(QStringLiteral("stroke-width")))
        shape.strokeWidth = attributes.value(QStringLiteral("stroke-width")).toDouble();
    if (attributes.hasAttribute(QStringLiteral("stroke-dasharray")))
        shape.dashes = numbers(attributes.value(QStringLiteral("stroke-dasharray")).toString());
}

}

SvgDrawing readSvg(const QByteArray& text)
{
    SvgDrawing drawing;
    SvgShape inherited;
    QXmlStreamReader reader(text);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (reader.name() == u"svg") {
            const QVector<qreal> box
                = numbers(reader.attributes().value(QStringLiteral("viewBox")).toString());
            if (box.size() == 4)
                drawing.viewBox = QRectF(box[0], box[1], box[2], box[3]);
            readStyle(reader.attributes(), inherited);
            continue;
        }
        SvgShape shape = inherited;
        readStyle(reader.attributes(), shape);
        shape.path = outlineOf(reader.name(), reader.attributes());
        if (!shape.path.isEmpty())
            drawing.shapes.append(shape);
    }
    return drawing;
}

void paintSvg(QPainter& painter, const SvgDrawing& drawing, const QRectF& target, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(target.topLeft());
    painter.scale(target.width() / drawing.viewBox.width(), target.height() / drawing.viewBox.height());
    painter.translate(-drawing.viewBox.topLeft());
    for (const SvgShape& shape : drawing.shapes) {
        QPen pen(Qt::NoPen);
        if (shape.stroked) {
            pen = QPen(colour, shape.strokeWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
            if (!shape.dashes.isEmpty()) {
                QVector<qreal> inPenWidths;
                for (qreal dash : shape.dashes)
                    inPenWidths.append(dash / shape.strokeWidth);
                pen.setDashPattern(inPenWidths);
            }
        }
        painter.setPen(pen);
        painter.setBrush(shape.filled ? QBrush(shape.fill.value_or(colour)) : QBrush(Qt::NoBrush));
        painter.drawPath(shape.path);
    }
    painter.restore();
}

}
