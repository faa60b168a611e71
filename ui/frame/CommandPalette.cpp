// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandPalette.h"

#include "ui/frame/CommandDelegate.h"
#include "ui/frame/CommandSource.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostRows = 8; // in sight
constexpr int mostAnswers = 50;
constexpr int mostRecent = 3;
constexpr int usualWidth = 640;
constexpr char recentKey[] = "palette/recent"; // titles, the newest first

QString inWords(const PaletteEntry& command)
{
    QStringList parts { command.title, command.place, command.keys };
    parts.removeAll({});
    return parts.join(QStringLiteral(", "));
}

}

CommandPalette::CommandPalette(CommandSource& source, QWidget* window)
    : QFrame(window)
    , m_source(source)
{
    setObjectName(QStringLiteral("commandPalette"));
    speakAs(this, QAccessible::Dialog);
    setAccessibleName(tr("Command palette"));
    createWidgets();
    hide();
    window->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runChosen);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (isVisible() && now && !isAncestorOf(now))
            hide(); // not where the whole window has lost it
    });
}

void CommandPalette::createWidgets()
{
    m_field = named(new QLineEdit(this), "commandField",
        tr("Words of a page, an action, a flag and its value, a profile, a setting, or the number of an "
           "attempt. Up and Down choose, Return does it, Esc closes."),
        tr("What to do"));
    m_field->setPlaceholderText(tr("What to do: an action, a page, USE_MKLDNN OFF, attempt 4..."));
    m_field->installEventFilter(this);
    m_model = new QStandardItemModel(this);
    m_list = named(new QListView(this), "commandList", tr("Return does what is chosen"), tr("Results"));
    m_list->setModel(m_model);
    m_rows = new CommandDelegate(m_list);
    m_list->setItemDelegate(m_rows);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_nothing = named(secondaryText(tr("Nothing here has that name."), this), "commandNothing");
    columnOf(this, { spacing::inner, spacing::inner, spacing::inner, spacing::inner }, spacing::small,
        { m_field, m_list, m_nothing });
}

void CommandPalette::open()
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_field->clear();
    m_model->clear();
    show();
    refresh();
    raise();
    m_field->setFocus();
}

void CommandPalette::leave()
{
    hide();
    if (m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus();
}

void CommandPalette::refresh()
{
    if (!isVisible())
        return;
    const QString chosen = m_list->currentIndex().data().toString();
    const bool hasMoved = m_typed == m_field->text() && m_list->currentIndex().row() > 0;
    m_typed = m_field->text();
    m_shown = m_typed.trimmed().isEmpty() ? recentOnes() : QVector<PaletteEntry>();
    const QVector<PaletteEntry> recent = m_shown;
    for (const PaletteEntry& answer : m_source.answers(m_typed, mostAnswers)) {
        const bool isRecent = std::any_of(recent.begin(), recent.end(),
            [&answer](const PaletteEntry& one) { return one.isSameAs(answer); });
        if (m_shown.size() < mostAnswers && !isRecent)
            m_shown << answer;
    }
    m_model->clear();
    m_rows->setQuery(CommandQuery(m_typed));
    for (const PaletteEntry& command : m_shown) {
        auto* item = new QStandardItem(command.icon, command.title);
        item->setData(command.place, CommandDelegate::PlaceRole);
        item->setData(command.keys, CommandDelegate::KeysRole);
        item->setData(inWords(command), Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    m_list->setVisible(!m_shown.isEmpty());
    m_nothing->setVisible(m_shown.isEmpty());
    choose(hasMoved ? std::max(0, rowOf(chosen)) : 0);
    place();
}

// Over the upper part of the window, as high as its rows, or scrolling.
void CommandPalette::place()
{
    const QWidget* window = parentWidget();
    if (!m_shown.isEmpty())
        m_list->setFixedHeight(std::min(int(m_shown.size()), mostRows) * m_list->sizeHintForRow(0));
    const int width = std::min(
        std::max(usualWidth, 70 * fontMetrics().averageCharWidth()), window->width() - 2 * spacing::page);
    layout()->activate();
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height();
    setGeometry((window->width() - width) / 2, window->height() / 10, width, height);
}

// What was done last, where it can be done now.
QVector<PaletteEntry> CommandPalette::recentOnes() const
{
    QVector<PaletteEntry> found;
    for (const QString& title : settings()->value(recentKey).toStringList()) {
        for (const PaletteEntry& answer : m_source.answers(title, mostAnswers)) {
            if (answer.title != title)
                continue;
            found << answer;
            break;
        }
    }
    return found;
}

// What was gone to with the arrows stays chosen where attempts come late.
int CommandPalette::rowOf(const QString& title) const
{
    const auto found = std::find_if(m_shown.begin(), m_shown.end(),
        [&title](const PaletteEntry& command) { return command.title == title; });
    return found == m_shown.end() ? -1 : int(found - m_shown.begin());
}

void CommandPalette::choose(int row)
{
    const int rows = int(m_shown.size());
    const int chosen = rows == 0 ? -1 : (row + rows) % rows;
    m_list->setCurrentIndex(m_model->index(chosen, 0));
    m_field->setAccessibleDescription(chosen < 0
            ? m_nothing->text()
            : tr("%1. Result %2 of %3.").arg(inWords(m_shown[chosen])).arg(chosen + 1).arg(rows));
}

// The focus is back before it runs: what it does may look at it.
void CommandPalette::runChosen()
{
    const int row = m_list->currentIndex().row();
    if (row < 0 || row >= m_shown.size())
        return;
    const auto run = m_shown[row].run;
    QStringList recent = settings()->value(recentKey).toStringList();
    recent.removeAll(m_shown[row].title);
    recent.prepend(m_shown[row].title);
    settings()->setValue(recentKey, QStringList(recent.mid(0, mostRecent)));
    leave();
    run();
}

bool CommandPalette::takeKey(int key)
{
    const int row = m_list->currentIndex().row();
    switch (key) {
    case Qt::Key_Up:
        choose(row - 1);
        return true;
    case Qt::Key_Down:
        choose(row + 1);
        return true;
    case Qt::Key_PageUp:
        choose(std::max(0, row - mostRows));
        return true;
    case Qt::Key_PageDown:
        choose(std::min(row + mostRows, int(m_shown.size()) - 1));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runChosen();
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nothing else to go to
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter)
            event->accept(); // no shortcut of the page behind takes it
        return false;
    }
    if (watched == m_field && event->type() == QEvent::KeyPress)
        return takeKey(static_cast<QKeyEvent*>(event)->key());
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(toneColour(Tone::Neutral, palette()), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

}
