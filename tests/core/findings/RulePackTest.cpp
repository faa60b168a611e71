// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"
#include "core/findings/Rule.h"
#include "core/findings/RuleSet.h"
#include "tests/support/Rows.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class RulePackTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void shippedPacksAreSound();
    void everyRuleExplainsItself();
    void brokenPacksNameTheMember_data();
    void brokenPacksNameTheMember();
    void aBrokenRuleLeavesTheOthers();
    void aBrokenUserPackHidesNothing();

private:
    std::shared_ptr<const RuleSet> m_rules;
};

void RulePackTest::initTestCase()
{
    QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    m_rules = loadRules();
}

void RulePackTest::shippedPacksAreSound()
{
    QCOMPARE(m_rules->problems(), QStringList());
    QVERIFY(m_rules->rules().size() >= 60);
    QVERIFY(m_rules->rule("c10d-unresolved-symbol"));
    for (const Marker& marker : m_rules->markers())
        QVERIFY2(marker.expression.isValid(), qPrintable(marker.id));
    for (const Rule& rule : m_rules->rules()) {
        for (const Signature& signature : rule.signatures)
            QVERIFY2(signature.expression.isValid(),
                qPrintable(rule.id + QLatin1Char(' ') + signature.expression.errorString()));
        for (const QString& other : rule.explains)
            QVERIFY2(m_rules->rule(other), qPrintable(rule.id + " explains " + other));
    }
}

void RulePackTest::everyRuleExplainsItself()
{
    for (const Rule& rule : m_rules->rules()) {
        QVERIFY2(!rule.fixes.isEmpty(), qPrintable(rule.id));
        QVERIFY2(rule.explanation.endsWith(QLatin1Char('.')), qPrintable(rule.id));
        QSet<QString> ids;
        for (const Fix& fix : rule.fixes) {
            QVERIFY2(!ids.contains(fix.id), qPrintable(rule.id + QLatin1Char('/') + fix.id));
            ids.insert(fix.id);
            // "Fetch it" and "Fetch it yourself" read as one thing said twice.
            for (const Fix& other : rule.fixes)
                QVERIFY2(other.title != fix.title + QLatin1String(" yourself"), qPrintable(rule.id));
        }
    }
}

void RulePackTest::brokenPacksNameTheMember_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    const QByteArray good
        = R"json({"schema":1,"pack":"p","rules":[{"id":"r","title":"t","group":"g","explanation":"e.",
        "signatures":[{"literals":["boom"],"expression":"boom (?<subject>x)"}],"fixes":[]}]})json";
    const auto changed
        = [good](const QByteArray& from, const QByteArray& to) { return QByteArray(good).replace(from, to); };
    newRow("good", good, QString());
    newRow("schema", changed("\"schema\":1", "\"schema\":2"), "line 1, schema: must be 1");
    newRow("no pack", changed("\"pack\"", "\"x-pack\""), "\"pack\" is missing");
    newRow("no id", changed("\"id\"", "\"x-id\""), "rules[0]: \"id\" is missing");
    newRow("unknown member", changed("\"group\"", "\"gruop\""), "line 1, rules[0].gruop: is not a known key");
    newRow("unknown member of a signature", changed("\"expression\"", "\"regex\""),
        "line 2, rules[0].signatures[0].regex: is not a known key");
    newRow("title is a number", changed("\"t\"", "7"), "rules[0].title: must be a string");
    newRow("no literals", changed("\"literals\":[\"boom\"]", "\"strength\":\"weak\""),
        "rules[0].signatures[0].literals: is missing");
    newRow("short literal", changed("[\"boom\"]", "[\"b\"]"), "at least 3 bytes");
    newRow("bad expression", changed("(?<subject>x)", "(x"),
        "line 2, rules[0].signatures[0].expression: is not valid at character");
    newRow("bad strength", changed("\"expression\"", "\"strength\":\"huge\",\"expression\""),
        "rules[0].signatures[0].strength: is \"huge\"");
    newRow("bad role", changed("\"expression\"", "\"role\":\"boss\",\"expression\""),
        "rules[0].signatures[0].role: is \"boss\"");
    newRow("bad confidence", changed("\"expression\"", "\"confidence\":\"sure\",\"expression\""),
        "rules[0].signatures[0].confidence: is \"sure\"");
    newRow("unknown words", changed("boom (", "%{nowhere} ("), "no list of words is named \"nowhere\"");
    newRow("fix without action",
        changed("\"fixes\":[]", "\"fixes\":[{\"id\":\"f\",\"kind\":\"clean\",\"title\":\"x\"}]"),
        "\"action\" is missing");
    newRow("rules is a word", QByteArray(R"({"schema":1,"pack":"p","rules":"x"})"), "rules: must be a list");
    newRow("a list", QByteArray("[]"), "an object is needed");
    newRow("torn", good.left(40), "line 1: ");
    newRow("twice", changed("\"group\":\"g\"", "\"group\":\"g\",\"group\":\"h\""),
        "rules[0].group: is there twice");
}

void RulePackTest::brokenPacksNameTheMember()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const RulePackReading reading = readRulePack(json, "my.json");
    const QString problems = reading.problems.join(QLatin1Char('\n'));
    QCOMPARE(problems.isEmpty(), named.isEmpty());
    QVERIFY2(problems.contains(named), qPrintable(problems));
    for (const QString& problem : reading.problems)
        QVERIFY2(problem.startsWith("my.json"), qPrintable(problem));
}

// One mistake takes one rule away, not its neighbours.
void RulePackTest::aBrokenRuleLeavesTheOthers()
{
    const QByteArray json = R"json({"schema":1,"pack":"p","rules":[
        {"id":"bad","title":"t","group":"g","explanation":"e.","signatures":[{"literals":["boom"],"expression":"("}]},
        {"id":"fine","title":"t","group":"g","explanation":"e.","signatures":[{"literals":["boom"]}]}]})json";
    const RulePackReading reading = readRulePack(json, "my.json");
    QCOMPARE(reading.problems.size(), 1);
    QVERIFY2(reading.problems[0].startsWith("my.json, line 2, rules[0]"), qPrintable(reading.problems[0]));
    QCOMPARE(reading.pack.rules.size(), 1);
    QCOMPARE(reading.pack.rules[0].id, "fine");
}

void RulePackTest::aBrokenUserPackHidesNothing()
{
    QTemporaryDir home;
    const QByteArray before = qgetenv("TORCHMASON_HOME");
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    const QDir folder(home.path());
    QVERIFY(folder.mkpath("config/rules"));
    const auto put = [&](const QString& name, const QByteArray& text) {
        QFile file(folder.filePath("config/rules/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    put("broken.json", "{ \"schema\": 1,");
    put("mine.json",
        R"({"schema":1,"pack":"mine","rules":[{"id":"my-proxy","title":"t","group":"g",
        "explanation":"e.","signatures":[{"literals":["proxy said no"]}]},{"id":"disk-full","title":"t","group":"g",
        "explanation":"e.","signatures":[{"literals":["zzz"]}]},{"id":"lost","title":"t","group":"g","explanation":"e.",
        "signatures":[{"literals":["yyy"],"when":["no-such-marker"]}]}]})");
    const auto rules = loadRules();
    qputenv("TORCHMASON_HOME", before);
    QCOMPARE(rules->problems().size(), 3); // broken.json, disk-full is there already, no-such-marker
    QVERIFY(rules->problems().join(QLatin1Char('\n')).contains("broken.json"));
    QVERIFY(rules->rule("disk-full")->title != "t");
    QByteArray log = "the proxy said no\n";
    QBuffer buffer(&log);
    buffer.open(QIODevice::ReadOnly);
    const auto report = diagnose(buffer, rules);
    QCOMPARE(report->findings.value(0).rule, "my-proxy");
    QVERIFY(report->findings.value(0).root);
}

QTEST_GUILESS_MAIN(RulePackTest)
#include "RulePackTest.moc"
