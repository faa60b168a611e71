// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SvgShapes.h"

#include <QtMath>

namespace torchmason {

namespace {

class PathReader {
public:
    explicit PathReader(const QString& data)
        : m_data(data)
    {
    }

    QPainterPath read()
    {
        QChar command;
        while (true) {
            skipSeparators();
            if (m_at >= m_data.size())
                break;
            if (m_data[m_at].isLetter())
                command = m_data[m_at++];
            if (command.isNull() || !step(command))
                break;
            if (command == u'M')
                command = u'L';
            else if (command == u'm')
                command = u'l';
            else if (command == u'Z' || command == u'z')
                command = QChar();
        }
        return m_path;
    }

private:
    bool step(QChar command)
    {
        const bool relative = command.isLower();
        const QPointF origin = relative ? m_point : QPointF();
        switch (command.toUpper().unicode()) {
        case u'M':
            m_point = origin + point();
            m_path.moveTo(m_point);
            m_start = m_point;
            break;
        case u'L':
            lineTo(origin + point());
            break;
        case u'H':
            lineTo({ origin.x() + number(), m_point.y() });
            break;
        case u'V':
            lineTo({ m_point.x(), origin.y() + number() });
            break;
        case u'C': {
            const QPointF first = origin + point();
            const QPointF second = origin + point();
            cubicTo(first, second, origin + point());
            break;
        }
        case u'S': {
            const QPointF second = origin + point();
            cubicTo(2 * m_point - m_control, second, origin + point());
            break;
        }
        case u'Q': {
            const QPointF control = origin + point();
            m_point = origin + point();
            m_path.quadTo(control, m_point);
            break;
        }
        case u'A': {
            const double radiusX = number();
            const double radiusY = number();
            number(); // our icons turn no ellipse
            const bool large = number() != 0;
            const bool sweep = number() != 0;
            arcTo(radiusX, radiusY, large, sweep, origin + point());
            break;
        }
        case u'Z':
            m_path.closeSubpath();
            m_point = m_start;
            break;
        default:
            return false;
        }
        if (!QStringLiteral("CS").contains(command.toUpper()))
            m_control = m_point;
        return m_good;
    }

    void lineTo(const QPointF& end)
    {
        m_point = end;
        m_path.lineTo(end);
    }

    void cubicTo(const QPointF& first, const QPointF& second, const QPointF& end)
    {
        m_path.cubicTo(first, second, end);
        m_control = second;
        m_point = end;
    }

    // From end points to centre, https://www.w3.org/TR/SVG11/implnote.html#ArcConversionEndpointToCenter
    void arcTo(double radiusX, double radiusY, bool large, bool sweep, const QPointF& end)
    {
        const QPointF start = m_point;
        m_point = end;
        if (start == end || radiusX <= 0 || radiusY <= 0)
            return m_path.lineTo(end);
        const QPointF half = (start - end) / 2;
        const double reach = qPow(half.x() / radiusX, 2) + qPow(half.y() / radiusY, 2);
        if (reach > 1) {
            radiusX *= qSqrt(reach);
            radiusY *= qSqrt(reach);
        }
        const double squareX = radiusX * radiusX;
        const double squareY = radiusY * radiusY;
        const double below = squareX * half.y() * half.y() + squareY * half.x() * half.x();
        double factor = qSqrt(qMax(0.0, (squareX * squareY - below) / below));
        if (large == sweep)
            factor = -factor;
        const QPointF centre = (start + end) / 2
            + QPointF(factor * radiusX * half.y() / radiusY, -factor * radiusY * half.x() / radiusX);
        const double from = angle(start - centre, radiusX, radiusY);
        double span = angle(end - centre, radiusX, radiusY) - from;
        if (sweep && span < 0)
            span += 360;
        else if (!sweep && span > 0)
            span -= 360;
        // Qt counts angles against the clock, SVG with it.
        m_path.arcTo(
            QRectF(centre.x() - radiusX, centre.y() - radiusY, 2 * radiusX, 2 * radiusY), -from, -span);
    }

    static double angle(const QPointF& from, double radiusX, double radiusY)
    {
        return qRadiansToDegrees(qAtan2(from.y() / radiusY, from.x() / radiusX));
    }

    QPointF point()
    {
        const double x = number();
        return { x, number() };
    }

    double number()
    {
        skipSeparators();
        const qsizetype start = m_at;
        bool dot = false;
        if (m_at < m_data.size() && (m_data[m_at] == u'-' || m_data[m_at] == u'+'))
            ++m_at;
        while (m_at < m_data.size() && (m_data[m_at].isDigit() || (m_data[m_at] == u'.' && !dot)))
            dot = m_data[m_at++] == u'.' || dot;
        bool good = false;
        const double value = QStringView(m_data).mid(start, m_at - start).toDouble(&good);
        m_good = m_good && good;
        return value;
    }

    void skipSeparators()
    {
        while (m_at < m_data.size() && (m_data[m_at].isSpace() || m_data[m_at] == u','))
            ++m_at;
    }

    const QString& m_data;
    qsizetype m_at = 0;
    bool m_good = true;
    QPainterPath m_path;
    QPointF m_point;
    QPointF m_start;
    QPointF m_control;
};

}

QPainterPath readSvgPath(const QString& data)
{
    return PathReader(data).read();
}

}
