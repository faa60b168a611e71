// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HtmlReport.h"
#include "core/detect/HostFacts.h"
#include "core/export/AttemptReport.h"
#include "core/export/HtmlWriter.h"
#include "core/export/ReportCharts.h"
#include "core/history/HowBuilt.h"
#include "core/store/AttemptFiles.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace torchmason;

class HtmlReportTest : public QObject {
    Q_OBJECT

private slots:
    void hostileTextStaysText();
    void marksAreVisible_data();
    void marksAreVisible();
    void namesAndSecretsAreMasked();
    void toolsAreNamedAsTheWindowDoes();
    void whatTheProfileHasDoesNotDiffer();
    void notesProductsAndBaseAreTold();
    void chartsAreThinAndTold();
    void peaksAreKept();
    void anEmptyAttemptIsWhole();
    void whatCannotBeReadIsSaid();
};

namespace {

const QString hostile = QString::fromUtf8(
    "<script>alert(1)</script>'\"><img src=\"http://evil.example/x.png\"/>&amp;]]>--><style>*{}</style>"
    "\x1b[31m\xe2\x80\xae|`\xef\xbf\xbe");

// Every text of it is hostile.
AttemptSummary hostileAttempt(const QString& folder)
{
    AttemptSummary attempt;
    attempt.number = 7;
    attempt.folder = folder;
    AttemptRecord& record = attempt.record;
    record.number = 7;
    record.state = AttemptState::Failed;
    record.error = hostile;
    record.request.profileName = record.request.profileId = hostile;
    record.request.source.version = hostile;
    Configuration& configuration = record.request.configuration;
    configuration.flags = { { hostile, hostile, {}, ValueOrigin::User } };
    configuration.unsetFlags = { hostile };
    configuration.environment = { { hostile, hostile, ValueOrigin::Fix } };
    record.request.hostFacts = { { "osName", toJson(hostile) }, { "cpuModel", toJson(hostile) } };
    StageResult result;
    result.id = hostile;
    record.stages = { result };
    Stage stage;
    stage.id = stage.title = hostile;
    stage.commands = { { hostile, { hostile }, {}, {}, {} } };
    record.plan.stages = { stage };
    Finding finding;
    finding.rule = finding.title = finding.explanation = finding.stage = finding.evidence = hostile;
    finding.root = true;
    Fix fix;
    fix.id = fix.title = fix.detail = hostile;
    fix.kind = QStringLiteral("text");
    finding.fixes = { fix };
    Finding consequence = finding;
    consequence.root = false;
    write(AttemptFiles::findings(folder),
        compactJson({ { "findings", Json::array({ toJson(finding), toJson(consequence) }) } }));
    EdgeRecord edge;
    edge.output = edge.language = hostile;
    edge.end = 10;
    write(AttemptFiles::edges(folder), compactJson(toJson(edge)) + '\n' + compactJson(toJson(edge)) + '\n');
    return attempt;
}

struct Elements {
    QMap<QString, int> counts;
    QStringList attributes; // "name=value"
    QString error;
};

Elements elementsOf(const QByteArray& html)
{
    Elements elements;
    QXmlStreamReader reader(html);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        ++elements.counts[reader.name().toString()];
        for (const QXmlStreamAttribute& attribute : reader.attributes())
            elements.attributes << attribute.name().toString() + '=' + attribute.value().toString();
    }
    elements.error = reader.errorString();
    return elements;
}

}

void HtmlReportTest::hostileTextStaysText()
{
    const QTemporaryDir folder;
    const auto html = htmlReport(hostileAttempt(folder.path()));
    QVERIFY(html);
    const Elements found = elementsOf(*html);
    QCOMPARE(found.error, QString());
    for (const char* name : { "script", "img", "link", "iframe", "object", "a" })
        QVERIFY2(!found.counts.contains(name), name);
    QCOMPARE(found.counts.value("style"), 1);
    QVERIFY(found.counts.value("table") >= 6);
    QCOMPARE(found.counts.value("caption"), found.counts.value("table"));
    for (const QString& attribute : found.attributes)
        QVERIFY2(!attribute.contains("evil") && !attribute.startsWith("on") && !attribute.startsWith("src=")
                && !attribute.startsWith("href=") && !attribute.contains("url("),
            qPrintable(attribute));
    QVERIFY(!html->contains('\x1b') && !html->contains("\xe2\x80\xae"));
    QVERIFY(html->contains("[U+001B][31m[U+202E]"));
    // A cell that is written <td/> would be left open by readers of HTML.
    for (const char* open : { "<td/>", "<th/>", "<p/>", "<pre/>", "<code/>", "<title/>" })
        QVERIFY2(!html->contains(open), open);
    QVERIFY(html->contains("default-src 'none'; style-src 'unsafe-inline'"));
}

void HtmlReportTest::marksAreVisible_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    newRow("plain", "a\tb\nc", "a\tb\nc");
    newRow("end of a line of Windows", "a\r\nb", "a\nb");
    newRow("carriage return", "a\rb", "a[U+000D]b");
    newRow("isolate", QString::fromUtf8("a\xe2\x81\xa6z"), "a[U+2066]z");
    newRow("Arabic", QString::fromUtf8("\xd8\xa7\xe2\x80\x8c\xd8\xa8"),
        QString::fromUtf8("\xd8\xa7\xe2\x80\x8c\xd8\xa8"));
    newRow("half a letter", QString(QChar(0xd800)), QString(QChar(0xfffd)));
}

void HtmlReportTest::marksAreVisible()
{
    QFETCH(QString, text);
    QTEST(withVisibleMarks(text), "shown");
}

void HtmlReportTest::namesAndSecretsAreMasked()
{
    const QTemporaryDir folder;
    AttemptSummary attempt;
    attempt.folder = folder.path();
    attempt.record.error = "In /home/annika/src: MY_TOKEN=hunter2";
    attempt.record.request.configuration.environment = { { "HF_TOKEN", "hunter3", ValueOrigin::User } };
    const PrivateNames names { "/home/annika", { "annika" }, { "laptop" } };
    const auto masked = htmlReport(attempt, names);
    const auto kept = htmlReport(attempt, std::nullopt);
    QVERIFY(masked && kept);
    QVERIFY2(!masked->contains("annika"), masked->constData());
    QVERIFY(kept->contains("annika"));
    for (const QByteArray& html : { *masked, *kept })
        QVERIFY2(html.contains("HF_TOKEN") && !html.contains("hunter"), html.constData());
}

// The compiler that the build began with, of those that the machine has.
void HtmlReportTest::toolsAreNamedAsTheWindowDoes()
{
    HostFacts facts;
    facts.compilers = { { "clang", "/usr/bin/clang++", "14.0.6", {}, false, "PATH" },
        { "gcc", "/usr/bin/c++", "12.2.0", {}, true, "PATH" } };
    facts.tools = { { "cmake", "/usr/bin/cmake", "3.31.6", "cmake --version" },
        { "ninja", "/usr/bin/ninja", "1.11.1", "ninja --version" } };
    AttemptRecord record;
    record.request.hostFacts = toJson(facts);
    StageResult configure;
    configure.id = "configure";
    configure.inputs = { { "c++ compiler", "gcc 12.3.0" } };
    record.stages = { configure };
    const auto machine = attemptReport({ 0, {}, record, {} }, {}).machine;
    QVERIFY(machine);
    QStringList told;
    for (const QVector<ReportText>& row : machine->rows)
        told << row[0].words + '/' + row[1].words + '/' + row[2].words;
    QCOMPARE(told.filter("/C++ compiler/").size(), 1);
    int tools = 0;
    for (const BuiltRow& row : howBuilt(record, {}, std::nullopt)) {
        if (row.group != "tool" || row.value == "none found")
            continue;
        ++tools;
        const QString text = builtGroupTitle(row.group) + '/' + row.label + '/' + row.value;
        QVERIFY2(told.contains(text), qPrintable(text));
    }
    QCOMPARE(tools, 3);
    QVERIFY2(told.join('\n').contains("/gcc 12.3.0"), qPrintable(told.join('\n')));
}

// Whoever has set it.
void HtmlReportTest::whatTheProfileHasDoesNotDiffer()
{
    AttemptSummary attempt;
    Configuration& made = attempt.record.request.configuration;
    made.setFlag({ "USE_CUDA", "OFF", {}, ValueOrigin::User });
    made.setFlag({ "USE_MPI", "ON", {}, ValueOrigin::User });
    BuildRequest profile;
    profile.configuration.setFlag({ "USE_CUDA", "OFF", {}, ValueOrigin::Profile });
    profile.configuration.setFlag({ "USE_MPI", "OFF", {}, ValueOrigin::Profile });
    const auto names = [&](const std::optional<BuildRequest>& of) {
        QStringList all;
        for (const QVector<ReportText>& row : attemptReport(attempt, {}, of).changedFlags.rows)
            all << row[0].code + '=' + row[1].code + ", " + row[3].code;
        return all;
    };
    QCOMPARE(names(profile), QStringList { "USE_MPI=ON, OFF" });
    QCOMPARE(names({}), (QStringList { "USE_CUDA=OFF, ", "USE_MPI=ON, " }));
    made.unsetFlags = { "USE_NCCL" };
    QVERIFY(names({}).contains("USE_NCCL=(removed from the cache), "));
}

void HtmlReportTest::notesProductsAndBaseAreTold()
{
    AttemptSummary attempt;
    attempt.notes = { "first line\nMY_TOKEN=hunter2", { "kept", "slow" } };
    attempt.record.request.continuesAttempt = 4;
    attempt.record.products = { "/b/lib/libtorch.so", "/b/bin/tool" };
    const auto facts = [&] {
        QStringList all;
        for (const auto& [name, value] : attemptReport(attempt, {}).facts)
            all << name + ": " + value.words;
        return all.join('\n');
    };
    for (const char* text : { "Continues: attempt 4", "Tags: kept, slow", "Note: first line",
             "What was made: libtorch.so, tool" })
        QVERIFY2(facts().contains(QLatin1String(text)), qPrintable(facts()));
    QVERIFY(!facts().contains("hunter2"));
    attempt.record.wheels = { { "/s/dist/torch-2.6.0-cp311-cp311-linux_x86_64.whl", 3 * gibibyte,
        QString("0123456789ab").repeated(5) } };
    QVERIFY2(
        facts().contains("Wheel: torch-2.6.0-cp311-cp311-linux_x86_64.whl, 3.0 GB, SHA-256 0123456789ab\n"),
        qPrintable(facts()));
    QVERIFY(!facts().contains("libtorch.so")); // it is in the wheel
}

void HtmlReportTest::chartsAreThinAndTold()
{
    const QTemporaryDir folder;
    AttemptSummary attempt;
    attempt.folder = folder.path();
    attempt.record.request.memoryLimit = 4 * gibibyte;
    QByteArray lines = "torn\n";
    for (int second = 0; second < 5000; ++second)
        lines += compactJson({ { "v", 1 }, { "time", second }, { "elapsed", second * 1000 },
                     { "buildMemory", second == 2500 ? 3 * gibibyte : gibibyte },
                     { "coreLoad", { 0.5, 1.0 } } })
            + '\n';
    write(AttemptFiles::samples(folder.path()), lines);
    const auto html = htmlReport(attempt);
    QVERIFY(html);
    const Elements found = elementsOf(*html);
    QCOMPARE(found.error, QString());
    QCOMPARE(found.counts.value("svg"), 2);
    QCOMPARE(found.counts.value("desc"), 2);
    QVERIFY(html->contains(
        "The highest sample is 3.0 GB, after 41 min 40 s; 1.0 GB on average. The limit was 4.0 GB"));
    QVERIFY(html->contains("75 % of all cores"));
    QCOMPARE(found.attributes.count("class=limit"), 1);
    for (const QString& attribute : found.attributes)
        QVERIFY(attribute.count(QLatin1Char('L')) < mostChartPoints);
}

void HtmlReportTest::peaksAreKept()
{
    QVector<SampledMoment> moments;
    for (int at = 0; at < 100'000; ++at)
        moments.append({ at, at == 77'777 ? Bytes(500) : Bytes(1), std::nullopt, std::nullopt });
    const auto charts = reportCharts(moments, {}, std::nullopt);
    QCOMPARE(charts.size(), 1);
    QCOMPARE(charts.first().points.size(), mostChartPoints);
    QVERIFY(std::any_of(charts.first().points.begin(), charts.first().points.end(),
        [](const ChartPoint& point) { return point.value == 500 && point.time == 77'777; }));
}

void HtmlReportTest::anEmptyAttemptIsWhole()
{
    const QTemporaryDir folder;
    AttemptSummary attempt;
    attempt.folder = folder.path();
    const auto html = htmlReport(attempt);
    QVERIFY(html);
    const Elements found = elementsOf(*html);
    QCOMPARE(found.error, QString());
    QCOMPARE(found.counts.value("svg"), 0);
    QVERIFY(html->startsWith("<!DOCTYPE html>"));
}

void HtmlReportTest::whatCannotBeReadIsSaid()
{
    const QTemporaryDir folder;
    AttemptSummary attempt;
    attempt.folder = folder.path();
    QVERIFY(QDir().mkpath(AttemptFiles::samples(folder.path()))); // no file
    const auto html = htmlReport(attempt);
    QVERIFY(!html);
    QVERIFY(html.error().message.contains("samples.jsonl"));
}

QTEST_GUILESS_MAIN(HtmlReportTest)
#include "HtmlReportTest.moc"
