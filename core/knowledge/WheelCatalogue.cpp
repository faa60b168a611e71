// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/WheelCatalogue.h"

#include "core/knowledge/KnowledgeSources.h"

#include <QStringList>

namespace torchmason {

namespace {

QStringList wheelMembers()
{
    return { QStringLiteral("release"), QStringLiteral("newest"), QStringLiteral("platform"),
        QStringLiteral("machine"), QStringLiteral("variant"), QStringLiteral("cuda"), QStringLiteral("archs"),
        QStringLiteral("ptx"), QStringLiteral("confidence"), QStringLiteral("from") };
}

OfficialWheel readWheel(JsonReader& reader, const KnowledgeSources& sources)
{
    OfficialWheel wheel;
    wheel.release = reader.string("release");
    wheel.newest = reader.string("newest");
    const QString platform = reader.string("platform");
    wheel.platform = platform == QLatin1String("windows") ? Platform::Windows : Platform::Linux;
    if (platform != platformId(wheel.platform))
        reader.fail(QStringLiteral("\"platform\" must be \"linux\" or \"windows\"."));
    wheel.machine = reader.string("machine");
    wheel.variant = reader.string("variant");
    wheel.cuda = reader.string("cuda", QString());
    const QStringList ptx = reader.strings("ptx");
    for (const QString& capability : reader.strings("archs"))
        wheel.archs.append({ capability, ptx.contains(capability) });
    if (wheel.hasCuda() == wheel.archs.isEmpty())
        reader.fail(QStringLiteral("\"archs\" and \"cuda\" belong together."));
    wheel.confidence = reader.string("confidence");
    wheel.source = sources.textOf(reader);
    return wheel;
}

}

Result<WheelCatalogue> WheelCatalogue::load()
{
    static const Result<WheelCatalogue> once = read();
    return once;
}

Result<WheelCatalogue> WheelCatalogue::read()
{
    const auto rows = readRows(QStringLiteral("wheels.json"), "wheels", wheelMembers(), readWheel);
    if (!rows)
        return rows.error();
    WheelCatalogue catalogue;
    catalogue.m_wheels = *rows;
    return catalogue;
}

}
