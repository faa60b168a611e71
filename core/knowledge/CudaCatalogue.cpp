// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/CudaCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

CudaToolkitInfo readToolkit(JsonReader& reader, const KnowledgeSources& sources)
{
    CudaToolkitInfo toolkit;
    readMembers<CudaToolkitInfo>(reader, toolkit,
        { { "version", &CudaToolkitInfo::version }, { "released", &CudaToolkitInfo::released },
            { "capabilities", &CudaToolkitInfo::capabilities },
            { "gccMinimum", &CudaToolkitInfo::gccMinimum }, { "gccMaximum", &CudaToolkitInfo::gccMaximum },
            { "clangMinimum", &CudaToolkitInfo::clangMinimum },
            { "clangMaximum", &CudaToolkitInfo::clangMaximum },
            { "msvcMinimum", &CudaToolkitInfo::msvcMinimum },
            { "msvcMaximum", &CudaToolkitInfo::msvcMaximum }, { "msvcNewest", &CudaToolkitInfo::msvcNewest },
            { "driverLinux", &CudaToolkitInfo::driverLinux },
            { "driverWindows", &CudaToolkitInfo::driverWindows },
            { "minorDriverLinux", &CudaToolkitInfo::minorDriverLinux },
            { "minorDriverWindows", &CudaToolkitInfo::minorDriverWindows },
            { "glibcMaximum", &CudaToolkitInfo::glibcMaximum },
            { "cudnnMinimum", &CudaToolkitInfo::cudnnMinimum },
            { "cudnnMaximum", &CudaToolkitInfo::cudnnMaximum },
            { "confidence", &CudaToolkitInfo::confidence } });
    toolkit.source = sources.textOf(reader);
    return toolkit;
}

}

QString CudaToolkitInfo::minimumDriver(Platform platform, CodeKind code) const
{
    const bool windows = platform == Platform::Windows;
    const QString& minor = windows ? minorDriverWindows : minorDriverLinux;
    const QString& own = windows ? driverWindows : driverLinux;
    if (own.isEmpty() || minor.isEmpty())
        return own.isEmpty() ? minor : own;
    return code == CodeKind::Ptx ? own : minor;
}

// Preflight asks on every keystroke.
Result<CudaCatalogue> CudaCatalogue::load()
{
    static const auto once = []() -> Result<CudaCatalogue> {
        const auto document = readKnowledge(QStringLiteral("cuda.json"));
        if (!document)
            return document.error();
        const auto rows = rowsOf(*document, "toolkits", readToolkit);
        if (!rows)
            return rows.error();
        CudaCatalogue catalogue;
        catalogue.m_toolkits = *rows;
        const auto systems = forEachRow(*document, "systems", [&catalogue](JsonReader& row) {
            catalogue.m_glibc.append({ row.string("system"), row.string("glibc") });
        });
        if (!systems)
            return systems.error();
        return catalogue;
    }();
    return once;
}

QString CudaCatalogue::glibcOf(const QString& osName) const
{
    for (const auto& [system, glibc] : m_glibc) {
        if (osName.startsWith(system))
            return glibc;
    }
    return {};
}

const CudaToolkitInfo* CudaCatalogue::toolkit(const QString& version) const
{
    for (const CudaToolkitInfo& toolkit : m_toolkits) {
        if (toolkit.version == majorMinor(version))
            return &toolkit;
    }
    return nullptr;
}

}
