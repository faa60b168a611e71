// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ResourceBar.h"

#include "ui/text/TipText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QLabel>
#include <QStyle>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace torchmason {

namespace {

constexpr const char* captionProperty = "caption";

QString unknownValue()
{
    return QStringLiteral("–");
}

QString percent(const std::optional<double>& value)
{
    return value ? QStringLiteral("%1 %").arg(*value, 0, 'f', 1) : unknownValue();
}

QString bytesText(const std::optional<Bytes>& value)
{
    return value ? formatBytes(*value) : unknownValue();
}

}

ResourceBar::ResourceBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    const QString bytes = QStringLiteral("99.9 GB");
    const QString part = QStringLiteral("99.9 %");
    // What is least needed stands last: it is the first to have no room in the line.
    m_peak = add(tr("Peak"), tr("Peak memory of this build"), "vitalsPeak", bytes,
        tr("Highest memory of all processes of the build together"));
    m_heldBack = add(tr("Held back"), tr("Steps held back"), "vitalsHeldBack", QStringLiteral("999"),
        tr("Steps that wait until there is memory for them"));
    m_disk = add(tr("Disk free"), tr("Disk free"), "vitalsDisk", QStringLiteral("999.9 GB"),
        tr("On the volume of the build folder"));
    const QString pressure
        = tr("Part of the last 10 seconds in which something on the whole machine, not only "
             "of this build, had to wait for it");
    m_memory = add(tr("Memory wait"), tr("Machine waiting for memory"), "vitalsMemory", part, pressure);
    m_cpu = add(tr("CPU wait"), tr("Machine waiting for CPU"), "vitalsCpu", part, pressure);
    m_io = add(tr("Disk wait"), tr("Machine waiting for disk"), "vitalsIo", part, pressure);
    m_startedAgain = add(tr("Started again"), tr("Steps started again"), "vitalsStartedAgain",
        QStringLiteral("99"), tr("Steps that were ended because memory was nearly gone, and started again"));
    clear();
}

QLabel* ResourceBar::add(const QString& caption, const QString& spoken, const char* name,
    const QString& widest, const QString& tip)
{
    QLabel* title = secondaryText(caption, this);
    title->setWordWrap(false);
    title->setTextInteractionFlags(Qt::NoTextInteraction);
    auto* value = named(new QLabel(this), name);
    value->setProperty(captionProperty, spoken);
    setValue(value, unknownValue());
    value->setFont(tabularFont(font()));
    value->setMinimumWidth(QFontMetrics(value->font()).horizontalAdvance(widest) + spacing::inner);
    for (QWidget* widget : { title, value })
        widget->setToolTip(tipText(tip));
    m_figures.append(Figure(title, value));
    return value;
}

int ResourceBar::widthOf(const Figure& figure)
{
    const auto& [title, value] = figure;
    return title->sizeHint().width() + spacing::small
        + std::max(value->minimumWidth(), value->sizeHint().width());
}

bool ResourceBar::hasPlace(const QLabel* value) const
{
    if (value == m_memory || value == m_cpu || value == m_io)
        return !m_over;
    return m_gated || m_gate || (value != m_heldBack && value != m_startedAgain);
}

// As many as have room: lines below each other begin their figures at the same places.
QVector<int> ResourceBar::columnsFor(const QVector<Figure>& figures, int width)
{
    for (qsizetype count = figures.size(); count > 1; --count) {
        QVector<int> columns(count, 0);
        for (qsizetype i = 0; i < figures.size(); ++i)
            columns[i % count] = std::max(columns[i % count], widthOf(figures[i]) + spacing::small);
        if (std::accumulate(columns.begin(), columns.end(), spacing::group - spacing::small) <= width)
            return columns;
    }
    return { 0 };
}

// Captions stand before their values; what has no room any more begins another line. Also what is not shown
// yet has its place. Calls `place` with a caption or value and where it stands, and returns the height of
// all.
template <typename Place> int ResourceBar::walk(int width, Place place) const
{
    QVector<Figure> figures;
    std::copy_if(m_figures.begin(), m_figures.end(), std::back_inserter(figures),
        [this](const Figure& figure) { return hasPlace(figure.second); });
    const QVector<int> columns = columnsFor(figures, width);
    int left = spacing::group;
    int top = spacing::small;
    int height = fontMetrics().height();
    for (qsizetype i = 0; i < figures.size(); ++i) {
        const auto& [title, value] = figures[i];
        const qsizetype column = i % columns.size();
        if (column == 0 && i > 0) {
            left = spacing::group;
            top += height + spacing::small;
        }
        const QSize caption = title->sizeHint();
        const int before = caption.width() + spacing::small;
        height = std::max(caption.height(), value->sizeHint().height());
        place(*title, QRect(left, top, caption.width(), height));
        place(*value, QRect(left + before, top, widthOf(figures[i]) - before, height));
        left += columns[column];
    }
    return top + height + spacing::small;
}

int ResourceBar::neededHeight(int width) const
{
    return walk(width, [](QWidget&, const QRect&) {});
}

void ResourceBar::arrange()
{
    setFixedHeight(walk(width(), [this](QWidget& part, const QRect& place) {
        part.setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
    }));
}

bool ResourceBar::event(QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest
        || event->type() == QEvent::LayoutDirectionChange)
        arrange();
    return QWidget::event(event);
}

// A screen reader hears what the eye sees: the value with its caption.
void ResourceBar::setValue(QLabel* label, const QString& text)
{
    label->setText(text);
    const QString spoken = text == unknownValue() ? tr("not known") : text;
    label->setAccessibleName(tr("%1: %2").arg(label->property(captionProperty).toString(), spoken));
}

void ResourceBar::setMeasured(bool measured)
{
    m_measured = measured;
    showFigures();
}

void ResourceBar::setGated(bool gated)
{
    m_gated = gated;
    showFigures();
}

void ResourceBar::setOver(bool over)
{
    m_over = over;
    const QString caption = over ? tr("Disk free at the end") : tr("Disk free");
    const auto disk = std::find_if(
        m_figures.begin(), m_figures.end(), [this](const Figure& figure) { return figure.second == m_disk; });
    disk->first->setText(caption);
    m_disk->setProperty(captionProperty, caption);
    setValue(m_disk, m_disk->text());
    showFigures();
}

// Most builds have a gate: so much room is kept until it is known.
void ResourceBar::clear()
{
    setMeasured(false);
    setGated(true);
    setOver(false);
    showSample({});
    showPeak(std::nullopt);
}

void ResourceBar::showSample(const Sample& sample)
{
    setValue(m_memory, percent(sample.memoryPressure));
    setValue(m_cpu, percent(sample.cpuPressure));
    setValue(m_io, percent(sample.ioPressure));
    setValue(m_disk, bytesText(sample.diskFree));
    m_gate = sample.gate;
    setValue(m_heldBack, m_gate ? QString::number(m_gate->heldBackCount) : unknownValue());
    setValue(m_startedAgain, m_gate ? QString::number(m_gate->preempted + m_gate->retried) : unknownValue());
    showFigures();
}

// Of an attempt that nobody measured there is nothing to say, and without a gate nothing of it.
void ResourceBar::showFigures()
{
    for (const auto& [title, value] : std::as_const(m_figures)) {
        const bool shown = m_measured && hasPlace(value);
        title->setVisible(shown);
        value->setVisible(shown);
    }
    arrange();
}

void ResourceBar::showPeak(std::optional<Bytes> peak)
{
    setValue(m_peak, bytesText(peak));
}

}
