// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QStringEncoder>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QString windowsMachine = QStringLiteral(TORCHMASON_FIXTURES "/facts/rtx5070-windows-cuda129.json");

Result<HostFacts> read(const QByteArray& content)
{
    return factsFromText(content, "f");
}

QStringList unknownProbes(const HostFacts& facts)
{
    QStringList probes;
    for (const UnknownFact& unknown : facts.unknown)
        probes << unknown.probe;
    return probes;
}

// Every member of `document` with "name[0].member" as its name.
void collectMembers(const Json& value, const QString& place, QStringList& names)
{
    if (value.is_array()) {
        for (const Json& item : value)
            collectMembers(item, place + "[]", names);
        return;
    }
    if (!value.is_object())
        return;
    for (const auto& [name, member] : value.items()) {
        const QString path = place + QLatin1Char('.') + QString::fromStdString(name);
        names << path;
        if (!path.endsWith(".packages"))
            collectMembers(member, path, names);
    }
}

}

class FactsTest : public QObject {
    Q_OBJECT

private slots:
    void examplesAreWhole_data();
    void examplesAreWhole();
    void unknownMembersSurvive();
    void whatDoctorAddsIsLeftOut();
    void emptyIsNotMissing();
    void badFactsAreNamed_data();
    void badFactsAreNamed();
    void goodShapesPass_data();
    void goodShapesPass();
    void otherEncodingsAreRead_data();
    void otherEncodingsAreRead();
    void everyMemberIsDocumented();
};

void FactsTest::examplesAreWhole_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& folder : { QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts"),
             QStringLiteral(TORCHMASON_FIXTURES "/facts") }) {
        const QStringList names = QDir(folder).entryList({ "*.json" });
        QVERIFY2(names.size() >= 3, qPrintable(folder));
        for (const QString& name : names)
            newRow(qPrintable(name), folder + QLatin1Char('/') + name);
    }
}

// Nothing in them is unknown to the reader, missing, or different after a round trip.
void FactsTest::examplesAreWhole()
{
    QFETCH(QString, file);
    const auto facts = readFactsFile(file);
    QVERIFY2(facts.ok(), facts ? "" : qPrintable(facts.error().message));
    QVERIFY(facts->rest.is_null());
    QVERIFY2(facts->unknown.isEmpty(), qPrintable(unknownProbes(*facts).join(QLatin1Char(' '))));
    const Json written = toJson(*facts);
    const auto document = readJsonFile(file);
    for (const auto& [name, value] : document->items()) {
        if (!value.is_array())
            QCOMPARE(compactJson(written[name]), compactJson(value));
    }
    for (const GpuFacts& gpu : facts->gpus)
        QVERIFY(gpu.rest.is_null());
    for (const PythonFacts& python : facts->pythons)
        QVERIFY(python.rest.is_null());
    const auto again = hostFactsFromJson(written, file);
    QCOMPARE(compactJson(toJson(*again)), compactJson(written));
}

void FactsTest::unknownMembersSurvive()
{
    auto document = readJsonFile(windowsMachine);
    QVERIFY(document.ok());
    Json& json = document.value();
    json["npus"] = { { { "name", "something" } } };
    json["gpus"][0]["tensorCores"] = 192;
    json["cudaToolkits"][0]["nvshmem"] = { { "version", "3.3" } };
    json["tools"][0]["channel"] = "nightly";
    const auto facts = hostFactsFromJson(json, windowsMachine);
    QVERIFY(facts.ok());
    const Json written = toJson(*facts);
    QCOMPARE(compactJson(written["npus"]), compactJson(json["npus"]));
    QCOMPARE(written["gpus"][0]["tensorCores"].get<int>(), 192);
    QCOMPARE(compactJson(written["cudaToolkits"][0]["nvshmem"]), QByteArray(R"({"version":"3.3"})"));
    QCOMPARE(compactJson(written["tools"][0]["channel"]), QByteArray(R"("nightly")"));
    QVERIFY(!written["tools"][1].contains("channel"));
}

void FactsTest::whatDoctorAddsIsLeftOut()
{
    auto document = readJsonFile(windowsMachine);
    document.value()["schema"] = 1;
    document.value()["verdict"] = { { "failures", 0 } };
    document.value()["wheel"] = { { "answer", "build" } };
    document.value()["checks"] = Json::array();
    const auto facts = hostFactsFromJson(*document, windowsMachine);
    QVERIFY(facts.ok());
    QVERIFY(facts->rest.is_null());
}

void FactsTest::emptyIsNotMissing()
{
    auto facts = read(R"({"facts":1,"platform":"linux"})");
    QVERIFY(facts.ok());
    const QStringList expected { "processor", "memory", "gpu", "cuda", "compilers", "python", "cmake",
        "ninja", "git", "ccache", "sccache", "hipcc", "disks", "apt-get", "dpkg-source" };
    QCOMPARE(unknownProbes(*facts), expected);
    QVERIFY(!facts->memoryTotal && facts->gpus.isEmpty());
    facts = read(R"({"facts":1,"platform":"linux","logicalCores":4,"memoryTotal":17179869184,"gpus":[],
        "cudaToolkits":[],"compilers":[],"pythons":[],"tools":[],"disks":[]})");
    QVERIFY(facts.ok());
    QCOMPARE(unknownProbes(*facts), QStringList());
    // What the file itself calls unknown keeps its own words.
    facts = read(R"({"facts":1,"platform":"linux","logicalCores":4,"memoryTotal":17179869184,
        "cudaToolkits":[],"compilers":[],"pythons":[],"tools":[],"disks":[],
        "unknown":[{"probe":"gpu","reason":"nvidia-smi hung"}]})");
    QCOMPARE(facts->unknown.size(), 1);
    QCOMPARE(facts->unknown[0].reason, "nvidia-smi hung");
}

void FactsTest::badFactsAreNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    newRow("no version", QByteArray("{}"), "\"facts\"");
    newRow("newer version", QByteArray(R"({"facts":2})"), "\"facts\" is 2");
    newRow("version 0", QByteArray(R"({"facts":0})"), "\"facts\" is 0");
    newRow("negative memory", QByteArray(R"({"facts":1,"memoryTotal":-1})"), "memoryTotal");
    newRow("gigabytes", QByteArray(R"({"facts":1,"memoryTotal":32})"), "must be a number of bytes");
    newRow("wrong type inside", QByteArray(R"({"facts":1,"gpus":[{"name":"a"},{"name":5}]})"), "gpus[1]");
    newRow("other system", QByteArray(R"({"facts":1,"platform":"amiga"})"), "platform");
    newRow("a list", QByteArray("[]"), "object");
    newRow("a word as version", QByteArray(R"({"facts":1,"tools":[{"name":"cmake","version":"latest"}]})"),
        "tools[0]: \"version\"");
    newRow("v in front", QByteArray(R"({"facts":1,"cudaToolkits":[{"version":"v12.9"}]})"),
        "cudaToolkits[0]: \"version\"");
    newRow("sm in place of a capability",
        QByteArray(R"({"facts":1,"gpus":[{"computeCapability":"sm_120"}]})"), "\"12.0\"");
    newRow("a number as version", QByteArray(R"({"facts":1,"gpus":[{"computeCapability":12.0}]})"),
        "must be a string");
    newRow("packages as a list", QByteArray(R"({"facts":1,"pythons":[{"packages":["numpy"]}]})"),
        "pythons[0]: \"packages\"");
    newRow("empty file", QByteArray(" \n"), "is empty");
    newRow("torn", QByteArray("{\"facts\":1,\n"), "line 2");
}

void FactsTest::badFactsAreNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const auto facts = read(json);
    QVERIFY(!facts.ok());
    QVERIFY2(facts.error().message.contains(named), qPrintable(facts.error().message));
}

void FactsTest::goodShapesPass_data()
{
    QTest::addColumn<QString>("version");
    for (const char* version :
        { "12.9.86", "3.13.0rc1", "4", "4.8+debian", "2.50.1.windows.1", "1.13.0.git", "2.9.0a0", "" })
        newRow(*version ? version : "empty", QString::fromLatin1(version));
}

void FactsTest::goodShapesPass()
{
    QFETCH(QString, version);
    const auto facts = read(
        QStringLiteral(R"({"facts":1,"tools":[{"name":"git","version":"%1"}]})").arg(version).toUtf8());
    QVERIFY2(facts.ok(), facts ? "" : qPrintable(facts.error().message));
    QCOMPARE(facts->tools[0].version, version);
}

void FactsTest::otherEncodingsAreRead_data()
{
    QTest::addColumn<QByteArray>("content");
    const QString text = "{\"facts\":1,\"osName\":\"Windows 11 für alle\"}\r\n";
    const auto encoded = [&](QStringConverter::Encoding encoding, bool mark) {
        QStringEncoder encoder(
            encoding, mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
        const QByteArray bytes = encoder.encode(text);
        return bytes;
    };
    newRow("UTF-8", text.toUtf8());
    newRow("UTF-8 with a mark", encoded(QStringConverter::Utf8, true));
    newRow("UTF-16 of PowerShell", encoded(QStringConverter::Utf16LE, true));
    newRow("UTF-16 the other way round", encoded(QStringConverter::Utf16BE, true));
    newRow("UTF-16 without a mark", encoded(QStringConverter::Utf16LE, false));
    newRow("Latin-1", text.toLatin1());
}

void FactsTest::otherEncodingsAreRead()
{
    QFETCH(QByteArray, content);
    const auto facts = read(content);
    QVERIFY2(facts.ok(), facts ? "" : qPrintable(facts.error().message));
    QCOMPARE(facts->osName, "Windows 11 für alle");
}

void FactsTest::everyMemberIsDocumented()
{
    HostFacts one;
    one.gpus.resize(1);
    one.cudaToolkits.resize(1);
    one.compilers.resize(1);
    one.pythons.resize(1);
    one.tools.resize(1);
    one.disks.resize(1);
    one.unknown.resize(1);
    QStringList members;
    collectMembers(toJson(one), QString(), members);
    QVERIFY(members.size() > 40);
    const QByteArray text = contentOf(QStringLiteral(TORCHMASON_SOURCE "/docs/facts.md"));
    for (const QString& member : members) {
        const QByteArray name = member.section(QLatin1Char('.'), -1).toUtf8();
        QVERIFY2(text.contains('`' + name + '`'), name.constData());
    }
}

QTEST_GUILESS_MAIN(FactsTest)
#include "FactsTest.moc"
