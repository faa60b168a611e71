// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/HelpPage.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QGridLayout>
#include <QLabel>

namespace torchmason {

namespace {

struct Line {
    const char* left;
    const char* right;
};

const Line shortcuts[] = {
    { "Ctrl+N", QT_TRANSLATE_NOOP("torchmason::HelpPage", "prepare a new build") },
    { "Ctrl+K",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "find a page, an action, a flag, an attempt by its name") },
    { "Ctrl+1 ... Ctrl+4", QT_TRANSLATE_NOOP("torchmason::HelpPage", "Build, History, Profiles, Machine") },
    { "Ctrl+M", QT_TRANSLATE_NOOP("torchmason::HelpPage", "a small view of the build above other windows") },
    { "Return, Alt+Left", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next step, step before") },
    { "Ctrl+Return", QT_TRANSLATE_NOOP("torchmason::HelpPage", "start the build from the review") },
    { "Ctrl+F", QT_TRANSLATE_NOOP("torchmason::HelpPage", "search the flags or the log") },
    { "F3, Shift+F3", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous hit in the log") },
    { "Ctrl+Shift+F", QT_TRANSLATE_NOOP("torchmason::HelpPage", "keep a search term of the log marked") },
    { "N, P", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous finding in the log") },
    { "Ctrl+G", QT_TRANSLATE_NOOP("torchmason::HelpPage", "go to a line or a time of the log") },
    { "T, W, M",
        QT_TRANSLATE_NOOP(
            "torchmason::HelpPage", "in the log: clock times, wrapped lines, errors in the scroll bar") },
    { "Ctrl+Plus, Ctrl+Minus, Ctrl+0",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "larger, smaller and usual letters of the log") },
    { "Alt+Plus, Alt+Minus",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "more or fewer lines around those that a filter shows") },
    { "O, Ctrl+click",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "open the file that a line of the log names") },
    { "Ctrl+Shift+C, Ctrl+S",
        QT_TRANSLATE_NOOP(
            "torchmason::HelpPage", "copy lines of the log with numbers, save them as a file") },
    { "Ctrl+F2, Ctrl+Shift+F2",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "bookmark a line of the log, write a note to it") },
    { "F2, Shift+F2", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous bookmark") },
    { "Ctrl+Z, Ctrl+Shift+Z",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "undo and redo changes of the build") },
    { "Left, Right, Home, End", QT_TRANSLATE_NOOP("torchmason::HelpPage", "go through the time in a chart") },
    { "F5", QT_TRANSLATE_NOOP("torchmason::HelpPage", "look at the machine again") },
};

QWidget* tableOf(const QString& title, QGridLayout* grid, QWidget* parent)
{
    auto* box = new QWidget(parent);
    columnOf(box, {}, usualSpacing, { sectionTitle(title, box), grid });
    return box;
}

}

HelpPage::HelpPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("helpPage"));
    auto* picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(56, 56));
    auto* title = columnOf(usualSpacing,
        { headline(tr("Torchmason"), this),
            secondaryText(
                tr("Version %1. Builds PyTorch from source. Free software under the GPL, version 3 or later.")
                    .arg(QStringLiteral(TORCHMASON_VERSION)),
                this) });
    auto* top = rowOf(spacing::group, { picture, { title, 1 } });
    auto* about
        = new QLabel(tr("Choose Build on the left. The wizard looks at this machine, proposes profiles that "
                        "can work, lets you "
                        "change every flag, and shows the exact commands before anything runs.\n\n"
                        "A build belongs to a process of its own: closing the window does not stop it unless "
                        "you say so, and the "
                        "next start shows it again. Every attempt is kept under History with its log.\n\n"
                        "To see everything in a minute, choose the profile of the tour: it builds a small "
                        "sample project. The same "
                        "without a window: torchmason-cli --help."),
            this);
    about->setWordWrap(true);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* grid = new QGridLayout;
    grid->setContentsMargins(12, spacing::small, 0, 0);
    grid->setHorizontalSpacing(spacing::page);
    int row = 0;
    for (const Line& line : shortcuts) {
        grid->addWidget(new QLabel(QLatin1String(line.left), this), row, 0);
        grid->addWidget(secondaryText(tr(line.right), this), row++, 1);
    }
    grid->setColumnStretch(1, 1);
    columnOf(this, { spacing::page, spacing::page, spacing::page, spacing::page }, spacing::group,
        { top, about, tableOf(tr("Keys"), grid, this), Part::stretch() });
    about->setMaximumWidth(fontMetrics().averageCharWidth() * 100);
}

}
