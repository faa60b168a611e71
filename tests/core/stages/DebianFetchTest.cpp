// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/DebianSource.h"
#include "tests/core/stages/StageRun.h"
#include "tests/support/Rows.h"
#include "tests/support/SetVariable.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class DebianFetchTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aptEntriesAreTakenFromTheMachine_data();
    void aptEntriesAreTakenFromTheMachine();
    void dscIsChosen_data();
    void dscIsChosen();
    void aptSaysWhichVersionIsMeant();
    void whatIsToInstallNamesNoSudo();
    void debianPackageIsFetched();
    void debianUnpackingRemovesOnlyItsOwn_data();
    void debianUnpackingRemovesOnlyItsOwn();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void makeSourcePackage(const QByteArray& version = "1");

    std::unique_ptr<QTemporaryDir> m_folder;
};

void DebianFetchTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void DebianFetchTest::aptEntriesAreTakenFromTheMachine_data()
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
    newRow("own release", others, debian, "", own);
    newRow("another release", others, debian, "trixie",
        "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: trixie\n"
        "Components: main\nSigned-By: /usr/share/keyrings/debian.gpg\n\n");
    newRow("one-line form, both types told once",
        QByteArray("deb [arch=amd64 signed-by=/k.gpg] http://ftp.de.debian.org/debian/ bookworm main # c\n"
                   "deb-src [signed-by=/k.gpg] http://ftp.de.debian.org/debian/ bookworm main\n"),
        QByteArray(), "",
        "Types: deb-src\nURIs: http://ftp.de.debian.org/debian/\nSuites: bookworm\nComponents: main\n"
        "Signed-By: /k.gpg\n\n");
    newRow("switched off", QByteArray(), QByteArray("Enabled: no\n") + debian.left(debian.indexOf("\n\n")),
        "", "");
    newRow("only third parties", others, QByteArray("garbage\n: x\n"), "", "");
}

void DebianFetchTest::aptEntriesAreTakenFromTheMachine()
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

void DebianFetchTest::dscIsChosen_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("dsc");
    newRow("all", "pytorch", "pytorch_1.13.1+dfsg-4.dsc pytorch_2.6.0+dfsg-7.dsc");
    newRow("exact", "pytorch=1.13.1+dfsg-4", "pytorch_1.13.1+dfsg-4.dsc");
    newRow("with epoch", "pytorch=1:1.13.1+dfsg-4", "pytorch_1.13.1+dfsg-4.dsc");
    newRow("other version", "pytorch=3", "");
    newRow("name that begins alike", "py", "");
}

void DebianFetchTest::dscIsChosen()
{
    QFETCH(QString, package);
    const QStringList names { "pytorch_1.13.1+dfsg-4.dsc", "pytorch_2.6.0+dfsg-7.dsc",
        "pytorch-vision_1.dsc" };
    QTEST(dscFilesOf(names, package).join(' '), "dsc");
}

// root has none, and others know how they become root.
void DebianFetchTest::whatIsToInstallNamesNoSudo()
{
    BuildRequest request;
    request.source = { SourceKind::DebianSource, {}, {}, "pytorch", {} };
    request.sourceFolder = "/src/pytorch"; // of Linux, on any system
    request.buildFolder = "/build";
    const auto plan = makeStagePlan(request, Platform::Linux);
    QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
    const QString warnings = plan->warnings.join(u'\n');
    QVERIFY2(warnings.contains("run as root: apt-get build-dep pytorch"), qPrintable(warnings));
    QVERIFY2(!warnings.contains("sudo"), qPrintable(warnings));

    write(path("downloads/brick_1.dsc"), "x");
    const SetVariable nowhere("PATH", path("no-programs"));
    const auto unpacked = unpackDebianSource(path("downloads"), "brick", path("tree"));
    QVERIFY(!unpacked.ok());
    const QString message = unpacked.error().message;
    QVERIFY2(message.contains("install Debian's package dpkg-dev"), qPrintable(message));
    QVERIFY2(!message.contains("sudo"), qPrintable(message));
}

void DebianFetchTest::debianPackageIsFetched()
{
    if (QStandardPaths::findExecutable("apt-get").isEmpty()
        || QStandardPaths::findExecutable("dpkg-source").isEmpty())
        QSKIP("apt-get and dpkg-source are needed.");
    BuildRequest request;
    request.source = { SourceKind::DebianSource, {}, {}, "hello", {} };
    request.sourceFolder = path("src/hello");
    request.buildFolder = path("build");
    Stage stage = makeStagePlan(request, Platform::Linux)->stages.first();
    stage.commands.resize(stage.commands.size() - 2); // hello is no CMake project, and there is no attempt
    const Outcome outcome = runStage(stage);
    if (outcome.exitCode != 0
        && (outcome.failed.startsWith("Read the lists") || outcome.failed.startsWith("Download")))
        QSKIP(qPrintable("No Debian mirror answers: " + outcome.output.right(300)));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(path("src/hello/debian/changelog")));
    QVERIFY(unpackedDsc(path("src/hello")).startsWith("hello_"));

    // The second time nothing is fetched or unpacked; another package does not overwrite this one.
    write(path("src/hello/mine.txt"), "kept");
    QCOMPARE(runStage(stage).exitCode, 0);
    QVERIFY(QFileInfo::exists(path("src/hello/mine.txt")));
    write(path("src/hello/debian/changelog"), "other (1) x; y\n");
    QVERIFY(runStage(stage).exitCode != 0);
    QVERIFY(QFileInfo::exists(path("src/hello/mine.txt")));
}

// brick_1.dsc in "downloads"
void DebianFetchTest::makeSourcePackage(const QByteArray& version)
{
    write(path("brick/debian/control"),
        "Source: brick\nMaintainer: T <t@example.org>\n\nPackage: brick\nArchitecture: all\nDescription: "
        "x\n");
    write(path("brick/debian/changelog"),
        "brick (" + version
            + ") unstable; urgency=low\n\n  * One.\n\n -- T <t@example.org>  Mon, 01 Jan 2024 00:00:00 "
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

// Of two versions in the folder the older one is wanted, and was downloaded first.
void DebianFetchTest::aptSaysWhichVersionIsMeant()
{
    if (QStandardPaths::findExecutable("dpkg-source").isEmpty())
        QSKIP("dpkg-source is needed.");
    makeSourcePackage("1");
    makeSourcePackage("2");
    const auto unclear = unpackDebianSource(path("downloads"), "brick", path("tree"));
    QVERIFY(!unclear.ok() && unclear.error().message.contains("brick_1.dsc, brick_2.dsc"));
    QVERIFY(!QFileInfo::exists(path("tree")));
    write(path("apt-get"),
        "#!/bin/sh\ncase \"$*\" in *'source --print-uris brick') ;; *) exit 1;; esac\n"
        "echo 'Reading package lists...'\n"
        "echo \"'http://x/brick_1.tar.xz' brick_1.tar.xz 1 SHA256:1\"\n"
        "echo \"'http://x/brick_1.dsc' brick_1.dsc 1 SHA256:1\"\n");
    QFile::setPermissions(path("apt-get"), QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    const QString named = dscNamedByApt(path("apt-get"), path("state"), "brick");
    QCOMPARE(named, QString("brick_1.dsc"));
    const auto unpacked = unpackDebianSource(path("downloads"), "brick", path("tree"), named);
    QVERIFY2(unpacked.ok(), unpacked.ok() ? "" : qPrintable(unpacked.error().message));
    QCOMPARE(unpackedDsc(path("tree")), QString("brick_1.dsc"));
    QCOMPARE(dscNamedByApt(path("apt-get"), path("state"), "other"), QString());
}

void DebianFetchTest::debianUnpackingRemovesOnlyItsOwn_data()
{
    QTest::addColumn<QString>("file"); // in tree.part before
    QTest::addColumn<QString>("link"); // one that leads to "elsewhere"
    QTest::addColumn<bool>("isFree");
    newRow("nothing there", "", "", true);
    newRow("left by an interrupted unpacking", ".torchmason-unpack", "", true);
    newRow("a folder of somebody else", "letter.txt", "", false);
    newRow("a hidden file of somebody else", ".letter", "", false);
    newRow("a link to a folder", "", "tree.part", false);
    newRow("a link as mark", "letter.txt", "tree.part/.torchmason-unpack", false);
    newRow("a link inside", ".torchmason-unpack", "tree.part/work", false);
    newRow("a link deep inside", ".torchmason-unpack", "tree.part/work/tree", true);
}

void DebianFetchTest::debianUnpackingRemovesOnlyItsOwn()
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
    QCOMPARE(unpackedDsc(path("tree")).isEmpty(), !isFree);
    QVERIFY(isFree ? !QFileInfo::exists(path("tree.part"))
                   : file.isEmpty() || QFileInfo::exists(path("tree.part/") + file));
}

QTEST_GUILESS_MAIN(DebianFetchTest)
#include "DebianFetchTest.moc"
