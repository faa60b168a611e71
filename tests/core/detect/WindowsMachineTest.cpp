// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/VisualStudio.h"
#include "core/detect/WindowsPlaces.h"
#include "tests/core/detect/FakeMachine.h"
#include "tests/core/detect/FakeRegistry.h"

#include <QTest>

using namespace torchmason;

namespace {

const QString vs2022 = QStringLiteral("C:/Program Files/Microsoft Visual Studio/2022/Community");
const QString vs2019 = QStringLiteral("C:/Program Files (x86)/Microsoft Visual Studio/2019/BuildTools");
const QString vswhere
    = QStringLiteral("C:/Program Files (x86)/Microsoft Visual Studio/Installer/vswhere.exe");

QByteArray fixture(const char* name)
{
    return contentOf(QStringLiteral(TORCHMASON_FIXTURES "/windows/") + QLatin1String(name));
}

// Files lie in folders called "C:" and "D:", which only other systems than Windows allow.
struct WindowsMachine : FakeMachine {
    WindowsMachine()
    {
        context.root += QLatin1Char('/');
        context.registry = std::make_shared<FakeRegistry>(fixture("machine.reg"));
        variable("USERPROFILE", QStringLiteral("C:\\Users\\李"));
        variable("LOCALAPPDATA", QStringLiteral("C:\\Users\\李\\AppData\\Local"));
        variable("APPDATA", QStringLiteral("C:\\Users\\李\\AppData\\Roaming"));
    }
    void has(const QString& path, const QByteArray& content = "x") { file(QLatin1Char('/') + path, content); }
    void hasToolset(const QString& studio, const QString& version)
    {
        has(QStringLiteral("%1/VC/Tools/MSVC/%2/bin/Hostx64/x64/cl.exe").arg(studio, version));
    }
    void answerVswhere(Instances instances, const QByteArray& json)
    {
        has(vswhere);
        runner->answer(QStringList { vswhere } + vswhereArguments(instances), json);
    }
};

QStringList pathsOf(const QVector<PythonPlace>& places)
{
    QStringList paths;
    for (const PythonPlace& place : places)
        paths << place.path;
    return paths;
}

}

class WindowsMachineTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void systemFromTheRegistry();
    void anEmptyRegistryIsUnknown();
    void registeredPythons();
    void pythonsOfManagers();
    void storeAlias();
    void toolkitsFromEverywhere();
    void cudnnOfBothLayouts();
    void toolsThatPathDoesNotName();
    void newestWholeSdk();
    void visualStudioWithItsToolsets();
    void visualStudioWithoutCpp();
    void vswhereThatFails();
};

void WindowsMachineTest::initTestCase()
{
#ifdef Q_OS_WIN
    QSKIP("Files of the recorded machine need folders called \"C:\"; the end-to-end test has a real tree.");
#endif
}

void WindowsMachineTest::systemFromTheRegistry()
{
    WindowsMachine machine;
    machine.has(QStringLiteral("C:/Program Files (x86)/Windows Kits/10/Include/10.0.26100.0/um/Windows.h"));
    const HostFacts facts = machine.after(probeWindowsSystem);
    QCOMPARE(facts.osName, QStringLiteral("Windows 11 Pro"));
    QCOMPARE(facts.osBuild, QStringLiteral("26100"));
    QCOMPARE(facts.codePage, QStringLiteral("CP936"));
    QCOMPARE(facts.longPathsEnabled, std::optional(false));
    QCOMPARE(facts.defenderScans, std::optional(true));
    QVERIFY(facts.tool(QStringLiteral("windows-sdk")));
}

void WindowsMachineTest::anEmptyRegistryIsUnknown()
{
    WindowsMachine machine;
    machine.context.registry = std::make_shared<FakeRegistry>(QByteArray());
    const HostFacts facts = machine.after(probeWindowsSystem);
    QCOMPARE(facts.osName, QStringLiteral("Windows"));
    QVERIFY(facts.codePage.isEmpty());
    QVERIFY(!facts.defenderScans);
    QVERIFY(windowsPythons(machine.context).size() == 3); // the usual bases of conda
    machine.context.registry = std::make_shared<FakeRegistry>(
        "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows Defender\\Real-Time Protection]\n"
        "\"DisableRealtimeMonitoring\"=dword:00000001\n"
        "[HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\FileSystem]\n"
        "\"LongPathsEnabled\"=dword:00000001\n");
    const HostFacts other = machine.after(probeWindowsSystem);
    QCOMPARE(other.defenderScans, std::optional(false));
    QCOMPARE(other.longPathsEnabled, std::optional(true));
}

void WindowsMachineTest::registeredPythons()
{
    WindowsMachine machine;
    const QVector<PythonPlace> places = windowsPythons(machine.context);
    const QStringList paths = pathsOf(places);
    const QStringList expected { QStringLiteral("D:/anaconda3/python.exe"),
        QStringLiteral("C:/Users/李/AppData/Local/Programs/Python/Python312/python.exe"),
        QStringLiteral("C:/Program Files/Python311/python.exe"), QStringLiteral("C:/Python39/python.exe") };
    QCOMPARE(paths.first(4), expected); // the user's own first, the 32-bit one nowhere
    QCOMPARE(places[0].kind, QStringLiteral("conda"));
    QVERIFY(!paths.join(QLatin1Char(' ')).contains(QStringLiteral("Python312-32")));
}

void WindowsMachineTest::pythonsOfManagers()
{
    WindowsMachine machine;
    const QString uv = QStringLiteral(
        "C:/Users/李/AppData/Roaming/uv/python/cpython-3.12.4-windows-x86_64-none/python.exe");
    const QString pyenv = QStringLiteral("C:/Users/李/.pyenv/pyenv-win/versions/3.10.11/python.exe");
    machine.has(uv);
    machine.has(pyenv);
    const QStringList paths = pathsOf(windowsPythons(machine.context));
    QVERIFY(paths.contains(uv));
    // The home folder is the real system's idea of it; here it is told by USERPROFILE only on Windows.
    QCOMPARE(paths.contains(pyenv), machine.context.homeFolder().startsWith(QStringLiteral("C:")));
}

void WindowsMachineTest::storeAlias()
{
    QVERIFY(isStoreAlias(QStringLiteral("C:/Users/a/AppData/Local/Microsoft/WindowsApps/python.exe")));
    QVERIFY(isStoreAlias(QStringLiteral("c:/users/a/appdata/local/microsoft/windowsapps/python3.exe")));
    QVERIFY(!isStoreAlias(QStringLiteral("C:/Program Files/Python311/python.exe")));
    // What it leads to does not count as the first Python of PATH.
    WindowsMachine machine;
    const QString alias = QStringLiteral("C:/Users/a/AppData/Local/Microsoft/WindowsApps/python3.exe");
    machine.has(alias);
    machine.runner->programs.insert(QStringLiteral("python3"), alias);
    machine.runner->answer({ alias }, "Python wurde nicht gefunden\n", 9009);
    const QString real = QStringLiteral("C:/Program Files/Python311/python.exe");
    machine.has(real);
    machine.runner->programs.insert(QStringLiteral("python"), real);
    machine.runner->answer({ real },
        "torchmason 3.11.9\nkind system\nexecutable C:/Program Files/Python311/python.exe\nprefix C:/Program "
        "Files/Python311\ntag cp311\nheaders 1\nmodules yaml\npackages pip=24.0\n");
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(facts.pythons.size(), 1);
    QVERIFY(facts.pythons[0].isDefault);
    QVERIFY(facts.unknown.isEmpty());
    // One that is there and does not answer is no alias.
    machine.runner->answer({ alias }, "Fatal Python error: init_fs_encoding\n", 1);
    const HostFacts broken = machine.after(probePythons);
    QCOMPARE(broken.unknown.size(), 1);
    QVERIFY(!broken.pythons[0].isDefault);
}

void WindowsMachineTest::toolkitsFromEverywhere()
{
    WindowsMachine machine;
    machine.has(QStringLiteral("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v12.9/bin/nvcc.exe"));
    machine.variable(
        "CUDA_PATH_V12_9", QStringLiteral("C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA\\v12.9"));
    machine.variable("CUDA_PATH_V11_8", QStringLiteral("E:\\CUDA\\v11.8\\"));
    const QStringList roots = windowsCudaRoots(machine.context);
    QCOMPARE(roots,
        (QStringList { QStringLiteral("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v12.9"),
            QStringLiteral("E:/CUDA/v11.8"), QStringLiteral("D:/CUDA/v12.4") }));
}

void WindowsMachineTest::cudnnOfBothLayouts()
{
    WindowsMachine machine;
    const QString old = QStringLiteral("C:/Program Files/NVIDIA/CUDNN/v8.9/include");
    const QString current = QStringLiteral("C:/Program Files/NVIDIA/CUDNN/v9.10/include/12.9");
    machine.has(old + QStringLiteral("/cudnn_version.h"));
    machine.has(current + QStringLiteral("/cudnn_version.h"));
    const QStringList folders = windowsCudnnFolders(machine.context);
    QVERIFY(folders.contains(old));
    QVERIFY(folders.contains(current));
    QVERIFY(folders.indexOf(current) < folders.indexOf(old));
}

void WindowsMachineTest::toolsThatPathDoesNotName()
{
    WindowsMachine machine;
    QCOMPARE(windowsToolPlace(machine.context, QStringLiteral("cmake")), QString());
    const QString ofStudio = vs2022 + QStringLiteral("/Common7/IDE/CommonExtensions/Microsoft/CMake/");
    machine.has(ofStudio + QStringLiteral("CMake/bin/cmake.exe"));
    machine.has(ofStudio + QStringLiteral("Ninja/ninja.exe"));
    QCOMPARE(windowsToolPlace(machine.context, QStringLiteral("cmake")),
        ofStudio + QStringLiteral("CMake/bin/cmake.exe"));
    QCOMPARE(windowsToolPlace(machine.context, QStringLiteral("ninja")),
        ofStudio + QStringLiteral("Ninja/ninja.exe"));
    machine.has(QStringLiteral("C:/Program Files/CMake/bin/cmake.exe"));
    machine.has(QStringLiteral("D:/Tools/Git/cmd/git.exe"));
    QCOMPARE(windowsToolPlace(machine.context, QStringLiteral("cmake")),
        QStringLiteral("C:/Program Files/CMake/bin/cmake.exe"));
    QCOMPARE(
        windowsToolPlace(machine.context, QStringLiteral("git")), QStringLiteral("D:/Tools/Git/cmd/git.exe"));
    QCOMPARE(windowsToolPlace(machine.context, QStringLiteral("ccache")), QString());
}

void WindowsMachineTest::newestWholeSdk()
{
    WindowsMachine machine;
    QVERIFY(!windowsSdk(machine.context));
    const QString include = QStringLiteral("C:/Program Files (x86)/Windows Kits/10/Include/");
    machine.has(include + QStringLiteral("10.0.9200.0/um/Windows.h"));
    machine.has(include + QStringLiteral("10.0.19041.0/um/Windows.h"));
    machine.has(include + QStringLiteral("10.0.26100.0/ucrt/stdio.h")); // half of one
    const auto sdk = windowsSdk(machine.context);
    QVERIFY(sdk);
    QCOMPARE(sdk->version, QStringLiteral("10.0.19041.0"));
    QCOMPARE(sdk->path, QStringLiteral("C:/Program Files (x86)/Windows Kits/10"));
}

void WindowsMachineTest::visualStudioWithItsToolsets()
{
    WindowsMachine machine;
    machine.answerVswhere(Instances::WithCpp, fixture("vswhere-all.json"));
    machine.answerVswhere(Instances::All, fixture("vswhere-all.json"));
    machine.has(vs2022 + QStringLiteral("/VC/Auxiliary/Build/Microsoft.VCToolsVersion.default.txt"),
        "14.44.35207\r\n");
    machine.hasToolset(vs2022, QStringLiteral("14.44.35207"));
    machine.hasToolset(vs2022, QStringLiteral("14.9.30133"));
    machine.hasToolset(vs2022, QStringLiteral("14.38.33130"));
    machine.has(vs2022 + QStringLiteral("/VC/Tools/MSVC/14.40.33807/include/vector")); // no cl in it
    const HostFacts facts = machine.after(probeVisualStudio);
    QCOMPARE(facts.compilers.size(), 2);
    const CompilerFacts& first = facts.compilers[0];
    QCOMPARE(first.version, QStringLiteral("19.44.35207"));
    QCOMPARE(first.path, vs2022 + QStringLiteral("/VC/Tools/MSVC/14.44.35207/bin/Hostx64/x64/cl.exe"));
    QCOMPARE(first.toolsets,
        (QStringList {
            QStringLiteral("14.44.35207"), QStringLiteral("14.38.33130"), QStringLiteral("14.9.30133") }));
    QVERIFY(first.isDefault);
    QCOMPARE(facts.compilers[1].product, QStringLiteral("Visual Studio 生成工具 2019"));
    QVERIFY(facts.unknown.isEmpty());
    // A build in the prompt of an older toolset compiles with that one; only this Visual Studio is meant.
    machine.variable("VSCMD_VER", QStringLiteral("17.14.7"));
    machine.variable(
        "VSINSTALLDIR", QStringLiteral("C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\"));
    machine.variable("VCToolsVersion", QStringLiteral("14.38.33130"));
    QCOMPARE(machine.after(probeVisualStudio).compilers[0].version, QStringLiteral("19.38.33130"));
    machine.variable("VSINSTALLDIR", QStringLiteral("D:\\VS\\"));
    QCOMPARE(machine.after(probeVisualStudio).compilers[0].version, QStringLiteral("19.44.35207"));
}

void WindowsMachineTest::visualStudioWithoutCpp()
{
    WindowsMachine machine;
    machine.answerVswhere(Instances::WithCpp, "[]\r\n");
    machine.answerVswhere(Instances::All, fixture("vswhere-all.json"));
    const HostFacts facts = machine.after(probeVisualStudio);
    QVERIFY(facts.compilers.isEmpty());
    QCOMPARE(facts.unknown.size(), 2);
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("Visual Studio Community 2022")));
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("Desktop development with C++")));
    QVERIFY(facts.unknown[1].reason.contains(vs2019));
}

void WindowsMachineTest::vswhereThatFails()
{
    WindowsMachine machine;
    QVERIFY(machine.after(probeVisualStudio).unknown.isEmpty()); // no installer, no Visual Studio
    machine.answerVswhere(Instances::WithCpp, "Fehler 0x57: Falscher Parameter");
    machine.answerVswhere(Instances::All, "[]");
    const HostFacts broken = machine.after(probeVisualStudio);
    QCOMPARE(broken.unknown.size(), 1);
    QVERIFY(broken.unknown[0].reason.contains(QStringLiteral("vswhere")));
}

QTEST_GUILESS_MAIN(WindowsMachineTest)
#include "WindowsMachineTest.moc"
