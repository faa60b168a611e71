// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The system that a plan or a fact is about, which need not be the one we run on.
enum class Platform {
    Linux,
    Windows,
};

constexpr Platform hostPlatform()
{
#ifdef Q_OS_WIN
    return Platform::Windows;
#else
    return Platform::Linux;
#endif
}

inline QString platformId(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("windows") : QStringLiteral("linux");
}

}
