// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/export/RawBundle.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/SetVariable.h"
#include "tests/support/TestFiles.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DraftStore.h"
#include "ui/models/MachineFacts.h"

#include <QStandardPaths>
#include <QStringEncoder>

using namespace torchmason;

namespace {

// By way of --env, a profile, the login of a proxy, and a definition inside another variable.
const char* const asked = "Tok\"e'n/42+x";
const char* const ofProfile = "profile-Secret-77";
const char* const ofProxy = "proxy-Pw-99";
const char* const ofDefinition = "Define-Secret-55";

// As docs/privacy.md promises; in either case they are searched for.
QByteArrayList formsOf(const QByteArray& secret)
{
    const QString text = QString::fromUtf8(secret);
    return { secret, secret.toUpper(), secret.toBase64(QByteArray::OmitTrailingEquals),
        secret.toPercentEncoding(), QByteArray(secret).replace('"', "\\\""),
        QByteArray(secret).replace('\'', "'\\''"), text.toHtmlEscaped().toUtf8(),
        QByteArray(QStringEncoder(QStringEncoder::Utf16LE).encode(text)),
        QByteArray(QStringEncoder(QStringEncoder::Utf16BE).encode(text)) };
}

QByteArrayList allForms()
{
    QByteArrayList forms;
    for (const char* secret : { asked, ofProfile, ofProxy, ofDefinition })
        forms += formsOf(secret);
    return forms;
}

// The first form that stands there; empty where none does.
QByteArray secretIn(const QByteArray& bytes)
{
    const QByteArray small = bytes.toLower();
    for (const QByteArray& form : allForms()) {
        if (small.contains(form.toLower()))
            return form;
    }
    return {};
}

}

// Secrets come in by all ways at once, and what is built tells them in all forms. They are in no byte that
// the programs keep or hand on.
class SecretsTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void theyAreNotKept();
    void theyAreNotExported_data();
    void theyAreNotExported();
    void theyAreNotInTheDraft();
    void theyAreNotInACopiedProfile();

private:
    static constexpr auto proxy = "http://me:proxy-Pw-99@127.0.0.1:1";
    QString ownProfile() const { return home("config/profiles/own.json"); }
    void makeTree() const;
};

// It tells them while it is configured, and as an error of its build.
void SecretsTest::makeTree() const
{
    QByteArray told;
    for (const QByteArray& form : allForms()) {
        if (!form.contains("&quot;")) // which is ours to find in what we export
            told += "one.cpp:1:2: error: " + form + " end\n";
    }
    write(path("tree/told"), told);
    write(path("tree/one.cpp"), "int one() { return 1; }\n");
    write(path("tree/CMakeLists.txt"),
        "cmake_minimum_required(VERSION 3.16)\nproject(tells CXX)\n"
        "execute_process(COMMAND cat ${CMAKE_SOURCE_DIR}/told)\n"
        "add_library(one STATIC one.cpp)\n"
        "add_custom_target(tells ALL COMMAND cat ${CMAKE_SOURCE_DIR}/told COMMAND false)\n"
        "add_dependencies(tells one)\n");
}

void SecretsTest::initTestCase()
{
    for (const char* program : { "cmake", "ninja", "c++" }) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
            QSKIP("cmake, ninja and a compiler are needed.");
    }
    makeTree();
    write(ownProfile(),
        QByteArray(R"({"profile": 1, "name": "Own", "summary": "x", "platforms": ["linux"],
            "source": {"kind": "existing"}, "flags": [{"name": "BUILD_PYTHON", "value": "OFF"}],
            "environment": [{"name": "MY_PASSWORD", "value": ")")
            + ofProfile + R"("}], "notes": "clone https://me:)" + ofProxy + R"(@example.invalid/me"})");
    m_variables["https_proxy"] = proxy;
    const Answer built = ask({ "build", "--profile", "own", "--source", "tree", "--build", "build", "--gate",
        "--env", QStringLiteral("HF_TOKEN=") + asked, "--env",
        QStringLiteral("CXXFLAGS=-DAPI_TOKEN=") + ofDefinition });
    QVERIFY2(built.code == 1, (built.output + built.trouble).constData()); // the build's own `false`
    QCOMPARE(secretIn(built.output + built.trouble), QByteArray());
    m_variables.clear(); // what follows knows none of them
}

// Attempt, programs' logs, the gate's files, measured costs.
void SecretsTest::theyAreNotKept()
{
    const QByteArray all = contentBelow(home("data"));
    for (const char* stage : { "configure", "compile" }) {
        const QByteArray log = contentOf(home("data/attempts/0001/logs/%1.log").arg(QLatin1String(stage)));
        QVERIFY2(log.count("one.cpp:1:2: error: (masked)") >= 30, log.constData());
    }
    QVERIFY(all.contains("one.cpp.o") && all.contains("HF_TOKEN"));
    QCOMPARE(secretIn(all), QByteArray());
}

void SecretsTest::theyAreNotExported_data()
{
    QTest::addColumn<QString>("format");
    for (const char* format : { "md", "html", "sh", "bat", "trace", "csv", "bundle" })
        QTest::newRow(format) << QString::fromLatin1(format);
}

// With a note of the user's own, which stays as it is among the data.
void SecretsTest::theyAreNotExported()
{
    QFETCH(QString, format);
    const QString note = QStringLiteral("clone https://me:%1@h/x with MY_TOKEN=%2").arg(ofProxy, ofProfile);
    QCOMPARE(ask({ "attempts", "note", "1", note }).code, 0);
    const QString file = path("out.") + format;
    const Answer exported = ask({ "attempts", "export", "1", "--format", format, "--output", file });
    QVERIFY2(exported.code == 0, exported.trouble.constData());
    const QByteArray content = format == "bundle" ? unpacked(contentOf(file)) : contentOf(file);
    QVERIFY(!content.isEmpty());
    QCOMPARE(secretIn(content), QByteArray());
    QCOMPARE(ask({ "attempts", "note", "1", "--clear" }).code, 0);
}

// As the window keeps it, with its settings.
void SecretsTest::theyAreNotInTheDraft()
{
    const SetVariable place("TORCHMASON_HOME", home());
    {
        MachineFacts machine;
        BuildDraft draft(machine, { shippedProfiles(), {} });
        const DraftStore keeper(draft);
        draft.chooseProfile("tour");
        draft.setFlag("USE_MKLDNN", "OFF");
        draft.setFlag("MY_PASSWORD", ofProfile);
        draft.setEnvironment("HF_TOKEN", asked);
        draft.setEnvironment("https_proxy", proxy);
        draft.setEnvironment("CXXFLAGS", QStringLiteral("-DAPI_TOKEN=") + ofDefinition);
        RequestWishes edits = draft.edits();
        edits.cache = "ccache";
        edits.cacheStorage = QStringLiteral("redis://me:%1@127.0.0.1").arg(ofProxy);
        draft.change("cache", edits);
    }
    QTRY_VERIFY(contentOf(draftFile()).contains("USE_MKLDNN")); // on its own thread
    QTRY_VERIFY(contentOf(home("config/settings.ini")).contains("tour"));
    QCOMPARE(secretIn(contentOf(draftFile())), QByteArray());
    QCOMPARE(secretIn(contentOf(home("config/settings.ini"))), QByteArray());
}

void SecretsTest::theyAreNotInACopiedProfile()
{
    QCOMPARE(
        ask({ "profiles", "copy", "own", "copied", "--env", QStringLiteral("HF_TOKEN=") + asked }).code, 0);
    QCOMPARE(ask({ "profiles", "export", "own", path("their.json") }).code, 0);
    QCOMPARE(secretIn(contentOf(path("their.json"))), QByteArray());
    QVERIFY(QFile::remove(ownProfile())); // own ones keep their secrets
    QVERIFY(!contentOf(home("config/profiles/copied.json")).contains(asked));
}

QTEST_MAIN(SecretsTest)
#include "SecretsTest.moc"
