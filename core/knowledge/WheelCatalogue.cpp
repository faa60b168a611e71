// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/WheelCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

#include <QStringList>

namespace torchmason {

namespace {

OfficialWheel readWheel(JsonReader& reader, const KnowledgeSources& sources)
{
    OfficialWheel wheel;
    readMembers<OfficialWheel>(reader, wheel,
        { { "release", &OfficialWheel::release }, { "newest", &OfficialWheel::newest },
            { "machine", &OfficialWheel::machine }, { "variant", &OfficialWheel::variant },
            { "cuda", &OfficialWheel::cuda }, { "confidence", &OfficialWheel::confidence } });
    wheel.platform
        = reader.string("platform") == QLatin1String("windows") ? Platform::Windows : Platform::Linux;
    const QStringList ptx = reader.strings("ptx");
    for (const QString& capability : reader.strings("archs"))
        wheel.archs.append({ capability, ptx.contains(capability) });
    if (wheel.hasCuda() == wheel.archs.isEmpty())
        reader.fail(QStringLiteral("\"archs\" and \"cuda\" belong together."));
    wheel.source = sources.textOf(reader);
    return wheel;
}

}

Result<WheelCatalogue> WheelCatalogue::load()
{
    static const auto once = []() -> Result<WheelCatalogue> {
        const auto rows = readRows(QStringLiteral("wheels.json"), "wheels", readWheel);
        if (!rows)
            return rows.error();
        WheelCatalogue catalogue;
        catalogue.m_wheels = *rows;
        return catalogue;
    }();
    return once;
}

}
