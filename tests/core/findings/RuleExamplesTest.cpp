// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace torchmason;

// Every rule has a file in tests/fixtures/rules with logs that it must name first, and with confusers: logs
// with the same words that mean something else. docs/rules.md says how to write one.
class RuleExamplesTest : public QObject {
    Q_OBJECT

private slots:
    void everyRuleHasBoth_data();
    void everyRuleHasBoth();
    void bugsMatchTheirExamples_data();
    void bugsMatchTheirExamples();
    void noFileIsLeftOver();
    void noExpressionMeetsTheLazyRepeatBug();
    void examplesAreNamedFirst_data();
    void examplesAreNamedFirst();
    void confusersAreNot_data();
    void confusersAreNot();

private:
    void addRows(const char* list);
    QStringList told(const QByteArray& log, bool rootsOnly) const;
    bool isNotice(const QString& rule) const;

    std::shared_ptr<const RuleSet> m_rules = loadRules();
    QDir m_folder { QStringLiteral(TORCHMASON_FIXTURES "/rules") };
};

namespace {

// The lines of an entry, or the bytes of logs that are no UTF-8.
QByteArray logOf(const Json& entry)
{
    if (entry.contains("base64"))
        return QByteArray::fromBase64(QByteArray::fromStdString(entry["base64"].get<std::string>()));
    QByteArrayList lines;
    for (const Json& line : entry.at("log"))
        lines << QByteArray::fromStdString(line.get<std::string>());
    return lines.join('\n') + (entry.contains("torn") ? "" : "\n");
}

}

// Rules that only tell something never name a root.
bool RuleExamplesTest::isNotice(const QString& rule) const
{
    const QVector<Signature>& signatures = m_rules->rule(rule)->signatures;
    return std::all_of(signatures.begin(), signatures.end(),
        [](const Signature& signature) { return signature.role == SignatureRole::Notice; });
}

QStringList RuleExamplesTest::told(const QByteArray& log, bool rootsOnly) const
{
    QByteArray copy = log;
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    const auto report = diagnose(buffer, m_rules);
    QStringList rules;
    for (const Finding& finding : report->findings) {
        if (finding.root || !rootsOnly)
            rules << finding.rule;
    }
    return rules;
}

void RuleExamplesTest::everyRuleHasBoth_data()
{
    QTest::addColumn<QString>("rule");
    for (const Rule& rule : m_rules->rules()) {
        if (!rule.bug)
            QTest::newRow(qPrintable(rule.id)) << rule.id;
    }
}

void RuleExamplesTest::everyRuleHasBoth()
{
    QFETCH(QString, rule);
    const auto document = readJsonFile(m_folder.filePath(rule + QStringLiteral(".json")));
    QVERIFY2(document, qPrintable(document ? QString() : document.error().message));
    QCOMPARE(QString::fromStdString(document->at("rule").get<std::string>()), rule);
    QVERIFY2(!document->at("examples").empty(), "no log that this rule must name");
    QVERIFY2(!document->at("confusers").empty(), "no log with the same words that means something else");
}

void RuleExamplesTest::bugsMatchTheirExamples_data()
{
    QTest::addColumn<QString>("example");
    for (const Rule& rule : m_rules->rules()) {
        if (rule.bug)
            QTest::newRow(qPrintable(rule.id)) << rule.bug->example;
    }
}

void RuleExamplesTest::bugsMatchTheirExamples()
{
    QFETCH(QString, example);
    QByteArray log = "FAILED: x.o\n" + example.toUtf8() + "\nninja: build stopped: subcommand failed.\n";
    QBuffer buffer(&log);
    buffer.open(QIODevice::ReadOnly);
    const Finding root = diagnose(buffer, m_rules)->findings.value(0);
    // A rule for the same line stays, and is told with the mistake's own words.
    const Rule& bug = *m_rules->rule(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(root.root);
    QVERIFY2(root.explanation.contains(bug.explanation), qPrintable(root.rule));
    QCOMPARE(root.fixes.value(0).title, bug.fixes.first().title);
}

void RuleExamplesTest::noFileIsLeftOver()
{
    for (const QString& file : m_folder.entryList({ QStringLiteral("*.json") }))
        QVERIFY2(m_rules->rule(file.chopped(5)), qPrintable(file));
}

// PCRE2 10.39 and 10.40, which Qt 6.4 brings along on Windows, give up where a lazy repeat stands before a
// set with "+" and one character of that set is all there is at first: "a .*?[b.]+\.so" is not found in "a b
// c.so".
void RuleExamplesTest::noExpressionMeetsTheLazyRepeatBug()
{
    static const QRegularExpression risky(
        QStringLiteral(R"([*}]\?\)?(?:\((?:\?<\w+>|\?:)?)*(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\[SwWdD])\+)"));
    QVERIFY(risky.match(QStringLiteral("a .*?(?<subject>[\\w.]+\\.so)")).hasMatch());
    for (const Rule& rule : m_rules->rules()) {
        for (const Signature& signature : rule.signatures)
            QVERIFY2(!risky.match(signature.expression.pattern()).hasMatch(), qPrintable(rule.id));
    }
}

void RuleExamplesTest::addRows(const char* list)
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("log");
    for (const QString& file : m_folder.entryList({ QStringLiteral("*.json") })) {
        const auto document = readJsonFile(m_folder.filePath(file));
        QVERIFY2(document, qPrintable(file));
        int number = 0;
        for (const Json& entry : document->at(list))
            QTest::addRow("%s %d", qPrintable(file.chopped(5)), ++number) << file.chopped(5) << logOf(entry);
    }
}

void RuleExamplesTest::examplesAreNamedFirst_data()
{
    addRows("examples");
}

void RuleExamplesTest::examplesAreNamedFirst()
{
    QFETCH(QString, rule);
    QFETCH(QByteArray, log);
    if (isNotice(rule)) {
        QVERIFY(told(log, false).contains(rule));
        QCOMPARE(told(log, true), QStringList());
    } else {
        QCOMPARE(told(log, true).value(0), rule);
    }
}

void RuleExamplesTest::confusersAreNot_data()
{
    addRows("confusers");
}

void RuleExamplesTest::confusersAreNot()
{
    QFETCH(QString, rule);
    QFETCH(QByteArray, log);
    QVERIFY2(!told(log, !isNotice(rule)).contains(rule), log.constData());
}

QTEST_GUILESS_MAIN(RuleExamplesTest)
#include "RuleExamplesTest.moc"
