// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/HelpTopic.h"

#include <QCoreApplication>

namespace torchmason {

namespace {

class HelpText {
    Q_DECLARE_TR_FUNCTIONS(HelpText)
};

struct Topic {
    const char* title;
    const char* section; // of the guide
    const char* text;
};

// In the order of HelpTopic.
constexpr Topic topics[] = {
    { QT_TRANSLATE_NOOP("HelpText", "Your machine"), "prepare-a-build",
        QT_TRANSLATE_NOOP("HelpText",
            "What was found here, against what the chosen profile needs. A row that is not good opens with "
            "what helps: a command to copy, or another program to choose.\n\n"
            "\"Test the tools\" compiles and runs small programs with what was found. F5 checks again.") },
    { QT_TRANSLATE_NOOP("HelpText", "Profiles"), "prepare-a-build",
        QT_TRANSLATE_NOOP("HelpText",
            "Ways to build, the best for this machine first, each with the reasons why it fits or not. "
            "\"Compare with\" shows what differs between two.\n\n"
            "Where an official wheel makes the build unnecessary, the page says so. Files of profiles can be "
            "dropped on the window.") },
    { QT_TRANSLATE_NOOP("HelpText", "Flags"), "prepare-a-build",
        QT_TRANSLATE_NOOP("HelpText",
            "Every value that CMake gets, and where it comes from. Type words of a name or a meaning, press "
            "Return to go to the list, and change the value in its row. Del resets your value, Ctrl+D "
            "makes a favourite.\n\nThe right side says what the flag does, needs and costs. Below is the "
            "command as it will run.") },
    { QT_TRANSLATE_NOOP("HelpText", "Review"), "prepare-a-build",
        QT_TRANSLATE_NOOP("HelpText",
            "The last look. Problems come first, each with what would solve it. Then where and how it is "
            "built, how much time, memory and disk space it takes, and the commands of each "
            "stage.\n\nCtrl+Return "
            "builds. \"Save as script\" writes a script that does the same without this program.") },
    { QT_TRANSLATE_NOOP("HelpText", "An attempt"), "watch-it",
        QT_TRANSLATE_NOOP("HelpText",
            "The header says what it does and how long it takes; a failure puts its cause and what helps "
            "below. "
            "Charts, timeline and log belong together: a moment that is chosen in one is shown in the "
            "others.\n\n"
            "In the log, N and P go through the findings, F3 through the hits of a search, Ctrl+G to a line "
            "or a "
            "time. Ctrl+M makes a small view that stays above other windows.") },
    { QT_TRANSLATE_NOOP("HelpText", "History"), "history",
        QT_TRANSLATE_NOOP("HelpText",
            "Every attempt with its settings, log and findings. Return opens one, Esc goes back. Select two "
            "to eight to compare them.\n\nThe filter looks in flags, findings, notes and tags as well. "
            "Bundles and logs from other machines can be dropped on the window.") },
    { QT_TRANSLATE_NOOP("HelpText", "Settings"), "settings",
        QT_TRANSLATE_NOOP("HelpText",
            "Changes take effect at once, except for the language. Choosing another folder moves and deletes "
            "nothing; the command line uses it, too.") },
};
static_assert(std::size(topics) == int(HelpTopic::Settings) + 1);

}

QString helpTitle(HelpTopic topic)
{
    return HelpText::tr(topics[int(topic)].title);
}

QString helpText(HelpTopic topic)
{
    return HelpText::tr(topics[int(topic)].text);
}

QString guidePlace(HelpTopic topic)
{
    return QStringLiteral("guide.md#") + QLatin1String(topics[int(topic)].section);
}

}
