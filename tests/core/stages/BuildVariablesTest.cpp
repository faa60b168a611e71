// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ChildEnvironment.h"
#include "core/stages/EnvironmentCapture.h"
#include "tests/core/stages/PlannedStages.h"
#include "tests/support/TestFiles.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What a build's programs find in their environment: of Visual Studio, of CUDA, of tools beside PATH.
class BuildVariablesTest : public QObject {
    Q_OBJECT

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    BuildRequest request() const
    {
        BuildRequest request;
        request.sourceFolder = path("source");
        request.buildFolder = path("build");
        return request;
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void cudaIsNamedToEverybody()
    {
        BuildRequest wanted = request();
        wanted.configuration.flags = { { "USE_CUDA", "ON", "BOOL", ValueOrigin::Profile },
            { "CUDA_TOOLKIT_ROOT_DIR", "C:/CUDA/v11.4", "PATH", ValueOrigin::Profile } };
        wanted.sourceFolder = "C:/s";
        wanted.buildFolder = "C:/b";
        wanted.vcvars = "C:/VS/VC/Auxiliary/Build/vcvars64.bat";
        const auto environmentOf = [&] {
            return stageOf(*makeStagePlan(wanted, Platform::Windows), StageKind::Compile)
                ->commands.first()
                .environment;
        };
        QCOMPARE(valueIn(environmentOf(), "CUDA_HOME"), QString("C:\\CUDA\\v11.4"));
        QCOMPARE(valueIn(environmentOf(), "CUDACXX"), QString("C:/CUDA/v11.4/bin/nvcc.exe"));
        QCOMPARE(valueIn(environmentOf(), "PATH"), QString("+C:\\CUDA\\v11.4\\bin"));
        QCOMPARE(valueIn(environmentOf(), "DISTUTILS_USE_SDK"), QString("1"));
        wanted.configuration.setEnvironment({ "cuda_home", QString("D:/mine"), ValueOrigin::User });
        QCOMPARE(valueIn(environmentOf(), "CUDA_HOME"), QString("(not there)")); // the user's own counts
        wanted.configuration.setFlag({ "USE_CUDA", "OFF", {}, ValueOrigin::User });
        QCOMPARE(valueIn(environmentOf(), "CUDACXX"), QString("(not there)"));
    }

    // setup.py looks for cmake and ninja on PATH only.
    void toolsBesidePathAreFound()
    {
        BuildRequest wanted = request();
        wanted.hostFacts = Json::parse(R"({"tools":[{"name":"cmake","path":"/opt/cmake 4/bin/cmake"},
        {"name":"ninja","path":"/opt/cmake 4/bin/ninja"}]})");
        const auto pathOf = [&] {
            return valueIn(stageOf(*makeStagePlan(wanted, Platform::Linux), StageKind::Compile)
                               ->commands.first()
                               .environment,
                "PATH");
        };
        const QByteArray before = qgetenv("PATH");
        const auto putBack = qScopeGuard([&before] { qputenv("PATH", before); });
        qputenv("PATH", path("nothing").toUtf8());
        QCOMPARE(pathOf(), QString("+/opt/cmake 4/bin"));
        write(path("nothing/cmake"), "");
        write(path("nothing/ninja"), "");
        for (const char* name : { "nothing/cmake", "nothing/ninja" })
            QVERIFY(QFile::setPermissions(path(name), QFile::ReadOwner | QFile::ExeOwner));
        QCOMPARE(pathOf(), QString("(not there)")); // who is on PATH keeps its turn
    }

    void whatStandsInFrontStaysInFront()
    {
        QProcessEnvironment base;
        base.insert("PATH", "/usr/bin");
        const QVector<EnvironmentValue> difference { { "PATH", QString("/vs"), ValueOrigin::Environment,
                                                         true },
            { "PATH", QString("/venv/bin:/cuda/bin"), ValueOrigin::Environment, true },
            { "LIB", QString("/x"), ValueOrigin::Environment, true } };
        const QProcessEnvironment child = childEnvironment(base, difference);
        QCOMPARE(child.value("PATH"), QString("/venv/bin:/cuda/bin:/vs:/usr/bin"));
        QCOMPARE(child.value("LIB"), QString("/x"));

        Command command { "sh", { "-c", "printf %s \"$PATH\"" }, {},
            { { "PATH", QString("/a b"), ValueOrigin::Environment, true } }, {} };
        const QString text = commandText(command, Platform::Linux);
        QProcess shell;
        shell.start("sh", { "-c", text });
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), "/a b:" + qgetenv("PATH"));
        QVERIFY2(commandText(command, Platform::Windows).contains("PATH=/a b;%PATH%"),
            qPrintable(commandText(command, Platform::Windows)));
    }

    void setOutput_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<EnvironmentMap>("map");
        const EnvironmentMap two { { "Path", "C:\\a;C:\\b" }, { "X", "1=2" } };
        const QString text
            = "[vcvarsall.bat] Environment initialized\r\nPath=C:\\a;C:\\b\r\nX=1=2\r\n=C:=C:\\x\r\n";
        QTest::newRow("bytes") << text.toLatin1() << two;
        QTest::newRow("UTF-16") << QByteArray(reinterpret_cast<const char*>(text.utf16()), text.size() * 2)
                                << two;
        QTest::newRow("an empty value") << QByteArray("A=\r\n") << EnvironmentMap { { "A", "" } };
        QTest::newRow("words with an equals sign")
            << QByteArray("this = that\r\nno assignment\r\n\r\n") << EnvironmentMap();
        QTest::newRow("nothing") << QByteArray() << EnvironmentMap();
        QTest::newRow("odd bytes") << QByteArray("A=\xff\xfe\r\nB=1\r\n") << EnvironmentMap();
    }
    void setOutput()
    {
        QFETCH(QByteArray, output);
        QFETCH(EnvironmentMap, map);
        const EnvironmentMap parsed = parseSetOutput(output);
        if (QByteArray(QTest::currentDataTag()) == "odd bytes")
            QCOMPARE(parsed.value("B"), QString("1")); // and no crash
        else
            QCOMPARE(parsed, map);
    }

    void differences_data()
    {
        QTest::addColumn<EnvironmentMap>("before");
        QTest::addColumn<EnvironmentMap>("after");
        QTest::addColumn<QStringList>("told");
        const auto row = [](const char* name, EnvironmentMap before, EnvironmentMap after, QStringList told) {
            QTest::newRow(name) << before << after << told;
        };
        row("nothing", { { "A", "1" } }, { { "A", "1" } }, {});
        row("new", {}, { { "INCLUDE", "C:\\vc" } }, { "INCLUDE=C:\\vc" });
        row("grown at the front", { { "Path", "C:\\w" } }, { { "PATH", "C:\\vc;C:\\w" } },
            { "PATH=+C:\\vc" });
        row("grown at the end", { { "Path", "C:\\w" } }, { { "Path", "C:\\w;C:\\vc" } },
            { "Path=C:\\w;C:\\vc" });
        row("ends alike by chance", { { "Path", "w" } }, { { "Path", "C:\\xw" } }, { "Path=C:\\xw" });
        row("gone", { { "A", "1" } }, {}, { "A=(unset)" });
        row("other case, same value", { { "Path", "x" } }, { { "PATH", "x" } }, {});
        row("cmd.exe's own", { { "SHLVL", "1" } }, { { "PROMPT", "$P" }, { "SHLVL", "2" } }, {});
        row("passwords in addresses are not kept", {}, { { "MIRROR", "https://me:pw@h" } }, {});
        row("secrets are not kept", { { "OLD_TOKEN", "a" } }, { { "GITHUB_TOKEN", "b" } }, {});
    }
    void differences()
    {
        QFETCH(EnvironmentMap, before);
        QFETCH(EnvironmentMap, after);
        QStringList told;
        for (const EnvironmentValue& value : environmentDifference(before, after))
            told << value.name + '=' + valueIn({ value }, value.name);
        QTEST(told, "told");
    }

    void vcvarsPaths_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("usual") << "Program Files (x86)/Microsoft Visual Studio/2019" << true;
        QTest::newRow("accents") << QString::fromUtf8("Zur\xc3\xbc"
                                                      "ck")
                                 << true;
        for (const char* odd : { "a&calc", "a\"b", "a%PATH%", "a^b", "a|b", "a!b", "a>b", "a\nb" })
            QTest::newRow(odd) << QString(odd) << false;
    }
    void vcvarsPaths()
    {
        QFETCH(QString, folder);
        const QString script = path(folder + "/VC/Auxiliary/Build/vcvars64.bat");
        write(script, "rem");
        QTEST(checkVcvarsPath(script).ok(), "isGood");
    }

    void promptsAreTold_data()
    {
        QTest::addColumn<EnvironmentMap>("own");
        QTest::addColumn<QString>("told"); // "yes", "no", or a part of the refusal
        const QString folder = "C:\\Program Files (x86)\\Microsoft Visual Studio\\2019\\Community";
        const auto prompt = [](const QString& target, const QString& studio) {
            return EnvironmentMap { { "VSCMD_VER", "16.11.5" }, { "VSCMD_ARG_TGT_ARCH", target },
                { "VSINSTALLDIR", studio } };
        };
        QTest::newRow("none") << EnvironmentMap { { "VSINSTALLDIR", folder } } << "no";
        QTest::newRow("that one") << prompt("x64", folder + '\\') << "yes";
        QTest::newRow("in other letters") << prompt("X64", folder.toUpper()) << "yes";
        QTest::newRow("32 bits") << prompt("x86", folder + '\\') << "developer prompt for x86 of";
        QTest::newRow("ARM") << prompt("arm64", folder + '\\') << "prompt for arm64";
        QTest::newRow("another Visual Studio")
            << prompt("x64", "C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\")
            << "2022/Community, and the build needs x64 of C:/Program Files (x86)/Microsoft Visual "
               "Studio/2019";
        QTest::newRow("another edition") << prompt("x64", folder + "2\\") << "Community2, and";
        QTest::newRow("says nothing") << EnvironmentMap { { "VSCMD_VER", "16" } } << "an unknown processor";
    }
    void promptsAreTold()
    {
        QFETCH(EnvironmentMap, own);
        QFETCH(QString, told);
        const auto verdict = isItsPrompt(own,
            "C:/Program Files (x86)/Microsoft Visual Studio/2019/Community/VC/Auxiliary/Build/vcvars64.bat");
        const QString said = verdict ? (*verdict ? "yes" : "no") : verdict.error().message;
        QVERIFY2(verdict ? said == told : said.contains(told), qPrintable(said));
    }

    void anotherPromptIsRefused()
    {
        const QString script = path("2019/VC/Auxiliary/Build/vcvars64.bat");
        write(script, "#!/bin/sh\nINCLUDE=a LIB=b exec env\n");
        QFile::setPermissions(script, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        qputenv("VSCMD_VER", "17.1");
        const auto refused = captureVcvars(script, m_folder->path());
        qputenv("VSCMD_ARG_TGT_ARCH", "x64");
        qputenv("VSINSTALLDIR", QFile::encodeName(path("2019")) + '/');
        const auto taken = captureVcvars(script, m_folder->path());
        for (const char* name : { "VSCMD_VER", "VSCMD_ARG_TGT_ARCH", "VSINSTALLDIR" })
            qunsetenv(name);
        QVERIFY(!refused.ok());
        QVERIFY2(taken.ok() && taken->contains("developer prompt already"),
            taken ? "" : qPrintable(taken.error().message));
    }

    void vcvarsIsCaptured()
    {
        const QString script = path("vcvars64.bat");
        write(script,
            "#!/bin/sh\necho noise\nexport INCLUDE='C:\\vc include' LIB=x PATH=\"/vs;$PATH\" "
            "SECRET_TOKEN=t\nenv\n");
        QFile::setPermissions(script, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        const auto done = captureVcvars(script, m_folder->path());
        QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message));
        const auto kept = capturedEnvironment(m_folder->path());
        QVERIFY(kept.ok());
        QCOMPARE(valueIn(*kept, "INCLUDE"), QString("C:\\vc include"));
        QCOMPARE(valueIn(*kept, "PATH"), QString("+/vs"));
        QCOMPARE(valueIn(*kept, "HOME"), QString("(not there)"));
        QVERIFY(!contentOf(path("environment.json")).contains("SECRET"));
        // What is missing is empty, what is broken is said.
        QVERIFY(capturedEnvironment(path("nowhere"))->isEmpty());
        write(path("environment.json"), "{}");
        QVERIFY(!capturedEnvironment(m_folder->path()).ok());
    }

    void brokenVcvarsAreSentences_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("said");
        QTest::newRow("fails") << QByteArray("exit 3") << "ended with exit code 3";
        QTest::newRow("sets nothing up") << QByteArray("env") << "INCLUDE and LIB are missing";
        QTest::newRow("is not there") << QByteArray() << "is not there";
    }
    void brokenVcvarsAreSentences()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, said);
        const QString file = path("vcvars64.bat");
        if (!script.isEmpty())
            write(file, "#!/bin/sh\n" + script + "\n");
        QFile::setPermissions(file, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        const auto done = captureVcvars(file, m_folder->path());
        QVERIFY(!done.ok());
        QVERIFY2(done.error().message.contains(said), qPrintable(done.error().message));
        QVERIFY(!QFileInfo::exists(path("environment.json")));
    }
};

QTEST_GUILESS_MAIN(BuildVariablesTest)
#include "BuildVariablesTest.moc"
