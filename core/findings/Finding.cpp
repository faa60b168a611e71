// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"

#include "core/base/Core.h"

namespace torchmason {

QString confidenceId(Confidence confidence)
{
    static const char* const ids[] = { "low", "medium", "high" };
    return QLatin1String(ids[int(confidence)]);
}

QString ownerText(const QString& owner)
{
    if (owner == QLatin1String("machine"))
        return Core::tr("the cause is the machine");
    if (owner == QLatin1String("configuration"))
        return Core::tr("the cause is this build's settings");
    if (owner == QLatin1String("tree"))
        return Core::tr("the cause is the source, not your settings");
    if (owner == QLatin1String("change"))
        return Core::tr("the cause is your own changes");
    return owner == QLatin1String("network") ? Core::tr("the cause is the network") : QString();
}

std::optional<Confidence> confidenceFromId(const QString& id)
{
    for (const Confidence confidence : { Confidence::Low, Confidence::Medium, Confidence::High }) {
        if (confidenceId(confidence) == id)
            return confidence;
    }
    return std::nullopt;
}

bool isForTheUser(const Fix& fix)
{
    return fix.kind == QLatin1String("text") || fix.kind == QLatin1String("checks")
        || fix.kind == QLatin1String("command");
}

Json toJson(const Fix& fix)
{
    Json json = Json::object();
    json["id"] = toJson(fix.id);
    json["kind"] = toJson(fix.kind);
    json["title"] = toJson(fix.title);
    json["detail"] = toJson(fix.detail);
    json["action"] = fix.action;
    if (!fix.on.isEmpty())
        json["on"] = toJson(fix.on);
    if (!fix.command.isEmpty())
        json["command"] = toJson(fix.command);
    if (!fix.changes.isEmpty())
        json["changes"] = toJson(fix.changes);
    if (fix.triedIn > 0)
        json["didNotHelpIn"] = fix.triedIn;
    return json;
}

const QStringList& fixKindsOfRules()
{
    static const QStringList kinds { QStringLiteral("text"), QStringLiteral("set-flag"),
        QStringLiteral("append-flag"), QStringLiteral("unset-flag"), QStringLiteral("set-environment"),
        QStringLiteral("unset-environment"), QStringLiteral("remove-arch"), QStringLiteral("gate"),
        QStringLiteral("jobs"), QStringLiteral("clean"), QStringLiteral("accept-configuration"),
        QStringLiteral("fetch"), QStringLiteral("patch"), QStringLiteral("change"), QStringLiteral("checks"),
        QStringLiteral("command") };
    return kinds;
}

Result<Fix> fixFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    Fix fix;
    fix.id = reader.string("id");
    fix.kind = reader.string("kind", QStringLiteral("text"));
    fix.title = reader.string("title");
    fix.detail = reader.string("detail", {});
    fix.on = reader.string("on", {});
    fix.action = reader.child("action");
    fix.command = reader.string("command", {});
    fix.changes = reader.strings("changes");
    fix.triedIn = int(reader.integer("didNotHelpIn", 0));
    if (!fix.on.isEmpty() && fix.on != QLatin1String("windows") && fix.on != QLatin1String("linux"))
        reader.fail(QStringLiteral("\"on\" is \"%1\"; it must be windows or linux.").arg(fix.on));
    if (!fix.action.is_null() && !fix.action.is_object())
        reader.fail(QStringLiteral("\"action\" must be an object."));
    if (fix.kind != QLatin1String("text") && fix.action.is_null())
        reader.fail(QStringLiteral("\"action\" is missing, which the kind \"%1\" needs.").arg(fix.kind));
    if (!reader.ok())
        return reader.error();
    return fix;
}

Json toJson(const Finding& finding)
{
    Json json = Json::object();
    json["rule"] = toJson(finding.rule);
    json["title"] = toJson(finding.title);
    json["explanation"] = toJson(finding.explanation);
    json["stage"] = toJson(finding.stage);
    json["line"] = finding.line;
    json["offset"] = finding.byteOffset;
    json["evidence"] = toJson(finding.evidence);
    json["subject"] = toJson(finding.subject);
    json["edge"] = toJson(finding.edge);
    const std::pair<const char*, QString> words[] { { "kind", finding.kind }, { "owner", finding.owner },
        { "component", finding.component } };
    for (const auto& [name, value] : words) {
        if (!value.isEmpty())
            json[name] = toJson(value);
    }
    json["root"] = finding.root;
    json["confidence"] = toJson(confidenceId(finding.confidence));
    json["occurrences"] = finding.occurrences;
    if (!finding.candidates.isEmpty())
        json["candidates"] = toJson(finding.candidates);
    json["fixes"] = toJson(finding.fixes);
    return json;
}

Result<Finding> findingFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    Finding finding;
    finding.rule = reader.string("rule");
    finding.title = reader.string("title");
    finding.explanation = reader.string("explanation", {});
    finding.stage = reader.string("stage", {});
    finding.line = reader.integer("line", 0);
    finding.byteOffset = reader.integer("offset", 0);
    finding.evidence = reader.string("evidence", {});
    finding.subject = reader.string("subject", {});
    finding.edge = reader.string("edge", {});
    finding.kind = reader.string("kind", {});
    finding.owner = reader.string("owner", {});
    finding.component = reader.string("component", {});
    finding.root = reader.boolean("root", false);
    finding.occurrences = reader.integer("occurrences", 1);
    finding.candidates = reader.strings("candidates");
    const std::optional<Confidence> confidence
        = confidenceFromId(reader.string("confidence", QStringLiteral("medium")));
    if (!confidence)
        reader.fail(QStringLiteral("\"confidence\" must be low, medium or high."));
    finding.confidence = confidence.value_or(Confidence::Medium);
    const Json& fixes = reader.child("fixes");
    if (!fixes.is_null() && !fixes.is_array())
        reader.fail(QStringLiteral("\"fixes\" must be a list."));
    if (!reader.ok())
        return reader.error();
    for (const Json& entry : fixes) {
        Result<Fix> fix = fixFromJson(entry, where + QStringLiteral(", fixes"));
        if (!fix)
            return fix.error();
        finding.fixes.append(std::move(fix).value());
    }
    return finding;
}

}
