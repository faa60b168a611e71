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
