// SPDX-License-Identifier: GPL-3.0-or-later
// How wide the columns of the history are, and which of them give way.
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int leastLetters = 9; // of every column of words: a scroll bar is better than a word of two letters
constexpr int widestNote = 24; // letters, where the others need the room
constexpr int noteShare = 25; // percent of what figures leave, at most; half of it where that cuts results
constexpr int notedLetters = 36; // of results, which notes leave them: the name of a wheel
constexpr int threadShare = 45; // percent of what is left for threads, names and findings
constexpr int threadLetters = 26; // at least
constexpr int nameShare = 60; // percent of what both share that names have at most
constexpr int leastNameShare = 40; // percent of it, also where results need more
constexpr int nameLetters = 18; // at least, before others give way
constexpr int headingLetters = 12; // of a figure; longer ones may be cut
constexpr int resultLetters = 28; // at least, before others give way
constexpr int newestRows = 5; // whose times are looked for

// What is missed least comes first.
constexpr int givingWay[]
    = { HistoryModel::PeakMemory, HistoryModel::Duration, HistoryModel::Notes, HistoryModel::Started };

// Outcome, number and figures are whole however narrow the page is; the others share the rest.
bool isWhole(int column)
{
    return column != HistoryModel::Profile && column != HistoryModel::FirstFinding
        && column != HistoryModel::Thread && column != HistoryModel::Notes;
}

}

// Measured once while columns are fitted, which asks for it often.
int AttemptTable::sizeHintForColumn(int column) const
{
    return m_measured ? measured(m_measured->wholes, column, &AttemptTable::wholeWidth) : wholeWidth(column);
}

int AttemptTable::measured(QHash<int, int>& known, int column, int (AttemptTable::*measure)(int) const) const
{
    const auto found = known.constFind(column);
    return found != known.constEnd() ? *found : *known.insert(column, (this->*measure)(column));
}

// The seconds of an attempt that runs go on while nobody measures.
int AttemptTable::wholeWidth(int column) const
{
    const int width = QTableView::sizeHintForColumn(column);
    const auto* rows = qobject_cast<const HistoryRows*>(model());
    for (int row = 0; column == HistoryModel::Duration && rows && row < rows->rowCount(); ++row) {
        const QModelIndex cell = rows->index(row, column);
        const AttemptSummary* attempt = rows->attemptAt(cell);
        if (attempt && attempt->record.state == AttemptState::Running) {
            const QString longest = formatDuration(std::chrono::seconds(59 * 60 + 59));
            const QFontMetrics letters = fontMetrics();
            return std::max(width,
                sizeHintForIndex(cell).width() + letters.horizontalAdvance(longest)
                    - letters.horizontalAdvance(cell.data().toString()));
        }
    }
    return width;
}

// Whatever stands in it.
int AttemptTable::leastOf(int column) const
{
    return column == HistoryModel::Number ? horizontalHeader()->minimumSectionSize()
                                          : leastLetters * fontMetrics().averageCharWidth();
}

// A heading at the right and the next one at the left keep a distance.
int AttemptTable::neededWidth(int column) const
{
    return std::max({ sizeHintForColumn(column), leastOf(column),
        horizontalHeader()->sectionSizeHint(column) + spacing::inner });
}

// Without the mark of an order that goes by another column.
int AttemptTable::headingWidth(int column) const
{
    const QFontMetrics letters = horizontalHeader()->fontMetrics();
    const int words = letters.horizontalAdvance(headingOf(column)) + spacing::inner;
    const int whole = horizontalHeader()->sortIndicatorSection() == column
        ? std::max(words, horizontalHeader()->sectionSizeHint(column))
        : words;
    return m_headingsAreWhole ? whole
                              : std::min(whole, headingLetters * letters.averageCharWidth() + whole - words);
}

int AttemptTable::usualWidth(int column) const
{
    return m_measured ? measured(m_measured->usual, column, &AttemptTable::widthOfMost) : widthOfMost(column);
}

// What nine of ten rows need.
int AttemptTable::widthOfMost(int column) const
{
    QVector<int> widths { 0 };
    const int rows = std::min(model()->rowCount(), horizontalHeader()->resizeContentsPrecision());
    for (int row = 0; row < rows; ++row) {
        const QModelIndex cell = model()->index(row, column);
        if (!cell.data().toString().isEmpty())
            widths << sizeHintForIndex(cell).width();
    }
    std::sort(widths.begin(), widths.end());
    return std::max(widths[widths.size() * 9 / 10], leastOf(column));
}

// Of times. That of the newest attempts is whole; what was imported just now takes room from notes, but makes
// no column give way.
int AttemptTable::timeWidth() const
{
    int width = usualWidth(HistoryModel::Started);
    const auto* rows = qobject_cast<const HistoryRows*>(model());
    for (int row = 0; rows && row < std::min(newestRows, rows->rowCount()); ++row) {
        const QModelIndex cell = rows->index(row, HistoryModel::Started);
        const AttemptSummary* attempt = rows->attemptAt(cell);
        if (attempt && !attempt->record.imported)
            width = std::max(width, sizeHintForIndex(cell).width());
    }
    return width;
}

// Of a heading, where it is not cut.
int AttemptTable::leastHeading(int column) const
{
    const bool counts = isWhole(column) || m_headingsAreWhole;
    return std::max(leastOf(column), counts ? headingWidth(column) : 0);
}

// Without long headings, which may be cut.
int AttemptTable::leastWidth(int column) const
{
    const int least = leastHeading(column);
    return std::max(column == HistoryModel::Started ? timeWidth() : sizeHintForColumn(column), least);
}

// What it has before others give way.
int AttemptTable::leastRoom(int column) const
{
    const int letter = fontMetrics().averageCharWidth();
    switch (column) {
    case HistoryModel::Profile:
        return std::min(leastWidth(column), nameLetters * letter);
    case HistoryModel::FirstFinding:
        return std::min(leastWidth(column), resultLetters * letter);
    case HistoryModel::Thread:
        return std::min(leastWidth(column), threadLetters * letter);
    case HistoryModel::Notes:
        return leastOf(column);
    default:
        return leastWidth(column);
    }
}

int AttemptTable::widthFor(int column) const
{
    if (!m_isTight)
        return neededWidth(column);
    const int least = leastWidth(column);
    return column == HistoryModel::Started
        ? std::clamp(sizeHintForColumn(column), least, least + std::max(0, m_spare))
        : least;
}

// Whether something is cut anyway: headings are, before names and results.
bool AttemptTable::isTight() const
{
    int needed = 0;
    for (int column = 0; column < HistoryModel::ColumnCount; ++column)
        needed += isColumnHidden(column) ? 0 : neededWidth(column);
    return needed > viewport()->width();
}

bool AttemptTable::isNoted() const
{
    const auto* rows = qobject_cast<const HistoryRows*>(model());
    return rows && rows->isNoted();
}

bool AttemptTable::isWanted(int column) const
{
    return !isColumnHidden(column) || m_givenWay.contains(column);
}

// Notes have nothing to show while there is none, and others would be cut beside them. Figures go before a
// result is cut to a few letters.
void AttemptTable::letColumnsGiveWay()
{
    const int room = viewport()->width();
    int needed = 0;
    int least = 0;
    int rooms[HistoryModel::ColumnCount] = {};
    m_headingsAreWhole = false;
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (!isWanted(column))
            continue;
        rooms[column] = leastRoom(column);
        needed
            += column == HistoryModel::Notes ? rooms[column] : std::max(rooms[column], neededWidth(column));
        least += rooms[column];
    }
    QSet<int> gone;
    const auto letGo = [&](int column) {
        gone.insert(column);
        least -= std::exchange(rooms[column], 0);
    };
    if (needed > room && !isNoted())
        letGo(HistoryModel::Notes);
    for (const int column : givingWay) {
        if (least > room)
            letGo(column);
    }
    for (const int column : givingWay) {
        if (isWanted(column))
            hideColumn(column, gone.contains(column));
        else
            gone.remove(column); // switched off
    }
    setGivenWay(gone);
    m_spare = room - least;
    giveRoomToHeadings(rooms);
}

// Of all columns or of none, before a time that was imported.
void AttemptTable::giveRoomToHeadings(const int* rooms)
{
    m_headingsAreWhole = true;
    int more = 0;
    for (int column = 0; column < HistoryModel::ColumnCount; ++column)
        more += isColumnHidden(column) ? 0 : std::max(0, leastHeading(column) - rooms[column]);
    m_headingsAreWhole = more <= m_spare;
    m_spare -= m_headingsAreWhole ? more : 0;
}

void AttemptTable::setGivenWay(const QSet<int>& columns)
{
    m_givenWay = columns;
    QStringList headings;
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (columns.contains(column) && (column != HistoryModel::Notes || isNoted()))
            headings << headingOf(column);
    }
    if (std::exchange(m_headingsGone, headings) != headings)
        emit columnsGaveWay(headings);
}

void AttemptTable::fitColumns()
{
    if (!model() || model()->rowCount() == 0) // rows may come back
        return;
    Measured measured;
    const QScopedValueRollback measuring(m_measured, &measured);
    if (!m_isDragged || !m_givenWay.isEmpty())
        letColumnsGiveWay();
    if (!m_isDragged) {
        shareRoom();
        keepResults();
    }
    fitRows();
}

void AttemptTable::shareRoom()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    m_isTight = isTight();
    int left = viewport()->width();
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (!isWhole(column) || isColumnHidden(column))
            continue;
        const int width = widthFor(column);
        horizontalHeader()->resizeSection(column, width);
        left -= width;
    }
    const int result = isColumnHidden(HistoryModel::FirstFinding) ? 0 : widthFor(HistoryModel::FirstFinding);
    const int letter = fontMetrics().averageCharWidth();
    // One long result cuts no names and no notes.
    const int usualResult = result == 0
        ? 0
        : std::max(std::min(result, notedLetters * letter), usualWidth(HistoryModel::FirstFinding));
    if (!isColumnHidden(HistoryModel::Notes)) { // names and results are looked for more often
        int spare = left - usualResult;
        int offered = left - std::min(result, notedLetters * letter);
        for (const int column : { HistoryModel::Profile, HistoryModel::Thread }) {
            spare -= isColumnHidden(column) ? 0 : widthFor(column);
            offered -= isColumnHidden(column) ? 0 : leastRoom(column);
        }
        const int usual = std::min(widestNote * letter, left * noteShare / 100);
        const int most = std::max({ spare, usual / 2, std::min(usual, offered) });
        const int width = std::min(widthFor(HistoryModel::Notes),
            std::max(most,
                m_isTight ? leastHeading(HistoryModel::Notes)
                          : std::max(leastOf(HistoryModel::Notes),
                              horizontalHeader()->sectionSizeHint(HistoryModel::Notes))));
        horizontalHeader()->resizeSection(HistoryModel::Notes, width);
        left -= width;
    }
    if (!isColumnHidden(HistoryModel::Thread)) {
        const int width = std::min(
            widthFor(HistoryModel::Thread), std::max(left * threadShare / 100, threadLetters * letter));
        horizontalHeader()->resizeSection(HistoryModel::Thread, width);
        left -= width;
    }
    if (isColumnHidden(HistoryModel::Profile))
        return;
    const int most = isColumnHidden(HistoryModel::FirstFinding)
        ? left
        : std::max({ std::min(left - result, left * nameShare / 100), leastRoom(HistoryModel::Profile),
            leastHeading(HistoryModel::Profile),
            std::min(left * leastNameShare / 100, left - leastRoom(HistoryModel::FirstFinding)) });
    // One long name cuts no results.
    const int usual = std::max(usualWidth(HistoryModel::Profile), leastHeading(HistoryModel::Profile));
    const int width = std::max(usual, std::min(widthFor(HistoryModel::Profile), left - usualResult));
    horizontalHeader()->resizeSection(HistoryModel::Profile, std::min(width, most));
}

// Where there is no room for their least, the table scrolls sideways.
void AttemptTable::keepResults()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    constexpr int result = HistoryModel::FirstFinding;
    int left = viewport()->width();
    for (int column = 0; column < HistoryModel::ColumnCount; ++column)
        left -= column == result || isColumnHidden(column) ? 0 : columnWidth(column);
    const bool scrolls = left < leastOf(result);
    const auto mode = scrolls ? QHeaderView::Fixed : QHeaderView::Stretch;
    if (horizontalHeader()->sectionResizeMode(result) != mode)
        horizontalHeader()->setSectionResizeMode(result, mode);
    if (scrolls)
        horizontalHeader()->resizeSection(result, leastOf(result));
}

// None becomes narrower meanwhile: nothing moves without need.
void AttemptTable::widenColumns()
{
    if (m_givenWay.contains(HistoryModel::Notes) && isNoted())
        return fitColumns();
    for (int column = 0; !m_isDragged && column < HistoryModel::ColumnCount; ++column) {
        if (isWhole(column) && !isColumnHidden(column) && widthFor(column) > columnWidth(column))
            return fitColumns();
    }
    fitRows();
}

}
