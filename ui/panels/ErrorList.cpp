// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ErrorList.h"

#include "ui/logview/LogLink.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/RoomyRowDelegate.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>

#include <algorithm>

namespace torchmason {

namespace {

enum Column { PlaceColumn, TextColumn, StepColumn };
constexpr int fewestRows = 3; // there may be more soon
constexpr int shownRows = 10; // the others scroll
constexpr int usualWidth = 120; // average characters, as the next two
constexpr int placeWidth = 32;
constexpr int stepWidth = 24;

QTreeWidget* errorTable(QWidget* parent)
{
    auto* list = named(new QTreeWidget(parent), "errorRows",
        ErrorList::tr("Press Return or double-click an error to go to its line in the log."),
        ErrorList::tr("Errors, the oldest first"));
    list->setHeaderLabels({ ErrorList::tr("Place"), ErrorList::tr("Message"), ErrorList::tr("Step") });
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setItemDelegate(new RoomyRowDelegate(list));
    list->setAllColumnsShowFocus(true);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setFrameShape(QFrame::NoFrame);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int character = list->fontMetrics().averageCharWidth();
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
    list->header()->resizeSection(PlaceColumn, placeWidth * character);
    list->header()->resizeSection(StepColumn, stepWidth * character);
    addCopyAction(list);
    return list;
}

// Steps need little and messages often less than there is: places have the rest, and their usual width at
// least.
void fitColumns(QTreeWidget& list)
{
    const int character = list.fontMetrics().averageCharWidth();
    const auto needed = [&list](Column column) {
        const QAbstractItemView& rows = list; // a tree hides it
        return std::max(rows.sizeHintForColumn(column), list.header()->sectionSizeHint(column));
    };
    const int step = std::min(needed(StepColumn), stepWidth * character);
    const int left = list.viewport()->width() - step - needed(TextColumn);
    list.header()->resizeSection(StepColumn, step);
    list.header()->resizeSection(
        PlaceColumn, std::min(needed(PlaceColumn), std::max(left, placeWidth * character)));
}

}

ErrorList::ErrorList(QWidget* parent)
    : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("errorList"));
    setAccessibleName(tr("Errors of the build"));
    setFrameShape(QFrame::StyledPanel);
    createWidgets();
    connect(m_list, &QTreeWidget::itemActivated, this, [this] {
        const LogError* error = chosen();
        if (!error)
            return;
        const LogError wanted = *error;
        hide();
        emit lineWanted(wanted.stage, wanted.line);
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this,
        [this] { m_openFile->setEnabled(chosen() && logLink(chosen()->place)); });
    connect(m_openFile, &QPushButton::clicked, this, [this] {
        const LogError wanted = *chosen(); // else it cannot be pressed
        hide();
        emit fileWanted(wanted.stage, wanted.place);
    });
    connect(m_showLog, &QPushButton::clicked, this, [this] {
        hide();
        emit logWanted();
    });
    clear();
}

void ErrorList::createWidgets()
{
    m_list = errorTable(this);
    m_more = named(secondaryText({}, this), "errorsMore");
    m_openFile = pushButton(this, "errorFile", "file", tr("Open in the editor"),
        tr("Opens the file that the chosen error names, in the editor that Settings names"));
    m_showLog = pushButton(this, "errorsInLog", "eye", tr("Errors and warnings in the log"),
        tr("Shows only lines of errors and warnings in the log"));
    columnOf(this, { spacing::inner, spacing::inner, spacing::inner, spacing::inner }, spacing::inner,
        { { m_list, 1 }, m_more, rowOf(spacing::inner, { m_openFile, m_showLog, Part::stretch() }) });
}

void ErrorList::clear()
{
    hide();
    m_list->clear();
    m_errors.clear();
    m_openFile->setEnabled(false);
    showText(m_more, QString());
}

// They are told once each, so that rows stay where they are.
void ErrorList::showErrors(const QVector<LogError>& errors, const DiagnosticCount& count)
{
    for (qsizetype i = m_errors.size(); i < errors.size(); ++i)
        append(errors[i]);
    const qint64 more = count.errors - m_errors.size();
    QStringList unlisted;
    if (more > 0)
        unlisted << (more == 1 ? tr("1 more is in the log.")
                               : tr("%1 more are in the log.").arg(QLocale().toString(more)));
    if (count.warnings > 0)
        unlisted << (count.warnings == 1
                ? tr("1 warning is in the log.")
                : tr("%1 warnings are in the log.").arg(QLocale().toString(count.warnings)));
    showText(m_more, m_errors.isEmpty() ? QString() : unlisted.join(u' '));
}

void ErrorList::append(const LogError& error)
{
    m_errors.append(error);
    auto* row = new QTreeWidgetItem(m_list);
    row->setText(PlaceColumn, error.place);
    row->setText(TextColumn, error.text);
    row->setText(StepColumn, QFileInfo(error.step).fileName());
    const QString words
        = error.place.isEmpty() ? error.text : error.place + QStringLiteral(": ") + error.text;
    row->setData(PlaceColumn, Qt::AccessibleTextRole,
        error.step.isEmpty() ? words : tr("%1, step %2").arg(words, error.step));
    for (const auto& [column, text] : { std::pair(PlaceColumn, error.place),
             std::pair(TextColumn, error.text), std::pair(StepColumn, error.step) })
        row->setToolTip(column, tipText(text));
}

const LogError* ErrorList::chosen() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row < 0 ? nullptr : &m_errors[row];
}

// What comes while it is open scrolls, so that nothing moves.
void ErrorList::openBelow(const QWidget& button)
{
    const QWidget& page = *button.window();
    const int row = m_list->sizeHintForRow(0);
    const int rows = std::clamp(m_list->topLevelItemCount(), fewestRows, shownRows);
    m_list->setFixedHeight(m_list->header()->sizeHint().height() + rows * row);
    layout()->activate(); // it may have been higher
    const int width
        = std::min(usualWidth * fontMetrics().averageCharWidth(), page.width() - 2 * spacing::page);
    resize(width, sizeHint().height());
    const bool isTurned = layoutDirection() == Qt::RightToLeft;
    const QRect place(button.mapToGlobal(QPoint()), button.size());
    QPoint corner(isTurned ? place.right() - width : place.left(), place.bottom() + 1);
    if (const QScreen* screen = button.screen()) {
        const QRect room = screen->availableGeometry();
        corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width)));
    }
    move(corner);
    show();
    fitColumns(*m_list); // now; rows that come meanwhile move nothing
    m_list->setFocus();
    if (!m_list->currentItem())
        m_list->setCurrentItem(m_list->topLevelItem(0));
}

}
