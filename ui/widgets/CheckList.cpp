// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CheckList.h"

#include "core/detect/HostFacts.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

CheckList::CheckList(QWidget* parent)
    : QWidget(parent)
    , m_layout(columnOf(this, {}, 0, {}))
{
}

void CheckList::setRows(const QVector<CheckRow>& rows, bool looking)
{
    const int focused = focusedRow();
    QStringList order;
    for (const CheckRow& row : rows)
        order.append(row.group + u'/' + row.id);
    if (order != m_order) {
        arrange(rows);
        m_order = order;
    }
    for (const CheckRow& row : rows) {
        m_rows.value(row.id)->setOverridden(m_overrides.contains(row.overrideKey), isChosen(row));
        m_rows.value(row.id)->setChecking(m_isChecking);
        m_rows.value(row.id)->setRow(row, looking || m_pending.contains(row.id));
    }
    showFound();
    if (focused >= 0 && focusedRow() < 0)
        focusNear(focused);
}

void CheckList::search(const QString& words)
{
    m_searched = words.split(u' ', Qt::SkipEmptyParts);
    showFound();
}

bool CheckList::showsAny() const
{
    return std::any_of(
        m_rows.begin(), m_rows.end(), [](const CheckRowWidget* row) { return !row->isHidden(); });
}

// From below, so that each heading knows whether one of its rows is shown.
void CheckList::showFound()
{
    bool isRowBelow = false;
    for (int at = m_layout->count() - 1; at >= 0; --at) {
        QWidget* part = m_layout->itemAt(at)->widget();
        const auto* row = qobject_cast<CheckRowWidget*>(part);
        const bool isShown = row ? isFound(*row) : isRowBelow;
        part->setVisible(isShown);
        isRowBelow = row && (isShown || isRowBelow);
    }
}

// By its name, its state and what was found, as they are spoken, where that is, and what is needed.
bool CheckList::isFound(const CheckRowWidget& row) const
{
    const QString text = row.accessibleName() + u' ' + row.row().where + u' ' + row.row().need;
    return std::all_of(m_searched.begin(), m_searched.end(),
        [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

// Its place in the layout; -1 where the keyboard is elsewhere.
int CheckList::focusedRow() const
{
    const QWidget* focus = window()->focusWidget();
    for (int at = 0; focus && at < m_layout->count(); ++at) {
        if (m_layout->itemAt(at)->widget()->isAncestorOf(focus))
            return at;
    }
    return -1;
}

// What had the keyboard is gone: whoever solves a problem goes on with the next one, else with the page.
void CheckList::focusNear(int place)
{
    for (int at = place; at < m_layout->count(); ++at) {
        for (auto* button : m_layout->itemAt(at)->widget()->findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->isEnabled())
                return button->setFocus(Qt::OtherFocusReason);
        }
    }
    for (QWidget* around = parentWidget(); around; around = around->parentWidget()) {
        if (qobject_cast<QScrollArea*>(around))
            return around->setFocus(Qt::OtherFocusReason);
    }
}

// A chosen program that is too old is not taken.
bool CheckList::isChosen(const CheckRow& row) const
{
    const auto chosen = m_overrides.constFind(row.overrideKey);
    return chosen != m_overrides.constEnd()
        && (row.source.contains(chosenByUser())
            || QDir::fromNativeSeparators(row.where) == QDir::fromNativeSeparators(*chosen));
}

CheckRowWidget* CheckList::rowWidget(const QString& id) const
{
    return m_rows.value(id);
}

QWidget* CheckList::partAt(int y) const
{
    for (int at = 0; at < m_layout->count(); ++at) {
        QWidget* part = m_layout->itemAt(at)->widget();
        if (!part->isHidden() && part->geometry().bottom() >= y)
            return part;
    }
    return nullptr;
}

// A screen reader goes through parts in the order in which they are children: each is raised to be the last.
void CheckList::arrange(const QVector<CheckRow>& rows)
{
    while (QLayoutItem* item = m_layout->takeAt(0))
        delete item;
    for (QWidget* heading : m_headings) {
        heading->hide();
        heading->deleteLater();
    }
    m_headings.clear();
    QHash<QString, CheckRowWidget*> before;
    before.swap(m_rows);
    QString group;
    for (const CheckRow& row : rows) {
        if (m_grouped && row.group != group) {
            group = row.group;
            m_headings.append(createHeading(group));
            m_layout->addWidget(m_headings.last());
            m_headings.last()->raise();
        }
        CheckRowWidget* widget = before.take(row.id);
        if (!widget) {
            widget = new CheckRowWidget(row.id, this);
            connect(widget, &CheckRowWidget::checkAgainRequested, this, &CheckList::checkAgainRequested);
            connect(widget, &CheckRowWidget::chooseRequested, this, &CheckList::chooseRequested);
            connect(widget, &CheckRowWidget::foundRequested, this, &CheckList::foundRequested);
            connect(widget, &CheckRowWidget::changeRequested, this, &CheckList::changeRequested);
            connect(widget, &CheckRowWidget::fieldRequested, this, &CheckList::fieldRequested);
        }
        m_rows.insert(row.id, widget);
        m_layout->addWidget(widget);
        widget->raise();
        widget->show();
    }
    for (CheckRowWidget* gone : before) {
        gone->hide();
        gone->deleteLater();
    }
}

QWidget* CheckList::createHeading(const QString& group)
{
    auto* heading = new QWidget(this);

    auto* picture = new IconLabel(16, heading);
    picture->setIcon(icon(checkGroupIcon(group), Tone::Neutral));
    QLabel* title = secondaryText(checkGroupTitle(group), heading);
    title->setWordWrap(false);
    rowOf(heading, { spacing::row, m_headings.isEmpty() ? 0 : spacing::group, 0, spacing::small },
        spacing::inner, { picture, title, Part::stretch() });
    heading->show();
    return heading;
}

}
