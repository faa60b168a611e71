// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptSettings.h"

#include "core/config/ProfileStore.h"
#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What is taken over from an attempt that the real store and the real writer made.
class AttemptSettingsTest : public QObject {
    Q_OBJECT

private:
    AttemptRecord kept(const BuildRequest& request)
    {
        const AttemptStore store(m_folder.path());
        const auto reserved = store.reserve(request);
        Q_ASSERT(reserved.ok());
        const auto writer = AttemptWriter::open(reserved->folder);
        Q_ASSERT(writer.ok());
        AttemptRecord record;
        record.number = reserved->number;
        record.state = AttemptState::Succeeded;
        record.request = request;
        const bool good = (*writer)->writeRecord(record).ok();
        Q_ASSERT(good);
        const auto summary = store.attempt(reserved->number);
        Q_ASSERT(summary.ok());
        return summary->record;
    }

    QTemporaryDir m_folder;

private slots:
    void settingsBecomeWishes()
    {
        BuildRequest request;
        request.profileId = "tour";
        request.configuration.setFlag({ "FROM_PROFILE", "1", {}, ValueOrigin::Profile });
        request.configuration.setFlag({ "FROM_FIX", "2", {}, ValueOrigin::Fix });
        request.configuration.setEnvironment({ "HF_TOKEN", "hf_secret", ValueOrigin::User });
        request.jobs = 3;
        request.jobsWithoutGate = 2; // the machine decided
        request.fromStage = "compile";
        const SourcePatch own { "a.txt", "x", "y", "the profile's", {} };
        const SourcePatch fixed { "b.txt", "x", "y", "a fix's", {} };
        request.patches = { own, fixed };
        ProfileCatalogue catalogue;
        catalogue.profiles.append(Profile {});
        catalogue.profiles.first().id = "tour";
        catalogue.profiles.first().patches = { own };
        const AttemptSettings settings = settingsOfAttempt(kept(request), catalogue);
        QCOMPARE(settings.profile.id, "tour");
        QVERIFY(!settings.profileIsMade);
        QCOMPARE(settings.wishes.patches, QVector<SourcePatch> { fixed });
        QCOMPARE(settings.wishes.configuration.flags.size(), 1);
        QCOMPARE(settings.wishes.configuration.flags.first().name, "FROM_FIX");
        QCOMPARE(settings.wishes.configuration.flags.first().origin, ValueOrigin::Fix);
        QVERIFY(settings.wishes.configuration.environment.isEmpty());
        QVERIFY(settings.leftOut.value(0).contains("HF_TOKEN"));
        QVERIFY(!settings.wishes.jobs);
        QVERIFY(settings.wishes.fromStage.isEmpty());
        request.jobsWithoutGate.reset();
        request.sourceFolder = "/home/me/pytorch";
        const AttemptRecord record = kept(request);
        QCOMPARE(settingsOfAttempt(record, catalogue).wishes.jobs, 3);
        QCOMPARE(settingsOfAttempt(record, catalogue).wishes.sourceFolder, "/home/me/pytorch");
    }

    // Else another profile that is chosen then would be built in the folders of this one.
    void settingsThatNobodyChose()
    {
        HostFacts here;
        here.platform = hostPlatform();
        Profile profile;
        profile.id = "tour";
        profile.backend = "cmake";
        profile.source = { SourceKind::Git, "https://example.org/pytorch.git", "v2.7.1", {}, {} };
        ProfileCatalogue catalogue;
        catalogue.profiles.append(profile);
        BuildRequest request;
        request.profileId = "tour";
        request.backend = "cmake";
        request.source = profile.source;
        request.sourceFolder = ownSourceFolder(profile, here);
        request.buildFolder = ownBuildFolder(profile, here, request.sourceFolder, request.backend);
        request.jobs = 3;
        request.jobsWithoutGate = 2;
        request.gate = GateUse::WhereFree;
        QVERIFY(settingsOfAttempt(kept(request), catalogue).wishes.isEmpty());
        request.source.tag = "v2.6.0";
        request.buildFolder = "/elsewhere/build";
        const RequestWishes wishes = settingsOfAttempt(kept(request), catalogue).wishes;
        QCOMPARE(wishes.tag, "v2.6.0");
        QCOMPARE(wishes.buildFolder, "/elsewhere/build");
        QVERIFY(wishes.sourceFolder.isEmpty() && wishes.backend.isEmpty());
    }

    void settingsOfAnotherMachine()
    {
        BuildRequest request;
        request.profileId = "../theirs";
        request.source = { SourceKind::Git, "https://example.org/pytorch.git", "v2.7.1", {}, {} };
        request.sourceFolder = "/home/them/pytorch";
        request.patches = { { "a.txt", "x", "y", "their profile's", {} } };
        request.configuration.setFlag({ "USE_CUDA", "ON", {}, ValueOrigin::Profile });
        request.configuration.setFlag({ "CUDA_HOME", "/opt/cuda", {}, ValueOrigin::Profile });
        request.configuration.setFlag({ "CMAKE_CXX_COMPILER", "/usr/bin/g++", {}, ValueOrigin::Environment });
        request.configuration.setFlag({ "BLAS_HOME", "~/mkl", {}, ValueOrigin::User });
        request.configuration.setFlag({ "MAX_JOBS_LINK", "1", {}, ValueOrigin::User });
        AttemptRecord record = kept(request);
        record.imported = ImportNote { 1, 2, "other", "digest" };
        const AttemptSettings settings = settingsOfAttempt(record, {});
        QVERIFY(settings.profileIsMade);
        QCOMPARE(settings.profile.id, "imported");
        QCOMPARE(settings.profile.source, request.source);
        QCOMPARE(settings.profile.patches, request.patches);
        QVERIFY(settings.wishes.patches.isEmpty());
        QCOMPARE(settings.profile.configuration.flags.size(), 1);
        QCOMPARE(settings.profile.configuration.flagValue("USE_CUDA"), "ON");
        QCOMPARE(settings.wishes.configuration.flags.size(), 1);
        QVERIFY(settings.wishes.configuration.flag("MAX_JOBS_LINK"));
        QVERIFY(settings.wishes.sourceFolder.isEmpty());
        const QString left = settings.leftOut.join(' ');
        QVERIFY2(left.contains("CUDA_HOME") && left.contains("BLAS_HOME") && left.contains("other machine"),
            qPrintable(left));
        // It can be kept and read again.
        QTemporaryDir folder;
        QVERIFY(ProfileStore(folder.path()).save(settings.profile).ok());
    }
};

QTEST_GUILESS_MAIN(AttemptSettingsTest)
#include "AttemptSettingsTest.moc"
