// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/SourcePatch.h"

#include <QStringDecoder>

namespace torchmason {

namespace {

bool isUtf8(const QByteArray& bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(bytes);
    return !decoder.hasError() && text.toUtf8() == bytes;
}

// Long diffs are lists of lines, so that a profile stays readable. A diff ends with a line break.
QByteArray readDiff(JsonReader& reader)
{
    if (reader.has("diffBase64"))
        return QByteArray::fromBase64(reader.string("diffBase64").toLatin1());
    if (reader.child("diff").is_array())
        return (reader.strings("diff").join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8();
    return reader.string("diff", QString()).toUtf8();
}

}

QString patchesText(const QVector<SourcePatch>& patches)
{
    QStringList texts;
    for (const SourcePatch& patch : patches)
        texts << (patch.file.isEmpty() ? patch.why : patch.file + QStringLiteral(": ") + patch.why);
    return texts.join(QStringLiteral("; "));
}

Json toJson(const SourcePatch& patch)
{
    if (!patch.isDiff())
        return { { "file", toJson(patch.file) }, { "find", toJson(patch.find) },
            { "replace", toJson(patch.replace) }, { "why", toJson(patch.why) } };
    Json json = Json::object();
    if (!isUtf8(patch.diff))
        json["diffBase64"] = patch.diff.toBase64().toStdString();
    else if (patch.diff.endsWith('\n'))
        json["diff"] = toJson(QString::fromUtf8(patch.diff.chopped(1)).split(QLatin1Char('\n')));
    else
        json["diff"] = toJson(QString::fromUtf8(patch.diff));
    json["why"] = toJson(patch.why);
    return json;
}

SourcePatch readSourcePatch(JsonReader& reader)
{
    SourcePatch patch;
    patch.why = reader.string("why");
    patch.diff = readDiff(reader);
    if (patch.isDiff()) {
        for (const char* member : { "file", "find", "replace" }) {
            if (reader.has(member))
                reader.fail(
                    QStringLiteral("a diff names its files itself, so \"%1\" cannot be given with it.")
                        .arg(QLatin1String(member)));
        }
        return patch;
    }
    patch.file = reader.string("file");
    patch.find = reader.string("find");
    patch.replace = reader.string("replace");
    if (reader.ok() && patch.find.isEmpty())
        reader.fail(QStringLiteral("\"find\" is empty; it must name the text that is replaced."));
    return patch;
}

QVector<SourcePatch> readSourcePatches(JsonReader& reader, const char* member)
{
    return reader.list(member, readSourcePatch);
}

}
