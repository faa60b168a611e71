// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/BuildRequest.h"
#include "core/request/ConfigurationJson.h"
#include "tests/support/Members.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

class RequestJsonTest : public QObject {
    Q_OBJECT

private slots:
    void everyMemberSurvives();
    void brokenRequestsNameTheMember_data();
    void brokenRequestsNameTheMember();
    void addressesThatGitGets_data();
    void addressesThatGitGets();
    void settingAFlagKeepsItsPlaceAndType();
    void aNameIsSetOrUnset();
    void requestsWithoutUnsetFlagsStayAsTheyWere();
    void truthIsCMakes_data();
    void truthIsCMakes();
};

void RequestJsonTest::everyMemberSurvives()
{
    BuildRequest request;
    request.profileId = "a100";
    request.profileName = QString::fromUtf8("A100 \xc2\xb7 Linux");
    request.source = { SourceKind::DebianSource, "u", "trixie", "pytorch=2.6.0+dfsg-7", "2.6.0" };
    request.sourceFolder = "/s";
    request.buildFolder = "/b";
    request.generator = "Unix Makefiles";
    request.backend = "wheel";
    request.configuration.flags
        = { { "USE_CUDA", "ON", "BOOL", ValueOrigin::Fix }, { "X", "", {}, ValueOrigin::User } };
    request.configuration.environment
        = { { "A", QString("1"), ValueOrigin::Environment }, { "B", std::nullopt, ValueOrigin::Profile } };
    request.configuration.unsetFlags = QStringList { "CUDNN_ROOT", "Y" };
    request.targets = QStringList { "c10", "torch_cpu" };
    request.jobs = 18;
    request.jobsWithoutGate = 6;
    request.memoryLimit = Bytes(20) * gibibyte;
    request.gate = GateUse::WhereFree;
    request.gateLeftOut = true;
    request.queue = true;
    request.keepAwake = false;
    request.fromStage = "configure";
    request.untilStage = "verify";
    request.skippedStages = QStringList { "install" };
    request.acceptConfiguration = true;
    request.clean = true;
    request.cleanLevel = "stale";
    request.continuesAttempt = 7;
    request.answers = { { 6, "out-of-memory", "a.cpp", "Take fewer jobs", true } };
    request.patches = { { "a.py", "x", "y", "because", {} }, { {}, {}, {}, "torn", "\xC4\xE3\n" } };
    request.python = { "/b-venv", "/usr/bin/python3", { "numpy==1.21.6" }, "/wheels" };
    request.install = { "/venv", false, "/d/torch.whl", 12 };
    request.vcvars = "C:/VS/VC/Auxiliary/Build/vcvars64.bat";
    request.hostFacts = { { "v", 1 } };
    BuildRequest plain;
    QCOMPARE(sameMembers(membersOfRequest(request), membersOfRequest(plain)), QVector<int>());
    const Json json = toJson(request);
    const auto again = buildRequestFromJson(json, "request.json");
    QVERIFY2(again.ok(), again.ok() ? "" : qPrintable(again.error().message));
    QCOMPARE(compactJson(toJson(*again)), compactJson(json));
    QVERIFY(membersOfRequest(*again) == membersOfRequest(std::as_const(request)));
    // Members of other versions are left alone.
    Json older = json;
    older["installPrefix"] = "/p";
    QVERIFY(buildRequestFromJson(older, "request.json").ok());
}

void RequestJsonTest::brokenRequestsNameTheMember_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("member");
    const char* start = R"({"source":{"kind":"git"},"sourceFolder":"/s","buildFolder":"/b")";
    const auto row = [&](const char* name, const char* rest, const char* member) {
        QTest::newRow(name) << QByteArray(start) + rest + "}" << QString(member);
    };
    row("a name that is a command",
        R"(,"configuration":{"environment":[{"name":"A=1;touch x;B","value":"1"}]})", "A=1;touch x;B");
    row("a name of two lines", R"(,"configuration":{"environment":[{"name":"A\nx","value":null}]})", "name");
    row("jobs as text", R"(,"jobs":"many")", "jobs");
    row("no jobs at all", R"(,"jobs":0)", "jobs");
    row("negative limit", R"(,"memoryLimit":-1)", "memoryLimit");
    row("flag without name", R"(,"configuration":{"flags":[{"value":"1"}]})", "flags[0]");
    row("unknown origin", R"(,"configuration":{"flags":[{"name":"A","value":"1","origin":"moon"}]})", "moon");
    row("newer version", R"(,"v":99)", "newer");
    row("unset flags are no list", R"(,"configuration":{"unsetFlags":"A"})", "unsetFlags");
    row("environment is no list", R"(,"configuration":{"environment":{}})", "environment");
    QTest::newRow("unknown source") << QByteArray(
        R"({"source":{"kind":"ftp"},"sourceFolder":"/s","buildFolder":"/b"})")
                                    << "ftp";
    QTest::newRow("empty") << QByteArray("{}") << "source";
    QTest::newRow("no object") << QByteArray("[]") << "object";
}

void RequestJsonTest::brokenRequestsNameTheMember()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, member);
    const auto json = parseJson(text, "request.json");
    QVERIFY(json.ok());
    const auto request = buildRequestFromJson(*json, "request.json");
    QVERIFY(!request.ok());
    QVERIFY2(request.error().message.contains(member), qPrintable(request.error().message));
}

void RequestJsonTest::addressesThatGitGets_data()
{
    QTest::addColumn<bool>("isTaken");
    for (const char* good :
        { "https://github.com/a/b", "HTTP://h/r", "ssh://git@h:22/r", "git://h/r", "file:///a/b",
            "https://[::1]:8000/r", "/srv/git/r", "C:/git/r", "../r", "git@github.com:a/b.git", "host:path" })
        newRow(good, true);
    for (const char* bad : { "fd::0", "fd::17/x", "ext::sh -c touch% x", "ext::x", "persistent-https::h/r",
             "x::y", "-uevil", "--upload-pack=touch x", "ftp://h/r", "ext://x", "git+ssh://h/r",
             "ssh://-oProxyCommand=x/r", "ssh://me@-oProxyCommand=x/r", "foo::https://h/r" })
        newRow(bad, false);
}

void RequestJsonTest::addressesThatGitGets()
{
    QFETCH(bool, isTaken);
    const QString url = QString::fromLatin1(QTest::currentDataTag());
    QCOMPARE(refusalOfAddress(url).isEmpty(), isTaken);
    const Json document
        = { { "source", { { "kind", "git" }, { "url", url.toStdString() }, { "tag", "v1" } } },
              { "sourceFolder", "/s" }, { "buildFolder", "/b" } };
    QCOMPARE(buildRequestFromJson(document, "r").ok(), isTaken);
    QVERIFY(!refusalOfRevision("--upload-pack=x").isEmpty());
    QVERIFY(refusalOfRevision("v2.6.0-rc1").isEmpty());
}

void RequestJsonTest::settingAFlagKeepsItsPlaceAndType()
{
    Configuration configuration;
    configuration.setFlag({ "A", "1", "BOOL", ValueOrigin::Profile });
    configuration.setFlag({ "B", "2", {}, ValueOrigin::Profile });
    configuration.setFlag({ "A", "0", {}, ValueOrigin::User });
    QCOMPARE(configuration.flags.size(), 2);
    QCOMPARE(configuration.flags[0], FlagValue({ "A", "0", "BOOL", ValueOrigin::User }));
    configuration.removeFlag("A");
    QVERIFY(!configuration.flag("A"));
    QCOMPARE(configuration.flagValue("A", "x"), QString("x"));
}

void RequestJsonTest::aNameIsSetOrUnset()
{
    Configuration configuration;
    configuration.setFlag({ "A", "1", "BOOL", ValueOrigin::Profile });
    configuration.unsetFlag("A");
    configuration.unsetFlag("A");
    configuration.unsetFlag("B");
    QVERIFY(!configuration.flag("A"));
    QCOMPARE(configuration.unsetFlags, QStringList({ "A", "B" }));
    configuration.setFlag({ "A", "0", {}, ValueOrigin::User });
    QCOMPARE(configuration.unsetFlags, QStringList("B"));
    configuration.removeFlag("A");
    QCOMPARE(configuration.unsetFlags, QStringList("B"));
}

void RequestJsonTest::requestsWithoutUnsetFlagsStayAsTheyWere()
{
    QVERIFY(!toJson(Configuration()).contains("unsetFlags"));
    const auto json
        = parseJson(R"({"source":{"kind":"git"},"sourceFolder":"/s","buildFolder":"/b"})", "request.json");
    QVERIFY(buildRequestFromJson(*json, "request.json")->configuration.unsetFlags.isEmpty());
}

void RequestJsonTest::truthIsCMakes_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isTrue");
    QTest::newRow("on") << "ON" << true;
    QTest::newRow("small yes") << "yes" << true;
    QTest::newRow("one") << "1" << true;
    QTest::newRow("minus one") << "-1" << true;
    QTest::newRow("zero") << "0" << false;
    QTest::newRow("off") << "OFF" << false;
    QTest::newRow("empty") << "" << false;
    QTest::newRow("not found") << "X-NOTFOUND" << false;
    QTest::newRow("a word") << "maybe" << false;
}

void RequestJsonTest::truthIsCMakes()
{
    QFETCH(QString, value);
    QTEST(isCMakeTrue(value), "isTrue");
}

QTEST_GUILESS_MAIN(RequestJsonTest)
#include "RequestJsonTest.moc"
