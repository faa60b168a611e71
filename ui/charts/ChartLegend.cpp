// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartLegend.h"

#include "ui/widgets/Theme.h"

#include <QPainter>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int swatch = 10;

int widthOf(const ChartLegend::Entry& entry)
{
    return entry.line == Qt::NoPen ? swatch : 3 * swatch;
}

}

ChartLegend::ChartLegend(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_title(title)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ChartLegend::setWidestValue(const QString& value)
{
    m_widest = value;
}

void ChartLegend::setEntries(const QVector<Entry>& entries)
{
    m_entries = entries;
    update();
}

void ChartLegend::setMoment(const QString& moment)
{
    m_moment = moment;
    update();
}

void ChartLegend::setNote(const QString& note)
{
    m_note = note;
    update();
}

QSize ChartLegend::sizeHint() const
{
    const int line = fontMetrics().height();
    return QSize(
        200, m_title.isEmpty() ? line + 2 * spacing::small : 2 * line + spacing::small + 2 * spacing::inner);
}

QSize ChartLegend::minimumSizeHint() const
{
    return QSize(100, sizeHint().height());
}

void ChartLegend::paintSample(QPainter& painter, const QRect& place, const Entry& entry) const
{
    if (entry.line != Qt::NoPen) {
        painter.setPen(QPen(entry.colour, 2, entry.line));
        return painter.drawLine(place.left(), place.center().y(), place.right(), place.center().y());
    }
    painter.fillRect(place, entry.colour);
    painter.setPen(edgeColour(palette())); // some colours are hardly more than the background
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

void ChartLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int height = fontMetrics().height();
    const int margin = m_title.isEmpty() ? spacing::small : spacing::inner;
    const QRect first(spacing::group, margin, width() - 2 * spacing::group, height);
    painter.setFont(boldFont(font()));
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(tabularFont(font()));
    painter.setPen(toneColour(Tone::Neutral, palette()));
    painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, m_moment);
    const int behindTitle = QFontMetrics(boldFont(font())).horizontalAdvance(m_title) + spacing::group;
    painter.drawText(first.adjusted(behindTitle, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_note);

    const QFontMetrics metrics(painter.font());
    const int reserved = metrics.horizontalAdvance(m_widest);
    int x = first.left();
    const int top = m_title.isEmpty() ? first.top() : first.bottom() + 1 + spacing::small;
    const int right
        = width() - spacing::small - (m_title.isEmpty() ? metrics.horizontalAdvance(m_moment) : 0);
    for (const Entry& entry : m_entries) {
        const int valueWidth = std::max(reserved, metrics.horizontalAdvance(entry.value));
        const int nameWidth = metrics.horizontalAdvance(entry.name);
        if (x + widthOf(entry) + 2 * spacing::small + nameWidth + valueWidth > right)
            break;
        paintSample(painter, QRect(x, top + (height - swatch) / 2, widthOf(entry), swatch), entry);
        x += widthOf(entry) + spacing::small;
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(QRect(x, top, nameWidth, height), Qt::AlignVCenter, entry.name);
        x += nameWidth + spacing::small;
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRect(x, top, valueWidth, height), Qt::AlignVCenter, entry.value);
        x += valueWidth + spacing::group;
    }
}

}
