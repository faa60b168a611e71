// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/PseudoTranslator.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QByteArray smallest
    = R"({"profile":1,"name":"n","summary":"s","platforms":["linux"],"source":{"kind":"existing"}})";

Result<Profile> read(const QByteArray& json)
{
    return profileFromJson(*parseJson(json, "p"), "p", "p.json");
}

// A home folder with these files as the user's profiles, as long as it lives.
class OwnProfiles {
public:
    explicit OwnProfiles(const QVector<QPair<QString, QByteArray>>& files)
    {
        qputenv("TORCHMASON_HOME", m_home.path().toUtf8());
        for (const auto& [name, content] : files)
            write(AppPaths::userProfilesFolder() + QLatin1Char('/') + name, content);
    }
    ~OwnProfiles() { qputenv("TORCHMASON_HOME", m_before); }
    Q_DISABLE_COPY(OwnProfiles)
private:
    QTemporaryDir m_home;
    QByteArray m_before = qgetenv("TORCHMASON_HOME");
};

// Something else of the same kind.
Json another(const std::string& pointer, const Json& value)
{
    static const std::map<std::string, const char*> words { { "/status", "current" },
        { "/platforms/0", "windows" }, { "/source/kind", "debian" }, { "/backend", "cmake" },
        { "/flags/0/type", "STRING" }, { "/needs/memory", "16385 MiB" },
        { "/needs/disk", "16385 MiB" } }; // rounded, that is the same
    if (const auto word = words.find(pointer); word != words.end())
        return word->second;
    if (value.is_boolean())
        return !value.get<bool>();
    return value.is_number() ? Json(value.get<int>() + 1) : Json(value.get<std::string>() + "1");
}

}

class ProfileTest : public QObject {
    Q_OBJECT

private slots:
    // They are typed into the file.
    void keysAreNotTranslated()
    {
        PseudoTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        QStringList sentences;
        for (const ProfileProblem& problem :
            readProfileText(R"({ "platforms": [ "plan9" ] })", "p", "p.json").problems)
            sentences << problem.sentence;
        const QString all = sentences.join(u'\n');
        for (const char* key : { "\"profile\"", "\"source\"", "linux", "windows" })
            QVERIFY2(all.contains(QLatin1String(key)), qPrintable(all));
    }

    void shippedOnesAreAllThere()
    {
        const ProfileCatalogue catalogue = loadProfiles();
        for (const BrokenProfile& broken : catalogue.broken)
            QFAIL(qPrintable(broken.error));
        for (const char* id :
            { "rtx5070-cuda129-windows", "rtx5070-cuda124-windows", "rtx5070-cuda124-pthread-windows",
                "rtx5070-cuda123-windows", "kepler-cuda114-windows", "a100-linux", "multi-arch-linux",
                "hopper-ptx-linux", "pascal-volta-linux", "pascal-volta-windows", "rtx50-linux",
                "rtx50-windows", "cpu-only", "debian-source", "tour" }) {
            const Profile* profile = catalogue.profile(QLatin1String(id));
            QVERIFY2(profile, id);
            QVERIFY2(!profile->audience.isEmpty() && !profile->references.isEmpty(), id);
            QVERIFY2(profile->status == ProfileStatus::Current || !profile->fixes.isEmpty(), id);
        }
        QCOMPARE(catalogue.profile("kepler-cuda114-windows")->patches.size(), 2);
    }

    void flagsAreKnown()
    {
        const auto options = OptionCatalogue::load();
        static const QRegularExpression free("^(CMAKE_.*|Python_EXECUTABLE|PYTHON_EXECUTABLE)$");
        for (const Profile& profile : loadProfiles().profiles) {
            if (profile.source.kind == SourceKind::Sample)
                continue;
            for (const FlagValue& flag : profile.configuration.flags)
                QVERIFY2(options->option(flag.name) || free.match(flag.name).hasMatch(),
                    qPrintable(profile.id + QLatin1Char(' ') + flag.name));
        }
    }

    void finalScriptIsExact()
    {
        const Profile profile = *loadProfiles().profile("rtx5070-cuda129-windows");
        const Configuration& flags = profile.configuration;
        QCOMPARE(profile.configuration.flags.size(), 24);
        QCOMPARE(profile.jobs, std::optional(18));
        QCOMPARE(flags.flagValue("TORCH_CUDA_ARCH_LIST"), "12.0");
        QCOMPARE(flags.flagValue("CMAKE_CUDA_ARCHITECTURES"), "120");
        QCOMPARE(flags.flagValue("CMAKE_CUDA_FLAGS"), "-allow-unsupported-compiler");
        QCOMPARE(flags.flagValue("CMAKE_CXX_FLAGS"), "/MP /O2");
        for (const char* off :
            { "USE_DISTRIBUTED", "USE_MPI", "USE_GLOO", "USE_NCCL", "USE_OPENMP", "BUILD_CAFFE2",
                "USE_CAFFE2", "USE_PTHREADPOOL", "CAFFE2_USE_PTHREADPOOL", "USE_SYSTEM_PTHREADPOOL" })
            QCOMPARE(flags.flagValue(QLatin1String(off)), "OFF");
    }

    void compilersAreThoseOfThisSystem()
    {
        const ProfileCatalogue catalogue = loadProfiles();
        Profile profile = *catalogue.profile("cpu-only"); // for both
        const bool isLinux = hostPlatform() == Platform::Linux;
        QCOMPARE(compilerNeeds(profile).visualStudio, isLinux ? QString() : QString("2022"));
        QCOMPARE(compilerNeeds(profile).gcc,
            isLinux ? QString("gcc 11.3 or newer, or clang 16 or newer") : QString());
        QVERIFY(compilerNeeds(profile, Platform::Windows).gcc.isEmpty());
        profile.needs.gccMaximum = "14";
        profile.platforms = { Platform::Linux };
        QCOMPARE(compilerNeeds(profile).gcc, "gcc 11.3 to 14");
        profile.platforms = { Platform::Windows };
        QCOMPARE(compilerNeeds(profile).visualStudio, "2022");
        QCOMPARE(compilerNeeds(*catalogue.profile("tour"), Platform::Linux).gcc, "gcc or clang");
    }

    void profilesGoThroughJson()
    {
        for (const Profile& profile : loadProfiles().profiles) {
            const Json written = toJson(profile);
            const auto again = profileFromJson(written, profile.id, profile.file);
            QVERIFY2(again.ok(), qPrintable(again ? QString() : again.error().message));
            QCOMPARE(compactJson(toJson(*again)), compactJson(written));
            QVERIFY(again->configuration == profile.configuration);
            QVERIFY(again->patches == profile.patches);
        }
    }

    void diffsGoThroughJson()
    {
        Profile profile = *read(smallest);
        for (const QByteArray& diff :
            { QByteArray("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"), QByteArray("no line break at the end"),
                QByteArray("\r\n\r\n"), QByteArray("GBK \xC4\xE3\n") })
            profile.patches.append({ {}, {}, {}, "w", diff });
        profile.python = { true, { "numpy==1.21.6" }, "/wheels" };
        const auto again = profileFromJson(toJson(profile), "p", "p.json");
        QVERIFY2(again.ok(), qPrintable(again ? QString() : again.error().message));
        QVERIFY(again->patches == profile.patches);
        QCOMPARE(again->python.packages, profile.python.packages);
        QCOMPARE(again->python.wheels, profile.python.wheels);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const char* from, const char* to, const char* named) {
            newRow(name, QByteArray(from), QByteArray(to), named);
        };
        const auto more = [](const char* name, const char* member, const char* named) {
            newRow(name, QByteArray(R"("summary")"), member + QByteArray(R"(,"summary")"), named);
        };
        more("misspelt member", R"("flgs":[])", "flgs");
        row("no name", R"("name":"n",)", "", "name");
        row("other version", R"("profile":1)", R"("profile":9)", "profile");
        row("unknown system", R"(["linux"])", R"(["beos"])", "beos");
        row("git without tag", R"({"kind":"existing"})", R"({"kind":"git","url":"u"})", "tag");
        row("git that starts programs", R"({"kind":"existing"})",
            R"({"kind":"git","url":"ext::sh -c x","tag":"t"})", "source.url");
        row("tag that is an option", R"({"kind":"existing"})",
            R"({"kind":"git","url":"host:r","tag":"--upload-pack=x"})", "source.tag");
        row("empty tag", R"({"kind":"existing"})", R"({"kind":"git","url":"host:r","tag":""})", "source.tag");
        row("empty package", R"({"kind":"existing"})", R"({"kind":"debian","package":""})", "source.package");
        more("flag name with a space", R"("flags":[{"name":"A B","value":"1"}])", "flags[0]");
        more("flag twice", R"("flags":[{"name":"A","value":"1"},{"name":"A","value":"2"}])", "flags[1]");
        more("size without number", R"("needs":{"memory":"much"})", "memory");
        more("historical without reason", R"("status":"historical")", "statusReason");
        more("jobs of zero", R"("jobs":0)", "jobs");
        more("patch without a reason", R"("patches":[{"file":"a","find":"b","replace":"c"}])", "why");
        more("patch that finds nothing", R"("patches":[{"file":"a","find":"","replace":"c","why":"w"}])",
            "find");
        more("diff with a file", R"("patches":[{"diff":"x","file":"a","why":"w"}])", "file");
        more("diff from elsewhere", R"("patches":[{"diffFile":"../x.patch","why":"w"}])", "diffFile");
        more("diff that is not there", R"("patches":[{"diffFile":"x.patch","why":"w"}])", "x.patch");
        more("package without version", R"("python":{"packages":["numpy"]})", "numpy");
        more("package that is an option", R"("python":{"packages":["--index-url=x==1"]})", "NAME==VERSION");
        more("misspelt python", R"("python":{"vnev":true})", "vnev");
        more("no compute capability", R"("needs":{"computeCapabilities":["8.9","banana"]})",
            "needs.computeCapabilities[1]");
        more("a word that leaves the choice", R"("needs":{"computeCapabilities":["Auto"]})", "Auto");
        more(
            "minimum above maximum", R"("needs":{"cudaMinimum":"12.9","cudaMaximum":"12.8"})", "cudaMaximum");
        more("2.10 is above 2.9", R"("needs":{"pythonMinimum":"3.10","pythonMaximum":"3.9"})",
            "pythonMinimum");
        more("unknown generator", R"("generator":"Ninjaa")", "Ninjaa");
        more("variable twice", R"("environment":[{"name":"A","value":"1"},{"name":"A"}])", "environment[1]");
        more("flag without a name", R"("flags":[{"name":"","value":"1"}])", "flags[0].name");
        more("placeholder in a flag", R"("flags":[{"name":"A","value":"${cuda}/${nope}"}])", "${nope}");
        more("placeholder in a variable", R"("environment":[{"name":"A","value":"${home_1}"}])", "${home_1}");
        row("empty name", R"("name":"n")", R"("name":" ")", "name");
        row("variable twice on Windows", R"(["linux"])",
            R"(["windows"],"environment":[{"name":"Path","value":"a"},{"name":"PATH","value":"b"}])",
            "environment[1]");
    }
    void mistakesAreNamed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, named);
        QVERIFY(read(smallest).ok());
        QByteArray text = smallest;
        const auto profile = read(text.replace(from, to));
        QVERIFY(!profile.ok());
        QVERIFY2(profile.error().message.contains(named) && profile.error().message.startsWith("p.json"),
            qPrintable(profile.error().message));
    }

    void mistakesHaveLinesAndFields()
    {
        const QByteArray text = R"({
  "profile": 1,
  "name": "n", "summary": "s", "name": "m",
  "platforms": ["linux", "beos"],
  "source": { "kind": "git", "url": "u" },
  "needs": { "python": true,
             "memory": "much" },
  "flags": [
    { "name": "A", "value": "1" },
    { "name": "A", "value": 2 }
  ],
  "jbos": 3
})";
        const ProfileReading reading = readProfileText(text, "p", "p.json");
        QStringList found;
        for (const ProfileProblem& problem : reading.problems)
            found << QStringLiteral("%1 %2").arg(problem.line).arg(problem.field);
        QCOMPARE(found,
            (QStringList { "3 name", "4 platforms[1]", "5 source", "7 needs.memory", "10 flags[1].value",
                "10 flags[1]", "12 jbos" }));
        const QString sentence = profileProblemsText("p.json", reading.problems);
        QVERIFY2(sentence.startsWith("p.json, line 3: \"name\" is there twice"), qPrintable(sentence));
        QVERIFY2(sentence.endsWith(" 6 more things in this file are wrong."), qPrintable(sentence));
        QCOMPARE(problemSentence(reading.problems[2]), "source: \"tag\" is missing.");
        QCOMPARE(problemSentence(reading.problems[5]), "\"flags[1]\" sets A a second time.");
        const ProfileReading blank = readProfileText(smallest, "a b", "a b.json");
        QCOMPARE(blank.problems.size(), 1);
        QVERIFY(blank.problems[0].sentence.contains("rename"));
        const QByteArray deep = "{\"x-a\":" + QByteArray(1000, '[') + QByteArray(1000, ']') + "}";
        QCOMPARE(readProfileText(deep, "p", {}).problems.size(), 1);
    }

    void whatIsMeantIsAccepted_data()
    {
        QTest::addColumn<QByteArray>("members");
        const auto row = [](const char* name, const char* members) { newRow(name, QByteArray(members)); };
        row("capabilities", R"("needs":{"computeCapabilities":["3.5","9.0a","10.0","9.0+PTX"]})");
        row("one version alone", R"("needs":{"cudaMinimum":"12.8","cudaMaximum":"12.8"})");
        row("12.8 holds 12.8.1", R"("needs":{"cudaMinimum":"12.8.1","cudaMaximum":"12.8"})");
        row("makefiles", R"("generator":"Unix Makefiles")");
        row("Visual Studio", R"("generator":"Visual Studio 17 2022")");
        row("all placeholders",
            R"("flags":[{"name":"A","value":"${cuda}${python}${venv}${source}${build}${jobs}"}])");
        row("what CMake fills in",
            R"("flags":[{"name":"A","value":"${CMAKE_BINARY_DIR} $ENV{HOME} $<1:x>"}])");
        row("Path and PATH on Linux", R"("environment":[{"name":"Path","value":"a"},{"name":"PATH"}])");
        row("notes of one's own", R"("x-note":{"any":[1,{"thing":null}]},"$schema":"../schema.json")");
    }
    void whatIsMeantIsAccepted()
    {
        QFETCH(QByteArray, members);
        QByteArray text = smallest;
        const ProfileReading reading
            = readProfileText(text.replace(R"("summary")", members + R"(,"summary")"), "p-1.2_x", {});
        QVERIFY2(reading.ok(), qPrintable(profileProblemsText("p", reading.problems)));
    }

    void brokenOnesHideNothing()
    {
        const qsizetype shipped = loadProfiles().profiles.size();
        const OwnProfiles own({ { "mine.json", smallest }, { "torn.json", smallest.left(40) },
            { "tour.json", smallest } }); // the last one takes the place of the shipped one
        const ProfileCatalogue catalogue = loadProfiles();
        QCOMPARE(catalogue.profiles.size(), shipped + 1);
        QCOMPARE(catalogue.broken.size(), 1);
        QCOMPARE(catalogue.broken[0].id, "torn");
        QCOMPARE(catalogue.broken[0].errors.size(), 1);
        QCOMPARE(catalogue.broken[0].errors[0].line, 1);
        QVERIFY(catalogue.broken[0].shadowed.isEmpty());
        QVERIFY(catalogue.profile("mine")->userOwned);
        QVERIFY(catalogue.profile("tour")->userOwned);
    }

    void aBrokenOneIsNotReplacedByTheShippedOne()
    {
        const QString name = loadProfiles().profile("tour")->name;
        const OwnProfiles own(
            QList { qMakePair(QString("tour.json"), QByteArray("{\"profile\": 1,\n\"name\": 2}")) });
        const ProfileCatalogue catalogue = loadProfiles();
        QVERIFY(!catalogue.profile("tour"));
        const BrokenProfile* broken = catalogue.brokenProfile("tour");
        QVERIFY(broken);
        QCOMPARE(broken->shadowed, name);
        QVERIFY2(broken->error.contains("tour.json, line 2: \"name\" must be a string"),
            qPrintable(broken->error));
        QVERIFY(catalogue.profile("cpu-only"));
    }

    void whatNobodyReadsIsKept()
    {
        const QByteArray text
            = R"({"$schema":"s.json","profile":1,"name":"n","summary":"","platforms":["linux"],
        "x-top":{"deep":[1]},"source":{"kind":"existing","x-source":"a"},"needs":{"x-needs":"b"},
        "flags":[{"name":"A","value":"1"},{"name":"B","value":"2","x-why":"c"}],
        "patches":[{"file":"f","find":"a","replace":"b","why":"w","x-patch":true}],
        "python":{"packages":["numpy==1.21.6"],"wheels":"/w","x-python":null}})";
        const ProfileReading reading = readProfileText(text, "p", "p.json");
        QVERIFY2(reading.ok(), qPrintable(profileProblemsText("p", reading.problems)));
        QVERIFY(toJson(reading.profile).begin().key() == "$schema");
        Json expected = *parseJson(text, "t");
        expected.update({ { "status", "current" }, { "generator", "Ninja" }, { "backend", "cmake" } });
        // Compared without regard to the order of members.
        QVERIFY2(nlohmann::json::parse(compactJson(toJson(reading.profile)).toStdString())
                == nlohmann::json::parse(compactJson(expected).toStdString()),
            compactJson(toJson(reading.profile)).constData());
        Profile shorter = reading.profile;
        shorter.configuration.removeFlag("B");
        QCOMPARE(toJson(shorter)["flags"].size(), size_t(1));
    }

    void comparisonShowsDifferencesOnly()
    {
        const ProfileCatalogue catalogue = loadProfiles();
        const Profile& last = *catalogue.profile("rtx5070-cuda129-windows");
        const Profile& first = *catalogue.profile("rtx5070-cuda124-windows");
        QVERIFY(compareProfiles(last, last).isEmpty());
        QStringList fields;
        for (const ProfileDifference& difference : compareProfiles(first, last)) {
            QVERIFY(difference.left != difference.right);
            QVERIFY2(!fields.contains(difference.field), qPrintable(difference.field));
            fields << difference.field;
        }
        QVERIFY(fields.contains("TORCH_CUDA_ARCH_LIST"));
        QVERIFY(fields.contains("CUDA"));
        QVERIFY(!fields.contains("USE_CUDA"));
    }

    void comparisonNamesTheSuiteAndSaysAboutOfTheDisk()
    {
        const ProfileCatalogue catalogue = loadProfiles();
        const Profile& debian = *catalogue.profile("debian-source");
        QMap<QString, QString> said;
        for (const ProfileDifference& difference : compareProfiles(*catalogue.profile("tour"), debian))
            said.insert(difference.field, difference.right.value_or(QString()));
        QCOMPARE(said.value("Debian suite"), "trixie");
        QCOMPARE(said.value("Disk"), "about 6.0 GB");
        QVERIFY(!said.contains("Git tag"));
    }

    // Everything that a profile's file can say is said here, so that each can be changed by turns.
    void comparisonMissesNothing()
    {
        const QByteArray text = R"({"$schema":"s","profile":1,"name":"n","summary":"s","audience":"a",
        "status":"historical","statusReason":"r","fixes":["f"],"platforms":["linux"],
        "source":{"kind":"git","url":"u","tag":"t","package":"p","version":"2.6.0"},
        "needs":{"computeCapabilities":["8.9"],"cudaMinimum":"12.0","cudaMaximum":"12.9",
            "pythonMinimum":"3.9","pythonMaximum":"3.13","cmakeMinimum":"3.18","visualStudio":"2022",
            "gccMaximum":"13","cudnn":"9.1","memory":"16 GiB","disk":"16 GiB","python":true,
            "debianSource":true},
        "flags":[{"name":"A","type":"BOOL","value":"ON"}],
        "environment":[{"name":"E","value":"e"}],"generator":"Ninja","backend":"wheel","targets":["t"],
        "jobs":3,"patches":[{"file":"f","find":"a","replace":"b","why":"w"},{"diff":["d"],"why":"w"}],
        "python":{"venv":true,"packages":["numpy==1.21.6"],"wheels":"w"},"notes":"n","references":["r"],
        "x-note":[1]})";
        const Profile profile = readProfileText(text, "p", "p.json").profile;
        const Json whole = toJson(profile);
        QCOMPARE(whole.size(), parseJson(text, "t")->size());
        const Json flat = whole.flatten();
        QVERIFY(flat.size() > 45);
        for (const auto& [pointer, value] : flat.items()) {
            if (pointer == "/profile")
                continue;
            QVector<JsonProblem> unread; // half a change may be none that a file could hold
            Json changed = whole;
            changed[Json::json_pointer(pointer)] = another(pointer, value);
            const Profile other = readProfileDocument(changed, profile.id, profile.file, unread);
            QVERIFY2(toJson(other) != whole, pointer.c_str());
            QVERIFY2(!compareProfiles(profile, other).isEmpty(), pointer.c_str());
            QVERIFY2(!compareProfiles(other, profile).isEmpty(), pointer.c_str());
        }
        for (const auto& [member, value] : whole.items()) {
            QVector<JsonProblem> unread;
            Json without = whole;
            without.erase(member);
            const Profile other = readProfileDocument(without, profile.id, profile.file, unread);
            const bool isSame = toJson(other) == whole; // the version, and what is the default
            QVERIFY2(isSame == compareProfiles(profile, other).isEmpty(), member.c_str());
        }
    }

    void absentIsNotEmpty()
    {
        Profile left = *read(smallest);
        Profile right = left;
        right.configuration.setFlag({ "A", QString(), {}, ValueOrigin::Profile });
        right.configuration.setEnvironment({ "E", QString(), ValueOrigin::Profile });
        QVector<ProfileDifference> differences = compareProfiles(left, right);
        QCOMPARE(differences.size(), 2);
        for (const ProfileDifference& difference : differences) {
            QVERIFY(!difference.left);
            QCOMPARE(difference.right, std::optional(QString()));
        }
        left.configuration.setEnvironment({ "E", std::nullopt, ValueOrigin::Profile });
        differences = compareProfiles(left, right);
        QCOMPARE(differences[1].field, "$E");
        QCOMPARE(differences[1].left, std::optional<QString>("(unset)"));
    }

    void ofNotesOnlyWhatDiffersIsShown()
    {
        Profile left = *read(smallest);
        Profile right = left;
        left.notes = QStringLiteral("both\n\nmine");
        right.notes = QStringLiteral("theirs\n\nboth");
        QVector<ProfileDifference> differences = compareProfiles(left, right);
        QCOMPARE(differences.size(), 1);
        QCOMPARE(differences[0].left, std::optional<QString>("mine"));
        QCOMPARE(differences[0].right, std::optional<QString>("theirs"));
        right.notes = QStringLiteral("both");
        QVERIFY(!compareProfiles(left, right)[0].right);
        right.notes = QStringLiteral("mine\n\nboth");
        differences = compareProfiles(left, right);
        QCOMPARE(differences.size(), 1);
        QCOMPARE(differences[0].left, std::optional(left.notes)); // the order is all that differs
    }

    void patchesAreComparedOneByOne()
    {
        Profile left = *read(smallest);
        left.patches = { { "a", "1", "r", "w", {} }, { "b", "2", "r", "w", {} }, { "c", "3", "r", "w", {} } };
        Profile right = left;
        right.patches[1].find = "4";
        right.patches.removeLast();
        right.patches.append({ "d", "5", "r", "w", {} });
        QStringList fields;
        for (const ProfileDifference& difference : compareProfiles(left, right))
            fields << difference.field + (difference.left ? u'<' : u' ') + (difference.right ? u'>' : u' ');
        QCOMPARE(fields, (QStringList { "Patch to b<>", "Patch to c< ", "Patch to d >" }));
        right = left;
        std::swap(right.patches[0], right.patches[2]);
        QCOMPARE(compareProfiles(left, right).size(), 1);
        QCOMPARE(compareProfiles(left, right)[0].field, "Order of patches");
    }
};

QTEST_GUILESS_MAIN(ProfileTest)
#include "ProfileTest.moc"
