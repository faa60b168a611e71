// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rule.h"

#include "core/base/Json.h"
#include "core/base/JsonPlaces.h"
#include "core/parse/PlainPunctuation.h"

#include <QRegularExpression>

#include <optional>
#include <utility>

namespace torchmason {

namespace {

const QRegularExpression& reference()
{
    static const QRegularExpression expression(QStringLiteral("%\\{([\\w-]+)\\}"));
    return expression;
}

// The first name in `text` that no list has; empty where there is none.
QString unknownWordIn(const QString& text, const WordLists& words)
{
    auto matches = reference().globalMatch(text);
    while (matches.hasNext()) {
        const QString name = matches.next().captured(1);
        if (!words.contains(name))
            return name;
    }
    return {};
}

// One text for each phrase; `text` itself where it names no list.
QStringList spelledOut(const QString& text, const WordLists& words)
{
    const QRegularExpressionMatch match = reference().match(text);
    if (!match.hasMatch())
        return { text };
    QStringList all;
    for (const QString& phrase : words.value(match.captured(1))) {
        all += spelledOut(text.left(match.capturedStart()) + phrase + text.mid(match.capturedEnd()), words);
    }
    return all;
}

// The expression with each %{name} as a group of alternatives.
QString expressionWithWords(const QString& expression, const WordLists& words)
{
    QString whole = expression;
    for (auto match = reference().match(whole); match.hasMatch(); match = reference().match(whole)) {
        QStringList phrases;
        for (const QString& phrase : words.value(match.captured(1)))
            phrases << QRegularExpression::escape(phrase);
        whole.replace(match.capturedStart(), match.capturedLength(),
            QStringLiteral("(?:%1)").arg(phrases.join(QLatin1Char('|'))));
    }
    return whole;
}

constexpr qint64 knownSchema = 1;
constexpr qsizetype mostProblems = 200;
constexpr qsizetype shortestLiteral = 3; // shorter ones would hit nearly every line

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

KnownBug readBug(JsonReader fields)
{
    fields.refuseOthersThan({ QStringLiteral("component"), QStringLiteral("affected"),
        QStringLiteral("fixedIn"), QStringLiteral("thread") });
    return { fields.string("component"), fields.string("affected", {}), fields.string("fixedIn", {}),
        fields.string("thread") };
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
    const QRegularExpression expression(plainPunctuation(expressionWithWords(text, m_words)));
    if (!m_isTrusted && !expression.isValid()) {
        fields.fail(QStringLiteral("expression"),
            QStringLiteral("is not valid at character %1: %2.")
                .arg(expression.patternErrorOffset())
                .arg(expression.errorString()));
    }
    return expression;
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
        QStringLiteral("warnings"), QStringLiteral("when"), QStringLiteral("unless") });
    Signature signature;
    signature.literals = readLiterals(fields);
    signature.expression = readExpression(fields);
    signature.tools = fields.strings("tools");
    signature.placed = fields.boolean("placed", false);
    signature.strength = choiceOf<SignatureStrength>(fields, "strength", strengths);
    signature.role = choiceOf<SignatureRole>(fields, "role", roles);
    signature.inWarnings = fields.boolean("warnings", false);
    signature.when = fields.strings("when");
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
    static constexpr std::pair<const char*, Confidence> confidences[]
        = { { "medium", Confidence::Medium }, { "low", Confidence::Low }, { "high", Confidence::High } };
    fields.refuseOthersThan({ QStringLiteral("id"), QStringLiteral("title"), QStringLiteral("group"),
        QStringLiteral("explanation"), QStringLiteral("explains"), QStringLiteral("confidence"),
        QStringLiteral("kind"), QStringLiteral("owner"), QStringLiteral("bug"), QStringLiteral("signatures"),
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
    if (fields.has("bug"))
        rule.bug = readBug(fields.object("bug"));
    for (JsonReader& signature : fields.objects("signatures"))
        rule.signatures.append(readSignature(signature));
    if (rule.signatures.isEmpty())
        fields.fail(QStringLiteral("signatures"), QStringLiteral("is missing or empty."));
    readFixes(fields, rule.fixes);
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
        QStringLiteral("words"), QStringLiteral("rules"), QStringLiteral("markers") });
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

const QStringList& failureKinds()
{
    static const QStringList kinds { QStringLiteral("not-found"), QStringLiteral("wrong-version"),
        QStringLiteral("refused-flag"), QStringLiteral("unknown-syntax"), QStringLiteral("incompatible-code"),
        QStringLiteral("undefined-symbol"), QStringLiteral("duplicate-symbol"),
        QStringLiteral("wrong-format"), QStringLiteral("out-of-memory"), QStringLiteral("out-of-disk"),
        QStringLiteral("limit"), QStringLiteral("network"), QStringLiteral("permission"),
        QStringLiteral("locked"), QStringLiteral("encoding"), QStringLiteral("timeout"),
        QStringLiteral("crash"), QStringLiteral("mismatch"), QStringLiteral("configuration") };
    return kinds;
}

const QStringList& failureOwners()
{
    static const QStringList owners { QStringLiteral("machine"), QStringLiteral("configuration"),
        QStringLiteral("tree"), QStringLiteral("change"), QStringLiteral("network") };
    return owners;
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
