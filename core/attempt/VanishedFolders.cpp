// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/VanishedFolders.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

bool VanishedFolders::Place::isThere() const
{
    const QFileInfo info(path);
    return isFolder ? info.isDir() : info.isFile();
}

void VanishedFolders::look(const BuildRequest& request, StageKind stage)
{
    QVector<Place> places { { request.sourceFolder, QStringLiteral("the source folder") },
        { request.buildFolder, QStringLiteral("the build folder") },
        { QDir::tempPath(), QStringLiteral("the folder of temporary files") },
        { QDir::homePath(), QStringLiteral("the home folder") } };
    // In a folder that another one has taken the place of.
    for (const char* name : { "/CMakeLists.txt", "/setup.py" })
        places.append({ request.sourceFolder + QLatin1String(name), QStringLiteral("of the source"), false });
    if (comesBefore(StageKind::Configure, stage))
        places.append({ request.buildFolder + QStringLiteral("/CMakeCache.txt"),
            QStringLiteral("of the build folder"), false });
    for (const Place& place : places) {
        const bool isKnown = std::any_of(
            m_seen.begin(), m_seen.end(), [&place](const Place& seen) { return seen.path == place.path; });
        if (!isKnown && place.isThere())
            m_seen.append(place);
    }
}

QString VanishedFolders::sentence() const
{
    const auto gone
        = std::find_if(m_seen.begin(), m_seen.end(), [](const Place& place) { return !place.isThere(); });
    if (gone == m_seen.end())
        return {};
    return QStringLiteral("%1, %2, is gone: it was deleted, moved or replaced, or its disk was removed. "
                          "Bring it back, then trying again (attempts retry N) goes on from here.")
        .arg(gone->path, gone->what);
}

}
