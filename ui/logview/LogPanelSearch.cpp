// SPDX-License-Identifier: GPL-3.0-or-later
// Searching, filtering and going from finding to finding in LogPanel.
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogView.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostHitMarks = 2000; // more cannot be told apart in a scroll bar

QVector<double> marksFor(const QVector<qint64>& hits, qint64 lineCount)
{
    QVector<double> marks;
    const qsizetype step = std::max<qsizetype>(1, hits.size() / mostHitMarks);
    for (qsizetype i = 0; i < hits.size(); i += step)
        marks.append(double(hits[i]) / double(std::max<qint64>(1, lineCount)));
    return marks;
}

}

void LogPanel::startSearch()
{
    LogQuery query;
    query.text = m_searchField->text();
    query.kind = query.text.isEmpty()     ? LogQuery::Kind::Nothing
        : m_expressionButton->isChecked() ? LogQuery::Kind::Expression
                                          : LogQuery::Kind::Text;
    m_view->setHighlight(query);
    m_search.start(m_document ? m_document->path() : QString(), m_document ? query : LogQuery {});
    if (m_showBox->currentIndex() == ShowHits && query.isEmpty())
        m_showBox->setCurrentIndex(ShowAll);
}

void LogPanel::startFilter()
{
    LogQuery query;
    if (m_document && m_showBox->currentIndex() == ShowProblems)
        query.kind = LogQuery::Kind::Problems;
    m_problems.start(m_document ? m_document->path() : QString(), query);
    applyFilter();
}

void LogPanel::showStage(const QString& stage)
{
    if (m_stageBox->findData(stage) >= 0)
        openStage(stage);
}

void LogPanel::showProblems(const QString& stage)
{
    showStage(stage);
    m_showBox->setCurrentIndex(ShowProblems);
    m_view->setFocus();
}

void LogPanel::applyFilter()
{
    if (m_showBox->currentIndex() == ShowProblems)
        m_view->setFilter(m_problems.hits());
    else if (m_showBox->currentIndex() == ShowHits)
        m_view->setFilter(m_search.hits());
    else if (m_showBox->currentIndex() == ShowFindings)
        m_view->setFilter(m_findingLines);
    else
        m_view->setFilter(std::nullopt);
    showHitMarks();
}

// They tell where hits are in the whole log, so there are none while only a part of it is shown.
void LogPanel::showHitMarks()
{
    auto* bar = static_cast<LogScrollBar*>(m_view->verticalScrollBar());
    const bool filtered = m_showBox->currentIndex() != ShowAll;
    bar->setHitMarks(m_document && !filtered ? marksFor(m_search.hits(), m_document->index()->lineCount())
                                             : QVector<double> {});
}

QString LogPanel::countText() const
{
    const int count = int(m_search.hits().size());
    const bool isBusy = m_search.isBusy();
    if (count == LogSearch::mostHits)
        return isBusy ? tr("%Ln+ lines…", nullptr, count) : tr("%Ln+ lines", nullptr, count);
    if (count == 1)
        return isBusy ? tr("1 line…") : tr("1 line");
    if (isBusy)
        return tr("%Ln lines…", nullptr, count);
    return count == 0 ? tr("not found") : tr("%Ln lines", nullptr, count);
}

void LogPanel::showSearchState()
{
    const qsizetype count = m_search.hits().size();
    m_hits->setText(!m_search.problem().isEmpty() ? tr("not an expression")
            : m_search.query().isEmpty()          ? QString()
                                                  : countText());
    m_hits->setToolTip(m_search.problem());
    m_previousHit->setEnabled(count > 0);
    m_nextHit->setEnabled(count > 0);
    if (m_showBox->currentIndex() == ShowHits)
        applyFilter();
    else
        showHitMarks();
}

void LogPanel::focusSearch()
{
    m_searchField->setFocus();
    m_searchField->selectAll();
}

// Both go around at the end: from the last hit to the first.
void LogPanel::findNext()
{
    if (!m_search.hits().isEmpty())
        m_view->goToLine(m_search.hits().at(m_search.next(m_view->currentLine()).value_or(0)));
}

void LogPanel::findPrevious()
{
    const auto& hits = m_search.hits();
    if (!hits.isEmpty())
        m_view->goToLine(hits.at(m_search.previous(m_view->currentLine()).value_or(hits.size() - 1)));
}

// Goes through all findings that stand in a log, in the order in which the logs were written, and around at
// the end.
void LogPanel::goToFinding(bool forward)
{
    using Place = std::pair<qsizetype, qint64>; // stage, line
    const auto place = [this](const QString& stage, qint64 line) {
        const auto found = std::find_if(
            m_stages.begin(), m_stages.end(), [&stage](const StageResult& one) { return one.id == stage; });
        return Place(found - m_stages.begin(), line);
    };
    std::map<Place, const Finding*> findings;
    for (const Finding& finding : std::as_const(m_findings)) {
        if (finding.line > 0)
            findings.emplace(place(finding.stage, finding.line), &finding);
    }
    if (findings.empty())
        return;
    const Place here = place(m_stage, m_view->currentLine() + 1);
    auto next = forward ? findings.upper_bound(here) : findings.lower_bound(here);
    if (forward && next == findings.end())
        next = findings.begin();
    if (!forward)
        next = std::prev(next == findings.begin() ? findings.end() : next);
    showLine(next->second->stage, next->second->line);
}

void LogPanel::nextFinding()
{
    goToFinding(true);
}

void LogPanel::previousFinding()
{
    goToFinding(false);
}

}
