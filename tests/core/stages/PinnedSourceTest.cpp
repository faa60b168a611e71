// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PinnedSource.h"
#include "core/detect/HostFacts.h"
#include "core/stages/SourceRows.h"
#include "tests/core/stages/GitFixture.h"

#include <QFileInfo>
#include <QStandardPaths>

using namespace torchmason;

namespace {

const QString pins = QStringLiteral("/.ci/docker/ci_commit_pins/");

Configuration with(const QStringList& flags)
{
    Configuration configuration;
    for (const QString& flag : flags)
        configuration.setFlag({ flag.section('=', 0, 0), flag.section('=', 1), "BOOL", ValueOrigin::User });
    return configuration;
}

}

// NCCL as trees from 2.7 on name it, cloned by the real git from a repository that stands in for NVIDIA's.
class PinnedSourceTest : public QObject, private GitFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void onlyWhereItIsCompiled_data();
    void onlyWhereItIsCompiled();
    void pinsOfReleases_data();
    void pinsOfReleases();
    void thePlanFetchesIt();
    void itIsClonedAndMoved();
    void whatIsThereOtherwiseStays();
    void whatCannotBeFetchedIsASentence();
    void treesWithoutItAreTold();
    void treesWithoutSubmodulesAreTold();

private:
    QString tree() const { return path("tree"); }
    void pin(const QString& name, const QByteArray& text) { write(tree() + pins + name, text); }
    Result<QString> fetch(const QString& toolkit = "12.8.61")
    {
        return fetchNccl(tree(), toolkit, "git", [](const QString&) {});
    }
};

void PinnedSourceTest::initTestCase()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
}

void PinnedSourceTest::init()
{
    setUp();
    // Where git is sent for NVIDIA's repository.
    makeRepository("nccl", {});
    write(path("nccl/Makefile"), "one");
    git(path("nccl"), { "add", "-A" });
    git(path("nccl"), { "commit", "-qm", "two" });
    git(path("nccl"), { "tag", "v2.27.5-1" });
    write(path("nccl/Makefile"), "two");
    git(path("nccl"), { "commit", "-qam", "three" });
    git(path("nccl"), { "tag", "v2.30.7-1" });
    qputenv("GIT_CONFIG_COUNT", "2");
    qputenv("GIT_CONFIG_KEY_0", "url.file://" + path("nccl").toUtf8() + ".insteadOf");
    qputenv("GIT_CONFIG_VALUE_0", "https://github.com/NVIDIA/nccl");
    qputenv("GIT_CONFIG_KEY_1", "protocol.file.allow");
    qputenv("GIT_CONFIG_VALUE_1", "always");
    QDir().mkpath(tree() + "/third_party");
}

void PinnedSourceTest::onlyWhereItIsCompiled_data()
{
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<bool>("compiles");
    QTest::newRow("CUDA") << QStringList { "USE_CUDA=ON" } << true;
    QTest::newRow("CPU") << QStringList { "USE_CUDA=OFF", "USE_NCCL=ON" } << false;
    QTest::newRow("without NCCL") << QStringList { "USE_CUDA=ON", "USE_NCCL=0" } << false;
    QTest::newRow("the system's") << QStringList { "USE_CUDA=ON", "USE_SYSTEM_NCCL=ON" } << false;
    QTest::newRow("not distributed") << QStringList { "USE_CUDA=ON", "USE_DISTRIBUTED=OFF" } << false;
}

void PinnedSourceTest::onlyWhereItIsCompiled()
{
    QFETCH(const QStringList, flags);
    QTEST(compilesNccl(with(flags)), "compiles");
}

void PinnedSourceTest::pinsOfReleases_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("toolkit");
    QTest::addColumn<QString>("tag"); // empty: none
    const auto row = [](const char* name, const QStringList& files, const char* toolkit, const char* tag) {
        QTest::newRow(name) << files << QString(toolkit) << QString(tag);
    };
    row("2.7 with CUDA 12", { "nccl-cu11.txt=v2.21.5-1", "nccl-cu12.txt=v2.26.2-1" }, "12.8.61", "v2.26.2-1");
    row("2.7 with CUDA 11", { "nccl-cu11.txt=v2.21.5-1", "nccl-cu12.txt=v2.26.2-1" }, "11.8", "v2.21.5-1");
    row("2.9 with CUDA 13", { "nccl-cu12.txt=v2.27.5-1", "nccl-cu13.txt=v2.27.7-1" }, "13.0.1", "v2.27.7-1");
    row("2.9, nobody knows the toolkit", { "nccl-cu12.txt=v2.27.5-1", "nccl-cu13.txt=v2.27.7-1" }, "",
        "v2.27.5-1");
    row("2.14", { "nccl.txt=v2.30.7-1", "nccl-cu126.txt=v2.29.3-1" }, "13.0", "v2.30.7-1");
    row("2.14 with CUDA 12.6", { "nccl.txt=v2.30.7-1", "nccl-cu126.txt=v2.29.3-1" }, "12.6.85", "v2.29.3-1");
    row("no tag", { "nccl.txt=--upload-pack=evil" }, "13.0", "");
    row("none", {}, "13.0", "");
    row("a submodule", { ".gitmodules", "nccl.txt=v2.30.7-1" }, "13.0", "");
}

void PinnedSourceTest::pinsOfReleases()
{
    QFETCH(const QStringList, files);
    QFETCH(const QString, toolkit);
    for (const QString& file : files) {
        if (file == ".gitmodules")
            write(tree() + "/.gitmodules",
                "[submodule \"third_party/nccl/nccl\"]\n\tpath = third_party/nccl/nccl\n");
        else
            pin(file.section('=', 0, 0), file.section('=', 1).toUtf8() + "\n");
    }
    const auto found = pinnedNccl(tree(), toolkit);
    QTEST(found ? found->tag : QString(), "tag");
}

void PinnedSourceTest::thePlanFetchesIt()
{
    BuildRequest request;
    request.source = { SourceKind::Git, "https://github.com/pytorch/pytorch.git", "v2.9.1", {}, {} };
    request.sourceFolder = tree();
    request.buildFolder = path("build");
    request.configuration = with({ "USE_CUDA=ON" });
    request.configuration.setFlag(
        { "CUDA_TOOLKIT_ROOT_DIR", "/usr/local/cuda-12.6", "PATH", ValueOrigin::User });
    HostFacts facts;
    facts.platform = Platform::Linux;
    CudaToolkitFacts toolkit;
    toolkit.root = "/usr/local/cuda-12.6";
    toolkit.version = "12.6.85";
    facts.cudaToolkits = { toolkit };
    request.hostFacts = toJson(facts);
    const auto lastWords
        = [&] { return makeStagePlan(request, Platform::Linux)->stages.first().commands.last().arguments; };
    QCOMPARE(lastWords().mid(0, 3), (QStringList { "fetch-nccl", "--toolkit", "12.6.85" }));
    request.configuration.setFlag({ "USE_NCCL", "OFF", "BOOL", ValueOrigin::User });
    QCOMPARE(lastWords().first(), QStringLiteral("check-source"));
}

void PinnedSourceTest::itIsClonedAndMoved()
{
    pin("nccl-cu12.txt", "v2.27.5-1\n");
    QVERIFY(!hasNccl(tree()));
    QVERIFY(QDir().mkpath(tree() + "/third_party/nccl")); // the place of an old submodule
    auto fetched = fetch();
    QVERIFY2(fetched, fetched ? "" : qPrintable(fetched.error().message));
    QCOMPARE(contentOf(tree() + "/third_party/nccl/Makefile"), QByteArray("one"));
    QVERIFY(hasNccl(tree()));
    QVERIFY2(fetch()->contains("already"), qPrintable(*fetch()));
    // The tree moved to a release that pins another one.
    pin("nccl-cu12.txt", "v2.30.7-1\n");
    fetched = fetch();
    QVERIFY2(fetched, fetched ? "" : qPrintable(fetched.error().message));
    QCOMPARE(contentOf(tree() + "/third_party/nccl/Makefile"), QByteArray("two"));
}

void PinnedSourceTest::whatIsThereOtherwiseStays()
{
    pin("nccl.txt", "v2.30.7-1\n");
    write(tree() + "/third_party/nccl/Makefile", "mine");
    QVERIFY(fetch()->contains("taken as it is"));
    QCOMPARE(contentOf(tree() + "/third_party/nccl/Makefile"), QByteArray("mine"));
    QVERIFY(QFile::remove(tree() + pins + "nccl.txt"));
    QVERIFY(fetch()->contains("pins no NCCL"));
}

void PinnedSourceTest::whatCannotBeFetchedIsASentence()
{
    pin("nccl.txt", "v9.9.9-1\n");
    const auto fetched = fetch();
    QVERIFY(!fetched);
    QVERIFY2(fetched.error().message.contains("USE_SYSTEM_NCCL=ON"), qPrintable(fetched.error().message));
    // What it left does not keep the next one from coming.
    pin("nccl.txt", "v2.27.5-1\n");
    QVERIFY(fetch());
}

void PinnedSourceTest::treesWithoutItAreTold()
{
    BuildRequest request;
    request.source.kind = SourceKind::ExistingTree;
    request.sourceFolder = tree();
    request.buildFolder = path("build");
    request.configuration = with({ "USE_CUDA=ON" });
    QVERIFY(sourceFolderRows(request).isEmpty()); // no tree of PyTorch
    write(tree() + "/c10/CMakeLists.txt", "");
    auto rows = sourceFolderRows(request);
    QCOMPARE(rows.size(), 1);
    QVERIFY(rows.first().state == CheckState::Fail);
    QVERIFY(rows.first().fixCommand.isEmpty()); // an archive has no pin
    pin("nccl-cu12.txt", "v2.27.5-1\n");
    rows = sourceFolderRows(request);
    QVERIFY2(rows.first().fixCommand.contains("--branch v2.27.5-1"), qPrintable(rows.first().fixCommand));
    write(tree() + "/cmake/PreBuildSteps.cmake", "");
    QVERIFY(sourceFolderRows(request).first().state == CheckState::Warning);
    QVERIFY(fetch());
    QVERIFY(sourceFolderRows(request).isEmpty());
    request.configuration = with({ "USE_CUDA=OFF" });
    QVERIFY(sourceFolderRows(request).isEmpty());
}

void PinnedSourceTest::treesWithoutSubmodulesAreTold()
{
    BuildRequest request;
    request.source.kind = SourceKind::ExistingTree;
    request.sourceFolder = tree();
    request.configuration = with({ "USE_CUDA=OFF" });
    write(tree() + "/c10/CMakeLists.txt", "");
    write(tree() + "/.gitmodules",
        "[submodule \"fmt\"]\n\tpath = third_party/fmt\n\turl = x\n[submodule \"a\"]\n    path = "
        "third_party/a\n");
    QVERIFY(QDir().mkpath(tree() + "/third_party/fmt")); // as git leaves it
    auto rows = sourceFolderRows(request);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.first().id, QString("submodules-not-there"));
    QCOMPARE(rows.first().state, CheckState::Fail);
    QVERIFY(rows.first().fixCommand.isEmpty() && rows.first().fixText.contains("clone")); // an archive
    write(tree() + "/.git", "gitdir: elsewhere\n");
    rows = sourceFolderRows(request);
    QVERIFY2(
        rows.first().fixCommand.contains("submodule update --init"), qPrintable(rows.first().fixCommand));
    const QString odd = path("$(planted)"); // a line to copy starts nothing of a name
    QVERIFY(QDir().rename(tree(), odd));
    request.sourceFolder = odd;
    QVERIFY(sourceFolderRows(request).first().fixCommand.contains(" '" + odd + "' "));
    QVERIFY(QDir().rename(odd, tree()));
    request.sourceFolder = tree();
    request.configuration = with({ "USE_CUDA=OFF", "USE_SYSTEM_LIBS=ON" });
    QVERIFY(sourceFolderRows(request).isEmpty());
    request.configuration = with({ "USE_CUDA=OFF" });
    write(tree() + "/third_party/fmt/CMakeLists.txt", "");
    QVERIFY(sourceFolderRows(request).isEmpty());
}

QTEST_GUILESS_MAIN(PinnedSourceTest)
#include "PinnedSourceTest.moc"
