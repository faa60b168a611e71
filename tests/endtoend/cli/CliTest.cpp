// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// Drives torchmason-cli and torchmason-runner as a user does, in a home folder of their own.
class CliTest : public QObject {
    Q_OBJECT

private slots:
    void wrongUseIsOneSentence_data();
    void wrongUseIsOneSentence();
    void helpIsThere_data();
    void helpIsThere();
    void listOfNothing();
    void aClosedReaderIsNoCrash();
    void theTourFailsAndIsRepaired();

private:
    struct Answer {
        int code = -1;
        QByteArray output;
        QByteArray trouble;
    };
    Answer ask(const QStringList& words);
    Json json(const QStringList& words);

    QTemporaryDir m_home;
};

CliTest::Answer CliTest::ask(const QStringList& words)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TORCHMASON_HOME"), m_home.path());
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), words);
    process.waitForFinished(240'000);
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return { code, process.readAllStandardOutput(), process.readAllStandardError() };
}

Json CliTest::json(const QStringList& words)
{
    const Answer answer = ask(words);
    const auto document = parseJson(answer.output, words.join(QLatin1Char(' ')));
    return document && document->is_object() && document->value("schema", 0) == 1 ? *document : Json();
}

void CliTest::wrongUseIsOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* words, const char* named) {
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts) << QByteArray(named);
    };
    row("", "--help");
    row("frob", "frob");
    row("--frob", "--frob");
    row("build", "--profile");
    row("build --frob 1", "--frob");
    row("build --profile nobody", "nobody");
    row("build --profile tour --jobs many", "many");
    row("build --profile tour -D NOVALUE", "NOVALUE");
    row("build --profile tour --from lunch", "lunch");
    row("plan --profile tour --format pdf", "pdf");
    row("plan --profile tour extra", "extra");
    row("attempts frob", "frob");
    row("attempts show", "number");
    row("attempts show x", "\"x\"");
    row("attempts export 1 --format trace", "trace");
}

void CliTest::wrongUseIsOneSentence()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.output.isEmpty(), answer.output.constData());
    QCOMPARE(answer.trouble.count('\n'), 1);
    QVERIFY2(answer.trouble.contains(named), answer.trouble.constData());
}

void CliTest::helpIsThere_data()
{
    QTest::addColumn<QStringList>("words");
    for (const char* words : { "--help", "doctor --help", "profiles --help", "check --help", "plan --help", "build --help",
             "attempts --help", "attempts show --help", "attempts retry --help", "attempts export --help" })
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '));
}

void CliTest::helpIsThere()
{
    QFETCH(QStringList, words);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.output.contains("usage: torchmason-cli"), answer.output.constData());
    QVERIFY2(answer.trouble.isEmpty(), answer.trouble.constData());
}

void CliTest::listOfNothing()
{
    const Json list = json({ QStringLiteral("attempts"), QStringLiteral("--json") });
    QVERIFY(list.is_object());
    QVERIFY(list["attempts"].empty());
    QCOMPARE(ask({ QStringLiteral("attempts"), QStringLiteral("show"), QStringLiteral("77") }).code, 1);
}

void CliTest::aClosedReaderIsNoCrash()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full here");
    process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), { QStringLiteral("--help") });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void CliTest::theTourFailsAndIsRepaired()
{
    const Answer failed = ask({ "build", "--profile", "tour", "-D", "TOUR_SIZE=small", "-DTOUR_FAILURE=unresolved", "--target", "brick_graph" });
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.output.contains("c10d-unresolved-symbol"), failed.output.constData());
    QVERIFY(failed.output.contains("logs/compile.log:"));
    const Json shown = json({ "attempts", "show", "1", "--json" });
    QCOMPARE(shown["findings"][0]["rule"].get<std::string>(), std::string("c10d-unresolved-symbol"));
    QVERIFY(shown["findings"][0]["root"].get<bool>());

    const Answer repaired = ask({ "attempts", "retry", "1", "-DTOUR_FAILURE=none" });
    QVERIFY2(repaired.code == 0, (repaired.output + repaired.trouble).constData());
    QVERIFY(!repaired.output.contains("[Fetch source] started")); // goes on from configure
    const Json list = json({ "attempts", "list", "--json" });
    QCOMPARE(list["attempts"].size(), size_t(2));
    QCOMPARE(list["attempts"][0]["state"].get<std::string>(), std::string("succeeded"));
    QCOMPARE(list["attempts"][1]["state"].get<std::string>(), std::string("failed"));

    const Json compared = json({ "attempts", "compare", "1", "2", "--json" });
    bool hasFlag = false;
    for (const Json& difference : compared["differences"])
        hasFlag = hasFlag || (difference["name"] == "TOUR_FAILURE" && difference["right"] == "none");
    QVERIFY(hasFlag);
    QVERIFY(ask({ "attempts", "log", "1", "--stage", "compile" }).output.contains("undefined reference"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "md" }).output.startsWith("# Attempt 1: failed"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "sh" }).output.startsWith("#!/usr/bin/env bash"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "bat" }).output.startsWith("@echo off\r\n"));
    QCOMPARE(ask({ "attempts", "stop", "2" }).code, 1); // does not run any more
}

QTEST_GUILESS_MAIN(CliTest)
#include "CliTest.moc"
