// SPDX-License-Identifier: GPL-3.0-or-later
// A build with too little memory, three ways side by side: plain ninja with its usual number of jobs, plain
// ninja with every fixed number until one survives and is the fastest, and through the memory gate, first
// without knowing the files and then having measured them. Figures are told, never asserted.
//
//   benchmark_memory                                       generated C++ files, see writeProject()
//   benchmark_memory --build FOLDER --limit MIB OBJECT...  objects of a tree that was configured with the
//   gate
//
// Without the runner's socket torchmason-gate lets everything pass, so that all ways run the same commands.
#include "core/stages/GateLaunchers.h"
#include "tests/bench/memory/MemoryGroup.h"
#include "tests/bench/support/CompileAttempt.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace torchmason;

namespace {

struct Project {
    QString build;
    QStringList objects;
    Bytes limit = 0;
};

struct Run {
    double seconds = 0;
    int kills = 0;
    bool ok = false;
    Bytes peak = 0;
};

void put(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

// Templates: a second of work and 80 MB, as most files of a project.
QByteArray lightSource(int number)
{
    QByteArray text
        = "#include <map>\n#include <string>\n#include <vector>\n"
          "template <int I> struct T { std::map<std::string, std::vector<int>> m;\n"
          "int f(int x) { m[std::to_string(x + I)].push_back(x); return int(m.size()) + I; } };\n";
    for (int function = 0; function < 10; ++function)
        text += "int g" + QByteArray::number(number) + "_" + QByteArray::number(function)
            + "(int x) { static T<" + QByteArray::number(function) + "> t; return t.f(x); }\n";
    return text;
}

// A table, as generators write them: each number needs some 160 bytes of the compiler.
QByteArray tableSource(int number, int entries)
{
    QByteArray text = "extern const unsigned char t" + QByteArray::number(number)
        + "[];\nconst unsigned char t" + QByteArray::number(number) + "[] = {";
    for (int entry = 0; entry < entries; ++entry)
        text += QByteArray::number(entry % 251) + (entry % 32 == 31 ? ",\n" : ",");
    return text + "0};\n";
}

Project writeProject(const QString& root)
{
    constexpr int heavies = 6;
    constexpr int mediums = 6;
    constexpr int lights = 24;
    Project project { root + QStringLiteral("/build"), {}, 1200 * mebibyte };
    QDir().mkpath(project.build);
    QByteArray ninja = "rule cxx\n  command = " + QFile::encodeName(gateProgram(hostPlatform()))
        + " g++ -O1 -c $in -o $out\n";
    const auto add = [&](const QByteArray& name, const QByteArray& source) {
        put(project.build + QLatin1Char('/') + QString::fromLatin1(name + ".cpp"), source);
        ninja += "build " + name + ".o: cxx " + name + ".cpp\n";
        project.objects << QString::fromLatin1(name + ".o");
    };
    // Heavy ones side by side, as attention kernels stand in PyTorch's list.
    for (int number = 0; number < lights / 2; ++number)
        add("light" + QByteArray::number(number), lightSource(number));
    for (int number = 0; number < heavies; ++number)
        add("heavy" + QByteArray::number(number), tableSource(number, 4'000'000));
    for (int number = 0; number < mediums; ++number)
        add("medium" + QByteArray::number(number), tableSource(100 + number, 1'200'000));
    for (int number = lights / 2; number < lights; ++number)
        add("light" + QByteArray::number(number), lightSource(number));
    put(project.build + QStringLiteral("/build.ninja"), ninja);
    return project;
}

void forget(const Project& project)
{
    for (const QString& object : project.objects)
        QFile::remove(project.build + QLatin1Char('/') + object);
}

Run run(const Project& project, const QString& program, const QStringList& arguments, const QString& log)
{
    forget(project);
    MemoryGroup group(project.limit);
    if (!group.trouble().isEmpty()) {
        std::printf("skipped: %s\n", qPrintable(group.trouble()));
        std::exit(0);
    }
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardOutputFile(log);
    group.letIn(process);
    QElapsedTimer clock;
    clock.start();
    process.start(program, arguments);
    process.waitForFinished(-1);
    return { double(clock.nsecsElapsed()) / 1e9, group.kills(),
        process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, group.peak() };
}

Run byNinja(const Project& project, int jobs, const QString& root)
{
    return run(project, QStringLiteral("ninja"),
        QStringList { QStringLiteral("-C"), project.build, QStringLiteral("-j"), QString::number(jobs) }
            + project.objects,
        root + QStringLiteral("/ninja-%1.log").arg(jobs));
}

Run throughGate(const Project& project, int jobs, const QString& root)
{
    BuildRequest request;
    request.buildFolder = project.build;
    request.targets = project.objects;
    request.jobs = jobs;
    request.gate = GateUse::On;
    return run(project, QStringLiteral(RUNNER),
        { QStringLiteral("--attempt"), compileAttempt(root, request) }, root + QStringLiteral("/runner.log"));
}

void tell(const QString& way, const Run& run)
{
    std::printf("%-28s %7.1f s  %2d killed  %s  peak %s\n", qPrintable(way), run.seconds, run.kills,
        run.ok ? "built " : "FAILED", qPrintable(formatBytes(run.peak)));
    std::fflush(stdout);
}

std::optional<Run> bestFixed(const Project& project, int most, const QString& root)
{
    std::optional<Run> best;
    for (int jobs = most; jobs >= 1; --jobs) {
        const Run fixed = byNinja(project, jobs, root);
        tell(QStringLiteral("ninja -j%1").arg(jobs), fixed);
        const bool survives = fixed.ok && fixed.kills == 0;
        if (survives && best && fixed.seconds > best->seconds)
            return best; // fewer will not be faster
        if (survives)
            best = fixed;
    }
    return best;
}

void compare(const Project& project, const QString& root)
{
    const int cores = QThread::idealThreadCount();
    std::printf("%lld commands in %s of memory, %d cores\n", qint64(project.objects.size()),
        qPrintable(formatBytes(project.limit)), cores);
    const auto best = bestFixed(project, cores + 2, root);
    QVector<Run> gated;
    for (const char* what : { "gate, nothing known", "gate, files measured before" }) {
        gated << throughGate(project, cores, root);
        tell(QString::fromLatin1(what), gated.last());
    }
    if (!best)
        return void(std::printf("no fixed number of jobs survives\n"));
    for (const Run& one : std::as_const(gated))
        std::printf("gate / best fixed number that survives: %.3f, %d killed (goal 1.05, 0)\n",
            one.seconds / best->seconds, one.kills);
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser line;
    line.addHelpOption();
    line.addOptions(
        { { QStringLiteral("build"), QStringLiteral("configured tree"), QStringLiteral("FOLDER") },
            { QStringLiteral("limit"), QStringLiteral("memory in MiB"), QStringLiteral("MIB") } });
    line.addPositionalArgument(QStringLiteral("objects"), QStringLiteral("targets of the tree"));
    line.process(application);
    QTemporaryDir root;
    qputenv("TORCHMASON_HOME", root.filePath(QStringLiteral("home")).toUtf8());
    if (const auto installed = installGate(); !installed)
        qFatal("%s", qPrintable(installed.error().message));
    Project project = line.isSet(QStringLiteral("build"))
        ? Project { line.value(QStringLiteral("build")), line.positionalArguments(), 4096 * mebibyte }
        : writeProject(root.path());
    if (line.isSet(QStringLiteral("limit")))
        project.limit = line.value(QStringLiteral("limit")).toULongLong() * mebibyte;
    compare(project, root.path());
}
