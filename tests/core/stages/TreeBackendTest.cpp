// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/TreeBackend.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/StagePlan.h"
#include "tests/core/stages/PlannedStages.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QTemporaryDir>

using namespace torchmason;

class TreeBackendTest : public QObject {
    Q_OBJECT

private slots:
    void treeSays_data();
    void treeSays();
    void releaseLetsExpect_data();
    void releaseLetsExpect();
    void onlyWhatSetupPyReadsIsForwarded();
    void planHasAWheel_data();
    void planHasAWheel();
    void numpyIsAskedForWhereItIsUsed();
    void ownCMakeArgumentsStay();
    void prefixIsRefused();
    void otherTreeIsASentence();
    void wheelsAreTold();
    void wheelsThatWereThereAreNotNew();
    void otherLinesAreNoWheels_data();
    void otherLinesAreNoWheels();
};

namespace {

BuildRequest wheelRequest(const QString& backend)
{
    BuildRequest request;
    request.sourceFolder = QStringLiteral("/src/pytorch");
    request.buildFolder = QStringLiteral("/src/pytorch/build");
    request.backend = backend;
    request.jobs = 6;
    request.configuration.setFlag({ "USE_CUDA", "ON", "BOOL", ValueOrigin::User });
    request.configuration.setFlag({ "CUDA_TOOLKIT_ROOT_DIR", "/usr/local/my cuda", {}, ValueOrigin::User });
    request.configuration.setFlag({ "CMAKE_BUILD_TYPE", "RelWithDebInfo", {}, ValueOrigin::User });
    return request;
}

QString valueOf(const Command& command, const char* name)
{
    for (const EnvironmentValue& value : command.environment) {
        if (value.name == QLatin1String(name))
            return value.value.value_or(QStringLiteral("(unset)"));
    }
    return {};
}

}

void TreeBackendTest::treeSays_data()
{
    QTest::addColumn<bool>("setupPy");
    QTest::addColumn<QByteArray>("pyproject");
    QTest::addColumn<QString>("backend");
    const QByteArray setuptools = "[build-system]\nbuild-backend = \"setuptools.build_meta\"\n";
    const QByteArray scikit
        = "[build-system]\nrequires = [\n  \"x\",\n]\nbuild-backend = \"scikit_build_core.build\"\n";
    newRow("nothing", false, QByteArray(), "cmake");
    newRow("1.12", true, QByteArray(), "setup.py");
    newRow("2.9", true, setuptools, "setup.py");
    newRow("2.14", false, scikit, "scikit-build-core");
    newRow("development tree with both", true, scikit, "scikit-build-core");
    newRow("single quotes, Windows lines", true,
        QByteArray("[build-system]\r\nbuild-backend = 'scikit_build_core.build' # new\r\n"),
        "scikit-build-core");
    newRow("behind a hash", true, "#" + scikit.mid(scikit.indexOf("build-backend")), "setup.py");
    newRow("in another table", true, QByteArray("[tool.x]\nbuild-backend = \"scikit_build_core.build\"\n"),
        "setup.py");
    newRow("only its settings", true, QByteArray("[tool.scikit-build]\nx = 1\n"), "setup.py");
}

void TreeBackendTest::treeSays()
{
    QFETCH(bool, setupPy);
    QFETCH(QByteArray, pyproject);
    QTemporaryDir tree;
    if (setupPy)
        write(tree.filePath("setup.py"));
    if (!pyproject.isEmpty())
        write(tree.filePath("pyproject.toml"), pyproject);
    QTEST(treeBackendId(backendOf(tree.path())), "backend");
}

void TreeBackendTest::releaseLetsExpect_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("backend");
    newRow("version", "2.6.0", "", "setup.py");
    newRow("tag", "", "v1.12.1", "setup.py");
    newRow("2.9 is before 2.14", "", "v2.9.0", "setup.py");
    newRow("2.14", "", "v2.14.0", "scikit-build-core");
    newRow("candidate", "", "v2.15.0-rc1", "scikit-build-core");
    newRow("branch", "", "main", "");
    newRow("branch of a release", "", "release/2.13", "setup.py");
    newRow("commit", "", "1234567", "");
    newRow("development version says nothing", "2.14.0a0", "", "");
}

void TreeBackendTest::releaseLetsExpect()
{
    QFETCH(QString, version);
    QFETCH(QString, tag);
    const auto backend = backendOfRelease(version, tag);
    QTEST(backend ? treeBackendId(*backend) : QString(), "backend");
}

void TreeBackendTest::onlyWhatSetupPyReadsIsForwarded()
{
    QVector<FlagValue> flags;
    for (const char* name : { "USE_CUDA", "BUILD_TEST", "CMAKE_CXX_FLAGS", "BLAS", "TORCH_CUDA_ARCH_LIST",
             "CMAKE_INSTALL_PREFIX", "CUDA_TOOLKIT_ROOT_DIR", "Python_EXECUTABLE", "XUSE_A" })
        flags.append({ QLatin1String(name), QStringLiteral("1"), {}, ValueOrigin::User });
    flags.append({ QStringLiteral("USE_MKLDNN"), QStringLiteral("1"), {}, ValueOrigin::Default });
    QStringList names;
    for (const EnvironmentValue& value : forwardedFlags(flags))
        names << value.name;
    QCOMPARE(
        names, QStringList({ "USE_CUDA", "BUILD_TEST", "CMAKE_CXX_FLAGS", "BLAS", "TORCH_CUDA_ARCH_LIST" }));
}

void TreeBackendTest::planHasAWheel_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QString>("buildFolder");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("packs");
    newRow("setup.py", "setup.py", "/src/pytorch/build", "", true);
    newRow("scikit-build-core", "scikit-build-core", "/src/pytorch/build", "", true);
    newRow("another folder", "setup.py", "/fast/build", "", false);
    newRow("one target", "setup.py", "/src/pytorch/build", "c10", false);
}

void TreeBackendTest::planHasAWheel()
{
    QFETCH(QString, backend);
    QFETCH(QString, buildFolder);
    QFETCH(QString, target);
    QFETCH(bool, packs);
    BuildRequest request = wheelRequest(backend);
    request.buildFolder = buildFolder;
    if (!target.isEmpty())
        request.targets << target;
    const auto plan = makeStagePlan(request, Platform::Linux);
    QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
    const Stage* wheel = stageOf(*plan, StageKind::Wheel);
    QVERIFY(wheel);
    QCOMPARE(!wheel->skipped, packs);
    QCOMPARE(plan->warnings.filter(QStringLiteral("No wheel")).isEmpty(), packs);
    const Command pack = wheel->commands[2];
    QCOMPARE(valueOf(pack, "CMAKE_INSTALL_PREFIX"), QStringLiteral("(unset)"));
    QCOMPARE(valueOf(pack, "USE_CUDA"), QStringLiteral("ON"));
    QCOMPARE(valueOf(pack, "MAX_JOBS"), QStringLiteral("6"));
    QCOMPARE(valueOf(pack, "REL_WITH_DEB_INFO"), QStringLiteral("1"));
    const bool isScikit = backend.startsWith(QStringLiteral("scikit"));
    QCOMPARE(valueOf(pack, "CMAKE_ARGS").contains("'-DCUDA_TOOLKIT_ROOT_DIR=/usr/local/my cuda'"), isScikit);
    QVERIFY(pack.arguments.contains(isScikit ? "--no-isolation" : "bdist_wheel"));
}

// "python -m build" asks for whatever [build-system] names, unless told not to.
void TreeBackendTest::numpyIsAskedForWhereItIsUsed()
{
    BuildRequest request = wheelRequest(QStringLiteral("scikit-build-core"));
    const auto checks = [](const BuildRequest& wanted) {
        const auto plan = makeStagePlan(wanted, Platform::Linux);
        return plan
            && !stageOf(*plan, StageKind::Wheel)->commands[2].arguments.contains("--skip-dependency-check");
    };
    QVERIFY(checks(request));
    request.configuration.setFlag({ "USE_NUMPY", "OFF", "BOOL", ValueOrigin::User });
    QVERIFY(!checks(request));
    // CMake puts the variable over the flag.
    request.configuration.setEnvironment({ "USE_NUMPY", QString("1"), ValueOrigin::User });
    QVERIFY(checks(request));
}

void TreeBackendTest::ownCMakeArgumentsStay()
{
    BuildRequest request = wheelRequest(QStringLiteral("scikit-build-core"));
    request.configuration.setEnvironment({ "CMAKE_ARGS", QString("-DMINE=1 '-DB=a b'"), ValueOrigin::User });
    const auto plan = makeStagePlan(request, Platform::Linux);
    QVERIFY(plan.ok());
    QStringList values;
    for (const EnvironmentValue& value : stageOf(*plan, StageKind::Wheel)->commands[2].environment) {
        if (value.name == "CMAKE_ARGS")
            values << value.value.value_or("(unset)");
    }
    QCOMPARE(values.size(), 1);
    QVERIFY2(values.first().startsWith("-DMINE=1 '-DB=a b' "), qPrintable(values.first()));
    QVERIFY(values.first().contains("-DUSE_CUDA=ON"));
    QCOMPARE(plan->warnings.filter("CMAKE_ARGS of the environment").size(), 1);
    QVERIFY(makeStagePlan(wheelRequest(QStringLiteral("scikit-build-core")), Platform::Linux)
                ->warnings.filter("CMAKE_ARGS")
                .isEmpty());
}

void TreeBackendTest::prefixIsRefused()
{
    BuildRequest request = wheelRequest(QStringLiteral("setup.py"));
    request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/opt/x", {}, ValueOrigin::User });
    const auto plan = makeStagePlan(request, Platform::Linux);
    QVERIFY(!plan);
    QVERIFY(plan.error().message.contains("CMAKE_INSTALL_PREFIX"));
}

void TreeBackendTest::otherTreeIsASentence()
{
    QTemporaryDir tree;
    write(tree.filePath("setup.py"));
    QVERIFY(checkBackend(tree.path(), QStringLiteral("setup.py")));
    const auto checked = checkBackend(tree.path(), QStringLiteral("scikit-build-core"));
    QVERIFY(!checked);
    QVERIFY(checked.error().message.contains(tree.path()));
}

void TreeBackendTest::wheelsAreTold()
{
    QTemporaryDir folder;
    QVERIFY(!tellWheels(folder.path(), std::nullopt, [](const QString&) {}));
    const QString path = folder.filePath("torch 2.whl");
    write(path, "content");
    write(folder.filePath("torch.tar.gz"));
    QStringList lines;
    QVERIFY(tellWheels(folder.path(), std::nullopt, [&lines](const QString& line) { lines << line; }));
    QCOMPARE(lines.size(), 1);
    const QByteArray planted = "wheel: 1 " + QByteArray(64, 'a') + " /elsewhere/planted.whl\n";
    write(folder.filePath("log"), "noise\n" + planted + lines.first().toUtf8() + "\r\nOne wheel was made.\n");
    const QVector<MadeWheel> wheels = wheelsInLog(folder.filePath("log"));
    QCOMPARE(wheels.size(), 1);
    QCOMPARE(wheels.first().path, path);
    QCOMPARE(wheels.first().size, Bytes(7));
    QCOMPARE(wheels.first().sha256.toLatin1(),
        QCryptographicHash::hash("content", QCryptographicHash::Sha256).toHex());
}

void TreeBackendTest::wheelsThatWereThereAreNotNew()
{
    QTemporaryDir folder;
    const QString log = folder.filePath("log");
    const QString old = folder.filePath("dist/torch-2.5.0 old.whl");
    QStringList lines;
    const auto print = [&lines](const QString& line) { lines << line; };
    write(old, "old");
    QFile file(old);
    QVERIFY(file.open(QIODevice::ReadWrite)); // by a machine whose clock is ahead
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(2), QFileDevice::FileModificationTime));
    file.close();
    QVERIFY(!wheelsBefore(log) && !wheelsBefore({}));
    const auto noted = noteWheels(folder.filePath("dist"), print);
    QVERIFY(noted.ok());
    write(log, lines.join('\n').toUtf8());
    QVERIFY(!wheelsBefore(log)); // it has not come to its end
    write(log, (lines.join('\n') + '\n' + *noted + "\r\nrunning bdist_wheel\n").toUtf8());
    const auto before = wheelsBefore(log);
    QVERIFY(before && before->size() == 1);
    QVERIFY(!tellWheels(folder.filePath("dist"), before, print));
    write(folder.filePath("dist/new.whl"), "new");
    lines.clear();
    QVERIFY(tellWheels(folder.filePath("dist"), before, print));
    QVERIFY2(lines.size() == 1 && lines.first().endsWith("new.whl"), qPrintable(lines.join('\n')));
    write(old, "new");
    QVERIFY(tellWheels(folder.filePath("dist"), before, print));
    QCOMPARE(lines.size(), 3); // packed again under the same name
}

void TreeBackendTest::otherLinesAreNoWheels_data()
{
    QTest::addColumn<QByteArray>("line");
    newRow("pip", QByteArray("Successfully built torch-2.6.0-cp311-linux_x86_64.whl"));
    newRow("no hash", QByteArray("wheel: 12 abc /x.whl"));
    newRow("not at the start", "x wheel: 1 " + QByteArray(64, 'a') + " /x.whl");
}

void TreeBackendTest::otherLinesAreNoWheels()
{
    QFETCH(QByteArray, line);
    QVERIFY(!wheelFromLine(line));
}

QTEST_GUILESS_MAIN(TreeBackendTest)
#include "TreeBackendTest.moc"
