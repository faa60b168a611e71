// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CopyAction.h"

#include "ui/text/BreakableText.h"
#include "ui/text/Ui.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/KeyOnly.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>

#include <algorithm>

namespace torchmason {

namespace {

// As the rows stand below each other, though rows of a tree have parents of their own.
QModelIndexList selectedRows(const QAbstractItemView& view)
{
    QModelIndexList rows = view.selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [&view](const QModelIndex& one, const QModelIndex& other) {
        return view.visualRect(one).top() < view.visualRect(other).top();
    });
    return rows;
}

QString cellText(QString cell)
{
    for (QChar& letter : cell) {
        if (letter == u'\t' || letter == u'\n' || letter == u'\r')
            letter = u' ';
    }
    return cell;
}

QString textOfRows(const QAbstractItemView& view)
{
    const QHeaderView* header = nullptr;
    for (const auto* candidate : view.findChildren<QHeaderView*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (candidate->orientation() == Qt::Horizontal)
            header = candidate;
    }
    QStringList lines;
    for (const QModelIndex& row : selectedRows(view)) {
        QStringList cells;
        for (int place = 0; header && place < header->count(); ++place) {
            const int column = header->logicalIndex(place);
            if (!header->isSectionHidden(column))
                cells << cellText(row.siblingAtColumn(column).data(Qt::DisplayRole).toString());
        }
        while (!cells.isEmpty() && cells.last().isEmpty()) // heads of groups
            cells.removeLast();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

}

QAction* addCopyAction(QWidget* widget, std::function<QString()> text)
{
    auto* copy = new QAction(icon(QStringLiteral("copy")), Ui::tr("Copy"), widget);
    copy->setObjectName(QStringLiteral("copyText"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    copy->setProperty(keyOnlyProperty, true);
    QObject::connect(copy, &QAction::triggered, widget, [text = std::move(text)] {
        if (const QString copied = text(); !copied.isEmpty())
            QGuiApplication::clipboard()->setText(copied);
    });
    widget->addAction(copy);
    widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    return copy;
}

QAction* addCopyAction(QAbstractItemView* view)
{
    return addCopyAction(view, [view] { return textOfRows(*view); });
}

QAction* addCopyAction(QLabel* label)
{
    return addCopyAction(label, [label] {
        return withoutBreaks(label->selectedText())
            .replace(QChar::LineSeparator, u'\n')
            .replace(QChar::ParagraphSeparator, u'\n');
    });
}

}
