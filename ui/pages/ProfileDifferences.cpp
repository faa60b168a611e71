// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileDifferences.h"

#include "core/profile/ProfileCatalogue.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>

namespace torchmason {

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
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_same->setObjectName(QStringLiteral("profilesSame"));
    m_same->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    addWidget(m_table);
    addWidget(m_same);
}

void ProfileDifferences::compare(const Profile& left, const Profile& right)
{
    const auto differences = compareProfiles(left, right);
    m_table->setRowCount(int(differences.size()));
    m_table->setHorizontalHeaderLabels({ tr("What"), left.name, right.name });
    for (int row = 0; row < differences.size(); ++row) {
        const ProfileDifference& difference = differences[row];
        const QString texts[]
            = { difference.field, comparedValue(difference.left), comparedValue(difference.right) };
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(inFewLines(texts[column]));
            item->setToolTip(texts[column]);
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            m_table->setItem(row, column, item);
        }
    }
    setCurrentIndex(differences.isEmpty() ? 1 : 0);
}

}
