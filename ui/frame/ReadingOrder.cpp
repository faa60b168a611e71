// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/ReadingOrder.h"

#include <QWidget>

#include <algorithm>

namespace torchmason {

namespace {

struct Group {
    QVector<QWidget*> stops;
    QRect place; // of all of them
};

bool stopsTab(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isEnabled() && !widget.focusProxy();
}

bool isBeside(const QRect& one, const QRect& other)
{
    const bool inItsRow = one.top() <= other.center().y() && other.center().y() <= one.bottom();
    const bool hasItInRow = other.top() <= one.center().y() && one.center().y() <= other.bottom();
    return inItsRow || hasItInRow;
}

bool mustPrecede(const QRect& one, const QRect& other, Qt::LayoutDirection direction)
{
    if (one.left() <= other.right() && other.left() <= one.right())
        return one.center().y() < other.center().y();
    const bool isFirst = direction == Qt::LeftToRight ? one.left() < other.left() : other.left() < one.left();
    return isFirst && isBeside(one, other);
}

// Columns beside each other and lines below each other have no order of single numbers: whoever nobody is
// before comes next.
void sortGroups(std::vector<Group>& groups, Qt::LayoutDirection direction)
{
    std::stable_sort(groups.begin(), groups.end(),
        [](const Group& one, const Group& other) { return one.place.top() < other.place.top(); });
    for (auto next = groups.begin(); next != groups.end(); ++next) {
        const auto first = std::find_if(next, groups.end(), [&](const Group& candidate) {
            return std::none_of(next, groups.end(), [&](const Group& other) {
                return &other != &candidate && mustPrecede(other.place, candidate.place, direction);
            });
        });
        if (first != groups.end())
            std::rotate(next, first, first + 1);
    }
}

}

QVector<QWidget*> readingOrder(const QWidget& top, const QWidget* also)
{
    std::vector<Group> groups;
    for (QObject* child : top.children()) {
        auto* widget = qobject_cast<QWidget*>(child);
        if (!widget || widget->isWindow() || !widget->isVisible())
            continue;
        Group group;
        if (stopsTab(*widget) || widget == also)
            group.stops.append(widget);
        group.stops += readingOrder(*widget, also);
        for (const QWidget* stop : std::as_const(group.stops))
            group.place |= QRect(stop->mapTo(&top, QPoint()), stop->size());
        if (!group.stops.isEmpty())
            groups.push_back(std::move(group));
    }
    sortGroups(groups, top.layoutDirection());
    QVector<QWidget*> order;
    for (const Group& group : groups)
        order += group.stops;
    return order;
}

}
