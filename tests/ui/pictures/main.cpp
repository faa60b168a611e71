// SPDX-License-Identifier: GPL-3.0-or-later
// torchmason-pictures FOLDER: pictures of every page and state of the window, in all looks. Not a test:
// nothing is compared; but a page that cannot be taken is a failure. Each look is a process of its own.
#include "tests/ui/pictures/Page.h"
#include "ui/models/PatientDisk.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>
#include <deque>
#include <memory>
#include <utility>

using namespace torchmason;

namespace {

void print(std::FILE* out, const QString& line)
{
    std::fputs(qPrintable(line + u'\n'), out);
    std::fflush(out);
}

QVector<Page> allPages()
{
    return wizardPages() + framePages() + historyPages() + attemptPages() + logPages();
}

// "history" means all whose name begins so, unless one has just that name.
QVector<Page> pagesNamed(const QStringList& names)
{
    const QVector<Page> all = allPages();
    QVector<Page> chosen;
    const auto isNamed
        = [&](const Page& page, const QString& name) { return QLatin1String(page.name) == name; };
    for (const QString& name : names) {
        const bool isWhole
            = std::any_of(all.begin(), all.end(), [&](const Page& page) { return isNamed(page, name); });
        for (const Page& page : all) {
            if (isWhole ? isNamed(page, name) : QLatin1String(page.name).startsWith(name))
                chosen.append(page);
        }
    }
    return names.isEmpty() ? all : chosen;
}

QVector<Look> looksNamed(const QStringList& names)
{
    QVector<Look> chosen;
    for (const Look& look : looks()) {
        if (names.isEmpty() || names.contains(look.name))
            chosen.append(look);
    }
    return chosen;
}

bool take(Studio& studio, const Page& page, const Look& look, const QString& folder)
{
    const QString name = QStringLiteral("%1-%2").arg(QLatin1String(page.name), look.name);
    try {
        studio.open(page.shelf);
        const QString path = QStringLiteral("%1/%2.png").arg(folder, name);
        if (!page.take(studio).save(path))
            throw Untaken { QStringLiteral("cannot write %1").arg(path) };
        print(stdout, path);
        return true;
    } catch (const Untaken& reason) {
        print(stderr, QStringLiteral("%1 could not be taken: %2.").arg(name, reason.sentence));
        return false;
    }
}

int takeLook(int argc, char** argv, const Look& look, const QVector<Page>& pages, const QString& folder,
    const QString& data)
{
    prepare(look);
    QApplication application(argc, argv);
    QApplication::setCursorFlashTime(0); // it stands still
    apply(look);
    PatientDisk::patience = std::chrono::minutes(1); // no picture has the notice of a late disk by chance
    const QTemporaryDir home;
    Studio studio(look, home.path(), data);
    int failed = 0;
    for (const Page& page : pages)
        failed += take(studio, page, look, folder) ? 0 : 1;
    return failed == 0 ? 0 : 1;
}

// Whether all pictures of a look were taken. What hangs or crashes is told, too: no page has told of it.
bool endedWell(QProcess& look, const QString& name)
{
    constexpr int longest = 40 * 60'000; // milliseconds; a debug build on a busy machine needs six minutes
    if (!look.waitForFinished(longest)) {
        look.kill();
        look.waitForFinished();
        print(stderr, QStringLiteral("%1 did not end within %2 min.").arg(name).arg(longest / 60'000));
        return false;
    }
    if (look.exitStatus() != QProcess::NormalExit)
        print(stderr, QStringLiteral("%1 crashed, on the page after its last picture.").arg(name));
    return look.exitStatus() == QProcess::NormalExit && look.exitCode() == 0;
}

// As many at once as there are processors.
int takeLooks(const QVector<Look>& looks, const QStringList& arguments)
{
    std::deque<std::pair<QString, std::unique_ptr<QProcess>>> running;
    bool failed = false;
    const auto endOne = [&] {
        failed = !endedWell(*running.front().second, running.front().first) || failed;
        running.pop_front();
    };
    for (const Look& look : looks) {
        if (running.size() >= size_t(std::max(1, QThread::idealThreadCount())))
            endOne();
        auto child = std::make_unique<QProcess>();
        child->setProcessChannelMode(QProcess::ForwardedChannels);
        child->start(QCoreApplication::applicationFilePath(),
            QStringList(arguments) << QStringLiteral("--only-look") << look.name);
        running.emplace_back(look.name, std::move(child));
    }
    while (!running.empty())
        endOne();
    return failed ? 1 : 0;
}

int refuse(const QString& sentence)
{
    print(stderr, sentence);
    return 2;
}

}

int main(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    QCommandLineParser parser;
    const QCommandLineOption page("page", "Only this page, or those whose names begin so.", "NAME");
    const QCommandLineOption look("look", "Only this look.", "NAME");
    const QCommandLineOption data(
        "data", "Take the attempts of this data folder, not made up ones.", "FOLDER");
    const QCommandLineOption list("list", "Print the names of pages and looks.");
    QCommandLineOption only("only-look", {}, "NAME"); // takes the pictures itself
    only.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({ page, look, data, list, only });
    parser.addPositionalArgument("FOLDER", "Where the pictures go.");
    if (!parser.parse(arguments))
        return refuse(parser.errorText());
    if (parser.isSet(list)) {
        for (const Page& one : allPages())
            print(stdout, QLatin1String(one.name));
        print(stdout, QStringLiteral("\nLooks:"));
        for (const Look& one : looks())
            print(stdout, one.name);
        return 0;
    }
    if (parser.positionalArguments().size() != 1)
        return refuse(QStringLiteral("Usage: torchmason-pictures [--page NAME] [--look NAME] [--data FOLDER] "
                                     "FOLDER, or --list"));
    const QVector<Page> pages = pagesNamed(parser.values(page));
    const QVector<Look> chosen = looksNamed(parser.isSet(only) ? parser.values(only) : parser.values(look));
    if (pages.isEmpty() || chosen.isEmpty())
        return refuse(QStringLiteral("There is no such page or look; --list prints their names."));
    const QString attempts = parser.value(data) + QStringLiteral("/attempts");
    if (parser.isSet(data) && !QDir(attempts).exists())
        return refuse(
            QStringLiteral("There is no folder %1; name the data folder that has it.").arg(attempts));
    const QString folder = parser.positionalArguments().first();
    if (!QDir().mkpath(folder))
        return refuse(QStringLiteral("Cannot make the folder %1.").arg(folder));
    if (parser.isSet(only))
        return takeLook(argc, argv, chosen.first(), pages, folder, parser.isSet(data) ? attempts : QString());
    const QCoreApplication application(argc, argv);
    QElapsedTimer timer;
    timer.start();
    const int result = takeLooks(chosen, arguments.mid(1));
    print(stderr,
        QStringLiteral("%1 pages in %2 looks took %3 s.%4")
            .arg(pages.size())
            .arg(chosen.size())
            .arg(timer.elapsed() / 1000)
            .arg(result == 0 ? QString() : QStringLiteral(" Those named above could not be taken.")));
    return result;
}
