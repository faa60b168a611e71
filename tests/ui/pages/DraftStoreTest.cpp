// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DraftStore.h"
#include "tests/support/Members.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/pages/DraftHarness.h"
#include "ui/models/Settings.h"

using namespace torchmason;

// What of a draft outlives the program.
class DraftStoreTest : public QObject, private DraftHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void theChosenProfileIsRemembered()
    {
        m_draft->chooseProfile("second");
        BuildDraft later(*m_machine, twoProfiles());
        QCOMPARE(later.profile()->id, "second");
        settings()->setValue("wizard/profile", "gone");
        BuildDraft without(*m_machine, twoProfiles());
        QVERIFY(without.profile());
        QCOMPARE(without.profile()->id, without.ranked().first().profile.id);
    }

    void whatWasTypedOutlivesTheProgram()
    {
        RequestWishes edits;
        {
            const DraftStore keeper(*m_draft);
            m_draft->setFlag("USE_MKLDNN", "OFF", "BOOL");
            m_draft->setEnvironment("MAX_JOBS", std::nullopt);
            m_draft->unsetFlag("USE_DISTRIBUTED");
            edits = m_draft->edits();
            edits.sourceFolder = "/a/tree";
            edits.jobs = 3;
            edits.memoryLimit = Bytes(5'000'000'000);
            edits.targets = { "c10" };
            edits.gate = GateUse::Off;
            edits.backend = "wheel";
            edits.tag = "v2.7.1";
            edits.venv = false;
            edits.packages = { "numpy==1.26.4" };
            edits.wheels = "/wheels";
            edits.install.environment = "/venv";
            edits.install.dependencies = false;
            m_draft->change("all", edits);
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

    void whereValuesComeFromOutlivesTheProgram()
    {
        Configuration values;
        values.setFlag({ "TOUR_FAILURE", "unresolved", "STRING", ValueOrigin::Tour });
        values.setEnvironment({ "MY_TOKEN", "hf_abcdefgh12345", ValueOrigin::User });
        {
            const DraftStore keeper(*m_draft);
            RequestWishes edits;
            edits.configuration = values;
            m_draft->take({ 3, values }, "settings", edits);
        }
        QVERIFY(!contentOf(draftFile()).contains("hf_abcdefgh12345"));
        BuildDraft later(*m_machine, twoProfiles());
        const DraftStore keeper(later);
        QCOMPARE(later.changedFlags(), 1);
        QCOMPARE(later.attemptOf({ "TOUR_FAILURE", {}, {} }), std::optional(3));
    }

    void editsAreReadWithoutWhereTheyComeFrom_data()
    {
        QTest::addColumn<QByteArray>("taken");
        QTest::newRow("no object") << QByteArray("7");
        QTest::newRow("wrong number") << QByteArray(R"({"attempt":"three"})");
        QTest::newRow("wrong values") << QByteArray(R"({"attempt":3,"values":{"flags":7}})");
    }
    void editsAreReadWithoutWhereTheyComeFrom()
    {
        QFETCH(QByteArray, taken);
        const auto json = parseJson(R"({"draft":1,"sourceFolder":"/a/tree","taken":)" + taken + '}', "draft");
        QVERIFY(json);
        const auto draft = savedDraftFromJson(*json, "draft.json");
        QVERIFY(draft);
        QCOMPARE(draft->edits.sourceFolder, "/a/tree");
        QCOMPARE(draft->taken.attempt, 0);
    }

    void everyMemberIsWrittenDown()
    {
        const RequestWishes full = fullWishes();
        const QVector<RequestWishes> all = oneMemberOf(full, {}) << full;
        for (const RequestWishes& wishes : all) {
            const Json json = toJson(withoutSecretValues(wishes));
            const auto again = savedDraftFromJson(json, "draft.json");
            QVERIFY2(again && again->edits == wishes, compactJson(json).constData());
            QVERIFY(again->notKept.isEmpty());
        }
    }

    void draftsOfEarlierVersionsAreRead()
    {
        const auto gateOf = [](const char* rest) {
            const auto json = parseJson(QByteArray("{\"draft\":1,") + rest + '}', "draft.json");
            const auto draft = savedDraftFromJson(*json, "draft.json");
            return draft ? draft->edits.gate : GateUse::On;
        };
        QVERIFY(gateOf("\"withoutGate\":true") == GateUse::Off);
        QVERIFY(gateOf("\"withoutGate\":false") == std::nullopt);
        QVERIFY(gateOf("\"gate\":\"auto\"") == GateUse::WhereFree);
        QVERIFY(gateOf("\"gate\":\"moon\"") == GateUse::On); // refused
    }

    void secretsAreNotWrittenDown()
    {
        {
            const DraftStore keeper(*m_draft);
            m_draft->setEnvironment("HF_TOKEN", "hf_abcdefgh12345");
            m_draft->setFlag("MY_PASSWORD", "melon-soup-7");
            m_draft->setFlag("USE_MKLDNN", "OFF");
        }
        const QByteArray written = contentOf(draftFile());
        QVERIFY(!written.isEmpty());
        QVERIFY(!written.contains("hf_abcdefgh12345") && !written.contains("melon-soup-7"));
        BuildDraft later(*m_machine, twoProfiles());
        const DraftStore keeper(later);
        QCOMPARE(later.edits().configuration.flags.size(), 1);
        QVERIFY(later.edits().configuration.environment.isEmpty());
        QCOMPARE(later.notKept(), QStringList({ "MY_PASSWORD", "HF_TOKEN" }));
    }

    void aBrokenDraftHarmsNothing()
    {
        write(draftFile(), "{ \"draft\": 99 }");
        const DraftStore keeper(*m_draft);
        QVERIFY(m_draft->edits().isEmpty());
        QVERIFY(QFile::exists(draftFile()));
    }
};

QTEST_MAIN(DraftStoreTest)
#include "DraftStoreTest.moc"
