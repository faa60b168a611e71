// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Log.h"
#include "core/base/Program.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/AskedBundle.h"
#include "ui/frame/Language.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/SingleInstance.h"
#include "ui/frame/TextSize.h"
#include "ui/frame/Translations.h"
#include "ui/models/PatientDisk.h"
#include "ui/models/Settings.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace torchmason;

namespace {

const char helpText[] = "Usage: torchmason [--theme system|light|dark] [--new-window] [--reverse] [BUNDLE]\n"
                        "\n"
                        "Opens the window of Torchmason, which builds PyTorch from source, and in it a\n"
                        "bundle: an attempt in a file NAME.torchmason, perhaps of another machine.\n"
                        "\n"
                        "  --theme NAME   system, light or dark, for this run\n"
                        "  --new-window   open another window even when there is one\n"
                        "  --reverse      lay the window out from right to left\n"
                        "  --version      print the version and end\n"
                        "  --help         print this and end\n"
                        "\n"
                        "The same without a window: torchmason-cli --help\n";

// Answered before Qt looks for a display, so that they work without one.
bool answeredWithoutDisplay(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--help") == 0 || std::strcmp(argv[i], "-h") == 0) {
            std::fputs(helpText, stdout);
            return true;
        }
        if (std::strcmp(argv[i], "--version") == 0 || std::strcmp(argv[i], "-v") == 0) {
            std::puts("torchmason " TORCHMASON_VERSION);
            return true;
        }
    }
    return false;
}

// Qt takes this option of its own away, and translations that a desktop has loaded may turn the layout as
// well.
bool isAskedToReverse(int argc, char** argv)
{
    return std::any_of(argv, argv + argc, [](const char* word) {
        return std::strcmp(word, "-reverse") == 0 || std::strcmp(word, "--reverse") == 0;
    });
}

std::optional<Appearance> wantedAppearance(const QCommandLineParser& parser)
{
    if (parser.isSet(QStringLiteral("theme")))
        return appearanceFromId(parser.value(QStringLiteral("theme")));
    return appearanceFromId(
        settings()->value(QStringLiteral("window/appearance"), QStringLiteral("system")).toString())
        .value_or(Appearance::System);
}

int run(int argc, char** argv)
{
    const bool isReversed = isAskedToReverse(argc, argv);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("torchmason"));
    QApplication::setApplicationDisplayName(QStringLiteral("Torchmason"));
    QApplication::setApplicationVersion(QStringLiteral(TORCHMASON_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("torchmason"));

    const Translations translations(languageAtStart(), isReversed);

    QCommandLineParser parser;
    parser.addOption({ QStringLiteral("theme"), QString(), QStringLiteral("name") });
    parser.addOption({ QStringLiteral("new-window"), QString() });
    if (!parser.parse(QApplication::arguments())) {
        std::fprintf(stderr, "%s\n%s", qPrintable(parser.errorText()), helpText);
        return 2;
    }
    const std::optional<Appearance> appearance = wantedAppearance(parser);
    if (!appearance) {
        std::fprintf(stderr, "There is no theme \"%s\"; choose system, light or dark.\n",
            qPrintable(parser.value(QStringLiteral("theme"))));
        return 2;
    }
    PatientDisk disk;
    const Result<QString> bundle = askedBundle(parser.positionalArguments(), disk);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", qPrintable(bundle.error().message));
        return 2;
    }
    SingleInstance instance;
    if (!parser.isSet(QStringLiteral("new-window")) && instance.raiseOther(*bundle))
        return 0;

    log::openFile(QStringLiteral("torchmason"));
    applyTextSize(chosenTextSize());
    applyAppearance(*appearance); // before there are widgets, each of which a new style lays out anew
    MainWindow window;
    window.chooseAppearance(*appearance, false);
    QObject::connect(&instance, &SingleInstance::raiseRequested, &window, &MainWindow::raiseToFront);
    QObject::connect(&instance, &SingleInstance::openRequested, &window, &MainWindow::openBundle);
    window.show();
    if (!bundle->isEmpty())
        window.openBundle(*bundle);
    const int code = QApplication::exec();
    log::info("window", QStringLiteral("Closed."));
    return code;
}

}

int main(int argc, char** argv)
{
    if (answeredWithoutDisplay(argc, argv))
        return 0;
    prepareProgram();
    leaveProgram(run(argc, argv));
}
