// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/CudaCatalogue.h"

#include "core/knowledge/KnowledgeSources.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

QStringList toolkitMembers()
{
    return { QStringLiteral("version"), QStringLiteral("released"), QStringLiteral("capabilities"),
        QStringLiteral("gccMinimum"), QStringLiteral("gccMaximum"), QStringLiteral("clangMinimum"),
        QStringLiteral("clangMaximum"), QStringLiteral("msvcMinimum"), QStringLiteral("msvcMaximum"),
        QStringLiteral("msvcNewest"), QStringLiteral("driverLinux"), QStringLiteral("driverWindows"),
        QStringLiteral("minorDriverLinux"), QStringLiteral("minorDriverWindows"),
        QStringLiteral("cudnnMinimum"), QStringLiteral("cudnnMaximum"), QStringLiteral("confidence"),
        QStringLiteral("from") };
}

void readHostCompilers(JsonReader& reader, CudaToolkitInfo& toolkit)
{
    toolkit.gccMinimum = reader.string("gccMinimum", QString());
    toolkit.gccMaximum = int(reader.integer("gccMaximum", 0));
    toolkit.clangMinimum = reader.string("clangMinimum", QString());
    toolkit.clangMaximum = int(reader.integer("clangMaximum", 0));
    toolkit.msvcMinimum = int(reader.integer("msvcMinimum", 0));
    toolkit.msvcMaximum = int(reader.integer("msvcMaximum", 0));
    toolkit.msvcNewest = reader.string("msvcNewest", QString());
}

CudaToolkitInfo readToolkit(JsonReader& reader, const KnowledgeSources& sources)
{
    CudaToolkitInfo toolkit;
    toolkit.version = reader.string("version");
    toolkit.released = reader.string("released", QString());
    toolkit.capabilities = reader.strings("capabilities");
    readHostCompilers(reader, toolkit);
    toolkit.driverLinux = reader.string("driverLinux", QString());
    toolkit.driverWindows = reader.string("driverWindows", QString());
    toolkit.minorDriverLinux = reader.string("minorDriverLinux", QString());
    toolkit.minorDriverWindows = reader.string("minorDriverWindows", QString());
    toolkit.cudnnMinimum = reader.string("cudnnMinimum", QString());
    toolkit.cudnnMaximum = reader.string("cudnnMaximum", QString());
    toolkit.confidence = reader.string("confidence");
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
    static const Result<CudaCatalogue> once = read();
    return once;
}

Result<CudaCatalogue> CudaCatalogue::read()
{
    const auto rows = readRows(QStringLiteral("cuda.json"), "toolkits", toolkitMembers(), readToolkit);
    if (!rows)
        return rows.error();
    CudaCatalogue catalogue;
    catalogue.m_toolkits = *rows;
    return catalogue;
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
