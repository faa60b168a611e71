// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/profile/ProfileCatalogue.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QByteArray smallest
    = R"({"profile":1,"name":"n","summary":"s","platforms":["linux"],"source":{"kind":"existing"}})";

Result<Profile> read(const QByteArray& json)
{
    return profileFromJson(
        *parseJson(json, QStringLiteral("p")), QStringLiteral("p"), QStringLiteral("p.json"));
}

HostFacts windowsMachine(const QString& cuda)
{
    const QString file = QStringLiteral(TORCHMASON_FIXTURES "/facts/rtx5070-windows-cuda%1.json").arg(cuda);
    return *hostFactsFromJson(*readJsonFile(file), file);
}

const RankedProfile& find(const QVector<RankedProfile>& ranking, const char* id)
{
    for (const RankedProfile& ranked : ranking) {
        if (ranked.profile.id == QLatin1String(id))
            return ranked;
    }
    qFatal("no profile %s", id);
}

}

class ProfileTest : public QObject {
    Q_OBJECT

private slots:
    void shippedOnesAreAllThere();
    void flagsAreKnown();
    void finalScriptIsExact();
    void profilesGoThroughJson();
    void diffsGoThroughJson();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void brokenOnesHideNothing();
    void rankingGivesReasons();
    void comparisonShowsDifferencesOnly();
};

void ProfileTest::shippedOnesAreAllThere()
{
    const ProfileCatalogue catalogue = loadProfiles();
    for (const BrokenProfile& broken : catalogue.broken)
        QFAIL(qPrintable(broken.error));
    for (const char* id : { "rtx5070-cuda129-windows", "rtx5070-cuda124-windows",
             "rtx5070-cuda124-pthread-windows", "rtx5070-cuda123-windows", "kepler-cuda114-windows",
             "a100-linux", "multi-arch-linux", "hopper-ptx-linux", "pascal-volta-linux",
             "pascal-volta-windows", "rtx50-linux", "cpu-only", "debian-source", "tour" }) {
        const Profile* profile = catalogue.profile(QLatin1String(id));
        QVERIFY2(profile, id);
        QVERIFY2(!profile->audience.isEmpty() && !profile->references.isEmpty(), id);
        QVERIFY2(profile->status == ProfileStatus::Current || !profile->fixes.isEmpty(), id);
    }
    QCOMPARE(catalogue.profile(QStringLiteral("kepler-cuda114-windows"))->patches.size(), 2);
}

void ProfileTest::flagsAreKnown()
{
    const auto options = OptionCatalogue::load();
    static const QRegularExpression free(QStringLiteral("^(CMAKE_.*|Python_EXECUTABLE|PYTHON_EXECUTABLE)$"));
    for (const Profile& profile : loadProfiles().profiles) {
        if (profile.source.kind == SourceKind::Sample)
            continue;
        for (const FlagValue& flag : profile.configuration.flags)
            QVERIFY2(options->option(flag.name) || free.match(flag.name).hasMatch(),
                qPrintable(profile.id + QLatin1Char(' ') + flag.name));
    }
}

void ProfileTest::finalScriptIsExact()
{
    const Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows"));
    const Configuration& flags = profile.configuration;
    QCOMPARE(profile.configuration.flags.size(), 24);
    QCOMPARE(profile.jobs, std::optional(18));
    QCOMPARE(flags.flagValue(QStringLiteral("TORCH_CUDA_ARCH_LIST")), QStringLiteral("12.0"));
    QCOMPARE(flags.flagValue(QStringLiteral("CMAKE_CUDA_ARCHITECTURES")), QStringLiteral("120"));
    QCOMPARE(
        flags.flagValue(QStringLiteral("CMAKE_CUDA_FLAGS")), QStringLiteral("-allow-unsupported-compiler"));
    QCOMPARE(flags.flagValue(QStringLiteral("CMAKE_CXX_FLAGS")), QStringLiteral("/MP /O2"));
    for (const char* off :
        { "USE_DISTRIBUTED", "USE_MPI", "USE_GLOO", "USE_NCCL", "USE_OPENMP", "BUILD_CAFFE2", "USE_CAFFE2",
            "USE_PTHREADPOOL", "CAFFE2_USE_PTHREADPOOL", "USE_SYSTEM_PTHREADPOOL" })
        QCOMPARE(flags.flagValue(QLatin1String(off)), QStringLiteral("OFF"));
}

void ProfileTest::profilesGoThroughJson()
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

void ProfileTest::diffsGoThroughJson()
{
    Profile profile = *read(smallest);
    for (const QByteArray& diff : { QByteArray("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"),
             QByteArray("no line break at the end"), QByteArray("\r\n\r\n"), QByteArray("GBK \xC4\xE3\n") })
        profile.patches.append({ {}, {}, {}, QStringLiteral("w"), diff });
    profile.python = { true, { QStringLiteral("numpy==1.21.6") }, QStringLiteral("/wheels") };
    const auto again = profileFromJson(toJson(profile), QStringLiteral("p"), QStringLiteral("p.json"));
    QVERIFY2(again.ok(), qPrintable(again ? QString() : again.error().message));
    QVERIFY(again->patches == profile.patches);
    QCOMPARE(again->python.packages, profile.python.packages);
    QCOMPARE(again->python.wheels, profile.python.wheels);
}

void ProfileTest::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("named");
    QTest::newRow("misspelt member") << QByteArray(R"("summary")") << QByteArray(R"("flgs":[],"summary")")
                                     << "flgs";
    QTest::newRow("no name") << QByteArray(R"("name":"n",)") << QByteArray() << "name";
    QTest::newRow("other version") << QByteArray(R"("profile":1)") << QByteArray(R"("profile":9)")
                                   << "profile";
    QTest::newRow("unknown system") << QByteArray(R"(["linux"])") << QByteArray(R"(["beos"])") << "beos";
    QTest::newRow("git without tag") << QByteArray(R"({"kind":"existing"})")
                                     << QByteArray(R"({"kind":"git","url":"u"})") << "tag";
    QTest::newRow("flag name with a space")
        << QByteArray(R"("summary")") << QByteArray(R"("flags":[{"name":"A B","value":"1"}],"summary")")
        << "flags[0]";
    QTest::newRow("flag twice")
        << QByteArray(R"("summary")")
        << QByteArray(R"("flags":[{"name":"A","value":"1"},{"name":"A","value":"2"}],"summary")")
        << "flags[1]";
    QTest::newRow("size without number")
        << QByteArray(R"("summary")") << QByteArray(R"("needs":{"memory":"much"},"summary")") << "memory";
    QTest::newRow("historical without reason")
        << QByteArray(R"("summary")") << QByteArray(R"("status":"historical","summary")") << "statusReason";
    QTest::newRow("jobs of zero") << QByteArray(R"("summary")") << QByteArray(R"("jobs":0,"summary")")
                                  << "jobs";
    const auto more = [](const char* name, const char* member, const char* named) {
        QTest::newRow(name) << QByteArray(R"("summary")") << member + QByteArray(R"(,"summary")")
                            << QString(named);
    };
    more("patch without a reason", R"("patches":[{"file":"a","find":"b","replace":"c"}])", "why");
    more("patch that finds nothing", R"("patches":[{"file":"a","find":"","replace":"c","why":"w"}])", "find");
    more("diff with a file", R"("patches":[{"diff":"x","file":"a","why":"w"}])", "file");
    more("diff from elsewhere", R"("patches":[{"diffFile":"../x.patch","why":"w"}])", "diffFile");
    more("diff that is not there", R"("patches":[{"diffFile":"x.patch","why":"w"}])", "x.patch");
    more("package without version", R"("python":{"packages":["numpy"]})", "numpy");
    more("package that is an option", R"("python":{"packages":["--index-url=x==1"]})", "NAME==VERSION");
    more("misspelt python", R"("python":{"vnev":true})", "vnev");
}

void ProfileTest::mistakesAreNamed()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, named);
    QVERIFY(read(smallest).ok());
    QByteArray text = smallest;
    const auto profile = read(text.replace(from, to));
    QVERIFY(!profile.ok());
    QVERIFY2(profile.error().message.contains(named)
            && profile.error().message.startsWith(QLatin1String("p.json")),
        qPrintable(profile.error().message));
}

void ProfileTest::brokenOnesHideNothing()
{
    const qsizetype shipped = loadProfiles().profiles.size();
    QTemporaryDir home;
    const QByteArray before = qgetenv("TORCHMASON_HOME");
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    QVERIFY(QDir().mkpath(AppPaths::userProfilesFolder()));
    const auto put = [](const QString& name, const QByteArray& content) {
        QFile file(AppPaths::userProfilesFolder() + QLatin1Char('/') + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    put(QStringLiteral("mine.json"), smallest);
    put(QStringLiteral("torn.json"), smallest.left(40));
    put(QStringLiteral("tour.json"), smallest); // takes the place of the shipped one
    const ProfileCatalogue catalogue = loadProfiles();
    qputenv("TORCHMASON_HOME", before);
    QCOMPARE(catalogue.profiles.size(), shipped + 1);
    QCOMPARE(catalogue.broken.size(), 1);
    QCOMPARE(catalogue.broken[0].id, QStringLiteral("torn"));
    QVERIFY(catalogue.profile(QStringLiteral("mine"))->userOwned);
    QVERIFY(catalogue.profile(QStringLiteral("tour"))->userOwned);
}

void ProfileTest::rankingGivesReasons()
{
    const auto good = rankProfiles(loadProfiles(), windowsMachine(QStringLiteral("129")));
    QCOMPARE(good.first().profile.id, QStringLiteral("rtx5070-cuda129-windows"));
    QCOMPARE(good.first().fit, ProfileFit::Fits);
    QCOMPARE(good.last().fit, ProfileFit::Historical);
    const auto old = rankProfiles(loadProfiles(), windowsMachine(QStringLiteral("124")));
    const RankedProfile& rtx = find(old, "rtx5070-cuda129-windows");
    QCOMPARE(rtx.fit, ProfileFit::FitsWithChanges);
    QVERIFY(rtx.reasons.contains(QStringLiteral("needs CUDA 12.8 to 12.9, you have 12.4.131")));
    QCOMPARE(find(old, "a100-linux").fit, ProfileFit::DoesNotFit);
    QCOMPARE(find(old, "kepler-cuda114-windows").fit, ProfileFit::DoesNotFit);
}

void ProfileTest::comparisonShowsDifferencesOnly()
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile& last = *catalogue.profile(QStringLiteral("rtx5070-cuda129-windows"));
    const Profile& first = *catalogue.profile(QStringLiteral("rtx5070-cuda124-windows"));
    QVERIFY(compareProfiles(last, last).isEmpty());
    QStringList fields;
    for (const ProfileDifference& difference : compareProfiles(first, last)) {
        QVERIFY(difference.left != difference.right);
        QVERIFY2(!fields.contains(difference.field), qPrintable(difference.field));
        fields << difference.field;
    }
    QVERIFY(fields.contains(QStringLiteral("TORCH_CUDA_ARCH_LIST")));
    QVERIFY(fields.contains(QStringLiteral("CUDA")));
    QVERIFY(!fields.contains(QStringLiteral("USE_CUDA")));
}

QTEST_GUILESS_MAIN(ProfileTest)
#include "ProfileTest.moc"
