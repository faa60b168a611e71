// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"

using namespace torchmason;

// What `torchmason-cli profiles` does to files of the user's own.
class ProfileFilesTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void wrongUseIsOneSentence_data();
    void wrongUseIsOneSentence();
    void aCopyIsExportedAndImported();
    void aCopyHoldsWhatIsPackedAndWithWhat();
    void mistakesAreAllNamed();
    void aBrokenFileIsNotBuiltAround();
    void deepNestingIsRefused_data();
    void deepNestingIsRefused();
    void signsOfOthersDoNotReachTheTerminal();
    void secretsAreNotShown();

private:
    Json json(const QStringList& words) const { return AskedCli::json(words + QStringList { "--json" }); }
};

void ProfileFilesTest::wrongUseIsOneSentence_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* words, int code, const char* named) {
        QTest::newRow(words) << code << QByteArray(named);
    };
    row("import", 2, "import FILE");
    row("import /no/such/file.json", 1, "/no/such/file.json");
    row("import a.json b.json", 2, "b.json");
    row("export tour", 2, "export ID FILE");
    row("export nobody x.json", 2, "nobody");
    row("export tour /no/such/folder/x.json", 1, "/no/such/folder");
    row("copy tour", 2, "copy ID NEW");
    row("copy nobody mine", 2, "nobody");
    row("copy tour a/b", 2, "a/b");
    row("copy tour cpu-only", 1, "cpu-only");
    row("copy tour mine -D NOVALUE", 2, "NOVALUE");
    row("copy tour mine --source x", 2, "--source");
    row("remove", 2, "remove ID");
    row("show", 2, "Write profiles show ID;");
    row("compare tour", 2, "Write profiles compare A B;");
    row("show nobody", 2, "There is no profile \"nobody\"");
    row("show cpu-onli", 2, "did you mean cpu-only?");
    row("remove tour", 1, "ships");
    row("remove nobody", 1, "nobody");
}

void ProfileFilesTest::wrongUseIsOneSentence()
{
    QFETCH(int, code);
    QFETCH(QByteArray, named);
    const QString words = QString::fromLatin1(QTest::currentDataTag());
    const Answer answer = ask(QStringList { "profiles" } + words.split(u' '));
    QCOMPARE(answer.code, code);
    QVERIFY(answer.output.isEmpty());
    // On Windows it is \no\such\file.json.
    const QByteArray trouble
        = named.contains('/') ? QByteArray(answer.trouble).replace('\\', '/') : answer.trouble;
    QVERIFY2(trouble.contains(named), answer.trouble.constData());
    QCOMPARE(answer.trouble.count('\n'), 1);
}

void ProfileFilesTest::aCopyIsExportedAndImported()
{
    const Json copied = json({ "profiles", "copy", "tour", "mine", "-DTOUR_FAILURE=compile", "--env",
        "HF_TOKEN=hf_1234567890", "--name", "Mine" });
    QCOMPARE(QString::fromStdString(copied.value("id", "")), QStringLiteral("mine"));
    QVERIFY(!contentOf(home("config/profiles/mine.json")).contains("hf_1234567890"));
    QCOMPARE(ask({ "profiles", "export", "mine", path("their.json") }).code, 0);
    const Answer again = ask({ "profiles", "import", path("their.json") });
    QCOMPARE(again.code, 1);
    QVERIFY2(again.trouble.contains("one of your profiles already: \"Mine\""), again.trouble.constData());
    write(path("their.json"), contentOf(path("their.json")).replace("\"Mine\"", "\"Theirs\""));
    const Json imported = json({ "profiles", "import", path("their.json") });
    QCOMPARE(QString::fromStdString(imported.value("id", "")), QStringLiteral("their"));
    const Json names = json({ "profiles", "compare", "mine", "their" })["differences"];
    QCOMPARE(int(names.size()), 1);
    QVERIFY2(names[0]["right"] == "Theirs", compactJson(names).constData());
    const Json differences = json({ "profiles", "compare", "tour", "mine" })["differences"];
    bool isTold = false;
    for (const Json& difference : differences)
        isTold = isTold || (difference["field"] == "TOUR_FAILURE" && difference["right"] == "compile");
    QVERIFY(isTold);
    QVERIFY(ask({ "plan", "--profile", "their" }).output.contains("TOUR_FAILURE:STRING=compile"));
    // Long values do not push the column of the others out of sight.
    const QByteArray shown = ask({ "profiles", "compare", "cpu-only", "debian-source" }).output;
    QVERIFY(shown.contains("debian-source"));
    QVERIFY2(!shown.contains(QByteArray(70, ' ')), shown.constData());
    const QByteArray debian = ask({ "profiles", "show", "debian-source" }).output.simplified();
    QVERIFY2(debian.contains("of the suite trixie"), debian.constData());
    QVERIFY2(debian.contains("memory 4.0 GB or more; disk about 6.0 GB"), debian.constData());
    for (const char* id : { "mine", "their" })
        QCOMPARE(ask({ "profiles", "remove", id }).code, 0);
    QCOMPARE(ask({ "profiles", "show", "mine" }).code, 2);
}

void ProfileFilesTest::aCopyHoldsWhatIsPackedAndWithWhat()
{
    QCOMPARE(ask({ "profiles", "copy", "cpu-only", "packed", "--backend", "wheel", "--tag", "v2.7.0",
                     "--venv", "--package", "numpy==1.26.4", "--wheels", "/wheels" })
                 .code,
        0);
    const Json packed = json({ "profiles", "show", "packed" });
    QCOMPARE(packed.value("backend", ""), std::string("wheel"));
    QCOMPARE(packed["source"].value("tag", ""), std::string("v2.7.0"));
    QVERIFY(packed["python"].value("venv", false));
    QCOMPARE(packed["python"].value("wheels", ""), std::string("/wheels"));
    QCOMPARE(packed["python"]["packages"].back().get<std::string>(), std::string("numpy==1.26.4"));
    QCOMPARE(ask({ "profiles", "copy", "packed", "plain", "--no-venv", "--backend", "cmake" }).code, 0);
    const Json plain = json({ "profiles", "show", "plain" });
    QCOMPARE(plain.value("backend", ""), std::string("cmake"));
    QVERIFY(!plain["python"].value("venv", false));
    for (const char* id : { "packed", "plain" })
        QCOMPARE(ask({ "profiles", "remove", id }).code, 0);
}

void ProfileFilesTest::mistakesAreAllNamed()
{
    write(path("bad.json"), "{\"profile\": 1,\n\"nmae\": 1,\n\"jobs\": 0}");
    const Answer answer = ask({ "profiles", "import", path("bad.json") });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("line 2: \"nmae\"") && answer.trouble.contains("line 3: \"jobs\""),
        answer.trouble.constData());
}

void ProfileFilesTest::aBrokenFileIsNotBuiltAround()
{
    write(home("config/profiles/tour.json"), "{\"profile\": 1,\n\"generator\": \"Ninjaa\"}");
    for (const char* command : { "plan", "check", "build" }) {
        const Answer answer = ask({ command, "--profile", "tour" });
        QVERIFY(answer.code != 0);
        QVERIFY2(answer.trouble.contains("line 2: \"generator\""), answer.trouble.constData());
    }
    const Json broken = json({ "profiles" })["broken"];
    QCOMPARE(broken.size(), size_t(1));
    QCOMPARE(broken[0]["errors"][0].value("line", 0), 2);
    QVERIFY(broken[0].value("shadows", false));
    QCOMPARE(ask({ "profiles", "remove", "tour" }).code, 0);
    const Answer tour = ask({ "profiles", "show", "tour" });
    QCOMPARE(tour.code, 0);
    QVERIFY2(tour.output.contains("automatic: by processors and memory"), tour.output.constData());
}

void ProfileFilesTest::deepNestingIsRefused_data()
{
    QTest::addColumn<int>("code"); // -1: as this machine is
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* words, int code, const char* said) {
        QTest::newRow(words) << code << QByteArray(said);
    };
    const char refusal[] = "lists and objects are nested more than 64 deep";
    row("profiles", 0, refusal);
    row("profiles --json", 0, refusal);
    row("profiles show lists", 1, refusal);
    row("check --profile lists", 2, refusal);
    row("check --profile objects", 2, refusal);
    row("plan --profile objects", 2, refusal);
    row("doctor --profile lists", 2, refusal);
    row("doctor --host facts.json", 1, refusal);
    row("check --profile tour", -1, "tour");
    row("doctor", 0, "What this machine has");
}

// In a member that nobody knows, of profiles, facts and settings.
void ProfileFilesTest::deepNestingIsRefused()
{
    constexpr int deep = 100'000;
    const QByteArray lists = QByteArray(deep, '[') + QByteArray(deep, ']');
    const QByteArray objects = QByteArray("{\"a\":").repeated(deep) + '1' + QByteArray(deep, '}');
    const auto profile = [](const QByteArray& member) {
        return R"({"profile": 1, "name": "n", "summary": "s", "platforms": ["linux", "windows"],
            "source": {"kind": "sample"}, "x-deep": )"
            + member + '}';
    };
    const QMap<QString, QByteArray> files { { home("config/profiles/lists.json"), profile(lists) },
        { home("config/profiles/objects.json"), profile(objects) },
        { home("config/settings.ini"), "[attempts]\nkeep=" + lists + "\n[x]\ndeep=" + objects + '\n' },
        { path("facts.json"), "{\"schema\": 1, \"x\": " + objects + '}' } };
    for (auto file = files.begin(); file != files.end(); ++file)
        write(file.key(), *file);
    const Answer answer = ask(QString::fromLatin1(QTest::currentDataTag()).split(u' '));
    for (auto file = files.begin(); file != files.end(); ++file)
        QVERIFY(QFile::remove(file.key()));
    QFETCH(int, code);
    QVERIFY(answer.code >= 0); // it has not crashed
    QCOMPARE(answer.code, code < 0 ? answer.code : code);
    QFETCH(QByteArray, said);
    const QByteArray all = answer.output + answer.trouble;
    QVERIFY2(all.contains(said) && all.size() < deep, all.left(3000).constData());
}

// What is printed quotes the profile. JSON keeps it, escaped.
void ProfileFilesTest::signsOfOthersDoNotReachTheTerminal()
{
    const QString evil = QString::fromUtf8("a\x1b]0;t\x07\x1b[2J\u009b2J\u202eb\u2066");
    Json profile = { { "profile", 1 }, { "name", "n" }, { "summary", evil.toStdString() },
        { "platforms", { "linux" } }, { "source", { { "kind", "existing" } } },
        { "notes", evil.toStdString() },
        { "flags", { { { "name", "X" }, { "value", evil.toStdString() } } } } };
    write(home("config/profiles/evil.json"), compactJson(profile));
    for (const QStringList& words : { QStringList { "profiles", "show", "evil" }, QStringList { "profiles" },
             QStringList { "profiles", "compare", "tour", "evil" },
             QStringList { "plan", "--profile", "evil" }, QStringList { "check", "--profile", "evil" },
             QStringList { "profiles", "show", "evil", "--json" },
             QStringList { "profiles", "show", evil } }) {
        const Answer answer = ask(words);
        const QString text = QString::fromUtf8(answer.output + answer.trouble);
        for (const char16_t sign : { u'\x1b', u'\x07', u'\x9b', u'\u202e', u'\u2066' })
            QVERIFY2(!text.contains(sign), qPrintable(words.join(' ')));
    }
    const Json shown = json({ "profiles", "show", "evil" });
    QCOMPARE(QString::fromStdString(shown["summary"].get<std::string>()), evil);
}

// Neither of those that show a profile nor of those that hand it on.
void ProfileFilesTest::secretsAreNotShown()
{
    const char secret[] = "ghp_abcdefgh12345678";
    const Json profile
        = { { "profile", 1 }, { "name", "n" }, { "summary", "s" }, { "platforms", { "linux", "windows" } },
              { "source",
                  { { "kind", "git" }, { "tag", "v1" },
                      { "url", std::string("https://") + secret + "@example.invalid/me/pytorch" } } },
              { "notes", std::string("clone https://me:") + secret + "@example.invalid/me" } };
    write(home("config/profiles/mine.json"), compactJson(profile));
    for (const QStringList& words :
        { QStringList { "show", "mine" }, QStringList { "show", "mine", "--json" },
            QStringList { "compare", "tour", "mine" }, QStringList { "compare", "tour", "mine", "--json" },
            QStringList { "export", "mine", path("out.json") } }) {
        const Answer answer = ask(QStringList { "profiles" } + words);
        QVERIFY2(answer.code == 0, answer.trouble.constData());
        QVERIFY2(!(answer.output + answer.trouble).contains(secret), qPrintable(words.join(' ')));
    }
    const QByteArray exported = contentOf(path("out.json"));
    QVERIFY(exported.contains("example.invalid/me/pytorch") && !exported.contains(secret));
    QVERIFY(QFile::remove(home("config/profiles/mine.json")));
}

QTEST_GUILESS_MAIN(ProfileFilesTest)
#include "ProfileFilesTest.moc"
