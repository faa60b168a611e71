// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/TakeBackDialog.h"

#include "core/request/PythonEnvironment.h"
#include "ui/models/Background.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

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

TakeBackDialog::TakeBackDialog(const QString& notePath, QWidget* parent)
    : QDialog(parent)
    , m_notePath(notePath)
{
    setObjectName(QStringLiteral("takeBackDialog"));
    setWindowTitle(tr("Take the install back"));
    createWidgets();
    layOut();
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &TakeBackDialog::look);
    connect(m_wheels, &FolderField::pathEdited, this, &TakeBackDialog::lookAgain);
    lookAgain();
    look();
}

QString TakeBackDialog::wheels() const
{
    return m_wheels->fullPath();
}

// Nothing can be agreed to until the answer is there.
void TakeBackDialog::lookAgain()
{
    ++m_question;
    m_accept->setEnabled(false);
    say(Mark::Running, tr("Looking at the environment"));
    m_delay.start();
}

void TakeBackDialog::look()
{
    m_delay.stop();
    runInBackground(
        diskPool(), this, [note = m_notePath, folder = wheels()] { return undoOf(note, folder); },
        [this, question = m_question](const InstallUndo& undo) {
            if (question == m_question)
                tell(undo);
        });
}

void TakeBackDialog::createWidgets()
{
    m_icon = new IconLabel(iconSide, this);
    m_words = new QLabel(this);
    m_words->setObjectName(QStringLiteral("takeBackWords"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
    m_words->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_effects = new QPlainTextEdit(this);
    m_effects->setObjectName(QStringLiteral("takeBackEffects"));
    m_effects->setAccessibleName(tr("What will happen"));
    m_effects->setReadOnly(true);
    m_effects->setTabChangesFocus(true);
    m_effects->setMinimumHeight(linesShown * fontMetrics().lineSpacing());
    m_wheels = new FolderField(QStringLiteral("takeBackWheels"), tr("Folder of Python packages"), this);
    m_wheels->setPlaceholder(tr("where they had come from, or the network"));
    m_accept = new QPushButton(tr("Take it back"), this);
    m_accept->setObjectName(QStringLiteral("takeBackAccept"));
    m_accept->setToolTip(
        tr("Starts an attempt that changes the environment with its own pip; it is shown while it runs"));
    m_accept->setEnabled(false);
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("takeBackCancel"));
    m_cancel->setToolTip(tr("Leaves the environment as it is"));
}

void TakeBackDialog::layOut()
{
    auto* words = new QHBoxLayout;
    words->setSpacing(spacing::small);
    words->addWidget(m_icon, 0, Qt::AlignTop);
    words->addWidget(m_words, 1);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    buttons->addButton(m_accept, QDialogButtonBox::AcceptRole);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::page, spacing::page, spacing::page, spacing::group);
    layout->setSpacing(spacing::group);
    layout->addLayout(words);
    layout->addWidget(m_effects, 1);
    layout->addLayout(formRow(tr("Packages &from"), m_wheels));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_cancel->setFocus();
}

void TakeBackDialog::tell(const InstallUndo& undo)
{
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

void TakeBackDialog::say(Mark mark, const QString& text)
{
    m_icon->setIcon(markIcon(mark));
    m_words->setText(text);
    setAccessibleDescription(text);
}

}
