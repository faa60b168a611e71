// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Libraries.h"

#include <QtGlobal>

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>
#include <spdlog/version.h>
#include <zlib.h>

namespace torchmason {

namespace {

QString version(int major, int minor, int patch)
{
    return QStringLiteral("%1.%2.%3").arg(major).arg(minor).arg(patch);
}

}

QVector<Library> usedLibraries()
{
    return { { QStringLiteral("Qt"), QLatin1String(qVersion()) },
        { QStringLiteral("spdlog"), version(SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH) },
#ifdef FMT_VERSION // a spdlog of the standard library's format has none
        { QStringLiteral("fmt"), version(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100) },
#endif
        { QStringLiteral("nlohmann_json"),
            version(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH) },
        { QStringLiteral("zlib"), QLatin1String(zlibVersion()) } };
}

QString shownLibrary(const Library& library)
{
    return library.name + QLatin1Char(' ') + library.version;
}

}
