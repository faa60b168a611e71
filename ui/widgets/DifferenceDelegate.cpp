// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/DifferenceDelegate.h"

#include "core/base/Units.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <numeric>

namespace torchmason {

namespace {

constexpr qsizetype mostPairs = 40'000; // of tokens: each row that is painted compares them
constexpr int shownAround = 12; // letters before and behind

bool isOfWord(QChar letter)
{
    return letter.isLetterOrNumber() || letter == u'_' || letter.isSurrogate();
}

// A point or a comma inside of a number.
bool joinsDigits(const QString& text, qsizetype at)
{
    return (text[at] == u'.' || text[at] == u',') && at > 0 && text[at - 1].isDigit() && at + 1 < text.size()
        && text[at + 1].isDigit();
}

// Of a number that ends there: behind its unit, where it has one.
qsizetype endOfUnit(const QString& text, qsizetype end)
{
    const qsizetype first = end < text.size() && text[end].isSpace() ? end + 1 : end;
    if (first < text.size() && text[first] == u'%')
        return first + 1;
    qsizetype last = first;
    while (last < text.size() && isOfWord(text[last]))
        ++last;
    return isUnit(QStringView(text).sliced(first, last - first).toUtf8()) ? last : end;
}

// Words, numbers with their units ("12.3 GB", "v2.6.0"), and single letters of all else.
QVector<QStringView> tokensOf(const QString& text)
{
    QVector<QStringView> tokens;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at + 1;
        while (isOfWord(text[at]) && end < text.size() && (isOfWord(text[end]) || joinsDigits(text, end)))
            ++end;
        if (text[at].isDigit() && text[end - 1].isDigit())
            end = endOfUnit(text, end);
        tokens.append(QStringView(text).sliced(at, end - at));
        at = end;
    }
    return tokens;
}

qsizetype lettersOf(const QVector<QStringView>& tokens)
{
    return std::accumulate(tokens.begin(), tokens.end(), qsizetype(0),
        [](qsizetype sum, QStringView token) { return sum + token.size(); });
}

// [i][j]: the length of the longest common sequence of what begins at i and at j.
QVector<QVector<int>> commonTokens(const QVector<QStringView>& mine, const QVector<QStringView>& theirs)
{
    QVector<QVector<int>> common(mine.size() + 1, QVector<int>(theirs.size() + 1, 0));
    for (qsizetype i = mine.size() - 1; i >= 0; --i) {
        for (qsizetype j = theirs.size() - 1; j >= 0; --j)
            common[i][j] = mine[i] == theirs[j] ? common[i + 1][j + 1] + 1
                                                : std::max(common[i + 1][j], common[i][j + 1]);
    }
    return common;
}

// 0 where the part from `first` to `end` is in sight then.
int letterToBeginWith(const QString& text, int first, int end, const QFontMetrics& metrics, int room)
{
    const int wanted = std::min(end + shownAround, int(text.size()));
    int left = 0;
    while (left < first - shownAround) {
        const int tooWide = metrics.horizontalAdvance(u'…' + text.mid(left, wanted - left)) - room;
        if (tooWide <= 0)
            break;
        left = std::min(first - shownAround, left + std::max(1, tooWide / (2 * metrics.averageCharWidth())));
    }
    return left;
}

// Lays out what has room in so many lines of a cell.
double layOut(QTextLayout& layout, int width, int mostLines)
{
    QTextOption wrapping;
    wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrapping);
    layout.beginLayout();
    double height = 0;
    for (int i = 0; i < mostLines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(mostLines == 1 ? 2 * width : width); // bold letters may be wider; they are clipped
        line.setPosition(QPointF(0, height));
        height += line.height();
    }
    layout.endLayout();
    return height;
}

// How wide the text of a cell may be that has so many lines: words of the next one leave blanks.
int roomOf(const QString& text, const QFont& font, int width, int lines)
{
    constexpr int filled = 80; // percent
    if (lines == 1)
        return width;
    QTextLayout whole(text, font);
    layOut(whole, width, lines + 1);
    return whole.lineCount() <= lines ? QFontMetrics(font).horizontalAdvance(text) + 1
                                      : lines * width * filled / 100;
}

// What this value is compared with; empty: nothing.
QString otherOf(const QModelIndex& index)
{
    const QString text = index.data().toString();
    if (index.column() > 1)
        return index.siblingAtColumn(1).data().toString();
    for (int column = 2; column < index.model()->columnCount(index.parent()); ++column) {
        const QString other = index.siblingAtColumn(column).data().toString();
        if (other != text && !other.isEmpty())
            return other;
    }
    return {};
}

}

QVector<std::pair<int, int>> differingParts(const QString& text, const QString& other)
{
    QVector<QStringView> mine = tokensOf(text);
    QVector<QStringView> theirs = tokensOf(other);
    while (!mine.isEmpty() && !theirs.isEmpty() && mine.first() == theirs.first()) {
        mine.removeFirst();
        theirs.removeFirst();
    }
    while (!mine.isEmpty() && !theirs.isEmpty() && mine.last() == theirs.last()) {
        mine.removeLast();
        theirs.removeLast();
    }
    if (mine.size() * theirs.size() > mostPairs)
        return {};
    const QVector<QVector<int>> common = commonTokens(mine, theirs);
    QVector<std::pair<int, int>> parts;
    qsizetype same = 0;
    const qsizetype mineLeft = lettersOf(mine);
    for (qsizetype i = 0, j = 0; i < mine.size();) {
        if (j < theirs.size() && mine[i] == theirs[j]) {
            same += mine[i].size();
            ++i;
            ++j;
        } else if (j < theirs.size() && common[i][j + 1] >= common[i + 1][j]) {
            ++j;
        } else {
            const int first = int(mine[i].data() - text.data());
            const int length = int(mine[i].size());
            if (!parts.isEmpty() && parts.last().first + parts.last().second == first)
                parts.last().second += length;
            else
                parts.append({ first, length });
            ++i;
        }
    }
    // Where one of both differs nearly everywhere, neither is marked.
    const auto isAnother
        = [same](qsizetype left, const QString& whole) { return 3 * (left - same) > 2 * whole.size(); };
    return isAnother(mineLeft, text) || isAnother(lettersOf(theirs), other) ? QVector<std::pair<int, int>>()
                                                                            : parts;
}

DifferenceDelegate::DifferenceDelegate(QObject* parent, qsizetype shortest)
    : WrappedDelegate(parent)
    , m_shortest(shortest)
{
}

QVector<std::pair<int, int>> DifferenceDelegate::markedParts(const QModelIndex& index) const
{
    const QString text = index.data().toString();
    const QString other = index.column() > 0 ? otherOf(index) : QString();
    const bool isLong = std::max(text.size(), other.size()) >= m_shortest; // on both sides or on neither
    return !other.isEmpty() && text != other && isLong ? differingParts(text, other)
                                                       : QVector<std::pair<int, int>>();
}

void DifferenceDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QString text = index.data().toString();
    const QVector<std::pair<int, int>> parts = markedParts(index);
    if (parts.isEmpty())
        return WrappedDelegate::paint(painter, original, index);
    QStyleOptionViewItem option = original;
    initStyleOption(&option, index);
    option.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const QRect room = option.rect.adjusted(margin, 0, -margin - spacing::small, 0);

    const QFontMetrics& metrics = option.fontMetrics;
    // Ninja's counters and times in brackets differ in nearly every line.
    const qsizetype status = text.startsWith(u'[') ? text.indexOf(u']') : -1;
    const auto main = std::find_if(
        parts.begin(), parts.end(), [status](const auto& part) { return part.first > status; });
    const auto [first, length] = main == parts.end() ? parts.first() : *main;
    const int lines = std::max(1, room.height() / metrics.lineSpacing());
    const int width = roomOf(text, boldFont(option.font), room.width(), lines);
    const int left = letterToBeginWith(text, first, first + length, metrics, width);
    if (left > 0)
        text = u'…' + text.mid(left);
    const int moved = std::max(0, left - 1); // with the dots
    const QString fits = metrics.elidedText(text, Qt::ElideRight, width);
    QTextLayout layout(fits, option.font);
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    const bool chosen = option.state & QStyle::State_Selected;
    if (!chosen)
        format.setBackground(toneBackground(Tone::Warning, option.palette));
    QVector<QTextLayout::FormatRange> ranges;
    for (const auto& [from, size] : std::as_const(parts)) {
        const int begin = std::max(from - moved, left > 0 ? 1 : 0);
        const int end = std::min(from + size - moved, int(fits.size()));
        if (begin < end)
            ranges.append({ begin, end - begin, format });
    }
    layout.setFormats(ranges);
    const double height = layOut(layout, room.width(), lines);
    painter->save();
    painter->setClipRect(room);
    painter->setPen(
        option.palette.color(option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive,
            chosen ? QPalette::HighlightedText : QPalette::Text));
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - height) / 2));
    painter->restore();
}

}
