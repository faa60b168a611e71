// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/SourceClaim.h"

#include "core/attempt/FolderClaim.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

BuildRequest requestFor(const QString& source, SourceKind kind, const char* tag)
{
    BuildRequest request;
    request.sourceFolder = source;
    request.source.kind = kind;
    request.source.tag = QString(tag);
    return request;
}

StagePlan planWithFetch(bool skipped = false)
{
    Stage fetch;
    fetch.id = QStringLiteral("fetch");
    fetch.kind = StageKind::Fetch;
    fetch.skipped = skipped;
    StagePlan plan;
    plan.stages = { fetch };
    return plan;
}

}

class SourceClaimTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", m_home->path().toUtf8());
        m_source = m_home->filePath(QStringLiteral("pytorch"));
    }

    void onlyOneStateAtATime_data()
    {
        QTest::addColumn<BuildRequest>("other");
        QTest::addColumn<bool>("isSkipped"); // its fetch stage
        QTest::addColumn<bool>("fits");
        const auto git = [this](const char* tag) { return requestFor(m_source, SourceKind::Git, tag); };
        m_source = QStringLiteral("pytorch");
        BuildRequest patched = git("v1");
        patched.patches = { { "setup.py", "a", "b", "because", {} } };
        QTest::newRow("the same version") << git("v1") << false << true;
        QTest::newRow("another version") << git("v2") << false << false;
        QTest::newRow("another version that is there") << git("v2") << true << false;
        QTest::newRow("other changes") << patched << false << false;
        QTest::newRow("as it is") << requestFor(m_source, SourceKind::ExistingTree, "") << false << false;
        QTest::newRow("another folder") << requestFor("elsewhere", SourceKind::Git, "v2") << false << true;
    }

    void onlyOneStateAtATime()
    {
        QFETCH(BuildRequest, other);
        QFETCH(bool, isSkipped);
        QFETCH(bool, fits);
        other.sourceFolder = m_home->filePath(other.sourceFolder);
        auto first = SourceClaim::take(requestFor(m_source, SourceKind::Git, "v1"), planWithFetch(), 3);
        QVERIFY(first.ok());
        const auto second = SourceClaim::take(other, planWithFetch(isSkipped), 4);
        QCOMPARE(second.ok(), fits);
        if (fits)
            return;
        QVERIFY2(second.error().message.startsWith("Attempt 3 builds from " + m_source),
            qPrintable(second.error().message));
        first.value().reset();
        QVERIFY(SourceClaim::take(other, planWithFetch(isSkipped), 4).ok());
    }

    void oneInstallAtATime()
    {
        const QString environment = m_home->filePath(QStringLiteral("env"));
        const QString python = environment + QStringLiteral("/bin/python");
        QVERIFY(QDir().mkpath(environment + QStringLiteral("/bin")));
        QVERIFY(QFile(python).open(QIODevice::WriteOnly));
        auto first = FolderClaim::takeEnvironment(environment, 3);
        QVERIFY(first.ok());
        const auto second = FolderClaim::takeEnvironment(python, 4);
        QVERIFY(!second.ok());
        QVERIFY2(second.error().message.startsWith("Attempt 3 installs into " + environment + " at this"),
            qPrintable(second.error().message));
        QVERIFY(FolderClaim::takeEnvironment(m_home->filePath(QStringLiteral("env2")), 4).ok());
        first.value().reset();
        QVERIFY(FolderClaim::takeEnvironment(python, 4).ok());
    }

    void readersNeverDisturb()
    {
        const BuildRequest asItIs = requestFor(m_source, SourceKind::ExistingTree, "");
        const auto first = SourceClaim::take(asItIs, planWithFetch(), 1);
        const auto second
            = SourceClaim::take(requestFor(m_source, SourceKind::Git, "v1"), planWithFetch(true), 2);
        QVERIFY(first.ok());
        QVERIFY(second.ok());
        QVERIFY(!SourceClaim::take(requestFor(m_source, SourceKind::Git, "v2"), planWithFetch(), 3).ok());
    }

    // It stays at its revision, whatever the profile names; but patches that are not wished leave it.
    void aTreeOfTheUserHasOneSetOfPatches()
    {
        BuildRequest own = requestFor(m_source, SourceKind::ExistingTree, "v1");
        const auto first = SourceClaim::take(own, planWithFetch(), 3);
        QVERIFY(first.ok());
        own.source.tag = QStringLiteral("v2");
        QVERIFY(SourceClaim::take(own, planWithFetch(), 4).ok());
        own.patches = { { "setup.py", "a", "b", "because", {} } };
        QVERIFY(!SourceClaim::take(own, planWithFetch(), 5).ok());
        QVERIFY(!SourceClaim::take(own, planWithFetch(true), 5).ok());
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_source;
};

QTEST_GUILESS_MAIN(SourceClaimTest)
#include "SourceClaimTest.moc"
