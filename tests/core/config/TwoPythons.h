// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"

namespace torchmason {

inline PythonFacts python(const QString& path, const QString& version, const QString& kind = "system")
{
    PythonFacts facts;
    facts.path = path;
    facts.version = version;
    facts.kind = kind;
    facts.modules = QStringList { "yaml", "typing_extensions", "setuptools", "wheel", "numpy" };
    return facts;
}

// PATH leads to /opt/py, which has nothing; the system's has all.
inline HostFacts machine()
{
    HostFacts facts;
    facts.osName = "Debian";
    facts.isElsewhere = true;
    facts.platform = Platform::Linux;
    facts.logicalCores = 8;
    facts.memoryTotal = facts.memoryAvailable = 32 * gibibyte;
    PythonFacts first = python("/opt/py/bin/python3", "3.11.7");
    first.modules.clear();
    first.isDefault = true;
    facts.pythons = { first, python("/usr/bin/python3", "3.11.2"), python("/usr/bin/python3.12", "3.12.1") };
    return facts;
}

// It names this Python by its flags.
inline Profile wheelProfile(const QString& named = {})
{
    Profile profile;
    profile.id = "p";
    profile.platforms = { Platform::Linux };
    profile.source.kind = SourceKind::Git;
    profile.source.url = "https://example.org/x.git";
    profile.source.tag = "v2.6.0";
    profile.source.version = "2.6.0";
    profile.needs.python = true;
    profile.needs.pythonMinimum = "3.9";
    profile.backend = "wheel";
    if (!named.isEmpty()) {
        profile.configuration.setFlag({ "PYTHON_EXECUTABLE", named, "FILEPATH", ValueOrigin::Profile });
        profile.configuration.setFlag({ "Python_EXECUTABLE", named, "FILEPATH", ValueOrigin::Profile });
    }
    return profile;
}

inline RequestWishes venvWish()
{
    RequestWishes wishes;
    wishes.venv = true;
    return wishes;
}

}
