// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ProfileDelegate.h"

#include "ui/models/ProfileTree.h"
#include "ui/text/StateText.h"
#include "ui/widgets/StateMark.h"

#include <QGuiApplication>
#include <QPainter>
#include <QResizeEvent>
#include <QStyle>
#include <QTextLayout>
#include <QTreeView>

namespace torchmason {

namespace {

constexpr int above = 7; // and below the text of a row
constexpr int between = 3;
constexpr int besideMark = 6;
constexpr int mostNameLines = 2;
constexpr int mostFactLines = 3;
constexpr int mostReasonLines = 4; // the page beside has all reasons

bool isHeading(const QModelIndex& index)
{
    return !index.parent().isValid();
}

struct FitLine {
    Mark mark;
    QString word;
};

FitLine fitOf(const QModelIndex& index)
{
    if (index.data(ProfileTree::BrokenRole).toBool())
        return { Mark::Bad, ProfileDelegate::tr("cannot be read") };
    const auto fit = ProfileFit(index.data(ProfileTree::FitRole).toInt());
    return { markOf(fit), fitWord(fit) };
}

// How much of it one line holds.
qsizetype lengthOfLine(const QString& words, const QFont& font, int width)
{
    QTextLayout layout(words, font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(width);
    layout.endLayout();
    return line.textLength();
}

// The last one may hold more than there is room for.
QStringList inLines(const QString& words, const QFont& font, int width, int most)
{
    QStringList lines;
    qsizetype from = 0;
    while (from < words.size() && lines.size() + 1 < most) {
        const qsizetype length = lengthOfLine(words.mid(from), font, width);
        if (from + length >= words.size())
            break;
        lines << words.mid(from, length).trimmed();
        from += length;
    }
    return lines << words.mid(from);
}

// The dot stands at the side of the name, whichever way the word is read.
QString ownText(const QModelIndex& index)
{
    if (!index.data(ProfileTree::OwnRole).toBool())
        return {};
    const auto dot = QStringLiteral(" · ");
    const QString own = ProfileDelegate::tr("yours");
    return directionOf(own) == QGuiApplication::layoutDirection() ? dot + own : own + dot;
}

QStringList nameLines(const QModelIndex& index, const QFont& font, int width)
{
    const int own = QFontMetrics(font).horizontalAdvance(ownText(index));
    return inLines(index.data().toString(), boldFont(font), width - own, mostNameLines);
}

QStringList factLines(const QModelIndex& index, const QFont& font, int width)
{
    return inLines(index.data(ProfileTree::FactsRole).toString(), font, width, mostFactLines);
}

QStringList linesBelow(const QModelIndex& index, const QFont& font, int width)
{
    const QString why = index.data(ProfileTree::DetailRole).toString();
    return why.isEmpty() ? QStringList() : inLines(why, font, width, mostReasonLines);
}

// One row, painted from above to below.
class RowPainter {
public:
    RowPainter(QPainter& painter, const QStyleOptionViewItem& option)
        : m_painter(painter)
        , m_option(option)
        , m_isSelected(option.state & QStyle::State_Selected)
        , m_height(option.fontMetrics.height())
        , m_line(option.rect.left() + spacing::inner, option.rect.top() + above,
              option.rect.width() - 2 * spacing::inner, m_height)
    {
        const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
        m_strong = option.palette.color(group, m_isSelected ? QPalette::HighlightedText : QPalette::Text);
        m_quiet = m_isSelected ? m_strong : toneColour(Tone::Neutral, option.palette);
    }

    void name(const QStringList& lines, const QString& own)
    {
        for (const QString& words : lines) {
            const QRect whole = m_line;
            m_line.setWidth(whole.width() - m_option.fontMetrics.horizontalAdvance(own));
            const int used = text(boldFont(m_option.font), m_strong, words);
            m_line = whole.adjusted(used, 0, 0, 0);
            if (&words == &lines.last())
                text(m_option.font, m_quiet, own);
            m_line = whole;
            next();
        }
    }

    void quietLines(const QStringList& lines)
    {
        for (const QString& words : lines) {
            text(m_option.font, m_quiet, words);
            next();
        }
    }

    void fit(const FitLine& fit)
    {
        const QRect whole = m_line;
        const int side = StateMark::iconSide(m_option.fontMetrics);
        const QRect mark(m_line.left(), m_line.top() + (m_height - side) / 2, side, side);
        markIcon(fit.mark).paint(
            &m_painter, visual(mark), Qt::AlignCenter, m_isSelected ? QIcon::Selected : QIcon::Normal);
        m_line.setLeft(m_line.left() + side + besideMark);
        const QColor colour = m_isSelected ? m_strong : toneColour(toneOf(fit.mark), m_option.palette);
        text(m_option.font, colour, fit.word);
        m_line = whole;
        next();
    }

private:
    // Rows are laid out from left to right and turned where the layout is the other way round.
    QRect visual(const QRect& place) const
    {
        return QStyle::visualRect(m_option.direction, m_option.rect, place);
    }

    // Returns the width in pixels.
    int text(const QFont& font, const QColor& colour, const QString& words)
    {
        const QFontMetrics metrics(font);
        const QString shown = metrics.elidedText(words, Qt::ElideRight, m_line.width());
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.setLayoutDirection(directionOf(words));
        const int used = metrics.horizontalAdvance(shown);
        const QRect place(m_line.left(), m_line.top(), used, m_line.height());
        m_painter.drawText(visual(place), Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip, shown);
        return used;
    }

    void next() { m_line.translate(0, m_height + between); }

    QPainter& m_painter;
    const QStyleOptionViewItem& m_option;
    bool m_isSelected = false;
    int m_height = 0;
    QRect m_line;
    QColor m_strong;
    QColor m_quiet;
};

}

ProfileDelegate::ProfileDelegate(QTreeView* list)
    : QStyledItemDelegate(list)
    , m_list(*list)
{
    m_list.viewport()->installEventFilter(this);
}

// A tree asks for heights once.
bool ProfileDelegate::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_list.viewport()) {
        const auto* resize = static_cast<QResizeEvent*>(event);
        if (resize->size().width() != resize->oldSize().width())
            emit sizeHintChanged({});
    }
    return false; // nothing is edited here
}

QSize ProfileDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int line = option.fontMetrics.height();
    if (isHeading(index))
        return { 200, line + spacing::group };
    const int room = m_list.viewport()->width() - 2 * (m_list.indentation() + spacing::inner);
    const int lines = 1 + int(nameLines(index, option.font, room).size())
        + int(factLines(index, option.font, room).size()) + int(linesBelow(index, option.font, room).size());
    return { 200, lines * (line + between) - between + 2 * above };
}

void ProfileDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QStyleOptionViewItem option = original;
    initStyleOption(&option, index);
    if (isHeading(index))
        return QStyledItemDelegate::paint(painter, option, index);
    painter->save();
    option.text.clear();
    option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    RowPainter row(*painter, option);
    const int room = option.rect.width() - 2 * spacing::inner;
    row.name(nameLines(index, option.font, room), ownText(index));
    row.quietLines(factLines(index, option.font, room));
    row.fit(fitOf(index));
    row.quietLines(linesBelow(index, option.font, room));
    painter->restore();
}

}
