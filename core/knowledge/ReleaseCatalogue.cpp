// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ReleaseCatalogue.h"

#include "core/knowledge/KnowledgeSources.h"
#include "core/knowledge/VersionText.h"

namespace torchmason {

namespace {

QStringList releaseMembers()
{
    return { QStringLiteral("version"), QStringLiteral("released"), QStringLiteral("pythonMinimum"),
        QStringLiteral("pythonMaximum"), QStringLiteral("pythonExperimental"), QStringLiteral("cudaStable"),
        QStringLiteral("cudaExperimental"), QStringLiteral("cudaMinimum"), QStringLiteral("cudaMaximum"),
        QStringLiteral("cudaMaximumWhy"), QStringLiteral("cudnn"), QStringLiteral("cudnnMinimum"),
        QStringLiteral("cudnnMaximum"), QStringLiteral("cmakeMinimum"), QStringLiteral("cmakeSoft"),
        QStringLiteral("cmake4"), QStringLiteral("cxxStandard"), QStringLiteral("gccMinimum"),
        QStringLiteral("clangMinimum"), QStringLiteral("visualStudioMinimum"),
        QStringLiteral("visualStudioOfficial"), QStringLiteral("confidence"), QStringLiteral("from") };
}

void readCuda(JsonReader& reader, TorchRelease& release)
{
    release.cudaStable = reader.strings("cudaStable");
    release.cudaExperimental = reader.strings("cudaExperimental");
    release.cudaMinimum = reader.string("cudaMinimum", QString());
    release.cudaMaximum = reader.string("cudaMaximum", QString());
    release.cudaMaximumWhy = reader.string("cudaMaximumWhy", QString());
    release.cudnnMinimum = reader.string("cudnnMinimum", QString());
    release.cudnnMaximum = reader.string("cudnnMaximum", QString());
    const Json& builtWith = reader.child("cudnn");
    if (builtWith.is_null())
        return;
    JsonReader cudnn(builtWith, QStringLiteral("cudnn"));
    for (const auto& [cuda, version] : builtWith.items())
        release.cudnn.insert(QString::fromStdString(cuda), cudnn.string(cuda.c_str()));
    if (!cudnn.ok())
        reader.fail(cudnn.error().message);
}

void readTools(JsonReader& reader, TorchRelease& release)
{
    release.cmakeMinimum = reader.string("cmakeMinimum");
    release.cmakeIsSoft = reader.boolean("cmakeSoft", false);
    release.acceptsCMake4 = reader.boolean("cmake4", true);
    release.cxxStandard = int(reader.integer("cxxStandard", 0));
    release.gccMinimum = reader.string("gccMinimum", QString());
    release.clangMinimum = reader.string("clangMinimum", QString());
    release.visualStudioMinimum = reader.string("visualStudioMinimum", QString());
    release.visualStudioOfficial = reader.string("visualStudioOfficial", QString());
}

TorchRelease readRelease(JsonReader& reader, const KnowledgeSources& sources)
{
    TorchRelease release;
    release.version = reader.string("version");
    release.released = reader.string("released", QString());
    release.pythonMinimum = reader.string("pythonMinimum");
    release.pythonMaximum = reader.string("pythonMaximum");
    release.pythonExperimental = reader.string("pythonExperimental", QString());
    readCuda(reader, release);
    readTools(reader, release);
    release.confidence = reader.string("confidence");
    release.source = sources.textOf(reader);
    return release;
}

}

// Preflight asks on every keystroke.
Result<ReleaseCatalogue> ReleaseCatalogue::load()
{
    static const Result<ReleaseCatalogue> once = read();
    return once;
}

Result<ReleaseCatalogue> ReleaseCatalogue::read()
{
    const auto rows = readRows(QStringLiteral("releases.json"), "releases", releaseMembers(), readRelease);
    if (!rows)
        return rows.error();
    ReleaseCatalogue catalogue;
    catalogue.m_releases = *rows;
    return catalogue;
}

const TorchRelease* ReleaseCatalogue::release(const QString& version) const
{
    const QString plain = version.startsWith(QLatin1Char('v')) ? version.mid(1) : version;
    for (const TorchRelease& release : m_releases) {
        if (!plain.isEmpty() && compareVersions(majorMinor(plain), release.version) == 0)
            return &release;
    }
    return nullptr;
}

}
