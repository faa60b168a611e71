// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"

#include <QStandardPaths>

using namespace torchmason;

// A source tree of others in which whatever can be started leaves a mark: programs, modules of Python, what
// CMake would run, and what git is told to run. Looking at it starts nothing of it.
class LooksTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void theTrapsAreSet_data();
    void theTrapsAreSet();
    void aLookStartsNothing_data();
    void aLookStartsNothing();

private:
    QString marks() const { return path("marks"); }
    QStringList left() const { return QDir(marks()).entryList(QDir::Files); }
    void plantProgram(const QString& file) const;
    void plantIn(const QString& folder) const;
    void plantRepository() const;
    void plantBuildFolder() const;
    void plantProfile() const;
};

void LooksTest::plantProgram(const QString& file) const
{
    write(file, "#!/bin/sh\ntouch '" + marks().toUtf8() + "/" + QFileInfo(file).fileName().toUtf8() + "'\n");
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

// Programs that a build asks for, and modules that the questions to Python import.
void LooksTest::plantIn(const QString& folder) const
{
    for (const char* name : { "python", "python3", "git", "cmake", "ninja", "nvcc", "c++", "g++", "cc", "gcc",
             "ccache", "nvidia-smi", "lspci", ".venv/bin/python" })
        plantProgram(folder + '/' + QLatin1String(name));
    for (const char* name :
        { "json", "platform", "sysconfig", "sitecustomize", "numpy", "packaging", "setup", "tools/build" })
        write(folder + '/' + QLatin1String(name) + ".py",
            "open('" + marks().toUtf8() + "/module', 'w').close()\n");
    write(folder + "/.venv/pyvenv.cfg", "home = /usr/bin\n");
}

void LooksTest::plantRepository() const
{
    const QString hook = path("tree/hooks/told-by-git");
    plantProgram(hook);
    for (const char* name : { "post-checkout", "post-index-change", "reference-transaction" })
        plantProgram(path("tree/hooks/") + QLatin1String(name));
    const auto git = [this](const QStringList& words) {
        QCOMPARE(QProcess::execute("git", QStringList { "-C", path("tree") } + words), 0);
    };
    git({ "init", "-q" });
    git({ "add", "-A" });
    git({ "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "one" });
    git({ "remote", "add", "origin", "https://github.com/pytorch/pytorch" });
    for (const char* name : { "core.fsmonitor", "core.pager", "core.sshCommand", "credential.helper",
             "diff.external", "filter.x.clean", "filter.x.process", "filter.x.smudge" })
        git({ "config", QLatin1String(name), hook });
    git({ "config", "core.hooksPath", QFileInfo(hook).path() });
    write(path("tree/.gitattributes"), "* filter=x\n");
}

// One that a build made, or that says so.
void LooksTest::plantBuildFolder() const
{
    QByteArray cache = "CMAKE_HOME_DIRECTORY:INTERNAL=" + path("tree").toUtf8() + '\n';
    for (const auto& [entry, program] : { std::pair { "CMAKE_CXX_COMPILER:FILEPATH", "g++" },
             { "CMAKE_CUDA_COMPILER:FILEPATH", "nvcc" }, { "CMAKE_MAKE_PROGRAM:FILEPATH", "ninja" },
             { "Python_EXECUTABLE:FILEPATH", "python" }, { "CMAKE_COMMAND:INTERNAL", "cmake" } })
        cache += QByteArray(entry) + '=' + path("tree/").toUtf8() + program + '\n';
    write(path("tree/build/CMakeCache.txt"), cache + "CMAKE_GENERATOR:INTERNAL=Ninja\n");
}

void LooksTest::plantProfile() const
{
    write(home("config/profiles/theirs.json"),
        R"({"profile": 1, "name": "Theirs", "summary": "x", "platforms": ["linux"],
            "source": {"kind": "existing"}, "patches": [{"diffFile": "theirs.patch", "why": "two"}]})");
    write(home("config/profiles/theirs.patch"), "--- a/one.txt\n+++ b/one.txt\n@@ -1 +1 @@\n-1\n+2\n");
}

void LooksTest::initTestCase()
{
    for (const char* program : { "git", "python3", "cmake" }) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
            QSKIP("git, Python and CMake are needed.");
    }
    QVERIFY(QDir().mkpath(marks()));
    write(path("tree/CMakeLists.txt"),
        "file(WRITE " + marks().toUtf8() + "/cmakelists x)\nexecute_process(COMMAND ./cmake)\n");
    write(path("tree/version.txt"), "2.9.0\n");
    write(path("tree/one.txt"), "1\n");
    plantIn(path("tree"));
    plantIn(path()); // where torchmason-cli is at work
    plantRepository();
    plantBuildFolder();
    plantProfile();
    m_variables["PATH"] = ".::tree:" + qEnvironmentVariable("PATH");
}

void LooksTest::theTrapsAreSet_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("mark");
    QTest::newRow("program") << QStringList { "./git" } << "git";
    QTest::newRow("git") << QStringList { QStandardPaths::findExecutable("git"), "status" } << "told-by-git";
    QTest::newRow("Python") << QStringList { QStandardPaths::findExecutable("python3"), "-c", "import json" }
                            << "module";
    QTest::newRow("CMake") << QStringList { QStandardPaths::findExecutable("cmake"), "-P", "CMakeLists.txt" }
                           << "cmakelists";
}

void LooksTest::theTrapsAreSet()
{
    QFETCH(QStringList, command);
    QFETCH(QString, mark);
    QProcess process;
    process.setWorkingDirectory(path("tree"));
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("/bin/sh", QStringList { "-c", "exec \"$0\" \"$@\"" } + command);
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY2(left().contains(mark), process.readAll().constData());
    for (const QString& file : left())
        QVERIFY(QFile::remove(marks() + '/' + file));
}

void LooksTest::aLookStartsNothing_data()
{
    QTest::addColumn<QString>("words");
    const QString place = " --source tree --build tree/build";
    for (const QString& words :
        { QString("doctor"), "doctor" + place, QString("profiles"), QString("profiles show theirs"),
            "check --profile theirs" + place, "check --profile cpu-only" + place,
            "check --profile cpu-only --backend wheel" + place, "plan --profile theirs --diff" + place,
            "plan --profile cpu-only" + place, "plan --profile cpu-only --format sh" + place })
        QTest::newRow(qPrintable(words)) << words;
}

void LooksTest::aLookStartsNothing()
{
    QFETCH(QString, words);
    const Answer answer = ask(words.split(' '));
    QVERIFY2(answer.code == 0 || answer.code == 1, answer.trouble.constData());
    QVERIFY2(!answer.output.isEmpty(), answer.trouble.constData());
    QCOMPARE(left(), QStringList());
}

QTEST_GUILESS_MAIN(LooksTest)
#include "LooksTest.moc"
