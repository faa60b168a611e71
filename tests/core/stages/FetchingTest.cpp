// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/AptSources.h"
#include "core/stages/DebianUnpack.h"
#include "core/stages/SourceCheck.h"
#include "core/stages/StagePlan.h"
#include "core/stages/SubmoduleCheck.h"
#include "core/stages/TourProject.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

void write(const QString& path, const QByteArray& content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Outcome {
    int exitCode = 0;
    QString output; // of the command that failed, else of all
    QString failed; // purpose
};

// What the runner does with a stage: commands one after the other until one fails.
Outcome runStage(const Stage& stage)
{
    Outcome outcome;
    for (const Command& command : stage.commands) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const EnvironmentValue& value : command.environment) {
            if (value.value)
                environment.insert(value.name, *value.value);
            else
                environment.remove(value.name);
        }
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        if (!command.workingFolder.isEmpty())
            process.setWorkingDirectory(command.workingFolder);
        const bool isHelper = command.program == helperProgram(hostPlatform());
        process.start(isHelper ? QString(STAGE_HELPER) : command.program, command.arguments);
        process.waitForFinished(-1);
        outcome.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        const QString text = QString::fromUtf8(process.readAll());
        if (outcome.exitCode != 0)
            return { outcome.exitCode, text, command.purpose };
        outcome.output += text;
    }
    return outcome;
}

}

class FetchingTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void gitFetchesNestedSubmodules();
    void gitGoesOnWithATreeThatIsThere();
    void gitKeepsTheUsersOwnFiles();
    void commitsAreFetchedToo();
    void missingSubmodulesAreNamed();
    void unknownTagFails();
    void submoduleStatusForms_data();
    void submoduleStatusForms();
    void existingTreesAreChecked();
    void aptEntriesAreTakenFromTheMachine_data();
    void aptEntriesAreTakenFromTheMachine();
    void dscIsChosen_data();
    void dscIsChosen();
    void debianPackageIsFetched();
    void debianUnpackingRemovesOnlyItsOwn_data();
    void debianUnpackingRemovesOnlyItsOwn();
    void fetchingGetsTheEnvironment_data();
    void fetchingGetsTheEnvironment();
    void gitSettingsOfTheUserStay();
    void projectKeepsUnchangedFiles();
    void projectOverwritesNobodysFiles_data();
    void projectOverwritesNobodysFiles();
    void projectGoesOnAfterAnInterruption();
    void projectIsNotWrittenThroughLinks_data();
    void projectIsNotWrittenThroughLinks();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void git(const QString& folder, const QStringList& arguments);
    void makeSourcePackage();
    void makeRepository(const QString& name, const QStringList& submodules);
    Stage fetchStage(const QString& url, const QString& tag, const QString& folder) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void FetchingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void FetchingTest::git(const QString& folder, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("git",
        QStringList { "-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c",
            "protocol.file.allow=always", "-c", "init.defaultBranch=main" }
            + arguments);
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAll().constData());
}

void FetchingTest::makeRepository(const QString& name, const QStringList& submodules)
{
    const QString folder = path(name);
    write(folder + "/CMakeLists.txt", "project(" + name.toUtf8() + ")\n");
    git(folder, { "init", "-q" });
    for (const QString& submodule : submodules)
        git(folder, { "submodule", "add", "-q", "file://" + path(submodule), "third_party/" + submodule });
    git(folder, { "add", "-A" });
    git(folder, { "commit", "-qm", "one" });
    git(folder, { "tag", "v1" });
}

Stage FetchingTest::fetchStage(const QString& url, const QString& tag, const QString& folder) const
{
    BuildRequest request;
    request.source = { SourceKind::Git, url, tag, {}, {} };
    request.sourceFolder = folder;
    request.buildFolder = path("build");
    const auto plan = makeStagePlan(request, hostPlatform());
    return plan ? plan->stages.first() : Stage();
}

void FetchingTest::gitFetchesNestedSubmodules()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle" });
    const QString tree = path("a tree");
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(tree + "/third_party/middle/third_party/inner/CMakeLists.txt"));
    QVERIFY2(outcome.output.contains("All 2 submodules"), qPrintable(outcome.output));
}

void FetchingTest::gitGoesOnWithATreeThatIsThere()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("top", { "inner" });
    const QString tree = path("tree");
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode, 0);

    // Upstream moves its submodule to another address and commit, and tags again.
    makeRepository("moved", {});
    write(path("moved/new.txt"), "new");
    git(path("moved"), { "add", "-A" });
    git(path("moved"), { "commit", "-qm", "two" });
    git(path("top"), { "submodule", "set-url", "third_party/inner", "file://" + path("moved") });
    git(path("top") + "/third_party/inner", { "fetch", "-q", "origin" });
    git(path("top") + "/third_party/inner", { "checkout", "-q", "origin/HEAD" });
    git(path("top"), { "commit", "-qam", "two" });
    git(path("top"), { "tag", "v2" });
    // And an interrupted fetch has left nothing but git's link file of the submodule.
    QFile::remove(tree + "/third_party/inner/CMakeLists.txt");

    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v2", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(tree + "/third_party/inner/new.txt"), QByteArray("new"));
}

void FetchingTest::gitKeepsTheUsersOwnFiles()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    write(path("mine/letter.txt"), "dear");
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", path("mine")));
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(outcome.output.contains("is no git tree"), qPrintable(outcome.output));
    QVERIFY(!QFileInfo::exists(path("mine/.git")));
}

void FetchingTest::commitsAreFetchedToo()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    const QString commit = contentOf(path("top/.git/refs/heads/main")).trimmed();
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), commit, path("tree")));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(path("tree/CMakeLists.txt")));
}

void FetchingTest::missingSubmodulesAreNamed()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle" });
    const QString tree = path("tree");
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode, 0);
    QVERIFY(verifySubmodules(tree, "git").ok());

    // Emptied by hand: git itself finds nothing wrong with that.
    QFile::remove(tree + "/third_party/middle/third_party/inner/CMakeLists.txt");
    auto verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("third_party/middle/third_party/inner is empty"),
        qPrintable(verdict.error().message));

    git(tree + "/third_party/middle", { "submodule", "deinit", "-q", "-f", "third_party/inner" });
    verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("third_party/middle/third_party/inner is not there"),
        qPrintable(verdict.error().message));

    git(tree + "/third_party/middle", { "commit", "-q", "--allow-empty", "-m", "another" });
    verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok() && verdict.error().message.contains("third_party/middle is at another commit"));
}

void FetchingTest::unknownTagFails()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v99", path("tree")));
    QVERIFY(outcome.exitCode != 0);
    QCOMPARE(outcome.failed, QString("Fetch v99"));
}

void FetchingTest::submoduleStatusForms_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("problem");
    const QByteArray sha(40, 'a');
    QTest::newRow("good") << " " + sha + " third_party/fmt (9.1.0)" << 1 << "";
    QTest::newRow("missing") << "-" + sha + " third_party/fmt" << 1 << "third_party/fmt is not there";
    QTest::newRow("space and brackets in the name")
        << "-" + sha + " third party/a (b)" << 1 << "third party/a is not there";
    QTest::newRow("moved") << "+" + sha + " third_party/fmt (9.1.0-3-gabc)" << 1
                           << "third_party/fmt is at another commit than the tree records";
    QTest::newRow("conflict") << "U" + sha + " x" << 1 << "x has merge conflicts";
    QTest::newRow("a message") << QByteArray("warning: something else") << 0 << "";
    QTest::newRow("nothing") << QByteArray() << 0 << "";
}

void FetchingTest::submoduleStatusForms()
{
    QFETCH(QByteArray, line);
    QFETCH(int, count);
    QFETCH(QString, problem);
    const SubmoduleState state = parseSubmoduleStatus(line + "\n");
    QCOMPARE(state.count, count);
    QCOMPARE(state.problems.value(0), problem);
}

void FetchingTest::existingTreesAreChecked()
{
    QVERIFY(!checkSourceTree(path("missing")).ok());
    QVERIFY(QDir().mkpath(path("tree")));
    QVERIFY(checkSourceTree(path("tree")).error().message.contains("CMakeLists.txt"));
    write(path("tree/CMakeLists.txt"), "project(x)");
    write(path("tree/version.txt"), "2.6.0a0\n");
    QVERIFY(checkSourceTree(path("tree"))->contains("2.6.0a0"));
}

void FetchingTest::aptEntriesAreTakenFromTheMachine_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("sources");
    QTest::addColumn<QString>("suite");
    QTest::addColumn<QString>("text"); // empty: none found
    const QByteArray debian
        = "Types: deb\n# http://snapshot.debian.org/archive\nURIs: http://deb.debian.org/debian\n"
          "Suites: bookworm bookworm-updates\nComponents: main\n"
          "Signed-By: /usr/share/keyrings/debian.gpg\n\n"
          "Types: deb\nURIs: http://deb.debian.org/debian-security\nSuites: bookworm-security\n"
          "Components: main\n";
    const QByteArray others = "deb https://packages.example.com/apt cloud-sdk-bookworm main\n"
                              "deb https://apt.example.com bookworm main\n";
    const QString own
        = "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: bookworm bookworm-updates\n"
          "Components: main\nSigned-By: /usr/share/keyrings/debian.gpg\n\n"
          "Types: deb-src\nURIs: http://deb.debian.org/debian-security\nSuites: bookworm-security\n"
          "Components: main\n\n";
    QTest::newRow("own release") << others << debian << "" << own;
    QTest::newRow("another release") << others << debian << "trixie"
                                     << "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: trixie\n"
                                        "Components: main\nSigned-By: /usr/share/keyrings/debian.gpg\n\n";
    QTest::newRow("one-line form, both types told once")
        << QByteArray("deb [arch=amd64 signed-by=/k.gpg] http://ftp.de.debian.org/debian/ bookworm main # c\n"
                      "deb-src [signed-by=/k.gpg] http://ftp.de.debian.org/debian/ bookworm main\n")
        << QByteArray() << ""
        << "Types: deb-src\nURIs: http://ftp.de.debian.org/debian/\nSuites: bookworm\nComponents: main\n"
           "Signed-By: /k.gpg\n\n";
    QTest::newRow("switched off") << QByteArray()
                                  << QByteArray("Enabled: no\n") + debian.left(debian.indexOf("\n\n")) << ""
                                  << "";
    QTest::newRow("only third parties") << others << QByteArray("garbage\n: x\n") << ""
                                        << "";
}

void FetchingTest::aptEntriesAreTakenFromTheMachine()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, sources);
    QFETCH(QString, suite);
    QFETCH(QString, text);
    write(path("etc/os-release"), "NAME=x\nVERSION_CODENAME=bookworm\n");
    write(path("etc/apt/sources.list"), list);
    write(path("etc/apt/sources.list.d/debian.sources"), sources);
    const auto prepared = prepareAptState(path("state"), suite, path("etc"));
    QCOMPARE(prepared.ok(), !text.isEmpty());
    QCOMPARE(QString::fromUtf8(contentOf(path("state/sources/torchmason.sources"))), text);
}

void FetchingTest::dscIsChosen_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("dsc");
    QTest::newRow("newest") << "pytorch"
                            << "pytorch_2.6.0+dfsg-7.dsc";
    QTest::newRow("exact") << "pytorch=1.13.1+dfsg-4"
                           << "pytorch_1.13.1+dfsg-4.dsc";
    QTest::newRow("with epoch") << "pytorch=1:1.13.1+dfsg-4"
                                << "pytorch_1.13.1+dfsg-4.dsc";
    QTest::newRow("other version") << "pytorch=3"
                                   << "";
    QTest::newRow("name that begins alike") << "py"
                                            << "";
}

void FetchingTest::dscIsChosen()
{
    QFETCH(QString, package);
    QTEST(chooseDsc(
              { "pytorch_1.13.1+dfsg-4.dsc", "pytorch_2.6.0+dfsg-7.dsc", "pytorch-vision_1.dsc" }, package),
        "dsc");
}

void FetchingTest::debianPackageIsFetched()
{
    if (QStandardPaths::findExecutable("apt-get").isEmpty()
        || QStandardPaths::findExecutable("dpkg-source").isEmpty())
        QSKIP("apt-get and dpkg-source are needed.");
    BuildRequest request;
    request.source = { SourceKind::DebianSource, {}, {}, "hello", {} };
    request.sourceFolder = path("src/hello");
    request.buildFolder = path("build");
    Stage stage = makeStagePlan(request, Platform::Linux)->stages.first();
    stage.commands.removeLast(); // hello is no CMake project
    const Outcome outcome = runStage(stage);
    if (outcome.exitCode != 0
        && (outcome.failed.startsWith("Read the lists") || outcome.failed.startsWith("Download")))
        QSKIP(qPrintable("No Debian mirror answers: " + outcome.output.right(300)));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(path("src/hello/debian/changelog")));
    QVERIFY(unpackedPackage(path("src/hello")).startsWith("hello "));

    // The second time nothing is fetched or unpacked; another package does not overwrite this one.
    write(path("src/hello/mine.txt"), "kept");
    QCOMPARE(runStage(stage).exitCode, 0);
    QVERIFY(QFileInfo::exists(path("src/hello/mine.txt")));
    write(path("src/hello/debian/changelog"), "other (1) x; y\n");
    QVERIFY(runStage(stage).exitCode != 0);
    QVERIFY(QFileInfo::exists(path("src/hello/mine.txt")));
}

// brick_1.dsc in "downloads"
void FetchingTest::makeSourcePackage()
{
    write(path("brick/debian/control"),
        "Source: brick\nMaintainer: T <t@example.org>\n\nPackage: brick\nArchitecture: all\nDescription: "
        "x\n");
    write(path("brick/debian/changelog"),
        "brick (1) unstable; urgency=low\n\n  * One.\n\n -- T <t@example.org>  Mon, 01 Jan 2024 00:00:00 "
        "+0000\n");
    write(path("brick/debian/source/format"), "3.0 (native)\n");
    write(path("brick/debian/rules"), "#!/usr/bin/make -f\n");
    QVERIFY(QDir().mkpath(path("downloads")));
    QProcess process;
    process.setWorkingDirectory(path("downloads"));
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("dpkg-source", { "-b", path("brick") });
    process.waitForFinished(-1);
    QVERIFY2(process.exitCode() == 0, process.readAll().constData());
}

void FetchingTest::debianUnpackingRemovesOnlyItsOwn_data()
{
    QTest::addColumn<QString>("file"); // in tree.part before
    QTest::addColumn<QString>("link"); // one that leads to "elsewhere"
    QTest::addColumn<bool>("isFree");
    QTest::newRow("nothing there") << ""
                                   << "" << true;
    QTest::newRow("left by an interrupted unpacking") << ".torchmason-unpack"
                                                      << "" << true;
    QTest::newRow("a folder of somebody else") << "letter.txt"
                                               << "" << false;
    QTest::newRow("a hidden file of somebody else") << ".letter"
                                                    << "" << false;
    QTest::newRow("a link to a folder") << ""
                                        << "tree.part" << false;
    QTest::newRow("a link as mark") << "letter.txt"
                                    << "tree.part/.torchmason-unpack" << false;
    QTest::newRow("a link inside") << ".torchmason-unpack"
                                   << "tree.part/work" << false;
    QTest::newRow("a link deep inside") << ".torchmason-unpack"
                                        << "tree.part/work/tree" << true;
}

void FetchingTest::debianUnpackingRemovesOnlyItsOwn()
{
    if (QStandardPaths::findExecutable("dpkg-source").isEmpty())
        QSKIP("dpkg-source is needed.");
    QFETCH(QString, file);
    QFETCH(QString, link);
    QFETCH(bool, isFree);
    makeSourcePackage();
    write(path("elsewhere/.torchmason-unpack"), "mine");
    write(path("elsewhere/tree/a.txt"), "mine");
    if (!file.isEmpty())
        write(path("tree.part/") + file, "x");
    if (!link.isEmpty()) {
        QDir().mkpath(QFileInfo(path(link)).path());
        QVERIFY(QFile::link(path("elsewhere"), path(link)));
    }
    const auto unpacked = unpackDebianSource(path("downloads"), "brick", path("tree"));
    QVERIFY2(unpacked.ok() == isFree, unpacked.ok() ? "" : qPrintable(unpacked.error().message));
    QVERIFY(QFileInfo::exists(path("elsewhere/tree/a.txt")));
    QCOMPARE(unpackedPackage(path("tree")).isEmpty(), !isFree);
    QVERIFY(isFree ? !QFileInfo::exists(path("tree.part"))
                   : file.isEmpty() || QFileInfo::exists(path("tree.part/") + file));
}

void FetchingTest::fetchingGetsTheEnvironment_data()
{
    QTest::addColumn<SourceSpec>("source");
    QTest::addColumn<QString>("program");
    QTest::newRow("git") << SourceSpec { SourceKind::Git, "https://x/y", "v1", {}, {} } << "git";
    QTest::newRow("debian") << SourceSpec { SourceKind::DebianSource, {}, {}, "hello", {} } << "apt-get";
}

void FetchingTest::fetchingGetsTheEnvironment()
{
    QFETCH(SourceSpec, source);
    QFETCH(QString, program);
    BuildRequest request;
    request.source = source;
    request.sourceFolder = path("tree");
    request.buildFolder = path("build");
    request.configuration.environment = { { "https_proxy", QString("http://proxy:3128"), ValueOrigin::User },
        { "no_proxy", std::nullopt, ValueOrigin::User },
        { "GIT_TERMINAL_PROMPT", QString("1"), ValueOrigin::User },
        { "UNUSED", QString("1"), ValueOrigin::Default } };
    int count = 0;
    const auto plan = makeStagePlan(request, Platform::Linux);
    for (const Command& command : plan->stages.first().commands) {
        if (command.program != program && !command.arguments.contains("verify-submodules"))
            continue;
        ++count;
        QStringList names;
        for (const EnvironmentValue& value : command.environment) {
            names << value.name;
            if (value.name == "https_proxy")
                QCOMPARE(value.value, std::optional<QString>("http://proxy:3128"));
            if (value.name == "no_proxy")
                QVERIFY(!value.value);
            if (value.name == "GIT_TERMINAL_PROMPT" && program == "git")
                QCOMPARE(value.value, std::optional<QString>("0"));
        }
        QVERIFY2(names.contains("https_proxy") && names.contains("no_proxy"), qPrintable(command.purpose));
        QVERIFY(!names.contains("UNUSED"));
        QCOMPARE(names.removeDuplicates(), 0);
    }
    QCOMPARE(count, program == "git" ? 8 : 2);
}

void FetchingTest::gitSettingsOfTheUserStay()
{
    BuildRequest request;
    request.source = { SourceKind::Git, "https://x/y", "v1", {}, {} };
    request.sourceFolder = path("tree");
    request.buildFolder = path("build");
    request.configuration.environment = { { "GIT_CONFIG_COUNT", QString("1"), ValueOrigin::User },
        { "GIT_CONFIG_KEY_0", QString("http.version"), ValueOrigin::User },
        { "GIT_CONFIG_VALUE_0", QString("HTTP/1.1"), ValueOrigin::User } };
    QMap<QString, QString> environment;
    const auto plan = makeStagePlan(request, Platform::Linux);
    for (const EnvironmentValue& value : plan->stages.first().commands[4].environment)
        environment.insert(value.name, value.value.value_or("(unset)"));
    QCOMPARE(environment.value("GIT_CONFIG_COUNT"), QString("3"));
    QCOMPARE(environment.value("GIT_CONFIG_KEY_0"), QString("http.version"));
    QCOMPARE(environment.value("GIT_CONFIG_VALUE_0"), QString("HTTP/1.1"));
    QCOMPARE(environment.value("GIT_CONFIG_KEY_1"), QString("safe.directory"));
    QCOMPARE(environment.value("GIT_CONFIG_VALUE_2"), QString("false"));
}

void FetchingTest::projectKeepsUnchangedFiles()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    const QDateTime old = QDateTime::fromSecsSinceEpoch(1000000000);
    QFile unchanged(path("to/CMakeLists.txt"));
    QVERIFY(unchanged.open(QIODevice::ReadWrite)
        && unchanged.setFileTime(old, QFileDevice::FileModificationTime));
    unchanged.close();
    write(path("to/src/a.cpp"), "int b;");
    write(path("to/build/x.o"), "o");
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    QCOMPARE(QFileInfo(unchanged.fileName()).lastModified(), old);
    QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray("int a;"));
    QVERIFY(QFileInfo::exists(path("to/build/x.o")));
    QVERIFY(!unpackProject(path("missing"), path("to")).ok());
}

void FetchingTest::projectOverwritesNobodysFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("another project") << "CMakeLists.txt" << QByteArray("project(torch)");
    QTest::newRow("one file of the same name") << "src/a.cpp" << QByteArray("int mine;");
    QTest::newRow("an unrelated file") << "letter.txt" << QByteArray("dear");
    QTest::newRow("a hidden file") << ".git/config" << QByteArray("[core]");
}

void FetchingTest::projectOverwritesNobodysFiles()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("mine/") + file, content);
    const auto unpacked = unpackProject(path("from"), path("mine"));
    QVERIFY(!unpacked.ok());
    QVERIFY2(unpacked.error().message.contains("empty source folder"), qPrintable(unpacked.error().message));
    QCOMPARE(contentOf(path("mine/") + file), content);
    QCOMPARE(QDir(path("mine")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    QVERIFY(!unpackTour(path("mine")).ok());
}

void FetchingTest::projectGoesOnAfterAnInterruption()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    QVERIFY(QDir().mkpath(path("to")));
    QVERIFY(unpackProject(path("from"), path("to")).ok()); // an empty folder is free
    QVERIFY(QFile::remove(path("to/CMakeLists.txt")));
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    QCOMPARE(contentOf(path("to/CMakeLists.txt")), QByteArray("project(x)"));
    // A copy that somebody made without hidden files is known by its CMakeLists.txt.
    write(path("copy/CMakeLists.txt"), "project(x)");
    QVERIFY(unpackProject(path("from"), path("copy")).ok());
}

void FetchingTest::projectIsNotWrittenThroughLinks_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("target");
    QTest::newRow("the folder") << "to"
                                << "elsewhere";
    QTest::newRow("a folder inside") << "to/src"
                                     << "elsewhere";
    QTest::newRow("a file") << "to/src/a.cpp"
                            << "elsewhere/a.cpp";
    QTest::newRow("a file that is missing") << "to/src/a.cpp"
                                            << "elsewhere/new.cpp";
    QTest::newRow("the mark") << "to/.torchmason-project"
                              << "elsewhere/a.cpp";
}

void FetchingTest::projectIsNotWrittenThroughLinks()
{
#ifdef Q_OS_WIN
    QSKIP("Links take administrator rights on Windows.");
#endif
    QFETCH(QString, link);
    QFETCH(QString, target);
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("elsewhere/a.cpp"), "mine");
    if (link != "to")
        write(path("to/CMakeLists.txt"), "project(x)"); // ours
    QDir().mkpath(QFileInfo(path(link)).path());
    QVERIFY(QFile::link(path(target), path(link)));
    QVERIFY(!unpackProject(path("from"), path("to")).ok());
    QCOMPARE(QDir(path("elsewhere")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        QStringList("a.cpp"));
    QCOMPARE(contentOf(path("elsewhere/a.cpp")), QByteArray("mine"));
}

QTEST_GUILESS_MAIN(FetchingTest)
#include "FetchingTest.moc"
