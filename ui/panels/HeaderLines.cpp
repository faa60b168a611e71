// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/HeaderLines.h"

#include "ui/panels/CaptionedValue.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QGridLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace torchmason {

HeaderLines::HeaderLines(QWidget& header, const HeaderParts& parts)
    : m_header(header)
    , m_parts(parts)
{
    m_names = columnOf(0, { rowOf(0, { parts.state, { parts.failing, 1 } }), parts.words });
    auto* left = new QGridLayout; // of a build that fails nobody knows what is left
    left->addWidget(parts.left, 0, 0);
    left->addWidget(parts.showFailed, 0, 0, Qt::AlignTrailing | Qt::AlignVCenter);
    m_left = left;
    // What is told first stands at the end: what comes later has its place before it.
    m_figures = rowOf(spacing::page, { m_left, parts.steps, parts.elapsed }); // else two read as one
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
QVector<int> HeaderLines::needs() const
{
    QVector<int> needs { m_header.width(), m_header.minimumSizeHint().width(),
        m_header.fontMetrics().averageCharWidth(), m_room.moreMayCome, m_room.state, m_room.words,
        areWordsBeside(), m_first->indexOf(m_figures) };
    for (const QWidget* part :
        std::initializer_list<QWidget*> { m_parts.icon, m_parts.state, m_parts.words, m_parts.steps,
            m_parts.elapsed, m_parts.left, m_parts.jobsCaption, m_parts.jobs, m_parts.stop, m_parts.mini })
        needs << part->isHidden() << part->sizeHint().width() << part->minimumSizeHint().width();
    return needs;
}

// What is fitted asks for a layout, and that for fitting: it must end where nothing is new.
void HeaderLines::fit(const HeaderRoom& room)
{
    m_room = room;
    const QVector<int> now = needs();
    if (std::exchange(m_fitted, now) == now)
        return;
    keepPlaces();
    m_first->setSpacing(isNarrow() ? spacing::inner : spacing::group);
    fitFigures();
    fitWords();
    fitJobs();
}

// Figures that may become longer have the room for it, unless the letters are so large that even a line of
// their own has none.
void HeaderLines::keepPlaces()
{
    for (QWidget* place : std::initializer_list<QWidget*> {
             m_parts.steps, m_parts.elapsed, m_parts.left, m_parts.jobs, m_parts.stop, m_parts.mini })
        setPlaceKept(*place, m_room.moreMayCome);
    const auto keepRoom = [this](bool isKept) {
        for (CaptionedValue* value : { m_parts.steps, m_parts.elapsed, m_parts.left }) {
            value->setChanging(isKept);
            value->updateGeometry();
        }
        forgetSizes();
    };
    keepRoom(m_room.moreMayCome || m_room.linesStay);
    const QMargins margins = lines()->contentsMargins();
    if (margins.left() + m_figures->minimumSize().width() + margins.right() > m_header.width())
        keepRoom(false);
}

// Else they know of new ones with the next events only.
void HeaderLines::forgetSizes()
{
    for (QLayout* layout : std::initializer_list<QLayout*> { m_names, m_left, m_figures, m_first, lines() })
        layout->invalidate();
}

bool HeaderLines::areWordsBeside() const
{
    return m_names->indexOf(m_parts.words) >= 0;
}

int HeaderLines::namesWidth() const
{
    const int state = m_parts.state->minimumSizeHint().width() + m_room.state;
    return areWordsBeside() && !m_parts.words->isHidden()
        ? std::max(state, m_parts.words->minimumSizeHint().width() + m_room.words)
        : state;
}

int HeaderLines::wordsWidth() const
{
    return m_parts.words->isHidden() ? 0 : m_parts.words->sizeHint().width() + m_room.words;
}

int HeaderLines::lackOfWords() const
{
    return std::max(0, wordsWidth() - namesWidth());
}

bool HeaderLines::isNarrow() const
{
    return m_header.width() < 170 * m_header.fontMetrics().averageCharWidth();
}

// The caption of the jobs may be left out.
int HeaderLines::lineWidth() const
{
    const QMargins margins = lines()->contentsMargins();
    const QWidget& caption = *m_parts.jobsCaption;
    const int jobs = caption.isHidden() ? 0 : caption.minimumSizeHint().width() + m_first->spacing();
    const int besideNames = m_first->minimumSize().width() - m_names->minimumSize().width();
    return margins.left() + margins.right() + besideNames + namesWidth() - jobs;
}

int HeaderLines::firstWidth() const
{
    const bool withFigures = m_first->indexOf(m_figures) >= 0;
    const int words = m_room.moreMayCome || !isNarrow() ? lackOfWords() : 0;
    return lineWidth() + words + (withFigures ? 0 : m_figures->minimumSize().width() + m_first->spacing());
}

// Where the window is small or the text large, the words have a line of their own below the state. Where it
// is both, or the words are long, the figures have one, too; when all is over, only where they need it. What
// ends before one's eyes keeps its lines: in any size they are as while it ran.
void HeaderLines::fitFigures()
{
    const bool isApart = lines()->indexOf(m_figures) >= 0;
    const int needed = firstWidth();
    if (m_room.moreMayCome)
        m_liveFirst = needed;
    const int few = 150 * m_header.fontMetrics().averageCharWidth();
    const int asLive = m_room.moreMayCome || m_room.linesStay ? std::max(few, m_liveFirst) : 0;
    const bool tight = std::max(needed, asLive) > m_header.width();
    if (tight == isApart)
        return;
    (tight ? m_first : lines())->removeItem(m_figures);
    if (tight)
        lines()->insertLayout(areWordsBeside() ? 1 : 2, m_figures);
    else
        m_first->insertLayout(m_first->indexOf(m_parts.stop), m_figures);
}

// Which attempt it is, is never cut for a figure: words that are long have a line of their own, too.
void HeaderLines::fitWords()
{
    const int lack = lackOfWords();
    const int needed = lack > 0 ? lineWidth() + lack : 0;
    if (m_room.moreMayCome)
        m_liveWords = needed;
    const bool apart = isNarrow() || std::max(needed, m_room.linesStay ? m_liveWords : 0) > m_header.width();
    if (apart != areWordsBeside())
        return;
    (apart ? m_names : lines())->removeWidget(m_parts.words);
    if (apart)
        lines()->insertWidget(1, m_parts.words);
    else
        m_names->addWidget(m_parts.words);
}

// Where there is no room for it, the field has a place when it is there only, and says by itself what it is
// for.
void HeaderLines::fitJobs()
{
    if (lineWidth() > m_header.width())
        setPlaceKept(*m_parts.jobs, false);
    QWidget& caption = *m_parts.jobsCaption;
    const int needed = lineWidth() + caption.minimumSizeHint().width() + m_first->spacing();
    caption.setVisible(!m_parts.jobs->isHidden() && needed <= m_header.width());
}

}
