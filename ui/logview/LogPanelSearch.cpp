// SPDX-License-Identifier: GPL-3.0-or-later
// Searching, filtering and going from finding to finding in LogPanel.
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogView.h"
#include "ui/logview/SearchTerms.h"
#include "ui/models/Settings.h"
#include "ui/widgets/SearchField.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostHitMarks = 2000; // more cannot be told apart in a scroll bar

QVector<double> marksFor(const QVector<qint64>& hits, const LogView& view)
{
    QVector<double> marks;
    const qsizetype step = std::max<qsizetype>(1, hits.size() / mostHitMarks);
    for (qsizetype i = 0; i < hits.size(); i += step)
        marks.append(view.shareOfLine(hits[i]));
    return marks;
}

// "[12/5871] Building CXX object c10/x.cpp.o", whatever stands in the brackets, or "FAILED: [code=1]
// c10/x.cpp.o".
QString stepExpression(const EdgeRecord& edge)
{
    const QString output = QRegularExpression::escape(edge.output);
    return edge.failed ? QStringLiteral("^FAILED: (?:\\[code=[^\\]]*\\] )?%1(?:\\s|$)").arg(output)
                       : QStringLiteral("^\\[\\d+/\\d+[^\\]]*\\] (?:.* )?%1\\s*$").arg(output);
}

}

LogQuery LogPanel::typedQuery() const
{
    const QString text = m_searchField->text();
    return { text.isEmpty()                   ? LogQuery::Kind::Nothing
            : m_expressionButton->isChecked() ? LogQuery::Kind::Expression
                                              : LogQuery::Kind::Text,
        text };
}

// F3 goes through the term that is typed; those that are kept are marked besides.
void LogPanel::showHighlights()
{
    const LogQuery typed = typedQuery();
    QVector<LogView::Highlight> highlights;
    bool isKept = typed.isEmpty();
    for (const SearchTerms::Term& term : m_terms->terms()) {
        highlights.append({ term.query, term.colour });
        isKept = isKept || term.query == typed;
    }
    if (!isKept)
        highlights.append({ typed, std::nullopt });
    m_view->setHighlights(highlights);
    m_terms->setCurrent(typed);
    m_keepTerm->setEnabled(!isKept && m_terms->terms().size() < SearchTerms::most);
}

void LogPanel::keepTerm()
{
    m_searchDelay.stop();
    startSearch();
    if (m_search.problem().isEmpty() && !m_search.query().isEmpty()
        && m_terms->terms().size() == SearchTerms::most)
        note(tr("%n terms are marked already; stop marking one of them first.", nullptr, SearchTerms::most));
    else if (m_search.problem().isEmpty())
        m_terms->keep(typedQuery());
}

void LogPanel::searchTermAgain(const LogQuery& query)
{
    m_expressionButton->setChecked(query.kind == LogQuery::Kind::Expression);
    m_searchField->setText(query.text);
    m_searchDelay.stop();
    startSearch();
    m_view->setFocus();
}

void LogPanel::startSearch()
{
    const LogQuery query = typedQuery();
    m_awaited = Hit::None;
    showHighlights();
    m_search.start(layout(), query);
    if (m_showBox->currentIndex() == ShowHits && query.isEmpty())
        m_showBox->setCurrentIndex(ShowAll);
}

// Errors and warnings are looked for in the whole log only where somebody wants to see them.
void LogPanel::startFilter()
{
    LogQuery query;
    if (m_document && wantsProblems())
        query.kind = LogQuery::Kind::Problems;
    m_problems.start(layout(), query);
    applyFilter();
}

void LogPanel::showStep(const QString& stage, const EdgeRecord& edge, qint64 offset)
{
    m_view->setFollowing(false);
    m_wantedLine.reset();
    m_wantedOffset.reset();
    openFor(stage);
    m_stepPlace = { stage, offset };
    const LogQuery query { LogQuery::Kind::Expression, stepExpression(edge) };
    m_stepSearch.start(layout(), query);
}

// A step that was tried again stands there several times; the last time tells how it ended.
void LogPanel::goToStep()
{
    if (m_stepSearch.query().isEmpty() || m_stepSearch.isBusy() || (m_document && m_document->isReading()))
        return;
    std::optional<StagePlace> place;
    for (const qint64 hit : m_stepSearch.hits()) {
        const StagePlace here = layout().placeOfLine(hit);
        if (here.stage == m_stepPlace.stage)
            place = here;
    }
    m_stepSearch.start({}, {});
    if (!place)
        return showOffset(m_stepPlace.stage, m_stepPlace.value);
    showLine(place->stage, place->value + 1);
}

bool LogPanel::wantsProblems() const
{
    return m_showBox->currentIndex() == ShowProblems || m_markProblems->isChecked();
}

// What has been found already is not looked for again.
void LogPanel::changeFilter()
{
    setNotice(m_documentNotice);
    if (wantsProblems() == !m_problems.query().isEmpty())
        applyFilter();
    else
        startFilter();
}

void LogPanel::showStage(const QString& stage)
{
    if (m_stageBox->findData(stage) < 0)
        return;
    openFor(stage);
    if (m_choice.isEmpty())
        showLine(stage, 0); // its heading
}

void LogPanel::showProblems(const QString& stage)
{
    showStage(stage);
    m_showBox->setCurrentIndex(ShowProblems);
    m_view->setFocus();
}

void LogPanel::changeContext(int lines)
{
    settings()->setValue(QStringLiteral("log/context"), lines);
    applyFilter();
}

void LogPanel::applyFilter()
{
    const int context = m_contextBox->value();
    m_contextBox->setEnabled(m_showBox->currentIndex() != ShowAll);
    if (m_showBox->currentIndex() == ShowProblems)
        m_view->setFilter(m_problems.hits(), context);
    else if (m_showBox->currentIndex() == ShowHits)
        m_view->setFilter(m_search.hits(), context);
    else if (m_showBox->currentIndex() == ShowFindings)
        m_view->setFilter(m_findingLines, context);
    else
        m_view->setFilter(std::nullopt);
    showHitMarks();
}

// They tell where hits are in the whole log, so there are none while only a part of it is shown.
void LogPanel::showHitMarks()
{
    auto* bar = static_cast<LogScrollBar*>(m_view->verticalScrollBar());
    const bool filtered = m_showBox->currentIndex() != ShowAll;
    const auto show = [&](LogScrollBar::Mark mark, const QVector<qint64>& lines) {
        bar->setMarks(mark, m_document && !filtered ? marksFor(lines, *m_view) : QVector<double> {});
    };
    show(LogScrollBar::Hit, m_search.hits());
    show(LogScrollBar::Problem, m_problems.hits());
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
    if (const auto hit = currentHit())
        return tr("%1 of %Ln lines", nullptr, count).arg(QLocale().toString(*hit + 1));
    return count == 0 ? tr("not found") : tr("%Ln lines", nullptr, count);
}

QString LogPanel::badExpression()
{
    return tr("not a valid expression");
}

QString LogPanel::noHits()
{
    return tr("none");
}

QStringList LogPanel::hitWords() const
{
    if (!m_search.problem().isEmpty())
        return { badExpression(), tr("not valid"), QStringLiteral("?") };
    if (m_search.query().isEmpty())
        return { QString() };
    QStringList words { countText() };
    const QString count = QLocale().toString(m_search.hits().size());
    if (const auto hit = currentHit(); hit && !m_search.isFull())
        words << QLocale().toString(*hit + 1) + u'/' + count;
    if (m_search.hits().isEmpty() && !m_search.isBusy())
        words << noHits();
    if (m_search.isFull() || m_search.isBusy())
        words << count + (m_search.isFull() ? u'+' : u'…');
    return words << count;
}

// As much of it as its place has room for; the tool tip has the rest.
void LogPanel::showHitCount()
{
    const QStringList words = hitWords();
    const auto fits = [this](const QString& text) {
        return m_hits->fontMetrics().horizontalAdvance(text) <= m_hits->minimumWidth();
    };
    const auto fitting = std::find_if(words.begin(), words.end(), fits);
    const QString shown = fitting == words.end() ? words.last() : *fitting;
    m_hits->setText(shown);
    m_searchField->placeCount();
    m_hits->setAccessibleName(words.first());
    m_hits->setToolTip(!m_search.problem().isEmpty() ? m_search.problem()
            : shown != words.first()                 ? words.first()
                                                     : QString());
}

void LogPanel::showSearchState()
{
    const qsizetype count = m_search.hits().size();
    showHitCount();
    m_previousHit->setEnabled(count > 0);
    m_nextHit->setEnabled(count > 0);
    if (m_showBox->currentIndex() == ShowHits)
        applyFilter();
    else
        showHitMarks();
    if (m_awaited != Hit::None && !m_searchDelay.isActive())
        find(m_awaited);
}

void LogPanel::focusSearch()
{
    m_top->setCurrentWidget(m_tools);
    m_searchField->setFocus();
    m_searchField->selectAll();
    emit typingBegan();
}

// The one that the search is at, once it is done.
std::optional<qsizetype> LogPanel::currentHit() const
{
    const auto& hits = m_search.hits();
    const auto found = std::lower_bound(hits.begin(), hits.end(), m_view->currentLine());
    const bool isHit = found != hits.end() && *found == m_view->currentLine();
    if (!isHit || m_search.isBusy() || m_view->isFollowing())
        return std::nullopt;
    return found - hits.begin();
}

void LogPanel::goToHit(qsizetype hit)
{
    goNow(m_search.hits().at(hit));
    m_view->showHit(m_search.query());
}

// Around at the end, and at the beginning. Hits are found from the first line on, so that the one before this
// place is known as soon as there is one behind it.
void LogPanel::find(Hit wanted)
{
    if (m_searchDelay.isActive()) {
        m_searchDelay.stop();
        startSearch();
    }
    const bool forward = wanted == Hit::Next;
    const auto next = m_search.next(m_view->currentLine());
    const auto previous = m_search.previous(m_view->currentLine());
    const bool isKnown = !m_search.isBusy() || (next && (forward || previous));
    m_awaited = isKnown ? Hit::None : wanted;
    const qsizetype count = m_search.hits().size();
    if (!isKnown || count == 0)
        return;
    const auto hit = forward ? next : previous;
    note(hit || !currentHit() ? QString()
            : forward         ? tr("The search went on from the beginning.")
                              : tr("The search went on from the end."));
    goToHit(hit.value_or(forward ? 0 : count - 1));
}

void LogPanel::findNext()
{
    find(Hit::Next);
}

void LogPanel::findPrevious()
{
    find(Hit::Previous);
}

// The next of these places, in the order in which the logs were written, and around at the end.
std::optional<LogPanel::Place> LogPanel::placeBeside(const QVector<Place>& places, bool forward) const
{
    const auto ordered = [this](const Place& place) {
        const auto found = std::find_if(m_stages.begin(), m_stages.end(),
            [&place](const StageResult& one) { return one.id == place.first; });
        return std::pair(found - m_stages.begin(), place.second);
    };
    std::map<std::pair<qsizetype, qint64>, Place> inOrder;
    for (const Place& place : places) {
        if (place.second > 0)
            inOrder.emplace(ordered(place), place);
    }
    if (inOrder.empty())
        return std::nullopt;
    const StagePlace current = m_wantedLine ? *m_wantedLine : layout().placeOfLine(m_view->currentLine());
    const std::pair<qsizetype, qint64> here = ordered({ current.stage, current.value + 1 });
    auto next = forward ? inOrder.upper_bound(here) : inOrder.lower_bound(here);
    if (forward && next == inOrder.end())
        next = inOrder.begin();
    if (!forward)
        next = std::prev(next == inOrder.begin() ? inOrder.end() : next);
    return next->second;
}

void LogPanel::goToFinding(bool forward)
{
    QVector<Place> places;
    const QVector<Finding> marked = markedFindings();
    for (const Finding& finding : marked)
        places.append({ finding.stage, finding.line });
    if (const auto place = placeBeside(places, forward))
        showLine(place->first, place->second);
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
