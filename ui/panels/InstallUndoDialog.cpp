// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/InstallUndoDialog.h"

#include "core/request/PythonEnvironment.h"
#include "ui/models/Background.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QTextOption>

namespace torchmason {

namespace {

constexpr int iconSide = 16;
constexpr int linesShown = 7; // more are scrolled
constexpr int typingPause = 400; // milliseconds

InstallUndo undoOf(const QString& notePath, const QString& wheels)
{
    InstallUndo undo = lookAtInstallUndo(notePath, wheels);
    if (undo.refusal.isEmpty())
        undo.refusal = refusalOfWheels(wheels);
    return undo;
}

}

InstallUndoDialog::InstallUndoDialog(const QString& notePath, QWidget* parent)
    : QDialog(parent)
    , m_notePath(notePath)
{
    setObjectName(QStringLiteral("takeBackDialog"));
    setWindowTitle(tr("Undo the install"));
    createWidgets();
    layOut();
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &InstallUndoDialog::look);
    connect(m_wheels, &FolderField::pathEdited, this, &InstallUndoDialog::lookAgain);
    lookAgain();
    look();
}

QString InstallUndoDialog::wheels() const
{
    return m_wheels->fullPath();
}

// Nothing can be agreed to until the answer is there.
void InstallUndoDialog::lookAgain()
{
    ++m_question;
    m_accept->setEnabled(false);
    if (m_words->minimumHeight() == 0) // what is below keeps its place
        m_words->setMinimumHeight(m_words->height());
    say(Mark::Running, tr("Checking the environment…"));
    m_delay.start();
}

void InstallUndoDialog::look()
{
    m_delay.stop();
    runInBackground(
        diskPool(), this, [note = m_notePath, folder = wheels()] { return undoOf(note, folder); },
        [this, question = m_question](const InstallUndo& undo) {
            if (question == m_question)
                tell(undo);
        });
}

void InstallUndoDialog::createWidgets()
{
    m_icon = new IconLabel(iconSide, this);
    m_words = plainText(this, "takeBackWords");
    m_words->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
    m_words->setMinimumHeight(2 * fontMetrics().lineSpacing()); // the usual answer has two
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_effects = named(new QPlainTextEdit(this), "takeBackEffects", {}, tr("What will happen"));
    m_effects->setReadOnly(true);
    QTextOption sentences = m_effects->document()->defaultTextOption();
    sentences.setAlignment(QStyle::visualAlignment(layoutDirection(), sentences.alignment()));
    m_effects->document()->setDefaultTextOption(sentences);
    m_effects->setTabChangesFocus(true);
    m_effects->setMinimumHeight(linesShown * fontMetrics().lineSpacing());
    m_wheels = new FolderField(QStringLiteral("takeBackWheels"), tr("Folder of Python packages"), this);
    m_wheels->setPlaceholder(tr("the place they came from, or the network"));
    m_accept = named(new QPushButton(tr("Undo install"), this), "takeBackAccept",
        tr("Starts an attempt that changes the environment with its own pip; it is shown while it runs"));
    m_accept->setEnabled(false);
    m_cancel
        = named(new QPushButton(tr("Cancel"), this), "takeBackCancel", tr("Leaves the environment as it is"));
}

void InstallUndoDialog::layOut()
{
    auto* words = rowOf(spacing::small, { { m_icon, 0, Qt::AlignTop }, { m_words, 1 } });
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    buttons->addButton(m_accept, QDialogButtonBox::AcceptRole);
    columnOf(this, pageMargins, spacing::group,
        { words, { m_effects, 1 }, formRow(tr("Packages &from"), m_wheels), buttons });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_cancel->setFocus();
}

void InstallUndoDialog::tell(const InstallUndo& undo)
{
    m_words->setMinimumHeight(0);
    const bool isPossible = undo.refusal.isEmpty();
    if (isPossible)
        say(Mark::Warning,
            tr("This will be done in the environment of %1:")
                .arg(QDir::toNativeSeparators(undo.interpreter)));
    else
        say(Mark::Bad, undo.refusal);
    QStringList lines
        = (isPossible ? undo.effects : QStringList()) + undo.leftAlone + QStringList { undo.note };
    lines.removeAll(QString());
    m_effects->setPlainText(lines.join(QLatin1Char('\n')));
    m_accept->setEnabled(isPossible);
}

void InstallUndoDialog::say(Mark mark, const QString& text)
{
    m_icon->setIcon(markIcon(mark));
    m_words->setText(text);
    setAccessibleDescription(text);
}

}
