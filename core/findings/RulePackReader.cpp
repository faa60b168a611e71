// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/RulePackReader.h"

#include <optional>

namespace torchmason {

namespace {

constexpr qint64 knownSchema = 1;
constexpr qsizetype shortestLiteral = 3; // shorter ones would hit nearly every line

// A word of a fixed set; answers the first where the member is missing.
template <typename Value>
Value readChoice(
    JsonReader& reader, const char* member, std::initializer_list<std::pair<const char*, Value>> choices)
{
    const QString word = reader.string(member, QLatin1String(choices.begin()->first));
    QStringList names;
    for (const auto& [name, value] : choices) {
        if (word == QLatin1String(name))
            return value;
        names << QLatin1String(name);
    }
    reader.fail(QStringLiteral("\"%1\" must be one of %2.")
                    .arg(QLatin1String(member), names.join(QStringLiteral(", "))));
    return choices.begin()->second;
}

QVector<QByteArray> readLiterals(JsonReader& reader)
{
    QVector<QByteArray> literals;
    for (const QString& text : reader.strings("literals")) {
        if (text.toUtf8().size() < shortestLiteral)
            reader.fail(QStringLiteral("\"literals\" must be at least %1 bytes long.").arg(shortestLiteral));
        literals << text.toUtf8();
    }
    if (literals.isEmpty())
        reader.fail(QStringLiteral("\"literals\" is missing or empty."));
    return literals;
}

QRegularExpression readExpression(JsonReader& reader)
{
    QRegularExpression expression(reader.string("expression", {}));
    if (!expression.isValid()) {
        reader.fail(QStringLiteral("\"expression\" is not valid at character %1: %2.")
                        .arg(expression.patternErrorOffset())
                        .arg(expression.errorString()));
    }
    return expression;
}

Result<Signature> readSignature(const Json& json, const QString& where)
{
    JsonReader reader(json, where);
    Signature signature;
    signature.literals = readLiterals(reader);
    signature.expression = readExpression(reader);
    signature.strength = readChoice<SignatureStrength>(reader, "strength",
        { { "strong", SignatureStrength::Strong }, { "weak", SignatureStrength::Weak },
            { "faint", SignatureStrength::Faint } });
    signature.role = readChoice<SignatureRole>(reader, "role",
        { { "cause", SignatureRole::Cause }, { "consequence", SignatureRole::Consequence },
            { "notice", SignatureRole::Notice }, { "generic", SignatureRole::Generic } });
    signature.when = reader.strings("when");
    signature.unless = reader.strings("unless");
    if (!reader.ok())
        return reader.error();
    return signature;
}

Result<Marker> readMarker(const Json& json, const QString& where)
{
    JsonReader reader(json, where);
    Marker marker;
    marker.id = reader.string("id");
    marker.literals = readLiterals(reader);
    marker.expression = readExpression(reader);
    marker.evidence = readChoice<MarkerEvidence>(reader, "evidence",
        { { "none", MarkerEvidence::None }, { "failed", MarkerEvidence::Failed },
            { "succeeded", MarkerEvidence::Succeeded }, { "interrupted", MarkerEvidence::Interrupted } });
    if (!reader.ok())
        return reader.error();
    return marker;
}

// Reads every member of a list with `read`; an absent list is empty.
template <typename Value>
Result<QVector<Value>> readAll(
    const Json& list, const QString& where, Result<Value> (*read)(const Json&, const QString&))
{
    QVector<Value> values;
    if (list.is_null())
        return values;
    if (!list.is_array())
        return Error { QStringLiteral("%1 must be a list.").arg(where) };
    for (const Json& entry : list) {
        Result<Value> value = read(entry, QStringLiteral("%1 %2").arg(where).arg(values.size() + 1));
        if (!value)
            return value.error();
        values.append(std::move(value).value());
    }
    return values;
}

Result<Rule> readRule(const Json& json, const QString& where)
{
    JsonReader reader(json, where);
    Rule rule;
    rule.id = reader.string("id");
    rule.title = reader.string("title");
    rule.group = reader.string("group");
    rule.explanation = reader.string("explanation");
    rule.explains = reader.strings("explains");
    rule.confidence = readChoice<Confidence>(reader, "confidence",
        { { "medium", Confidence::Medium }, { "low", Confidence::Low }, { "high", Confidence::High } });
    if (!reader.ok())
        return reader.error();
    const QString place = QStringLiteral("%1 (%2)").arg(where, rule.id);
    Result<QVector<Signature>> signatures = readAll<Signature>(
        reader.child("signatures"), place + QStringLiteral(", signatures"), readSignature);
    if (!signatures)
        return signatures.error();
    if (signatures->isEmpty())
        return Error { QStringLiteral("%1: \"signatures\" is missing or empty.").arg(place) };
    Result<QVector<Fix>> fixes
        = readAll<Fix>(reader.child("fixes"), place + QStringLiteral(", fixes"), fixFromJson);
    if (!fixes)
        return fixes.error();
    rule.signatures = std::move(signatures).value();
    rule.fixes = std::move(fixes).value();
    return rule;
}

}

Result<RulePack> rulePackFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    RulePack pack;
    const qint64 schema = reader.integer("schema");
    pack.name = reader.string("pack");
    if (reader.ok() && schema != knownSchema)
        reader.fail(
            QStringLiteral("\"schema\" is %1, and this program reads %2.").arg(schema).arg(knownSchema));
    if (!reader.ok())
        return reader.error();
    Result<QVector<Rule>> rules
        = readAll<Rule>(reader.child("rules"), where + QStringLiteral(", rules"), readRule);
    if (!rules)
        return rules.error();
    Result<QVector<Marker>> markers
        = readAll<Marker>(reader.child("markers"), where + QStringLiteral(", markers"), readMarker);
    if (!markers)
        return markers.error();
    pack.rules = std::move(rules).value();
    pack.markers = std::move(markers).value();
    return pack;
}

}
