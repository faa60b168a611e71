// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileDifferences.h"

#include "core/base/Core.h"
#include "core/profile/ProfileCatalogue.h"
#include "ui/text/BreakableText.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

// Broken at spaces; a header breaks nothing by itself.
QString inLines(const QString& text, const QFontMetrics& letters, int width)
{
    QStringList lines;
    for (const QString& word : text.split(u' ')) {
        const QString longer = lines.isEmpty() ? word : lines.last() + u' ' + word;
        if (!lines.isEmpty() && letters.horizontalAdvance(longer) <= width)
            lines.last() = longer;
        else
            lines.append(letters.elidedText(word, Qt::ElideRight, width));
    }
    return lines.join(u'\n');
}

constexpr int leastLetters = 16; // of a value in a line
constexpr int fewLetters = 32; // five words: with fewer in a line nobody likes to read sentences
constexpr int leastNameLetters = 12;
constexpr int DefaultRole = Qt::UserRole; // whether it is what a flag is by itself

// Rows of several lines stand apart, and defaults are quiet, as they are among the flags.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QString displayText(const QVariant& value, const QLocale& locale) const override
    {
        return breakableAnywhere(QStyledItemDelegate::displayText(value, locale));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 2 * spacing::small);
    }

    void paint(
        QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const override
    {
        QStyleOptionViewItem option = original;
        initStyleOption(&option, index);
        const QString text = std::exchange(option.text, QString());
        const QStyle* style = option.widget->style();
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget); // the ground
        option.text = text;
        option.state &= ~QStyle::State_HasFocus;
        option.rect.adjust(0, spacing::small, 0, -spacing::small);
        if (index.data(DefaultRole).toBool())
            option.palette.setColor(QPalette::Text, toneColour(Tone::Neutral, option.palette));
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    }
};

QTableWidgetItem* cell(const QString& text)
{
    auto* item = new QTableWidgetItem(withoutFlood(text));
    item->setToolTip(text);
    item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
    return item;
}

QTableWidgetItem* nameCell(const QString& name, bool isHeading)
{
    QTableWidgetItem* item = cell(name);
    if (isHeading)
        item->setFont(boldFont(item->font()));
    return item;
}

QTableWidgetItem* sideCell(const QString& field, const std::optional<QString>& value, const Profile& profile)
{
    const QString unset = value ? QString() : unsetValue(field, profile);
    QTableWidgetItem* item
        = cell(unset.isEmpty() ? comparedValue(value) : ProfileDifferences::tr("%1 (default)").arg(unset));
    item->setData(DefaultRole, !unset.isEmpty());
    return item;
}

// The estimate stands in the detail of a profile, and what it asks for would be another number.
bool isOfDisk(const ProfileDifference& difference)
{
    return difference.field == Core::tr("Disk");
}

// They are the headings.
bool isOfNames(const ProfileDifference& difference, const Profile& left, const Profile& right)
{
    return difference.field == Core::tr("Name") && difference.left == shownData(left.name)
        && difference.right == shownData(right.name);
}

}

ProfileDifferences::ProfileDifferences(QWidget* parent)
    : QStackedWidget(parent)
    , m_table(new QTableWidget(0, 3, this))
    , m_same(secondaryText(tr("These two say the same."), this))
{
    named(m_table, "profileDifferences", tr("Only what differs is listed"),
        tr("Differences between two profiles"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(true);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_same->setObjectName(QStringLiteral("profilesSame"));
    m_same->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_table->viewport()->installEventFilter(this);
    addCopyAction(m_table);
    addWidget(m_table);
    addWidget(m_same);
}

void ProfileDifferences::compare(const Profile& left, const Profile& right)
{
    m_left = left;
    m_right = right;
    fill();
    fitColumns();
}

// Whether three columns would be of a few words each.
bool ProfileDifferences::isNarrow() const
{
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_table);
    const int letters = leastNameLetters + 2 * fewLetters;
    return width() - bar < letters * m_table->fontMetrics().averageCharWidth();
}

void ProfileDifferences::fill()
{
    auto differences = compareProfiles(m_left, m_right);
    differences.removeIf([&](const ProfileDifference& difference) {
        return isOfNames(difference, m_left, m_right) || isOfDisk(difference);
    });
    m_table->clearContents();
    m_table->clearSpans();
    m_table->setColumnHidden(0, m_isStacked);
    m_table->setRowCount(int(differences.size()) * (m_isStacked ? 2 : 1));
    m_table->setHorizontalHeaderLabels({ tr("What"), shownData(m_left.name), shownData(m_right.name) });
    for (int i = 0; i < differences.size(); ++i)
        addDifference(differences[i], i);
    for (int column = 0; column < 3; ++column) {
        QTableWidgetItem* heading = m_table->horizontalHeaderItem(column);
        heading->setToolTip(heading->text());
        heading->setData(Qt::AccessibleTextRole, heading->text());
    }
    setCurrentIndex(differences.isEmpty() ? 1 : 0);
}

// Where it is narrow, the name stands above its values.
void ProfileDifferences::addDifference(const ProfileDifference& difference, int place)
{
    const int name = m_isStacked ? 2 * place : place;
    const int values = m_isStacked ? name + 1 : name;
    m_table->setItem(name, m_isStacked ? 1 : 0, nameCell(difference.field, m_isStacked));
    if (m_isStacked)
        m_table->setSpan(name, 1, 1, 2);
    m_table->setItem(values, 1, sideCell(difference.field, difference.left, m_left));
    m_table->setItem(values, 2, sideCell(difference.field, difference.right, m_right));
}

// Names come first: all that leave the values half of the room and a few letters each, which break into
// lines. Longer ones (a reference, an argument) have a third at most, for the values are what is read.
int ProfileDifferences::nameWidth() const
{
    constexpr int shareOfLongNames = 3;
    const int room = m_table->viewport()->width();
    const int most = std::min(room / 2, room - 2 * leastLetters * m_table->fontMetrics().averageCharWidth());
    int fitting = m_table->horizontalHeader()->sectionSizeHint(0);
    int widest = fitting;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const int wanted = m_table->sizeHintForIndex(m_table->model()->index(row, 0)).width();
        fitting = wanted <= most ? std::max(fitting, wanted) : fitting;
        widest = std::max(widest, wanted);
    }
    return std::max(fitting, std::min(widest, room / shareOfLongNames));
}

void ProfileDifferences::fitColumns()
{
    if (!m_isStacked)
        m_table->horizontalHeader()->resizeSection(0, nameWidth());
    m_table->resizeRowsToContents();
    fitHeadings();
}

// Whole names, in as many lines as they need.
void ProfileDifferences::fitHeadings()
{
    QHeaderView& columns = *m_table->horizontalHeader();
    const int margins = 2 * columns.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &columns);
    // The header has not shared the room yet.
    const int value = (m_table->viewport()->width() - columns.sectionSize(0)) / (m_table->columnCount() - 1);
    const QFontMetrics letters(boldFont(columns.font())); // as that of a selected cell
    bool isOther = false;
    for (int column = 0; column < m_table->columnCount(); ++column) {
        QTableWidgetItem* heading = m_table->horizontalHeaderItem(column);
        if (!heading)
            return;
        if (columns.isSectionHidden(column))
            continue;
        const int width = column == 0 ? columns.sectionSize(0) : value;
        const QString lines = inLines(heading->toolTip(), letters, width - margins);
        isOther = isOther || lines != heading->text();
        heading->setText(lines);
    }
    if (isOther)
        m_table->doItemsLayout(); // makes the header as high as its lines
}

// The cursor stays at what it was at, which has another row then.
void ProfileDifferences::setStacked(bool stacked)
{
    if (stacked == m_isStacked)
        return;
    const int row = m_table->currentRow();
    const int column = m_table->currentColumn();
    const bool isName = m_isStacked ? row % 2 == 0 : column == 0;
    const int difference = m_isStacked ? row / 2 : row;
    const bool isSelected = m_table->selectionModel()->isSelected(m_table->currentIndex());
    m_isStacked = stacked;
    fill();
    if (row < 0)
        return;
    m_table->setCurrentCell(!stacked ? difference : 2 * difference + (isName ? 0 : 1),
        !isName       ? column
            : stacked ? 1
                      : 0,
        isSelected ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                   : QItemSelectionModel::Clear);
}

void ProfileDifferences::fit()
{
    setStacked(isNarrow());
    fitColumns();
}

void ProfileDifferences::fitShown()
{
    if (isVisible())
        fit();
}

// Other letters are those of the headings, too, a moment later; they may have come while this was hidden.
bool ProfileDifferences::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fit();
    else if (event->type() == QEvent::FontChange || event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &ProfileDifferences::fitShown, Qt::QueuedConnection);
    return QStackedWidget::eventFilter(watched, event);
}

}
