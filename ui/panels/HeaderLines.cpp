// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/HeaderLines.h"

#include "ui/panels/CaptionedValue.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace torchmason {

HeaderLines::HeaderLines(QWidget& header, const HeaderParts& parts)
    : m_header(header)
    , m_parts(parts)
{
    m_names = columnOf(0, { parts.state, parts.words });
    // What is told first stands at the end: what comes later has its place before it.
    m_figures = rowOf(spacing::page, { parts.left, parts.steps, parts.elapsed }); // else two read as one
    m_figures->insertSpacing(0, spacing::inner); // also from their neighbours where the line is tight
    m_figures->addSpacing(spacing::inner);
    m_figures->setAlignment(Qt::AlignTrailing); // also in a line of their own
    m_first = rowOf(spacing::group,
        { parts.icon, { m_names, 1 }, parts.jobsCaption, parts.jobs, m_figures, parts.stop, parts.mini });
}

QBoxLayout* HeaderLines::lines() const
{
    return static_cast<QBoxLayout*>(m_header.layout());
}

// All that fit() goes by.
QVector<int> HeaderLines::needs(bool isLive) const
{
    QVector<int> needs { m_header.width(), m_header.minimumSizeHint().width(),
        m_header.fontMetrics().averageCharWidth(), isLive, m_keepsRoom, areWordsBeside(),
        m_first->indexOf(m_figures) };
    for (const QWidget* part :
        std::initializer_list<QWidget*> { m_parts.icon, m_parts.state, m_parts.words, m_parts.steps,
            m_parts.elapsed, m_parts.left, m_parts.jobsCaption, m_parts.jobs, m_parts.stop, m_parts.mini })
        needs << part->isHidden() << part->sizeHint().width() << part->minimumSizeHint().width();
    for (const CaptionedValue* value : { m_parts.steps, m_parts.elapsed, m_parts.left })
        needs << value->spare();
    return needs;
}

// What is fitted asks for a layout, and that for fitting: it must end where nothing is new.
void HeaderLines::fit(bool isLive)
{
    const QVector<int> now = needs(isLive);
    if (std::exchange(m_fitted, now) == now)
        return;
    forgetSizes();
    m_keepsRoom = isLive && !isNarrow() && hasRoomToKeep(); // else a figure ends at the margin
    for (CaptionedValue* value : { m_parts.steps, m_parts.elapsed, m_parts.left }) {
        value->setChanging(m_keepsRoom);
        value->updateGeometry();
    }
    forgetSizes();
    m_first->setSpacing(isNarrow() ? spacing::inner : spacing::group);
    fitWords();
    fitFigures(isLive);
    reservePlaces(isLive);
}

// Else they know of new ones with the next events only.
void HeaderLines::forgetSizes()
{
    for (QLayout* layout : { m_names, m_figures, m_first, lines() })
        layout->invalidate();
}

bool HeaderLines::areWordsBeside() const
{
    return m_names->indexOf(m_parts.words) >= 0;
}

int HeaderLines::lackOfWords() const
{
    return m_parts.words->isHidden()
        ? 0
        : std::max(0, m_parts.words->sizeHint().width() - m_names->minimumSize().width());
}

int HeaderLines::cutOfWords() const
{
    return areWordsBeside() ? lackOfWords() : 0;
}

// Where the words beside them are cut, figures have the room that they need now.
bool HeaderLines::hasRoomToKeep() const
{
    int width = firstWidth() + cutOfWords();
    if (!m_parts.jobs->isHidden())
        width += m_parts.jobsCaption->minimumSizeHint().width() + m_first->spacing();
    for (const CaptionedValue* value : { m_parts.steps, m_parts.elapsed, m_parts.left })
        width += m_keepsRoom || value->isHidden() ? 0 : value->spare();
    return width <= m_header.width();
}

bool HeaderLines::isNarrow() const
{
    return m_header.width() < 170 * m_header.fontMetrics().averageCharWidth();
}

// With the figures in it, as far as it is shown; the caption of the jobs may be left out.
int HeaderLines::firstWidth() const
{
    const QMargins margins = lines()->contentsMargins();
    int width = margins.left() + margins.right() + m_first->minimumSize().width();
    if (m_first->indexOf(m_figures) < 0)
        width += m_figures->minimumSize().width() + m_first->spacing();
    for (const QWidget* place :
        std::initializer_list<QWidget*> { m_parts.steps, m_parts.elapsed, m_parts.left, m_parts.jobs }) {
        if (place->isHidden() && place->sizePolicy().retainSizeWhenHidden())
            width -= place->minimumSizeHint().width()
                + (m_figures->indexOf(place) < 0 ? m_first->spacing() : m_figures->spacing());
    }
    const QWidget& caption = *m_parts.jobsCaption;
    const bool hasCaption = !caption.isHidden() || caption.sizePolicy().retainSizeWhenHidden();
    return hasCaption ? width - caption.minimumSizeHint().width() - m_first->spacing() : width;
}

// Where the window is small or the text large, the names have a line of their own below the figures. Where it
// is both, or the words are long, the figures have one, too; when all is over, only where they need it.
void HeaderLines::fitFigures(bool isLive)
{
    const bool tight = (isLive && m_header.width() < 150 * m_header.fontMetrics().averageCharWidth())
        || firstWidth() > m_header.width();
    if (tight == (lines()->indexOf(m_figures) >= 0))
        return;
    (tight ? m_first : lines())->removeItem(m_figures);
    if (tight)
        lines()->insertLayout(1, m_figures);
    else
        m_first->insertLayout(m_first->indexOf(m_parts.stop), m_figures);
}

// Which attempt it is, is never cut for a figure: words that are long have a line of their own, too.
void HeaderLines::fitWords()
{
    const bool withFigures = m_first->indexOf(m_figures) >= 0;
    const int figures = withFigures ? 0 : m_figures->minimumSize().width() + m_first->spacing();
    const int lack = lackOfWords();
    const bool apart = isNarrow() || (lack > 0 && firstWidth() - figures + lack > m_header.width());
    if (apart != areWordsBeside())
        return;
    (apart ? m_names : lines())->removeWidget(m_parts.words);
    if (apart)
        lines()->insertWidget(lines()->indexOf(m_figures) >= 0 ? 2 : 1, m_parts.words);
    else
        m_names->addWidget(m_parts.words);
}

// What a running build may show yet keeps its place, so that nothing jumps when it comes. Where there is no
// room for all of it, and in a line of figures alone, only what is there has a place, and the field says by
// itself what it is for.
void HeaderLines::reservePlaces(bool isLive)
{
    const bool areApart = m_first->indexOf(m_figures) < 0;
    const auto mayKeep = [&](QWidget* place) { return !areApart || m_figures->indexOf(place) < 0; };
    QWidget& jobsCaption = *m_parts.jobsCaption;
    const int caption = jobsCaption.minimumSizeHint().width() + spacing::group;
    int needed = m_header.minimumSizeHint().width() + cutOfWords();
    const std::initializer_list<QWidget*> places { m_parts.steps, m_parts.elapsed, m_parts.left, m_parts.jobs,
        m_parts.jobsCaption };
    for (QWidget* place : places) {
        if (mayKeep(place) && place->isHidden() && !place->sizePolicy().retainSizeWhenHidden())
            needed += place->minimumSizeHint().width() + spacing::page;
    }
    const bool reserve = isLive && needed <= m_header.width();
    for (QWidget* place : places)
        setPlaceKept(*place, reserve && mayKeep(place));
    const bool takesRoom = reserve || !jobsCaption.isHidden();
    const int without = m_header.minimumSizeHint().width() - (takesRoom ? caption : 0);
    jobsCaption.setVisible(!m_parts.jobs->isHidden() && without + caption <= m_header.width());
}

}
