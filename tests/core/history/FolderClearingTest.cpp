// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/FolderClearing.h"
#include "core/attempt/FolderClaim.h"
#include "core/base/Platform.h"
#include "core/store/AttemptWriter.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/TestFiles.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// Emptying the build folders that attempts name.
class FolderClearingTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    QString path(const QString& name) const
    {
        return QFileInfo(m_home->path()).canonicalFilePath() + u'/' + name;
    }
    // One that built in "build", which holds a link out of it.
    QVector<AttemptSummary> attempts(AttemptState state = AttemptState::Succeeded) const
    {
        AttemptSummary attempt;
        attempt.number = 7;
        attempt.record = anyRecord(state);
        attempt.record.imported.reset();
        attempt.record.request.buildFolder = path("build");
        attempt.record.request.sourceFolder = path("source");
        attempt.record.wheels.clear();
        attempt.record.products = { path("build/bin/tour") };
        return { attempt };
    }
    FolderUse use() const { return { path("build"), FolderKind::Build, {}, { 7 }, 0, 0 }; }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", QFile::encodeName(path("home")));
        write(path("build/CMakeCache.txt"));
        write(path("build/bin/tour"), "program");
        write(path("beside/keep.txt"), "precious");
    }

    void whatIsInsideGoes()
    {
        const bool hasLink = hostPlatform() != Platform::Windows // links need rights there
            && QFile::link(path("beside"), path("build/out"));
        const auto plan = planClearing(use(), attempts());
        QVERIFY2(plan.ok(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->first(), QStringLiteral("It holds what attempt 7 made: tour."));
        const auto gone = clearBuildFolder(use(), attempts());
        QVERIFY2(gone.ok(), gone ? "" : qPrintable(gone.error().message));
        QCOMPARE(gone->files, quint64(2));
        QCOMPARE(gone->links, quint64(hasLink ? 1 : 0));
        QVERIFY(QFileInfo(path("build")).isDir());
        QVERIFY(!QFileInfo::exists(path("build/bin")));
        QVERIFY(QFileInfo::exists(path("beside/keep.txt")));
    }

    void whatIsInUseStays()
    {
        const auto running = clearBuildFolder(use(), attempts(AttemptState::Running));
        QVERIFY(!running && running.error().message.contains("Attempt 7 runs or waits"));
        const auto claim = FolderClaim::takeBuild(path("build"), 9); // that the store does not know
        QVERIFY(claim.ok());
        const auto held = clearBuildFolder(use(), attempts());
        QVERIFY(!held && held.error().message.contains("Attempt 9"));
        QVERIFY(QFileInfo::exists(path("build/bin/tour")));
    }

    void onlyBuildFoldersAreEmptied()
    {
        FolderUse environment = use();
        environment.kind = FolderKind::Environment;
        QVERIFY(!clearBuildFolder(environment, attempts()));
        QVERIFY(!clearBuildFolder(use(), {})); // nobody names it
        QVERIFY(QFile::remove(path("build/CMakeCache.txt")));
        QVERIFY(!planClearing(use(), attempts()));
        QVERIFY(QFileInfo::exists(path("build/bin/tour")));
    }
};

QTEST_GUILESS_MAIN(FolderClearingTest)
#include "FolderClearingTest.moc"
