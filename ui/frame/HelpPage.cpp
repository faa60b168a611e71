// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/HelpPage.h"

#include "ui/frame/AboutDialog.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace torchmason {

namespace {

struct Line {
    const char* left;
    const char* right;
};

const Line shortcuts[] = {
    { "F1, Esc", QT_TRANSLATE_NOOP("torchmason::HelpPage", "help of the page that is shown, and back") },
    { "Ctrl+N", QT_TRANSLATE_NOOP("torchmason::HelpPage", "prepare a new build") },
    { "Ctrl+K",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "find a page, an action, a flag, an attempt by its name") },
    { "Ctrl+1 ... Ctrl+4", QT_TRANSLATE_NOOP("torchmason::HelpPage", "Build, History, Profiles, Machine") },
    { "Ctrl+M", QT_TRANSLATE_NOOP("torchmason::HelpPage", "a small view of the build above other windows") },
    { "Ctrl+E",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "the errors of the build, each with its line in the log") },
    { "Return, Alt+Left",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "next step (on a flag: changes it), step before") },
    { "Ctrl+Return", QT_TRANSLATE_NOOP("torchmason::HelpPage", "start the build from the review") },
    { "Ctrl+F",
        QT_TRANSLATE_NOOP(
            "torchmason::HelpPage", "search machine, profiles, flags, attempts, settings or log") },
    { "F3, Shift+F3", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous hit in the log") },
    { "Ctrl+Shift+F", QT_TRANSLATE_NOOP("torchmason::HelpPage", "keep a search term of the log marked") },
    { "N, P", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous finding in the log") },
    { "Ctrl+G", QT_TRANSLATE_NOOP("torchmason::HelpPage", "go to a line or a time of the log") },
    { "T, W, M",
        QT_TRANSLATE_NOOP(
            "torchmason::HelpPage", "in the log: clock times, wrapped lines, errors in the scroll bar") },
    { "Space, Left, Right", QT_TRANSLATE_NOOP("torchmason::HelpPage", "fold and unfold a part of the log") },
    { "G, Minus, Plus",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "in the log: fold what went well, fold all, unfold all") },
    { "Ctrl+Plus, Ctrl+Minus, Ctrl+0",
        QT_TRANSLATE_NOOP("torchmason::HelpPage",
            "larger, smaller and usual text of the window; the log's own: Ctrl+mouse wheel") },
    { "Alt+Plus, Alt+Minus",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "more or fewer lines around those that a filter shows") },
    { "O, Ctrl+click",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "open the file that a line of the log names") },
    { "Ctrl+Shift+C, Ctrl+S",
        QT_TRANSLATE_NOOP(
            "torchmason::HelpPage", "copy lines of the log with numbers, save them as a file") },
    { "Ctrl+F2, Ctrl+Shift+F2",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "bookmark a line of the log, add a note to it") },
    { "F2, Shift+F2", QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous bookmark") },
    { "Ctrl+Z, Ctrl+Shift+Z",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "undo and redo changes of the build") },
    { "Ctrl+Page Down, Ctrl+Page Up",
        QT_TRANSLATE_NOOP("torchmason::HelpPage", "next and previous tab of an attempt or a comparison") },
    { "Del", QT_TRANSLATE_NOOP("torchmason::HelpPage", "delete the selected attempts; asks first") },
    { "Left, Right, Home, End", QT_TRANSLATE_NOOP("torchmason::HelpPage", "go through the time in a chart") },
    { "Ctrl+Comma, Ctrl+Q", QT_TRANSLATE_NOOP("torchmason::HelpPage", "settings, quit") },
    { "F5", QT_TRANSLATE_NOOP("torchmason::HelpPage", "check the machine again") },
};

QLabel* reading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}

HelpPage::HelpPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("helpPage"));
    auto* content = new QWidget;
    m_title = named(headline(QString(), content), "helpTitle");
    m_topic = named(reading(QString(), content), "helpTopic");
    auto* about
        = reading(tr("Choose Build in the bar at the side. The wizard checks this machine, proposes "
                     "profiles that can work, lets you change every flag, and shows the exact commands "
                     "before anything runs.\n\n"
                     "A build belongs to a process of its own: closing the window does not stop it unless "
                     "you say so, and "
                     "it is shown again when Torchmason is opened next time. Every attempt is kept under "
                     "History with its log.\n\n"
                     "The tour builds a small sample project that fails, and fixes it, in less than a "
                     "minute.\n\n"
                     "torchmason-cli builds without a window; torchmason-cli --help lists its commands."),
            content);
    auto* guide = pushButton(content, "helpGuide", "file", tr("Read the &guide"),
        tr("One build through the window, step by step, and what each part of it does"));
    connect(guide, &QPushButton::clicked, this, [this] { emit guideWanted(guidePlace(m_shown)); });
    auto* tour = pushButton(content, "helpTour", "play", tr("Take the &tour"),
        tr("Builds a small sample project that fails, and fixes it"));
    connect(tour, &QPushButton::clicked, this, &HelpPage::tourWanted);
    columnOf(content, pageMargins, spacing::group,
        { m_title, m_topic, rowOf(spacing::inner, { guide, tour, Part::stretch() }),
            sectionTitle(tr("The program"), content), about, createKeys(content), createTop(content),
            Part::stretch() });
    // Lines of about 100 letters are read well. The page is narrow, not its labels: those would be cut.
    content->setMaximumWidth(content->fontMetrics().averageCharWidth() * 100 + 2 * spacing::page);
    m_scroll = scrolled(content, QStringLiteral("helpScroll"), tr("Help"));
    columnOf(this, {}, 0, { { m_scroll, 1 } });
    setFocusProxy(m_scroll);
    showTopic(HelpTopic::Machine);
}

QWidget* HelpPage::createTop(QWidget* parent)
{
    auto* top = new QWidget(parent);
    auto* picture = new QLabel(top);
    picture->setPixmap(applicationIcon().pixmap(40, 40));
    auto* licence = secondaryText(
        tr("Version %1. Builds PyTorch from source. Free software under the GPL, version 3 or later.\n"
           "Made with %2.")
            .arg(QStringLiteral(TORCHMASON_VERSION), AboutDialog::libraries().join(QStringLiteral(", "))),
        top);
    rowOf(top, {}, spacing::group, { picture, { licence, 1 } });
    return top;
}

QWidget* HelpPage::createKeys(QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* grid = new QGridLayout;
    grid->setContentsMargins(visualMargins({ spacing::row, spacing::small, 0, 0 }, *this));
    grid->setHorizontalSpacing(spacing::page);
    int row = 0;
    for (const Line& line : shortcuts) {
        QLabel* words = named(secondaryText(tr(line.right), box), "helpKeyWords");
        words->setTextInteractionFlags(Qt::NoTextInteraction); // else each is a document of its own
        auto* keys = named(new QLabel(QLatin1String(line.left), box), "helpKeys");
        // Where the words wrap, the keys stand beside their first line.
        for (QLabel* label : { keys, words })
            label->setAlignment(Qt::AlignLeading | Qt::AlignTop);
        grid->addWidget(keys, row, 0);
        grid->addWidget(words, row++, 1);
    }
    grid->setColumnStretch(1, 1);
    columnOf(box, {}, usualSpacing, { sectionTitle(tr("Keys"), box), grid });
    return box;
}

void HelpPage::showTopic(HelpTopic topic)
{
    m_shown = topic;
    m_title->setText(tr("Help: %1").arg(helpTitle(topic)));
    m_topic->setText(helpText(topic));
    m_scroll->verticalScrollBar()->setValue(0);
}

}
