// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartLegend.h"

#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int swatch = 10;
constexpr int scaleWidth = 3 * swatch;

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

void ChartLegend::setWidestMoment(const QString& moment)
{
    m_widestMoment = moment;
}

void ChartLegend::setPossible(const QVector<QVector<Entry>>& possible)
{
    m_possible = possible;
    fitWidth();
}

void ChartLegend::setEntries(const QVector<Entry>& entries)
{
    m_entries = entries;
    fitLines(m_lines); // no fewer: the chart below would jump with the values
    update();
}

void ChartLegend::fitBeside(int curveLines, int height)
{
    const int most = std::max(1, 1 + (height - leastHeight()) / fontMetrics().height() - curveLines);
    if (std::exchange(m_mostLines, most) == most)
        return;
    fitWidth();
    update();
}

QVector<ChartLegend::Place> ChartLegend::places(const QVector<Entry>& entries) const
{
    const QVector<Place> beside = placesWith(entries, Values::Beside);
    const QVector<Place> wrapped
        = beside.size() < entries.size() ? placesWith(entries, Values::Wrapped) : QVector<Place>();
    return wrapped.size() > beside.size() ? wrapped : beside;
}

int ChartLegend::linesOf(const QVector<Place>& shown)
{
    return shown.isEmpty() ? 1 : shown.last().line + 1 + int(shown.last().isValueBelow);
}

QVector<ChartLegend::Place> ChartLegend::placesWith(const QVector<Entry>& entries, Values values) const
{
    const QFontMetrics metrics(tabularFont(font()));
    const bool hasTitle = !m_title.isEmpty();
    const bool areBeside = values == Values::Beside;
    constexpr int usualLines = 2;
    const int lines = std::min(m_mostLines, hasTitle && areBeside ? usualLines : 2 * int(entries.size()));
    const int whole = width() - spacing::group - spacing::small;
    const int besideMoment
        = whole - (hasTitle ? 0 : spacing::group + spacing::small + metrics.horizontalAdvance(m_moment));
    QVector<Place> places;
    int x = 0;
    int line = 0;
    for (const Entry& entry : entries) {
        int right = line == 0 ? besideMoment : whole;
        Place place { x, line, metrics.horizontalAdvance(entry.name), 0 };
        const bool hasValue = areBeside || places.isEmpty() || hasTitle;
        if (hasValue)
            place.valueWidth = 1 // a width may be rounded down
                + std::max(metrics.horizontalAdvance(m_widest), metrics.horizontalAdvance(entry.value));
        int width = widthOf(entry) + 2 * spacing::small + place.nameWidth + place.valueWidth;
        if (!areBeside && hasValue && width > right) {
            place.isValueBelow = hasTitle && lines > 1;
            if (hasTitle && !place.isValueBelow)
                place.nameWidth = 0; // half a value is another one
            const int sample = widthOf(entry) + spacing::small;
            const int before = sample + (hasTitle ? 0 : place.nameWidth + spacing::small);
            place.valueWidth = std::clamp(right - before, 0, place.valueWidth);
            width = std::max(sample + place.nameWidth, before + place.valueWidth);
        }
        if (x > 0 && x + width > right) {
            place.x = 0;
            place.line = ++line;
            right = whole;
        }
        if (line + int(place.isValueBelow) >= lines || place.x + width > right)
            break;
        places.append(place);
        x = place.isValueBelow ? 0 : place.x + width + (areBeside ? spacing::group : spacing::inner);
        line += place.isValueBelow ? 2 : 0;
    }
    return places;
}

// Before it was laid out its width says nothing, and pages ask how high a chart would be.
void ChartLegend::fitLines(int least)
{
    if (!testAttribute(Qt::WA_Resized))
        return;
    if (const int lines = std::max(least, linesOf(places(m_entries)) + int(m_isMomentBelow));
        std::exchange(m_lines, lines) != lines)
        updateGeometry();
    nameWhatIsCut();
}

void ChartLegend::nameWhatIsCut()
{
    QStringList all;
    if (shownNote() != m_note.words)
        all << m_note.words;
    if (QFontMetrics(tabularFont(font())).horizontalAdvance(m_moment) > roomOfMoment())
        all << m_moment;
    if (isAnyCut()) {
        for (const Entry& entry : std::as_const(m_entries))
            all << (entry.name + u' ' + entry.value).trimmed();
    }
    if (!all.isEmpty() && behindTitle() > width() - spacing::group)
        all.prepend(m_title);
    setToolTip(all.join(u'\n'));
}

bool ChartLegend::isAnyCut() const
{
    const QFontMetrics metrics(tabularFont(font()));
    const QVector<Place> shown = places(m_entries);
    bool any = shown.size() != m_entries.size();
    for (qsizetype i = 0; i < shown.size(); ++i)
        any = any || shown[i].valueWidth < metrics.horizontalAdvance(m_entries[i].value)
            || shown[i].nameWidth < metrics.horizontalAdvance(m_entries[i].name);
    return any;
}

int ChartLegend::behindTitle() const
{
    return QFontMetrics(boldFont(font())).horizontalAdvance(m_title) + spacing::group;
}

// Whether a usual moment has room behind the title: nothing moves when there is one.
void ChartLegend::fitWidth()
{
    m_isMomentBelow = testAttribute(Qt::WA_Resized) && !m_title.isEmpty() && !m_widestMoment.isEmpty()
        && behindTitle() + usualMoment() > width() - 2 * spacing::group;
    int least = 1;
    for (const QVector<Entry>& entries : std::as_const(m_possible))
        least = std::max(least, linesOf(places(entries)));
    fitLines(least + int(m_isMomentBelow));
}

int ChartLegend::usualMoment() const
{
    return QFontMetrics(tabularFont(font())).horizontalAdvance(m_widestMoment);
}

int ChartLegend::roomOfMoment() const
{
    const int room = width() - 2 * spacing::group;
    if (m_isMomentBelow)
        return room;
    const QString note = shownNote();
    const int noteWidth = note.isEmpty()
        ? 0
        : noteIndent() + QFontMetrics(tabularFont(font())).horizontalAdvance(note) + spacing::inner;
    return room - behindTitle() - noteWidth;
}

int ChartLegend::noteIndent() const
{
    return m_note.scale ? scaleWidth + spacing::small : 0;
}

// Beside a moment that is so wide.
bool ChartLegend::hasRoomFor(const QString& note, int moment) const
{
    return behindTitle() + noteIndent() + QFontMetrics(tabularFont(font())).horizontalAdvance(note)
        + (m_isMomentBelow ? 0 : moment) + spacing::inner
        <= width() - 2 * spacing::group;
}

// It has one line, so that the chart below stays where it is. The words behind the time of a long moment are
// cut before the shorter note goes.
QString ChartLegend::shownNote() const
{
    const int moment = QFontMetrics(tabularFont(font())).horizontalAdvance(m_moment);
    if (hasRoomFor(m_note.words, moment))
        return m_note.words;
    const int least = m_widestMoment.isEmpty() ? moment : std::min(moment, usualMoment());
    return hasRoomFor(m_note.shorter, least) ? m_note.shorter : QString();
}

void ChartLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        fitWidth();
}

void ChartLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
}

void ChartLegend::setMoment(const QString& moment)
{
    m_moment = moment;
    nameWhatIsCut();
    update();
}

void ChartLegend::setNote(const Note& note)
{
    m_note = note;
    nameWhatIsCut();
    update();
}

int ChartLegend::heightWith(int lines) const
{
    const int line = fontMetrics().height();
    return m_title.isEmpty() ? lines * line + 2 * spacing::small
                             : (1 + lines) * line + spacing::small + 2 * spacing::inner;
}

QSize ChartLegend::sizeHint() const
{
    return QSize(200, heightWith(m_lines));
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
    if (entry.isRing) {
        painter.setPen(QPen(entry.colour, 1.5));
        return painter.drawEllipse(place.adjusted(1, 1, -2, -2));
    }
    // Some colours are hardly more than the background. A pen would be half a pixel off at 200 %.
    const int edge = entry.edge.isValid() ? 2 : 1;
    painter.fillRect(place, entry.edge.isValid() ? entry.edge : edgeColour(palette()));
    const QRect inside = place.adjusted(edge, edge, -edge, -edge);
    painter.fillRect(inside, palette().color(QPalette::Base));
    painter.fillRect(inside, QBrush(entry.colour, entry.fill));
}

void ChartLegend::paintTitle(QPainter& painter, const QRect& first) const
{
    painter.setFont(boldFont(font()));
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(tabularFont(font()));
    painter.setPen(toneColour(Tone::Neutral, palette()));
    const QString moment = painter.fontMetrics().elidedText(m_moment, Qt::ElideRight, roomOfMoment());
    if (m_isMomentBelow)
        painter.drawText(first.translated(0, first.height()), Qt::AlignLeft | Qt::AlignVCenter, moment);
    else
        painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, moment);
    if (const QString note = shownNote(); !note.isEmpty())
        paintNote(painter, first.adjusted(behindTitle(), 0, 0, 0), note);
}

void ChartLegend::paintNote(QPainter& painter, const QRect& place, const QString& words) const
{
    painter.drawText(place.adjusted(noteIndent(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
    if (!m_note.scale)
        return;
    const QRect strip(place.left(), place.top() + (place.height() - swatch) / 2, scaleWidth, swatch);
    painter.fillRect(strip, edgeColour(palette()));
    const QRect inside = strip.adjusted(1, 1, -1, -1);
    QLinearGradient colours(inside.topLeft(), inside.topRight());
    colours.setColorAt(0, m_note.scale->low);
    colours.setColorAt(1, m_note.scale->high);
    painter.fillRect(inside, colours);
}

void ChartLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight); // as the places of its entries
    const int height = fontMetrics().height();
    const int margin = m_title.isEmpty() ? spacing::small : spacing::inner;
    const QRect first(spacing::group, margin, width() - 2 * spacing::group, height);
    paintTitle(painter, first);
    const int lines = m_title.isEmpty() ? 0 : m_isMomentBelow ? 2 : 1; // above the entries
    const int top = first.top() + lines * height + (lines > 0 ? spacing::small : 0);
    const QVector<Place> shown = places(m_entries);
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const Entry& entry = m_entries[i];
        const Place& place = shown[i];
        int x = first.left() + place.x;
        const int y = top + place.line * height;
        paintSample(painter, QRect(x, y + (height - swatch) / 2, widthOf(entry), swatch), entry);
        x += widthOf(entry) + spacing::small;
        painter.setPen(toneColour(Tone::Neutral, palette()));
        if (place.nameWidth > 0)
            painter.drawText(QRect(x, y, place.nameWidth, height), Qt::AlignVCenter, entry.name);
        x += place.isValueBelow || place.nameWidth == 0 ? 0 : place.nameWidth + spacing::small;
        const int valueTop = place.isValueBelow ? y + height : y;
        painter.setPen(palette().color(QPalette::WindowText));
        if (place.valueWidth > 0)
            painter.drawText(QRect(x, valueTop, place.valueWidth, height), Qt::AlignVCenter,
                painter.fontMetrics().elidedText(entry.value, Qt::ElideRight, place.valueWidth));
    }
}

}
