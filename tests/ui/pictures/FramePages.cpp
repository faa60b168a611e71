// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/ui/pictures/Page.h"
#include "ui/frame/AboutDialog.h"
#include "ui/frame/MiniView.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTextBrowser>
#include <QUrl>
#include <QWindow>

namespace torchmason {

namespace {

QImage place(Studio& studio, NavigationBar::Place place)
{
    studio.window().openPlace(place);
    return studio.picture();
}

QImage guide(Studio& studio)
{
    studio.window().openPlace(NavigationBar::Help);
    studio.click("helpGuide");
    return studio.picture(studio.find<QTextBrowser>("guideText")->window());
}

QImage about(Studio& studio)
{
    studio.window().findChild<QAction*>(QStringLiteral("actionAbout"))->trigger();
    return studio.picture(studio.findChild<AboutDialog>());
}

QImage palette(Studio& studio, const char* typed)
{
    studio.window().openPalette();
    auto* field = studio.find<QLineEdit>("commandField");
    field->setText(QLatin1String(typed));
    return studio.picture();
}

// As while a file is dragged over the window.
QImage shade(Studio& studio, const char* name, const QByteArray& content)
{
    const QString path = AppPaths::dataFolder() + u'/' + QLatin1String(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        throw Untaken { QStringLiteral("cannot write %1").arg(path) };
    file.close();
    QMimeData data;
    data.setUrls({ QUrl::fromLocalFile(path) });
    QDragEnterEvent event({ 40, 40 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(studio.window().windowHandle(), &event);
    studio.waitFor(
        "what the shade says", [&] { return !studio.find<QLabel>("dropSentence")->text().isEmpty(); });
    return studio.picture();
}

QImage mini(Studio& studio)
{
    studio.waitFor("the small view", [&] {
        studio.window().openMini(); // nothing before the build was read
        return studio.window().mini();
    });
    QWidget* mini = studio.window().mini();
    studio.waitFor("its figures", [mini] {
        return !mini->findChild<QLabel*>("miniLeft")->isHidden()
            && !mini->findChild<QLabel*>("miniMemory")->isHidden();
    });
    return studio.picture(mini);
}

// The banner tells of it at other places.
QImage elsewhere(Studio& studio)
{
    studio.waitFor("the running build", [&] { return studio.window().isBuilding(); });
    studio.window().openPlace(NavigationBar::Machine);
    studio.waitToSee("runningBanner");
    return studio.picture();
}

}

QVector<Page> framePages()
{
    return {
        { "profiles", Shelf::One, [](Studio& studio) { return place(studio, NavigationBar::Profiles); } },
        { "machine-place", Shelf::One, [](Studio& studio) { return place(studio, NavigationBar::Machine); } },
        { "settings", Shelf::One, [](Studio& studio) { return place(studio, NavigationBar::Settings); } },
        { "help", Shelf::One, [](Studio& studio) { return place(studio, NavigationBar::Help); } },
        { "guide", Shelf::One, guide },
        { "about", Shelf::One, about },
        { "palette", Shelf::Many, [](Studio& studio) { return palette(studio, ""); } },
        { "palette-found", Shelf::Many, [](Studio& studio) { return palette(studio, "dis"); } },
        { "palette-nothing", Shelf::Many, [](Studio& studio) { return palette(studio, "xyzzy"); } },
        { "drop", Shelf::Many,
            [](Studio& studio) { return shade(studio, "build.log", "[1/2] Building CXX object a.o\n"); } },
        { "drop-refused", Shelf::Many,
            [](Studio& studio) { return shade(studio, "picture.png", QByteArray("\x89PNG\0\0\0", 7)); } },
        { "mini", Shelf::Running, mini },
        { "running-elsewhere", Shelf::Running, elsewhere },
    };
}

}
