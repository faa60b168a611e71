// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FixApplication.h"

#include <QTest>

using namespace torchmason;

namespace {

Fix fix(const QString& kind, const Json& action)
{
    Fix made;
    made.id = QStringLiteral("it");
    made.kind = kind;
    made.title = QStringLiteral("Do it");
    made.detail = QStringLiteral("It helps.");
    made.action = action;
    return made;
}

BuildRequest requestFrom(const QString& stage)
{
    BuildRequest request;
    request.fromStage = stage;
    request.jobs = 5;
    request.configuration.setFlag({ QStringLiteral("USE_A"), QStringLiteral("ON"), {}, ValueOrigin::User });
    return request;
}

}

class FixApplicationTest : public QObject {
    Q_OBJECT

private slots:
    void flagsActFromConfigureOn();
    void wordsAreAppended();
    void variablesAndTheGate();
    void whatIsSoAlreadyIsNoFix_data();
    void whatIsSoAlreadyIsNoFix();
    void acceptedIsWhatWasSeen();
    void cleaningKeepsTheSource();
    void jobsAreHalved();
    void whatCannotBeDoneSaysSo_data();
    void whatCannotBeDoneSaysSo();
};

void FixApplicationTest::flagsActFromConfigureOn()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(fix(QStringLiteral("set-flag"), { { "name", "USE_B" }, { "value", "OFF" } }), request));
    QCOMPARE(request.configuration.flagValue(QStringLiteral("USE_B")), QStringLiteral("OFF"));
    QCOMPARE(request.configuration.flag(QStringLiteral("USE_B"))->origin, ValueOrigin::Fix);
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    // An attempt that fetches first goes on doing so.
    request = requestFrom({});
    QVERIFY(applyFix(fix(QStringLiteral("unset-flag"), { { "name", "USE_A" } }), request));
    QVERIFY(!request.configuration.flag(QStringLiteral("USE_A")));
    QCOMPARE(request.configuration.unsetFlags, QStringList { QStringLiteral("USE_A") });
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::wordsAreAppended()
{
    const QString name = QStringLiteral("CMAKE_CUDA_FLAGS");
    const Fix append = fix(QStringLiteral("append-flag"),
        { { "name", "CMAKE_CUDA_FLAGS" }, { "value", "-allow-unsupported-compiler" } });
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name), QStringLiteral("-allow-unsupported-compiler"));
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    request = requestFrom({});
    request.configuration.setFlag(
        { name, QStringLiteral("-Xfatbin -compress-all"), {}, ValueOrigin::Profile });
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name),
        QStringLiteral("-Xfatbin -compress-all -allow-unsupported-compiler"));
}

void FixApplicationTest::variablesAndTheGate()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const Fix variable
        = fix(QStringLiteral("set-environment"), { { "name", "libuv_ROOT" }, { "value", "C:/libuv" } });
    QVERIFY(applyFix(variable, request));
    QCOMPARE(request.configuration.environment.last().name, QStringLiteral("libuv_ROOT"));
    QCOMPARE(request.configuration.environment.last().value, std::optional(QStringLiteral("C:/libuv")));
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    request = requestFrom(QStringLiteral("compile"));
    request.gate = GateUse::Off;
    QVERIFY(applyFix(fix(QStringLiteral("gate"), Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    // It was wished for, and the folder held objects without it.
    request.gate = GateUse::WhereFree;
    request.gateLeftOut = true;
    QVERIFY(applyFix(fix(QStringLiteral("gate"), Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("action");
    QTest::newRow("flag") << "set-flag" << QByteArray(R"({"name":"USE_S","value":"OFF"})");
    QTest::newRow("word") << "append-flag" << QByteArray(R"({"name":"W","value":"-b"})");
    QTest::newRow("variable") << "set-environment" << QByteArray(R"({"name":"E","value":"1"})");
    QTest::newRow("gate") << "gate" << QByteArray("{}");
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, action);
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.configuration.setFlag({ QStringLiteral("USE_S"), QStringLiteral("OFF"), {} });
    request.configuration.setFlag({ QStringLiteral("W"), QStringLiteral("-a -b"), {} });
    request.configuration.setEnvironment({ QStringLiteral("E"), QStringLiteral("1"), ValueOrigin::User });
    request.gate = GateUse::WhereFree;
    const Json before = toJson(request);
    QVERIFY(!applyFix(fix(kind, *parseJson(action, QStringLiteral("t"))), request));
    QVERIFY(toJson(request) == before);
}

// Whoever accepted that one part is missing has not accepted that others will be.
void FixApplicationTest::acceptedIsWhatWasSeen()
{
    BuildRequest request = requestFrom(QStringLiteral("configure"));
    QVERIFY(applyFix(fix(QStringLiteral("accept-configuration"), Json::object()), request));
    QVERIFY(request.acceptConfiguration);
    QCOMPARE(request.fromStage, QStringLiteral("compile"));
    BuildRequest other = request;
    QVERIFY(applyFix(fix(QStringLiteral("jobs"), { { "change", "halve" } }), other));
    QVERIFY(other.acceptConfiguration);
    QVERIFY(applyFix(fix(QStringLiteral("set-flag"), { { "name", "USE_B" }, { "value", "ON" } }), other));
    QVERIFY(!other.acceptConfiguration);
    QVERIFY(applyFix(fix(QStringLiteral("unset-flag"), { { "name", "USE_A" } }), request));
    QVERIFY(!request.acceptConfiguration);
}

void FixApplicationTest::cleaningKeepsTheSource()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(fix(QStringLiteral("clean"), { { "level", "build" } }), request));
    QVERIFY(request.clean);
    QCOMPARE(request.fromStage, QStringLiteral("configure")); // not from fetch
    request = requestFrom({});
    QVERIFY(applyFix(fix(QStringLiteral("clean"), { { "level", "build" } }), request));
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::jobsAreHalved()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const Fix halve = fix(QStringLiteral("jobs"), { { "change", "halve" } });
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobs.value(), 2);
    QCOMPARE(request.fromStage, QStringLiteral("compile"));
    QVERIFY(applyFix(halve, request));
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobs.value(), 1); // never none
}

void FixApplicationTest::whatCannotBeDoneSaysSo_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("action");
    QTest::newRow("by hand") << QStringLiteral("text") << QStringLiteral("null");
    QTest::newRow("later version") << QStringLiteral("teleport") << QStringLiteral("{}");
    QTest::newRow("no name") << QStringLiteral("set-flag") << QStringLiteral("{\"value\":\"ON\"}");
    QTest::newRow("odd change") << QStringLiteral("jobs") << QStringLiteral("{\"change\":\"double\"}");
}

void FixApplicationTest::whatCannotBeDoneSaysSo()
{
    QFETCH(QString, kind);
    QFETCH(QString, action);
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const auto applied = applyFix(fix(kind, Json::parse(action.toStdString())), request);
    QVERIFY(!applied);
    QVERIFY(!applied.error().message.isEmpty());
}

QTEST_GUILESS_MAIN(FixApplicationTest)
#include "FixApplicationTest.moc"
