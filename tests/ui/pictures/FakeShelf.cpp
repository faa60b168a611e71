// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogImport.h"
#include "core/request/TreeBackend.h"
#include "core/store/AttemptNotes.h"
#include "tests/ui/pictures/Shelf.h"
#include "tests/ui/support/FakeAttempt.h"

#include <QBuffer>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>

namespace torchmason {

namespace {

const QString card = QStringLiteral("RTX 50 · Linux");
const QString processor = QStringLiteral("CPU only");
constexpr int day = 24 * 60; // minutes

void configure(FakeAttempt& attempt)
{
    attempt.addLog("fetch",
        "Cloning into '/src/pytorch'...\nNote: switching to 'v2.7.1'.\nSubmodule path "
        "'third_party/fbgemm': checked out 'dbc3157bf256f1339b3fa1fef2be89ac4078be0e'\n");
    attempt.goTo(0);
    attempt.startStage("fetch");
    attempt.record().request.jobs = 16; // as its commands say
    attempt.record().request.backend = treeBackendId(TreeBackend::SetupPy); // which packs the wheel
    attempt.record().plan.stages[3].commands[0].arguments = QStringList { "setup.py", "bdist_wheel" };
    attempt.record().stages[0].inputs["source"] = "e2d141dbde55c2a4370fac5165b0561b6af4798b";
    attempt.endStage("fetch", StageState::Succeeded, 62);
    attempt.goTo(62);
    attempt.startStage("configure");
    attempt.addLog("configure",
        "-- The CXX compiler identification is GNU 12.2.0\n"
        "CMake Warning at cmake/Dependencies.cmake:95 (message):\n"
        "  Found PkgConfig, but not OpenBLAS; MKL is taken instead.\n\n"
        "-- Caffe2: CUDA detected: 12.8\n-- Found Python: /usr/bin/python3.11\n-- Configuring done (31.2s)\n"
        "-- Generating done (4.1s)\n-- Build files have been written to: /src/pytorch/build\n");
    attempt.addSamples(0, 110, 16, "configure", 400, 1);
    attempt.endStage("configure", StageState::Succeeded, 48);
    attempt.record().stages[1].errors = 0;
    attempt.record().stages[1].warnings = 1;
    attempt.goTo(110);
    attempt.startStage("compile");
}

void tellProblems(FakeAttempt& attempt, qint64 errors, qint64 warnings)
{
    attempt.record().stages[2].errors = errors;
    attempt.record().stages[2].warnings = warnings;
}

void succeed(FakeAttempt& attempt, int seconds, int steps)
{
    configure(attempt);
    attempt.compile({ 110, seconds - 20, steps, steps });
    tellProblems(attempt, 0, steps / 97);
    attempt.goTo(seconds - 20);
    attempt.endStage("compile", StageState::Succeeded, seconds - 130);
    attempt.startStage("wheel");
    const QString dist = QFileInfo(attempt.folder()).path() + QStringLiteral("/../dist");
    attempt.packWheel(
        dist, QStringLiteral("torch-2.7.1-cp311-cp311-linux_x86_64.whl"), QByteArray(1 << 20, 'x'));
    const bool usesCard = attempt.record().request.profileName == card;
    attempt.record().wheels.first().archs = usesCard ? QStringList { "sm_120" } : QStringList();
    attempt.goTo(seconds - 5);
    attempt.startStage("verify");
    attempt.addLog("verify",
        QByteArray("torch 2.7.1 from /src/pytorch/build/verify-wheel/torch/__init__.py: imports, multiplies "
                   "matrices, computes gradients, saves, loads and trains.\n")
            + (usesCard ? "It multiplies on NVIDIA GeForce RTX 5070 (12.0).\n" : ""));
    attempt.endStage("verify", StageState::Succeeded, 4);
    attempt.end(AttemptState::Succeeded, seconds);
}

void failToLink(FakeAttempt& attempt, const QString& output, int seconds, int steps, int total)
{
    EdgeRecord link;
    link.output = output;
    link.language = "link";
    link.start = qint64(seconds - 4) * 1000;
    link.end = qint64(seconds) * 1000;
    link.failed = true;
    attempt.add(link);
    attempt.addLog("compile",
        QStringLiteral("[%1/%2|16|%3.000] Linking CXX %4 %5\n")
            .arg(QString::number(steps + 1), QString::number(total), QString::number(seconds - 110),
                output.endsWith(".so") ? "shared library" : "executable", output)
            .toUtf8());
    attempt.goTo(seconds);
    attempt.addProgress(steps + 1, total, 16); // ninja counts it, too
    attempt.record().edgesFailed = 1;
}

// In the linker, where the cause is an old object file. `words`: what it says, the evidence first.
void fail(FakeAttempt& attempt, int seconds, int steps, int total,
    const QString& words = FakeAttempt::missingWork(0).evidence)
{
    configure(attempt);
    attempt.compile({ 110, seconds - 4, steps, total });
    Finding played = FakeAttempt::missingWork(0);
    played.evidence = words.section(u'\n', 0, 0);
    failToLink(attempt, played.edge, seconds, steps, total);
    attempt.addLog("compile",
        "FAILED: lib/libtorch_python.so \n: && /usr/bin/c++ -fPIC -O3 -DNDEBUG -shared "
        "-Wl,-soname,libtorch_python.so -o lib/libtorch_python.so Functions.cpp.o Module.cpp.o\n");
    played.line = attempt.linesOf("compile") + 1;
    attempt.addLog("compile",
        words.toUtf8()
            + "\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed.\n");
    tellProblems(attempt, 2, steps / 97);
    attempt.goTo(seconds);
    attempt.endStage("compile", StageState::Failed, seconds - 110, 1);
    attempt.addFindings({ played });
    attempt.end(AttemptState::Failed, seconds);
}

void stop(FakeAttempt& attempt, AttemptState state)
{
    configure(attempt);
    attempt.compile({ 110, 900, 400, 5871 });
    attempt.goTo(900);
    attempt.endStage("compile", StageState::Stopped, 790, 130);
    attempt.end(state, 900);
}

// When a runner died is when it wrote last.
void interrupt(FakeAttempt& attempt)
{
    stop(attempt, AttemptState::Interrupted);
    QDirIterator files(attempt.folder(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadWrite))
            file.setFileTime(QDateTime::fromMSecsSinceEpoch(*attempt.record().startedAt + 900'000),
                QFileDevice::FileModificationTime);
    }
}

void note(const FakeAttempt& attempt, const char* text, const QStringList& tags)
{
    (void)writeNotes(attempt.folder(), { QString::fromUtf8(text), tags });
}

// As the plan configures with it, too.
void setFlag(FakeAttempt& attempt, const char* name, const char* value)
{
    attempt.record().request.configuration.setFlag(
        { QLatin1String(name), QLatin1String(value), {}, ValueOrigin::User });
    const QString definition = QStringLiteral("-D%1=").arg(QLatin1String(name));
    QStringList& arguments = attempt.record().plan.stages[1].commands[0].arguments;
    arguments.removeIf([&](const QString& argument) { return argument.startsWith(definition); });
    arguments << definition + QLatin1String(value);
}

Result<void> importOne(const AttemptStore& store)
{
    QByteArray log = "-- The CXX compiler identification is GNU 13.3.0\n-- Configuring done (20.1s)\n"
        + FakeAttempt::ninjaLines(0, 300, 1000)
        + "[301/1000|18|126.4] Building CXX object c10/core/Device.cpp.o\nFAILED: "
          "c10/core/Device.cpp.o\nc10/core/Device.cpp:12:10: fatal error: fmt/format.h: No such file "
          "or "
          "directory\ncompilation terminated.\nninja: build stopped: subcommand failed.\n";
    QBuffer buffer(&log);
    buffer.open(QIODevice::ReadOnly);
    const auto imported = importLog(buffer, QStringLiteral("forum-question-4711.log"), store);
    if (!imported)
        return imported.error();
    return {};
}

// Weeks of one profile that gets slower, and two failures that were overcome.
Result<void> fillMany(const AttemptStore& store)
{
    for (int i = 0; i < 14; ++i) {
        FakeAttempt attempt(store, processor, (30 - i) * day);
        attempt.record().request.profileId = "cpu-only";
        if (i == 9)
            interrupt(attempt);
        else
            succeed(attempt, 3000 + i * 90 + i * 37 % 200, 600);
    }
    if (const auto imported = importOne(store); !imported)
        return imported;
    FakeAttempt stopped(store, card, 6 * day);
    stop(stopped, AttemptState::Stopped);
    FakeAttempt failed(store, card, 3 * day);
    setFlag(failed, "USE_DISTRIBUTED", "OFF");
    fail(failed, 4100, 1900, 5871);
    note(failed, "The folder was built with distributed before.", { "c10d" });
    FakeAttempt again(store, card, 2 * day);
    again.record().request.continuesAttempt = failed.record().number;
    setFlag(again, "USE_DISTRIBUTED", "OFF");
    fail(again, 3900, 1850, 5871);
    FakeAttempt good(store, card, day);
    good.record().request.continuesAttempt = again.record().number;
    setFlag(good, "USE_DISTRIBUTED", "ON");
    setFlag(good, "USE_NCCL", "OFF");
    succeed(good, 6900, 5871);
    note(good, "Good for the workstation.\nDriver 570 is enough.", { "good", "workstation" });
    return {};
}

void run(FakeAttempt& attempt)
{
    configure(attempt);
    attempt.compile({ 110, 41 * 60, 2410, 5871 });
    attempt.write();
}

void fillStrange(const AttemptStore& store)
{
    FakeAttempt attempt(
        store, QString::fromUtf8("为 RTX 50 系列显卡编译的 PyTorch（实验性配置，名称特别长，放不下）"), 95);
    BuildRequest& request = attempt.record().request;
    request.sourceFolder
        = QString::fromUtf8("/home/研究/projects/very-long-name-of-a-group-folder/deep/learning/"
                            "experiments/2026-11/pytorch-源码-with-local-changes/pytorch");
    request.buildFolder
        = request.sourceFolder + QString::fromUtf8("/构建/build-release-with-debug-information");
    request.configuration.setFlag({ "CMAKE_CXX_FLAGS",
        "-O2 -march=native -fno-omit-frame-pointer -ffile-prefix-map=/home/user/projects=. -Wno-error", {},
        ValueOrigin::User });
    setFlag(attempt, "NAME_LIKE_HTML", "<b>bold</b> &amp; <img src=x>");
    fail(attempt, 4100, 1900, 5871,
        QString::fromUtf8("源文件.cpp:12：对‘c10d::Work::wait()’未定义的引用\n"
                          "<b>not bold</b> \xe2\x80\xae turned"));
    (void)writeNotes(attempt.folder(),
        { QString::fromUtf8("换一个编译器再试。<b>not bold</b>"), { QString::fromUtf8("中文标签") } });
}

void begin(const AttemptStore& store)
{
    FakeAttempt attempt(store, card, 0);
    attempt.startStage("fetch");
    attempt.addLog("fetch", "Cloning into '/src/pytorch'...\n");
}

void breakWhileOthersRun(const AttemptStore& store)
{
    FakeAttempt attempt(store, card, 41);
    run(attempt);
    // None of those that still run.
    const QString place = QStringLiteral("/src/pytorch/aten/src/ATen/native/cuda/TensorTopK.cu(88)");
    const QString message = QStringLiteral("identifier \"cub\" is undefined");
    EdgeRecord edge;
    edge.output = "caffe2/CMakeFiles/torch_cuda.dir/__/aten/src/ATen/native/cuda/TensorTopK.cu.o";
    edge.language = "CUDA";
    edge.start = 40 * 60'000;
    edge.end = 41 * 60'000 - 1000;
    edge.failed = true;
    attempt.add(edge);
    attempt.addLog(
        "compile", QStringLiteral("FAILED: %1 \n%2: error: %3\n").arg(edge.output, place, message).toUtf8());
    attempt.addMessages(
        "compile", 1, 24, { { {}, attempt.linesOf("compile") - 1, place, message, edge.output } });
}

void fillOdd(const AttemptStore& store)
{
    FakeAttempt unreadable(store, card, 9 * day);
    QFile file(unreadable.folder() + QStringLiteral("/attempt.json"));
    if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        file.write("{ \"number\": 1, \"state\": ");

    FakeAttempt unknown(store, card, 2 * day);
    configure(unknown);
    unknown.compile({ 110, 1396, 700, 5871 });
    failToLink(unknown, QStringLiteral("bin/protoc"), 1400, 700, 5871);
    unknown.addLog("compile", "FAILED: bin/protoc\nninja: build stopped: subcommand failed.\n");
    tellProblems(unknown, 1, 7);
    unknown.goTo(1400);
    unknown.endStage("compile", StageState::Failed, 1290, 1);
    unknown.end(AttemptState::Failed, 1400);

    FakeAttempt installed(store, processor, day);
    StageResult install;
    install.id = QStringLiteral("install");
    Stage stage;
    stage.id = install.id;
    stage.kind = StageKind::Install;
    stage.title = QStringLiteral("Install");
    installed.record().plan.stages << stage;
    installed.record().stages << install;
    installed.record().request.install.environment = QStringLiteral("/home/user/venvs/torch-2.7");
    succeed(installed, 3091, 600);
    installed.goTo(3091); // a wheel is verified before it is installed
    installed.startStage("install");
    installed.endStage("install", StageState::Succeeded, 9);
    installed.end(AttemptState::Succeeded, 3100);
}

}

Result<void> fillShelf(Shelf shelf, const AttemptStore& store)
{
    QDir().mkpath(store.folder());
    if (shelf == Shelf::One) {
        FakeAttempt attempt(store, card, 90);
        succeed(attempt, 5000, 5871);
    } else if (shelf == Shelf::Many) {
        return fillMany(store);
    } else if (shelf == Shelf::Strange) {
        fillStrange(store);
    } else if (shelf == Shelf::Odd) {
        fillOdd(store);
    } else if (shelf == Shelf::Beginning) {
        begin(store);
    } else if (shelf == Shelf::Failing) {
        breakWhileOthersRun(store);
    } else if (shelf != Shelf::Empty) {
        FakeAttempt before(store, card, 3 * day);
        succeed(before, 6900, 5871);
        FakeAttempt running(store, card, 41);
        run(running);
        if (shelf == Shelf::Waiting) {
            FakeAttempt waiting(store, processor, 3);
            waiting.record().request.profileId = "cpu-only";
            waiting.record().request.queue = true;
            waiting.record().startedAt.reset();
            waiting.record().waitsFor = { running.record().number };
            waiting.write();
        }
    }
    return {};
}

}
