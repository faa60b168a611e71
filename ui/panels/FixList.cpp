// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/FixList.h"

#include "core/base/Core.h"
#include "core/findings/FindingFromMatch.h"
#include "ui/text/BreakableText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLayoutItem>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int commandLines = 3;
constexpr QLatin1String undoKind("undo");

bool isCommand(const Fix& fix)
{
    return fix.kind == QLatin1String("command");
}

// Nothing is worked out for these.
bool isAdvice(const Fix& fix, FixList::Known known)
{
    return fix.kind == QLatin1String("text") || (known == FixList::Known::Elsewhere && !isCommand(fix));
}

QIcon applyIcon()
{
    return icon(QStringLiteral("retry"));
}

QString shownIn(const Fix& fix, const QString& text)
{
    return withWholeOptions(inWindowWords(shownData(text, fix.subject))).toHtmlEscaped();
}

QLabel* words(const QString& text, const QString& name, QWidget* row)
{
    auto* label = named(new QLabel(text, row), name);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addCopyAction(label);
    return label;
}

SecondaryLabel* note(const QString& text, const QString& name, QWidget* row)
{
    auto* label = named(new SecondaryLabel(row), name);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignLeading | Qt::AlignTop); // close to its own text
    label->setText(withWholeOptions(text));
    addCopyAction(label);
    return label;
}

bool isSame(const Fix& one, const Fix& other)
{
    return one.id == other.id && one.title == other.title && one.detail == other.detail
        && one.action == other.action && one.command == other.command && one.changes == other.changes
        && one.triedIn == other.triedIn;
}

}

FixList::FixList(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(spacing::inner); // more than within a fix
    hide(); // until there are any
}

// Rows are made anew only where the fixes are others: the one that has the focus must not vanish.
void FixList::setFixes(const QVector<Fix>& fixes, Known known)
{
    const bool sameFixes = std::equal(fixes.begin(), fixes.end(), m_fixes.begin(), m_fixes.end(), isSame);
    if (std::exchange(m_known, known) == known && sameFixes)
        return;
    m_fixes = fixes;
    m_titles.clear();
    m_buttons.clear();
    m_awaited.clear();
    m_undo = nullptr;
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    setVisible(!fixes.isEmpty());
    m_layout->addWidget(named(new QLabel(heading(), this), "fixHeading"));
    for (const Fix& fix : fixes)
        m_layout->addWidget(createRow(fix, int(m_layout->count())));
    if (known == Known::Fitted)
        addUndoBox();
    placeButtons();
    setRetryPossible(m_possible);
}

void FixList::resizeEvent(QResizeEvent* event)
{
    placeButtons();
    QWidget::resizeEvent(event);
}

// Beside the title where enough of its line is left to be read, below it else.
void FixList::placeButtons()
{
    constexpr int letters = 24;
    for (QBoxLayout* line : std::as_const(m_titles)) {
        const int button = line->count() > 1 ? line->itemAt(1)->widget()->sizeHint().width() : 0;
        const bool isBeside = width() - button - spacing::group > letters * fontMetrics().averageCharWidth();
        line->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        line->setSpacing(isBeside ? spacing::group : spacing::small);
    }
}

// What was tried without success stands last.
QString FixList::heading() const
{
    if (!m_fixes.isEmpty() && m_fixes.last().triedIn > 0) {
        const bool isNew = std::any_of(m_fixes.begin(), m_fixes.end(),
            [](const Fix& fix) { return fix.triedIn == 0 && fix.kind != undoKind; });
        return isNew ? tr("What may help next:")
                     : tr("Nothing else is known to help. What was tried is listed here:");
    }
    return m_fixes.size() > 1 ? tr("What helps, the surest first:") : tr("What helps:");
}

// What did not help need not stay when the next thing is tried.
void FixList::addUndoBox()
{
    const auto isUndo = [](const Fix& fix) { return fix.kind == undoKind; };
    const auto undo = std::find_if(m_fixes.begin(), m_fixes.end(), isUndo);
    if (undo == m_fixes.end() || m_buttons.size() < 2)
        return;
    m_undo = named(
        new QCheckBox(
            tr("%1 (together with another of these)").arg(shownData(undo->title, undo->subject)), this),
        "fixUndo", tr("The next attempt leaves out what did not help"));
    m_layout->addWidget(m_undo);
    m_buttons.append(m_undo);
}

void FixList::request(const Fix& fix)
{
    QVector<Fix> fixes { fix };
    if (m_undo && m_undo->isChecked() && fix.kind != undoKind) {
        for (const Fix& one : std::as_const(m_fixes)) {
            if (one.kind == undoKind)
                fixes.prepend(one);
        }
    }
    emit fixesRequested(fixes);
}

QWidget* FixList::createRow(const Fix& fix, int number)
{
    const bool isFitted = m_known == Known::Fitted;
    auto* row = new QWidget(this);
    QVBoxLayout* column = columnOf(row, {}, spacing::small, {});
    const QString changes
        = fix.changes.isEmpty() ? QString() : tr("Changes: %1.").arg(fix.changes.join(QStringLiteral("; ")));
    QStringList notes;
    if (fix.triedIn > 0)
        notes << tr("Tried in attempt %1: it did not help.").arg(fix.triedIn);
    const bool isAwaited = !isFitted && (notes.isEmpty() || !changes.isEmpty()) && fix.command.isEmpty()
        && !isAdvice(fix, m_known);
    if (isFitted && !changes.isEmpty())
        notes << changes;
    QWidget* button = nullptr;
    if (isFitted && (!fix.changes.isEmpty() || fix.kind == undoKind))
        button = createButton(fix, row);
    else if (isAwaited && !isForTheUser(fix)) // it is not known whether checks make a button or a line
        button = createAwaited(fix, row);
    column->addLayout(createTitle(fix, number, row, button));
    if (!fix.detail.isEmpty())
        column->addWidget(words(shownIn(fix, fix.detail), QStringLiteral("fixDetail-") + fix.id, row));
    if (isAwaited && fix.kind != undoKind)
        column->addWidget(createAwaitedNote(fix, changes, row));
    if (!notes.isEmpty())
        column->addWidget(note(notes.join(QLatin1Char('\n')), QStringLiteral("fixNotes-") + fix.id, row));
    if (!fix.command.isEmpty()) {
        auto* command = named(new CopyBox(row), QStringLiteral("fixCommand-") + fix.id);
        command->setSubject(tr("Command of %1").arg(shownData(fix.title, fix.subject)));
        command->setMaximumLines(commandLines);
        command->setText(fix.command);
        column->addWidget(command);
    }
    return row;
}

QBoxLayout* FixList::createTitle(const Fix& fix, int number, QWidget* row, QWidget* button)
{
    auto* line = new QBoxLayout(QBoxLayout::LeftToRight);
    const QString title = QStringLiteral("%1. <b>%2</b>").arg(number).arg(shownIn(fix, fix.title));
    line->addWidget(words(title, QStringLiteral("fixTitle-") + fix.id, row), 1);
    if (button)
        line->addWidget(button, 0, Qt::AlignTop | Qt::AlignLeading);
    m_titles.append(line);
    return line;
}

QString FixList::applyText()
{
    return tr("Apply and try again");
}

QWidget* FixList::createButton(const Fix& fix, QWidget* row)
{
    auto* apply = named(new QPushButton(applyIcon(), applyText(), row), QStringLiteral("fix-") + fix.id, {},
        tr("Apply and try again: %1").arg(shownData(fix.title, fix.subject)));
    apply->setAccessibleDescription(fix.changes.join(QStringLiteral("; ")));
    apply->setToolTip(tr("Starts a new attempt with this change; everything else stays as it was"));
    connect(apply, &QPushButton::clicked, this, [this, fix] { request(fix); });
    m_buttons.append(apply);
    return apply;
}

// What a fix changes is worked out from the machine and the build folder.
QString FixList::awaitedText()
{
    return tr("Checking the machine and the build folder…");
}

QWidget* FixList::createAwaited(const Fix& fix, QWidget* row)
{
    auto* awaited
        = named(new QPushButton(applyIcon(), applyText(), row), QStringLiteral("fixAwaited-") + fix.id,
            awaitedText(), tr("Apply and try again: %1").arg(shownData(fix.title, fix.subject)));
    awaited->setAccessibleDescription(awaitedText());
    awaited->setEnabled(false);
    m_awaited.append(awaited);
    return awaited;
}

// As high as a command of one line, where one will stand there; else as the changes that are expected.
QWidget* FixList::createAwaitedNote(const Fix& fix, const QString& expected, QWidget* row)
{
    auto* place = new QWidget(row);
    auto* both = new QGridLayout(place);
    both->setContentsMargins({});
    const QString told = m_known == Known::Elsewhere ? QString() : awaitedText();
    SecondaryLabel* awaited = note(told, QStringLiteral("fixAwaitedNote-") + fix.id, place);
    SecondaryLabel* room = note(expected, QStringLiteral("fixAwaitedRoom-") + fix.id, place);
    setPlaceKept(*room, true);
    room->hide();
    for (SecondaryLabel* label : { awaited, room })
        both->addWidget(label, 0, 0);
    if (isCommand(fix))
        awaited->setMinimumHeight(awaited->fontMetrics().lineSpacing() + 5 * spacing::small);
    else
        m_awaited.append(place);
    return place;
}

bool FixList::focusFirst()
{
    if (m_buttons.isEmpty())
        return false;
    window()->setAttribute(Qt::WA_KeyboardFocusChange); // else who comes by the mouse does not see it
    m_buttons.first()->setFocus(Qt::TabFocusReason);
    return true;
}

void FixList::setRetryPossible(bool possible)
{
    m_possible = possible;
    for (QWidget* button : std::as_const(m_buttons))
        button->setVisible(possible);
    for (QWidget* room : std::as_const(m_awaited))
        room->setVisible(possible);
}

}
