// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ProfileStore.h"
#include "core/base/Platform.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QByteArray smallest
    = R"({"profile":1,"name":"n","summary":"s","platforms":["linux"],"source":{"kind":"existing"}})";

Profile shipped(const char* id)
{
    return *loadProfiles().profile(QLatin1String(id));
}

}

class ProfileStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void namesBecomeIds_data();
    void namesBecomeIds();
    void takenIdsGetANumber();
    void allShippedOnesGoThroughAFile();
    void diffsComeAlong();
    void aBrokenFileIsNotImported();
    void whatIsThereIsNotImported();
    void removingIsForOwnOnes();
    void whatCannotBeReadAgainIsNotSaved();
    void aFolderThatCannotBeMadeIsSaid();
    void aFolderThatIsClosedIsSaid();
    void ownOnesAreForTheirUserAlone();
    void secretsAreNotExported();
    void wordsAndAddressesLoseTheirSecrets();
    void wishesBecomeTheProfile();
    void placesAndSecretsStayOut();
    void needsFollowTheFlags();

private:
    QString at(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    ProfileStore store() const { return ProfileStore(at("own")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void ProfileStoreTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void ProfileStoreTest::namesBecomeIds_data()
{
    QTest::addColumn<QString>("id");
    newRow("RTX 5070 · CUDA 12.9 · Mine", "rtx-5070-cuda-12.9-mine");
    newRow("Ärger & Öl", "arger-ol");
    newRow("  ../../etc/passwd ", "etc-passwd");
    newRow("我的", "profile");
    newRow("...", "profile");
    newRow("", "profile");
    newRow("CON", "profile-con");
    newRow("com1.x", "profile-com1.x");
    newRow("console", "console");
}

void ProfileStoreTest::namesBecomeIds()
{
    QFETCH(QString, id);
    QCOMPARE(store().freeId(QString::fromUtf8(QTest::currentDataTag())), id);
    QVERIFY(isProfileId(id));
    const QString full = store().freeId(QString(500, u'x'));
    QCOMPARE(full.size(), 60);
}

void ProfileStoreTest::takenIdsGetANumber()
{
    QCOMPARE(store().freeId("Tour"), "tour-2");
    write(at("own/Mine.json"), "not even JSON");
    write(at("own/mine-2.json"));
    QCOMPARE(store().freeId("MINE"), "mine-3");
}

void ProfileStoreTest::allShippedOnesGoThroughAFile()
{
    for (const Profile& profile : loadProfiles().profiles) {
        const QString file = m_folder->filePath("out/" + profile.id + ".json");
        QVERIFY(QDir().mkpath(at("out")));
        const auto exported = exportProfile(profile, file);
        QVERIFY2(exported.ok(), qPrintable(exported ? QString() : exported.error().message));
        QCOMPARE(*exported, QStringList());
        const ProfileImport import = store().importFrom(file);
        QVERIFY2(import.profile, qPrintable(import.problems.join(u' ')));
        QCOMPARE(import.profile->id, profile.id + "-2"); // its own is taken
        QVERIFY(import.profile->userOwned);
        QVERIFY(compareProfiles(profile, *import.profile).isEmpty());
        const ProfileReading read = readProfileFile(import.profile->file, import.profile->id);
        QVERIFY2(read.ok(), qPrintable(profileProblemsText(read.profile.file, read.problems)));
        QVERIFY(toJson(read.profile) == toJson(profile));
    }
}

void ProfileStoreTest::diffsComeAlong()
{
    const QByteArray diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b \xC4\n";
    write(at("from/fix.patch"), diff);
    QByteArray text = smallest;
    text.replace(R"("summary")", R"("patches":[{"diffFile":"fix.patch","why":"w"}],"summary")");
    write(at("from/their profile (1).json"), text);
    const ProfileImport import = store().importFrom(at("from/their profile (1).json"));
    QVERIFY2(import.profile, qPrintable(import.problems.join(u' ')));
    QCOMPARE(import.profile->id, "their-profile-1");
    QVERIFY(QFile::remove(at("from/fix.patch")));
    const ProfileReading read = readProfileFile(import.profile->file, import.profile->id);
    QVERIFY(read.ok());
    QCOMPARE(read.profile.patches.size(), 1);
    QCOMPARE(read.profile.patches[0].diff, diff);
}

void ProfileStoreTest::aBrokenFileIsNotImported()
{
    QByteArray text = smallest;
    text.replace(R"("name":"n")", "\"name\":1,\n\"jbos\":2");
    write(at("from/bad.json"), text);
    const ProfileImport import = store().importFrom(at("from/bad.json"));
    QVERIFY(!import.profile);
    QCOMPARE(import.problems.size(), 2);
    QVERIFY2(import.problems[0].contains("line 1: \"name\""), qPrintable(import.problems[0]));
    QVERIFY2(import.problems[1].contains("line 2: \"jbos\""), qPrintable(import.problems[1]));
    QVERIFY(!store().importFrom(at("from/nowhere.json")).profile);
    QVERIFY(!QFileInfo::exists(at("own")));
}

void ProfileStoreTest::whatIsThereIsNotImported()
{
    write(at("own/mine.json"), smallest);
    const ProfileImport import = store().importFrom(at("own/mine.json"));
    QVERIFY(!import.profile);
    QCOMPARE(import.problems.size(), 1);
    QCOMPARE(QDir(at("own")).entryList(QDir::Files).size(), 1);
    // The same under another name.
    write(at("from/theirs.json"), smallest);
    const ProfileImport again = store().importFrom(at("from/theirs.json"));
    QVERIFY(!again.profile);
    QVERIFY2(again.problems.value(0).contains("already: \"n\" in "), qPrintable(again.problems.join(u' ')));
    QCOMPARE(QDir(at("own")).entryList(QDir::Files).size(), 1);
}

void ProfileStoreTest::removingIsForOwnOnes()
{
    write(at("own/torn.json"), "{");
    write(at("own/a b.json"), "{");
    write(at("outside.json"));
    QVERIFY(store().remove("a b").ok());
    QVERIFY(store().remove("torn").ok());
    QVERIFY(!QFileInfo::exists(at("own/torn.json")));
    QVERIFY(store().remove("tour").error().message.contains("ships"));
    QVERIFY(!store().remove("nobody").ok());
    QVERIFY(!store().remove("../outside").ok());
    QVERIFY(QFileInfo::exists(at("outside.json")));
}

void ProfileStoreTest::whatCannotBeReadAgainIsNotSaved()
{
    Profile profile = copyOf(shipped("tour"), "mine", " ");
    QVERIFY(!store().save(profile).ok());
    profile.name = "Mine";
    profile.id = "not an id";
    QVERIFY(!store().save(profile).ok());
    QVERIFY(!QFileInfo::exists(at("own")));
    profile.id = "mine";
    const auto saved = store().save(profile);
    QVERIFY(saved.ok());
    QCOMPARE(saved->file, at("own/mine.json"));
    QVERIFY(saved->references.last().contains("(tour)"));
}

void ProfileStoreTest::aFolderThatCannotBeMadeIsSaid()
{
    write(at("own"));
    const auto saved = store().save(copyOf(shipped("tour"), "mine", "Mine"));
    QVERIFY(!saved.ok());
    QVERIFY2(saved.error().message.contains("own"), qPrintable(saved.error().message));
}

void ProfileStoreTest::aFolderThatIsClosedIsSaid()
{
    write(at("own/mine.json"), smallest);
    QVERIFY(QFile::setPermissions(at("own"), QFile::ReadOwner | QFile::ExeOwner));
    QFile probe(at("own/probe"));
    const bool isClosed = !probe.open(QIODevice::WriteOnly);
    probe.remove();
    const auto saved = store().save(copyOf(shipped("tour"), "mine", "Mine"));
    const auto removed = store().remove("mine");
    QVERIFY(QFile::setPermissions(at("own"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    if (!isClosed)
        QSKIP("Whoever runs this test may write everywhere.");
    QVERIFY(!saved.ok());
    QVERIFY(!removed.ok());
    QCOMPARE(contentOf(at("own/mine.json")), smallest);
}

// They keep their secrets; an exported one is for others.
void ProfileStoreTest::ownOnesAreForTheirUserAlone()
{
    if (hostPlatform() == Platform::Windows)
        QSKIP("the user's folder is his own there");
    const QFile::Permissions others
        = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    Profile profile = copyOf(shipped("tour"), "mine", "Mine");
    write(at("own/mine.json"), smallest); // as an older version has left it
    write(at("usual"));
    QVERIFY(QFile::setPermissions(at("own/mine.json"), QFile::permissions(at("own/mine.json")) | others));
    profile.configuration.setEnvironment({ "HF_TOKEN", "hf_abcdefgh123", ValueOrigin::Profile });
    const auto saved = store().save(profile);
    QVERIFY2(saved.ok(), qPrintable(saved ? QString() : saved.error().message));
    QVERIFY(contentOf(saved->file).contains("hf_abcdefgh123"));
    QVERIFY(!(QFile::permissions(saved->file) & others));
    QVERIFY(exportProfile(profile, at("out.json")));
    QCOMPARE(QFile::permissions(at("out.json")) & others, QFile::permissions(at("usual")) & others);
}

void ProfileStoreTest::secretsAreNotExported()
{
    Profile profile = shipped("tour");
    profile.configuration.setEnvironment({ "HF_TOKEN", "hf_abcdefgh123", ValueOrigin::Profile });
    profile.configuration.setEnvironment({ "INDEX", "https://me:geheim77@host/", ValueOrigin::Profile });
    profile.configuration.setEnvironment({ "PLAIN", "1", ValueOrigin::Profile });
    const auto exported = exportProfile(profile, at("out.json"));
    QVERIFY(exported.ok());
    QCOMPARE(*exported, (QStringList { "HF_TOKEN", "INDEX" }));
    const QByteArray text = contentOf(at("out.json"));
    QVERIFY(text.contains("PLAIN"));
    QVERIFY(!text.contains("hf_abcdefgh123") && !text.contains("geheim77"));
}

void ProfileStoreTest::wordsAndAddressesLoseTheirSecrets()
{
    const QString secret = "ghp_abcdefgh12345678";
    Profile profile = shipped("cpu-only");
    profile.source.url = "https://" + secret + "@github.com/me/pytorch";
    profile.notes = "clone https://me:" + secret + "@github.com/me/pytorch";
    profile.references = { "https://x:" + secret + "@host/" };
    profile.extras = { { "/x-api-token", secret.toStdString() },
        { "/x-note", { { "PASSWORD", secret.toStdString() } } } };
    const auto exported = exportProfile(profile, at("out.json"));
    QVERIFY(exported.ok());
    QVERIFY2(exported->contains("source.url"), qPrintable(exported->join(' ')));
    const QByteArray text = contentOf(at("out.json"));
    QVERIFY2(!text.contains(secret.toUtf8()), text.constData());
    const ProfileReading read = readProfileFile(at("out.json"), "out");
    QVERIFY2(read.ok(), qPrintable(profileProblemsText("out.json", read.problems)));
    QCOMPARE(read.profile.source.url, "https://github.com/me/pytorch");
    profile.configuration.setEnvironment({ "HF_TOKEN", secret, ValueOrigin::Profile });
    QVERIFY(!compactJson(toJson(masked(profile))).contains(secret.toUtf8()));
}

void ProfileStoreTest::wishesBecomeTheProfile()
{
    const Profile base = shipped("rtx5070-cuda124-windows");
    QVERIFY(base.status == ProfileStatus::Historical);
    QVERIFY(withWishes(base, {}).profile.status == ProfileStatus::Historical);
    RequestWishes wishes;
    wishes.configuration.flags
        = { userFlag("TORCH_CUDA_ARCH_LIST", "12.0;9.0+PTX"), userFlag("MY_OWN", "x") };
    wishes.configuration.environment = { { "E", "e", ValueOrigin::User } };
    wishes.configuration.unsetFlags = { "USE_MPI" };
    wishes.targets = { "c10" };
    wishes.jobs = 5;
    wishes.backend = "wheel";
    wishes.packages = { "numpy==2.0.0" };
    wishes.cache = "ccache";
    const WishedProfile wished = withWishes(base, wishes);
    QCOMPARE(wished.leftOut, QStringList());
    const Profile& made = wished.profile;
    QVERIFY(base.configuration.flag("USE_MPI"));
    QVERIFY(!made.configuration.flag("USE_MPI"));
    QVERIFY(made.status == ProfileStatus::Current);
    QVERIFY(made.statusReason.isEmpty());
    QCOMPARE(made.configuration.flagValue("MY_OWN"), "x");
    QCOMPARE(made.configuration.flag("TORCH_CUDA_ARCH_LIST")->type,
        base.configuration.flag("TORCH_CUDA_ARCH_LIST")->type);
    QCOMPARE(made.configuration.flagValue("CMAKE_CXX_COMPILER_LAUNCHER"), "ccache");
    QVERIFY(made.configuration.flag("MY_OWN")->origin == ValueOrigin::Profile);
    QCOMPARE(made.needs.computeCapabilities, (QStringList { "12.0", "9.0+PTX" }));
    QCOMPARE(made.targets, wishes.targets);
    QCOMPARE(made.jobs, std::optional(5));
    QCOMPARE(made.backend, "wheel");
    QVERIFY(made.python.venv && made.python.packages.contains("numpy==2.0.0"));
    QVERIFY(store().save(copyOf(made, "mine", "Mine")).ok());
}

void ProfileStoreTest::placesAndSecretsStayOut()
{
    RequestWishes wishes;
    wishes.sourceFolder = "/src";
    wishes.configuration.flags = { userFlag("X_TOKEN", "ghp_0123456789abcdef") };
    wishes.configuration.environment = { { "MY_PASSWORD", "geheim77", ValueOrigin::User } };
    wishes.cache = "sccache";
    wishes.cacheStorage = "redis://geheim77@host";
    const WishedProfile wished = withWishes(shipped("tour"), wishes);
    QCOMPARE(wished.leftOut,
        (QStringList { "the source folder", "the address of the shared cache", "X_TOKEN (secret)",
            "MY_PASSWORD (secret)" }));
    const QByteArray text = compactJson(toJson(wished.profile));
    QVERIFY(!text.contains("geheim77") && !text.contains("ghp_") && !text.contains("/src"));
}

void ProfileStoreTest::needsFollowTheFlags()
{
    const Profile base = shipped("rtx5070-cuda129-windows");
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag("USE_CUDA", "OFF") };
    const Profile without = withWishes(base, wishes).profile;
    QVERIFY(without.needs.computeCapabilities.isEmpty() && without.needs.cudaMinimum.isEmpty());
    wishes.configuration.flags = { userFlag("TORCH_CUDA_ARCH_LIST", "Auto") };
    QCOMPARE(withWishes(base, wishes).profile.needs.computeCapabilities, base.needs.computeCapabilities);
    wishes.configuration.flags = { userFlag("USE_MKLDNN", "OFF") };
    QCOMPARE(withWishes(base, wishes).profile.needs.computeCapabilities, base.needs.computeCapabilities);
}

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "ProfileStoreTest.moc"
