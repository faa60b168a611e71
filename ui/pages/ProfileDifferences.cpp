// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileDifferences.h"

#include "core/base/Core.h"
#include "core/profile/ProfileCatalogue.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QStyle>
#include <QTableWidget>

#include <algorithm>

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
    auto differences = compareProfiles(left, right);
    differences.removeIf(
        [&](const ProfileDifference& difference) { return isOfNames(difference, left, right); });
    m_table->setRowCount(int(differences.size()));
    m_table->setHorizontalHeaderLabels({ tr("What"), shownData(left.name), shownData(right.name) });
    for (int row = 0; row < differences.size(); ++row) {
        const ProfileDifference& difference = differences[row];
        const QString texts[]
            = { difference.field, comparedValue(difference.left), comparedValue(difference.right) };
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(withoutFlood(texts[column]));
            item->setToolTip(texts[column]);
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            m_table->setItem(row, column, item);
        }
    }
    for (int column = 0; column < 3; ++column) {
        QTableWidgetItem* heading = m_table->horizontalHeaderItem(column);
        heading->setToolTip(heading->text());
        heading->setData(Qt::AccessibleTextRole, heading->text());
    }
    setCurrentIndex(differences.isEmpty() ? 1 : 0);
    fitColumns();
}

// What differs may have a long name (a reference, an argument); the values are what is read.
void ProfileDifferences::fitColumns()
{
    constexpr int shareOfNames = 3; // a third at most
    QHeaderView& columns = *m_table->horizontalHeader();
    const int wanted = std::max(
        static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(0), columns.sectionSizeHint(0));
    columns.resizeSection(0, std::min(wanted, m_table->viewport()->width() / shareOfNames));
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
    bool isOther = false;
    for (int column = 0; column < m_table->columnCount(); ++column) {
        QTableWidgetItem* heading = m_table->horizontalHeaderItem(column);
        if (!heading)
            return;
        const int width = column == 0 ? columns.sectionSize(0) : value;
        const QString lines = inLines(heading->toolTip(), columns.fontMetrics(), width - margins);
        isOther = isOther || lines != heading->text();
        heading->setText(lines);
    }
    if (isOther)
        m_table->doItemsLayout(); // makes the header as high as its lines
}

bool ProfileDifferences::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QStackedWidget::eventFilter(watched, event);
}

}
