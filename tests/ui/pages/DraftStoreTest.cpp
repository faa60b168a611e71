// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ProfileStore.h"
#include "tests/support/Members.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DiskReads.h"
#include "ui/models/DraftStore.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/Settings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace torchmason;

namespace {

Profile profileNamed(const QString& id, const QString& distributed)
{
    Profile profile;
    profile.id = id;
    profile.name = id;
    profile.platforms = { hostPlatform() };
    profile.source.kind = SourceKind::Sample;
    profile.configuration.setFlag({ QStringLiteral("USE_DISTRIBUTED"), distributed, QStringLiteral("BOOL") });
    return profile;
}

ProfileCatalogue twoProfiles()
{
    ProfileCatalogue catalogue;
    catalogue.profiles = { profileNamed(QStringLiteral("first"), QStringLiteral("OFF")),
        profileNamed(QStringLiteral("second"), QStringLiteral("ON")) };
    catalogue.broken = { { QStringLiteral("bad"), QStringLiteral("bad.json"), QStringLiteral("line 3") } };
    return catalogue;
}

}

class DraftStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theChosenProfileIsRemembered();
    void whatWasTypedOutlivesTheProgram();
    void everyMemberIsWrittenDown();
    void draftsOfEarlierVersionsAreRead();
    void secretsAreNotWrittenDown();
    void aBrokenDraftHarmsNothing();

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
};

void DraftStoreTest::theChosenProfileIsRemembered()
{
    m_draft->chooseProfile(QStringLiteral("second"));
    BuildDraft later(*m_machine, twoProfiles());
    QCOMPARE(later.profile()->id, QStringLiteral("second"));
    settings()->setValue(QStringLiteral("wizard/profile"), QStringLiteral("gone"));
    BuildDraft without(*m_machine, twoProfiles());
    QVERIFY(without.profile());
    QCOMPARE(without.profile()->id, without.ranked().first().profile.id);
}

void DraftStoreTest::whatWasTypedOutlivesTheProgram()
{
    RequestWishes edits;
    {
        const DraftStore keeper(*m_draft);
        m_draft->setFlag(QStringLiteral("USE_MKLDNN"), QStringLiteral("OFF"), QStringLiteral("BOOL"));
        m_draft->setEnvironment(QStringLiteral("MAX_JOBS"), std::nullopt);
        m_draft->unsetFlag(QStringLiteral("USE_DISTRIBUTED"));
        edits = m_draft->edits();
        edits.sourceFolder = QStringLiteral("/a/tree");
        edits.jobs = 3;
        edits.memoryLimit = Bytes(5'000'000'000);
        edits.targets = { QStringLiteral("c10") };
        edits.gate = GateUse::Off;
        edits.backend = QStringLiteral("wheel");
        edits.tag = QStringLiteral("v2.7.1");
        edits.venv = false;
        edits.packages = { QStringLiteral("numpy==1.26.4") };
        edits.wheels = QStringLiteral("/wheels");
        edits.install.environment = QStringLiteral("/venv");
        edits.install.dependencies = false;
        m_draft->change(QStringLiteral("all"), edits);
    }
    BuildDraft later(*m_machine, twoProfiles());
    {
        const DraftStore keeper(later);
        QVERIFY(later.edits() == edits);
        later.undoStack().undo(); // one step
        QVERIFY(later.edits().isEmpty());
    }
    BuildDraft last(*m_machine, twoProfiles());
    const DraftStore keeper(last);
    QVERIFY(last.edits().isEmpty());
    QVERIFY(!QFile::exists(draftFile()));
}

void DraftStoreTest::everyMemberIsWrittenDown()
{
    const RequestWishes full = fullWishes();
    const QVector<RequestWishes> all = oneMemberOf(full, {}) << full;
    for (const RequestWishes& wishes : all) {
        const Json json = toJson(withoutSecretValues(wishes));
        const auto again = savedDraftFromJson(json, QStringLiteral("draft.json"));
        QVERIFY2(again && again->edits == wishes, compactJson(json).constData());
        QVERIFY(again->notKept.isEmpty());
    }
}

void DraftStoreTest::draftsOfEarlierVersionsAreRead()
{
    const auto gateOf = [](const char* rest) {
        const auto json = parseJson(QByteArray("{\"draft\":1,") + rest + '}', QStringLiteral("draft.json"));
        const auto draft = savedDraftFromJson(*json, QStringLiteral("draft.json"));
        return draft ? draft->edits.gate : GateUse::On;
    };
    QVERIFY(gateOf("\"withoutGate\":true") == GateUse::Off);
    QVERIFY(gateOf("\"withoutGate\":false") == std::nullopt);
    QVERIFY(gateOf("\"gate\":\"auto\"") == GateUse::WhereFree);
    QVERIFY(gateOf("\"gate\":\"moon\"") == GateUse::On); // refused
}

void DraftStoreTest::secretsAreNotWrittenDown()
{
    {
        const DraftStore keeper(*m_draft);
        m_draft->setEnvironment(QStringLiteral("HF_TOKEN"), QStringLiteral("hf_abcdefgh12345"));
        m_draft->setFlag(QStringLiteral("MY_PASSWORD"), QStringLiteral("melon-soup-7"));
        m_draft->setFlag(QStringLiteral("USE_MKLDNN"), QStringLiteral("OFF"));
    }
    QFile file(draftFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY(!written.contains("hf_abcdefgh12345") && !written.contains("melon-soup-7"));
    BuildDraft later(*m_machine, twoProfiles());
    const DraftStore keeper(later);
    QCOMPARE(later.edits().configuration.flags.size(), 1);
    QVERIFY(later.edits().configuration.environment.isEmpty());
    QCOMPARE(later.notKept(), QStringList({ QStringLiteral("MY_PASSWORD"), QStringLiteral("HF_TOKEN") }));
}

void DraftStoreTest::aBrokenDraftHarmsNothing()
{
    write(draftFile(), "{ \"draft\": 99 }");
    const DraftStore keeper(*m_draft);
    QVERIFY(m_draft->edits().isEmpty());
    QVERIFY(QFile::exists(draftFile()));
}

QTEST_MAIN(DraftStoreTest)
#include "DraftStoreTest.moc"
