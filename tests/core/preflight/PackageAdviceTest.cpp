// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/FixCommands.h"
#include "tests/support/CheckedBuild.h"

#include <QTest>

using namespace torchmason;

namespace {

HostFacts linuxCalled(const QString& osName)
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.osName = osName;
    return facts;
}

QString commandOf(const QVector<CheckRow>& rows, const char* id)
{
    for (const CheckRow& row : rows) {
        if (row.id == QLatin1String(id))
            return row.fixCommand;
    }
    return {};
}

}

// A package that is advised exists in that distribution, and is not too old for what is asked.
class PackageAdviceTest : public QObject {
    Q_OBJECT

private slots:
    void gccHasAnotherNameEverywhere_data();
    void gccHasAnotherNameEverywhere();
    void pythonIsNewEnough_data();
    void pythonIsNewEnough();
    void headersAreOfTheSamePython_data();
    void headersAreOfTheSamePython();
    void cmakeIsNewEnough_data();
    void cmakeIsNewEnough();
    void aNewerGccIsAdvised();
    void rowsOfAReleaseNamePackages_data();
    void rowsOfAReleaseNamePackages();
    void modulesWithoutPackageAreNotAsked_data();
    void modulesWithoutPackageAreNotAsked();
};

void PackageAdviceTest::gccHasAnotherNameEverywhere_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<int>("oldest");
    QTest::addColumn<int>("newest");
    QTest::addColumn<QString>("command"); // empty: none is known
    QTest::addColumn<QString>("program");
    const auto row
        = [](const char* osName, int oldest, int newest, const char* command, const char* program) {
              QTest::addRow("%s, %d to %d", osName, oldest, newest)
                  << QString::fromLatin1(osName) << oldest << newest << QString::fromLatin1(command)
                  << QString::fromLatin1(program);
          };
    row("Ubuntu 24.04.3 LTS", 0, 14, "sudo apt-get install -y g++-14", "/usr/bin/g++-14");
    row("Ubuntu 22.04.5 LTS", 0, 14, "sudo apt-get install -y g++-12", "/usr/bin/g++-12");
    row("Ubuntu 22.04.5 LTS", 13, 14, "", "");
    row("Fedora Linux 42 (Workstation Edition)", 0, 14, "sudo dnf install -y gcc14-c++", "/usr/bin/g++-14");
    row("Fedora Linux 42 (Workstation Edition)", 0, 13, "", "");
    row("Rocky Linux 9.6 (Blue Onyx)", 0, 13, "sudo dnf install -y gcc-toolset-13-gcc-c++",
        "/opt/rh/gcc-toolset-13/root/usr/bin/g++");
    row("Arch Linux", 0, 14, "sudo pacman -S --needed gcc14", "/usr/bin/g++-14");
    row("openSUSE Leap 15.6", 0, 13, "sudo zypper install -y gcc13-c++", "/usr/bin/g++-13");
    row("Pop!_OS 22.04 LTS", 0, 12, "sudo apt-get install -y g++-12", "/usr/bin/g++-12"); // not in the table
    row("Pop!_OS 22.04 LTS", 13, 12, "", "");
}

void PackageAdviceTest::gccHasAnotherNameEverywhere()
{
    QFETCH(const QString, osName);
    QFETCH(const int, oldest);
    QFETCH(const int, newest);
    const PackagedGcc gcc = packagedGcc(linuxCalled(osName), oldest, newest);
    QTEST(gcc.command, "command");
    QTEST(gcc.program, "program");
    QCOMPARE(gcc.version.isEmpty(), gcc.command.isEmpty());
}

void PackageAdviceTest::pythonIsNewEnough_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("minimum");
    QTest::addColumn<QString>("maximum");
    QTest::addColumn<QString>("command");
    const auto row = [](const char* osName, const char* minimum, const char* maximum, const char* command) {
        QTest::addRow("%s, %s to %s", osName, minimum, maximum)
            << QString::fromLatin1(osName) << QString::fromLatin1(minimum) << QString::fromLatin1(maximum)
            << QString::fromLatin1(command);
    };
    row("Rocky Linux 9.6 (Blue Onyx)", "3.10", "3.14", "sudo dnf install -y python3.12-devel");
    row("Rocky Linux 9.6 (Blue Onyx)", "3.8", "3.9", "sudo dnf install -y python3-devel");
    row("Rocky Linux 8.10 (Green Obsidian)", "3.10", "3.11", "sudo dnf install -y python3.11-devel");
    row("Debian GNU/Linux 12 (bookworm)", "3.10", "3.14",
        "sudo apt-get install -y python3 python3-dev python3-venv");
    row("Ubuntu 20.04.6 LTS", "3.10", "3.14", ""); // 3.8 would not do
    row("openSUSE Leap 15.6", "3.10", "3.14", "sudo zypper install -y python311-devel"); // 3.6 would not do
    row("openSUSE Leap 15.6", "3.12", "3.14", "");
    row("Some Linux", "3.10", "3.14", "sudo apt-get install -y python3 python3-dev python3-venv");
}

void PackageAdviceTest::pythonIsNewEnough()
{
    QFETCH(const QString, osName);
    QFETCH(const QString, minimum);
    QFETCH(const QString, maximum);
    QTEST(pythonInstallCommand(linuxCalled(osName), minimum, maximum), "command");
}

void PackageAdviceTest::headersAreOfTheSamePython_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("command");
    QTest::newRow("the system's") << "Ubuntu 24.04.3 LTS"
                                  << "3.12.3"
                                  << "sudo apt-get install -y python3 python3-dev python3-venv";
    QTest::newRow("deadsnakes") << "Ubuntu 22.04.5 LTS"
                                << "3.12.11"
                                << "sudo apt-get install -y python3.12-dev";
    QTest::newRow("a second one") << "Rocky Linux 9.6 (Blue Onyx)"
                                  << "3.11.13"
                                  << "sudo dnf install -y python3.11-devel";
}

void PackageAdviceTest::headersAreOfTheSamePython()
{
    QFETCH(const QString, osName);
    QFETCH(const QString, version);
    QTEST(pythonHeadersCommand(linuxCalled(osName), version), "command");
}

void PackageAdviceTest::cmakeIsNewEnough_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("begin");
    const QString own = QStringLiteral("python3 -m venv");
    QTest::newRow("Debian 12 has 3.25") << "Debian GNU/Linux 12 (bookworm)"
                                        << "sudo apt-get install -y python3-venv && " + own;
    QTest::newRow("Rocky 9 has 3.26") << "Rocky Linux 9.6 (Blue Onyx)" << own;
    QTest::newRow("Ubuntu 24.04 has 3.28") << "Ubuntu 24.04.3 LTS"
                                           << "sudo apt-get install -y cmake";
    QTest::newRow("openSUSE") << "openSUSE Leap 15.6"
                              << "sudo zypper install -y cmake";
    QTest::newRow("not known") << "Some Linux"
                               << "sudo apt-get install -y cmake";
}

void PackageAdviceTest::cmakeIsNewEnough()
{
    QFETCH(const QString, osName);
    QFETCH(const QString, begin);
    const QString command = commandOf(checked(linuxCalled(osName), QStringLiteral("rtx50-linux")), "cmake");
    QVERIFY2(command.startsWith(begin), qPrintable(command)); // 3.27 is needed
}

// 2.14 needs gcc 11.3, Rocky 8 has 8.5.
void PackageAdviceTest::aNewerGccIsAdvised()
{
    HostFacts facts = linuxCalled(QStringLiteral("Rocky Linux 8.10 (Green Obsidian)"));
    facts.compilers = { { QStringLiteral("gcc"), QStringLiteral("/usr/bin/c++"), QStringLiteral("8.5.0"), {},
        true, {} } };
    QCOMPARE(commandOf(checked(facts, QStringLiteral("cpu-only")), "compiler-too-old"),
        QStringLiteral("sudo dnf install -y gcc-toolset-12-gcc-c++"));
}

void PackageAdviceTest::rowsOfAReleaseNamePackages_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("gcc");
    QTest::addColumn<QString>("python");
    QTest::newRow("Rocky 8") << "Rocky Linux 8.10 (Green Obsidian)"
                             << "sudo dnf install -y gcc-toolset-11-gcc-c++"
                             << "sudo dnf install -y python3.12-devel";
    QTest::newRow("openSUSE") << "openSUSE Leap 15.6"
                              << "sudo zypper install -y gcc12-c++"
                              << "sudo zypper install -y python311-devel";
    QTest::newRow("only gcc") << "Ubuntu 20.04.6 LTS"
                              << "sudo apt-get install -y g++-10"
                              << "";
    QTest::newRow("not known: its Python is the one that does not fit") << "Some Linux"
                                                                        << "sudo apt-get install -y g++-10"
                                                                        << "";
}

// 2.6 takes gcc from 9.4 on and Python 3.9 to 3.13, and nothing says which gcc is too new for a processor.
void PackageAdviceTest::rowsOfAReleaseNamePackages()
{
    QFETCH(const QString, osName);
    HostFacts facts = linuxCalled(osName);
    facts.compilers = { { QStringLiteral("gcc"), QStringLiteral("/usr/bin/c++"), QStringLiteral("7.5.0"), {},
        true, {} } };
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python3");
    python.version = QStringLiteral("3.6.8");
    facts.pythons = { python };
    const Profile profile = *loadProfiles().profile(QStringLiteral("cpu-only"));
    RequestWishes wishes;
    wishes.tag = QStringLiteral("v2.6.0");
    wishes.sourceFolder = QStringLiteral("/home/me/pytorch");
    wishes.buildFolder = QStringLiteral("/home/me/pytorch/build");
    const QVector<CheckRow> rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    QTEST(commandOf(rows, "compiler-too-old"), "gcc");
    QTEST(commandOf(rows, "python-not-for-release"), "python");
}

void PackageAdviceTest::modulesWithoutPackageAreNotAsked_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("modules");
    QTest::addColumn<QString>("command");
    const QStringList both { "yaml", "scikit_build_core" };
    QTest::newRow("Debian has no package") << "Debian GNU/Linux 12 (bookworm)"
                                           << "/usr/bin/python3" << both << "";
    QTest::newRow("all are packaged") << "Debian GNU/Linux 12 (bookworm)"
                                      << "/usr/bin/python3" << QStringList { "yaml", "typing_extensions" }
                                      << "sudo apt-get install -y python3-yaml python3-typing-extensions";
    QTest::newRow("another Python takes pip")
        << "Debian GNU/Linux 12 (bookworm)"
        << "/opt/py/bin/python3" << both << "/opt/py/bin/python3 -m pip install pyyaml scikit_build_core";
    QTest::newRow("Rocky") << "Rocky Linux 9.6 (Blue Onyx)"
                           << "/usr/bin/python3" << both << "";
}

void PackageAdviceTest::modulesWithoutPackageAreNotAsked()
{
    QFETCH(const QString, osName);
    QFETCH(const QString, path);
    QFETCH(const QStringList, modules);
    PythonFacts python;
    python.path = path;
    QTEST(modulesCommand(linuxCalled(osName), python, modules), "command");
    HostFacts facts = linuxCalled(osName);
    python.version = QStringLiteral("3.11.2");
    facts.pythons = { python };
    for (const CheckRow& row : checked(facts, QStringLiteral("cpu-only"))) {
        if (row.id != QLatin1String("python-modules"))
            continue;
        QVERIFY(!row.changes.isEmpty()); // an environment of its own is the way out
        QCOMPARE(row.fixCommand.isEmpty(), path == QLatin1String("/usr/bin/python3"));
        return;
    }
    QFAIL("no row about modules");
}

QTEST_GUILESS_MAIN(PackageAdviceTest)
#include "PackageAdviceTest.moc"
