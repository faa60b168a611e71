// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rule.h"

#include "core/base/Core.h"
#include "core/base/Json.h"
#include "core/base/JsonPlaces.h"
#include "core/findings/WordReferences.h"
#include "core/parse/PlainPunctuation.h"

#include <QRegularExpression>

#include <optional>
#include <utility>

namespace torchmason {

namespace {

constexpr qint64 knownSchema = 1;
constexpr qsizetype mostProblems = 200;
constexpr qsizetype shortestLiteral = 3; // shorter ones would hit nearly every line
// A match that takes more steps ends without an answer. What our rules look for takes some thousand steps in
// the longest lines.
const QLatin1String stepLimit("(*LIMIT_MATCH=50000)");

// Reads one pack; what is wrong is kept with its place.
class PackReader {
public:
    PackReader(QVector<JsonProblem>& problems, const WordLists& words, bool isTrusted)
        : m_problems(problems)
        , m_words(words)
        , m_isTrusted(isTrusted)
    {
    }

    RulePack read(const Json& document);

private:
    void readWords(JsonReader pack, RulePack& into);
    Rule readRule(JsonReader& fields);
    Rule readBug(JsonReader& fields);
    Signature readSignature(JsonReader& fields);
    Marker readMarker(JsonReader& fields);
    void readFixes(JsonReader& rule, QVector<Fix>& into);
    QVector<QByteArray> readLiterals(JsonReader& fields);
    QRegularExpression readExpression(JsonReader& fields);
    bool knowsWords(JsonReader& fields, const char* member, const QString& text);

    QVector<JsonProblem>& m_problems;
    WordLists m_words; // earlier ones and this pack's
    bool m_isTrusted; // expressions need not be tried: our own tests have done that
};

constexpr std::pair<const char*, Confidence> confidences[]
    = { { "medium", Confidence::Medium }, { "low", Confidence::Low }, { "high", Confidence::High } };

// The value that belongs to a word of a fixed set; the first where the member is missing or wrong.
template <typename Value, size_t count>
Value choiceOf(JsonReader& fields, const char* member, const std::pair<const char*, Value> (&choices)[count])
{
    QStringList names;
    for (const auto& [name, value] : choices)
        names << QLatin1String(name);
    const qsizetype index = names.indexOf(fields.choice(member, names));
    return choices[index < 0 ? 0 : index].second;
}

// Empty where the member is missing.
QString readWord(JsonReader& fields, const char* member, const QStringList& words)
{
    const QString word = fields.string(member, {});
    if (!word.isEmpty() && !words.contains(word))
        fields.fail(QLatin1String(member),
            QStringLiteral("must be one of %1.").arg(words.join(QStringLiteral(", "))));
    return word;
}

bool PackReader::knowsWords(JsonReader& fields, const char* member, const QString& text)
{
    const QString unknown = unknownWordIn(text, m_words);
    if (unknown.isEmpty())
        return true;
    fields.fail(QLatin1String(member), QStringLiteral("no list of words is named \"%1\".").arg(unknown));
    return false;
}

QVector<QByteArray> PackReader::readLiterals(JsonReader& fields)
{
    QVector<QByteArray> literals;
    for (const QString& text : fields.strings("literals")) {
        if (!knowsWords(fields, "literals", text))
            continue;
        for (const QString& literal : spelledOut(text, m_words)) {
            literals << literal.toUtf8();
            if (literals.last().size() < shortestLiteral)
                fields.fail(QStringLiteral("literals"),
                    QStringLiteral("each must be at least %1 bytes long.").arg(shortestLiteral));
        }
    }
    if (literals.isEmpty())
        fields.fail(QStringLiteral("literals"), QStringLiteral("is missing or empty."));
    return literals;
}

// Texts are compared with plain punctuation, so an expression is written in it, too.
QRegularExpression PackReader::readExpression(JsonReader& fields)
{
    const QString text = fields.string("expression", {});
    if (!knowsWords(fields, "expression", text))
        return {};
    const QString pattern = plainPunctuation(expressionWithWords(text, m_words));
    if (const QRegularExpression expression(m_isTrusted ? QString() : pattern); !expression.isValid()) {
        fields.fail(QStringLiteral("expression"),
            QStringLiteral("is not valid at character %1: %2.")
                .arg(expression.patternErrorOffset())
                .arg(expression.errorString()));
    }
    return QRegularExpression(pattern.isEmpty() ? pattern : stepLimit + pattern);
}

Signature PackReader::readSignature(JsonReader& fields)
{
    static constexpr std::pair<const char*, SignatureStrength> strengths[]
        = { { "strong", SignatureStrength::Strong }, { "weak", SignatureStrength::Weak },
              { "faint", SignatureStrength::Faint } };
    static constexpr std::pair<const char*, SignatureRole> roles[]
        = { { "cause", SignatureRole::Cause }, { "consequence", SignatureRole::Consequence },
              { "notice", SignatureRole::Notice }, { "generic", SignatureRole::Generic } };
    fields.refuseOthersThan({ QStringLiteral("literals"), QStringLiteral("expression"),
        QStringLiteral("tools"), QStringLiteral("placed"), QStringLiteral("strength"), QStringLiteral("role"),
        QStringLiteral("warnings"), QStringLiteral("when"), QStringLiteral("within"),
        QStringLiteral("unless"), QStringLiteral("confidence") });
    Signature signature;
    if (fields.value().contains("confidence"))
        signature.confidence = choiceOf<Confidence>(fields, "confidence", confidences);
    signature.literals = readLiterals(fields);
    signature.expression = readExpression(fields);
    signature.tools = fields.strings("tools");
    signature.placed = fields.boolean("placed", false);
    signature.strength = choiceOf<SignatureStrength>(fields, "strength", strengths);
    signature.role = choiceOf<SignatureRole>(fields, "role", roles);
    signature.inWarnings = fields.boolean("warnings", false);
    signature.when = fields.strings("when");
    signature.within = int(fields.integer("within", 0));
    if (signature.within < 0 || (signature.within > 0 && signature.when.isEmpty()))
        fields.fail(QStringLiteral("\"within\" is a number of lines, and goes with \"when\"."));
    signature.unless = fields.strings("unless");
    return signature;
}

Marker PackReader::readMarker(JsonReader& fields)
{
    static constexpr std::pair<const char*, MarkerEvidence> kinds[]
        = { { "none", MarkerEvidence::None }, { "failed", MarkerEvidence::Failed },
              { "succeeded", MarkerEvidence::Succeeded }, { "interrupted", MarkerEvidence::Interrupted },
              { "retried", MarkerEvidence::Retried }, { "gave-up", MarkerEvidence::GaveUp } };
    fields.refuseOthersThan({ QStringLiteral("id"), QStringLiteral("literals"), QStringLiteral("expression"),
        QStringLiteral("evidence") });
    Marker marker;
    marker.id = fields.string("id");
    marker.literals = readLiterals(fields);
    marker.expression = readExpression(fields);
    marker.evidence = choiceOf<MarkerEvidence>(fields, "evidence", kinds);
    return marker;
}

void PackReader::readFixes(JsonReader& rule, QVector<Fix>& into)
{
    for (JsonReader& fields : rule.objects("fixes")) {
        Result<Fix> fix = fixFromJson(fields.value(), {});
        if (fix && !fixKindsOfRules().contains(fix->kind))
            fields.fail(QStringLiteral("\"kind\" is \"%1\"; it must be one of %2.")
                            .arg(fix->kind, fixKindsOfRules().join(QStringLiteral(", "))));
        else if (fix)
            into.append(std::move(fix).value());
        else
            fields.fail(fix.error().message);
    }
}

Rule PackReader::readRule(JsonReader& fields)
{
    fields.refuseOthersThan({ QStringLiteral("id"), QStringLiteral("title"), QStringLiteral("group"),
        QStringLiteral("explanation"), QStringLiteral("explains"), QStringLiteral("confidence"),
        QStringLiteral("kind"), QStringLiteral("owner"), QStringLiteral("signatures"),
        QStringLiteral("fixes") });
    Rule rule;
    rule.id = fields.string("id");
    rule.title = fields.string("title");
    rule.group = fields.string("group");
    rule.explanation = fields.string("explanation");
    rule.explains = fields.strings("explains");
    rule.confidence = choiceOf<Confidence>(fields, "confidence", confidences);
    rule.kind = readWord(fields, "kind", failureKinds());
    rule.owner = readWord(fields, "owner", failureOwners());
    for (JsonReader& signature : fields.objects("signatures"))
        rule.signatures.append(readSignature(signature));
    if (rule.signatures.isEmpty())
        fields.fail(QStringLiteral("signatures"), QStringLiteral("is missing or empty."));
    readFixes(fields, rule.fixes);
    return rule;
}

// One line of a list: a rule with one signature, whose fix is a patch where it is small, and words.
Rule PackReader::readBug(JsonReader& fields)
{
    fields.refuseOthersThan({ QStringLiteral("id"), QStringLiteral("component"), QStringLiteral("affected"),
        QStringLiteral("fixedIn"), QStringLiteral("thread"), QStringLiteral("cause"),
        QStringLiteral("remedy"), QStringLiteral("kind"), QStringLiteral("literals"),
        QStringLiteral("expression"), QStringLiteral("example"), QStringLiteral("patch") });
    Rule rule;
    rule.bug = KnownBug { fields.string("component"), fields.string("affected", {}),
        fields.string("fixedIn", {}), fields.string("thread"), fields.string("example", {}) };
    rule.id = QStringLiteral("bug-") + fields.string("id");
    rule.title = Core::tr("A known bug in the source of %1").arg(rule.bug->component);
    rule.group = QStringLiteral("bug");
    rule.explanation = fields.string("cause");
    rule.kind = readWord(fields, "kind", failureKinds());
    rule.owner = QStringLiteral("tree");
    rule.confidence = Confidence::High;
    Signature signature;
    signature.literals = readLiterals(fields);
    signature.expression = readExpression(fields);
    rule.signatures.append(signature);
    if (JsonReader edit = fields.object("patch"); !edit.value().empty()) {
        edit.refuseOthersThan({ QStringLiteral("file"), QStringLiteral("find"), QStringLiteral("replace") });
        const QString file = edit.string("file");
        rule.fixes.append({ QStringLiteral("patch"), QStringLiteral("patch"), Core::tr("Patch %1").arg(file),
            Core::tr("The next attempt makes this change in the source tree; it can be undone."),
            Json { { "file", toJson(file) }, { "find", toJson(edit.string("find")) },
                { "replace", toJson(edit.string("replace")) }, { "why", toJson(rule.explanation) } } });
    }
    rule.fixes.append(
        { QStringLiteral("remedy"), QStringLiteral("text"), fields.string("remedy"), {}, nullptr });
    return rule;
}

void PackReader::readWords(JsonReader pack, RulePack& into)
{
    JsonReader lists = pack.object("words");
    for (const auto& [name, list] : lists.value().items()) {
        const QStringList phrases = lists.strings(name.c_str());
        into.words.insert(QString::fromStdString(name), phrases);
        m_words.insert(QString::fromStdString(name), phrases);
    }
}

RulePack PackReader::read(const Json& document)
{
    JsonReader fields(document, {}, m_problems);
    RulePack pack;
    fields.refuseOthersThan({ QStringLiteral("$schema"), QStringLiteral("schema"), QStringLiteral("pack"),
        QStringLiteral("words"), QStringLiteral("rules"), QStringLiteral("bugs"),
        QStringLiteral("markers") });
    pack.name = fields.string("pack");
    const auto schema = fields.optionalInteger("schema");
    if (!schema || *schema != knownSchema) {
        fields.fail(QStringLiteral("schema"),
            QStringLiteral("must be %1, the only one that this program reads.").arg(knownSchema));
        return pack;
    }
    readWords(fields, pack);
    const auto keep = [this](qsizetype before, auto&& value, auto& list) {
        if (m_problems.size() == before)
            list.append(std::forward<decltype(value)>(value));
    };
    for (JsonReader& rule : fields.objects("rules")) {
        const qsizetype before = m_problems.size();
        Rule read = readRule(rule);
        keep(before, std::move(read), pack.rules);
    }
    for (JsonReader& bug : fields.objects("bugs")) {
        const qsizetype before = m_problems.size();
        Rule read = readBug(bug);
        keep(before, std::move(read), pack.rules);
    }
    for (JsonReader& marker : fields.objects("markers")) {
        const qsizetype before = m_problems.size();
        Marker read = readMarker(marker);
        keep(before, std::move(read), pack.markers);
    }
    return pack;
}

QString sentenceOf(const JsonProblem& problem, const QString& file, const JsonPlaces& places)
{
    QString where = file;
    const TextPlace place = problem.pointer.isEmpty() ? TextPlace() : places.of(problem.pointer);
    if (place.line > 0)
        where += QStringLiteral(", line %1").arg(place.line);
    const QString field = fieldOfPointer(problem.pointer);
    if (!field.isEmpty())
        where += QStringLiteral(", ") + field;
    return where + QStringLiteral(": ") + problem.sentence;
}

}

RulePackReading readRulePack(const QByteArray& text, const QString& file, const WordLists& words)
{
    RulePackReading reading;
    const Result<Json> document = parseJson(text, file);
    if (const auto fault = document ? std::nullopt : syntaxFaultOf(text)) {
        reading.problems
            << QStringLiteral("%1, line %2: %3").arg(file).arg(fault->place.line).arg(fault->sentence);
        return reading;
    }
    QVector<JsonProblem> problems;
    // Our own packs are spared what costs time at each start: compiling expressions, a second look for
    // places.
    const bool isShipped = file.startsWith(QLatin1String(":/"));
    reading.pack = PackReader(problems, words, isShipped).read(*document);
    if (isShipped && problems.isEmpty())
        return reading;
    const JsonPlaces places(text);
    for (const QString& pointer : places.repeated())
        problems.append({ pointer, QStringLiteral("is there twice; only one of them counts.") });
    for (const JsonProblem& problem : problems.mid(0, mostProblems))
        reading.problems << sentenceOf(problem, file, places);
    return reading;
}

}
