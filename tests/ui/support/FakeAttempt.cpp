// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/FakeAttempt.h"

#include "core/process/ProcessIdentity.h"
#include "core/request/StageCatalogue.h"
#include "core/stages/MadeWheels.h"
#include "core/store/EarlierWheels.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

const char* const sources[]
    = { "aten/src/ATen/native/cuda/Sort.cu", "aten/src/ATen/native/cpu/BinaryOpsKernel.cpp",
          "torch/csrc/autograd/generated/VariableType_2.cpp", "c10/core/TensorImpl.cpp",
          "torch/csrc/jit/runtime/interpreter.cpp", "aten/src/ATen/native/quantized/cpu/qconv.cpp",
          "torch/csrc/distributed/c10d/ProcessGroup.cpp", "aten/src/ATen/functorch/BatchRulesConvolution.cpp",
          "third_party/protobuf/src/google/protobuf/descriptor.cc" };

QString sourceAt(int index)
{
    return QLatin1String(sources[size_t(index) % std::size(sources)]);
}

Stage stageOf(StageKind kind, const QStringList& arguments)
{
    Stage stage;
    stage.id = stageKindId(kind);
    stage.kind = kind;
    stage.title = QLatin1String(stageFacts(kind).title);
    Command command;
    command.program = arguments.value(0);
    command.arguments = arguments.mid(1);
    command.environment.append({ "NINJA_STATUS", "[%f/%t|%r|%e] ", ValueOrigin::Default });
    command.environment.append({ "USE_CUDA", std::nullopt, ValueOrigin::User });
    stage.commands.append(command);
    return stage;
}

StagePlan planOf()
{
    StagePlan plan;
    plan.stages.append(stageOf(StageKind::Fetch,
        { "git", "clone", "--recursive", "--branch", "v2.7.1", "https://github.com/pytorch/pytorch",
            "/src/pytorch" }));
    plan.stages.append(stageOf(StageKind::Configure,
        { "cmake", "-S", "/src/pytorch", "-B", "/src/pytorch/build", "-G", "Ninja",
            "-DTORCH_CUDA_ARCH_LIST=12.0", "-DUSE_DISTRIBUTED=OFF" }));
    plan.stages.append(stageOf(StageKind::Compile, { "cmake", "--build", "/src/pytorch/build", "-j", "16" }));
    plan.stages.append(stageOf(StageKind::Wheel, { "python3", "-m", "build", "--wheel" }));
    plan.stages.append(
        stageOf(StageKind::Verify, { "python3", "-c", "import torch; print(torch.__version__)" }));
    return plan;
}

StageResult* resultIn(AttemptRecord& record, const QString& id)
{
    const auto found = std::find_if(record.stages.begin(), record.stages.end(),
        [&id](const StageResult& stage) { return stage.id == id; });
    return found == record.stages.end() ? nullptr : &*found;
}

QVector<RunningEdge> runningAt(int second, int count)
{
    QVector<RunningEdge> edges;
    for (int i = 0; i < count; ++i) {
        RunningEdge edge;
        edge.pid = 4100 + i;
        const QString source = sourceAt(second / 7 + i);
        edge.output = "caffe2/CMakeFiles/torch_cpu.dir/__/" + source + ".o";
        edge.language = source.endsWith(".cu") ? "CUDA" : "C++";
        edge.age = Milliseconds((count - i) * 9400 + second % 7 * 1000);
        edge.memory = Bytes(420 + (i * 211) % 900) * mebibyte;
        edges.append(edge);
    }
    return edges;
}

QVector<RunningEdge> runningOf(const QVector<EdgeRecord>& edges, int second)
{
    const qint64 now = second * 1000;
    QVector<RunningEdge> running;
    for (const EdgeRecord& edge : edges) {
        if (edge.start <= now && now < edge.end)
            running.append({ .pid = 4100 + running.size(),
                .output = edge.output,
                .language = edge.language,
                .age = Milliseconds(now - edge.start),
                .memory = edge.peakMemory,
                .expected = {} });
    }
    return running;
}

}

FakeAttempt::FakeAttempt(const AttemptStore& store, const QString& profileName, int minutesAgo)
{
    BuildRequest request;
    request.profileId = "fake";
    request.profileName = profileName;
    request.source.kind = SourceKind::Git;
    request.source.tag = "v2.7.1";
    request.sourceFolder = "/src/pytorch";
    request.buildFolder = "/src/pytorch/build";
    request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", "12.0", {}, ValueOrigin::Profile });
    request.configuration.setFlag({ "USE_DISTRIBUTED", "OFF", {}, ValueOrigin::Profile });
    const auto reserved = store.reserve(request);
    if (!reserved)
        qFatal("%s", qPrintable(reserved.error().message));
    m_folder = reserved->folder;
    auto writer = AttemptWriter::open(m_folder);
    if (!writer)
        qFatal("%s", qPrintable(writer.error().message));
    m_writer = std::move(writer).value();
    m_record.number = reserved->number;
    m_record.id = QStringLiteral("fake-%1").arg(reserved->number);
    m_record.state = AttemptState::Running;
    m_record.request = request;
    m_record.plan = planOf();
    for (const Stage& stage : m_record.plan.stages) {
        StageResult result;
        result.id = stage.id;
        m_record.stages.append(result);
    }
    m_record.createdAt = QDateTime::currentMSecsSinceEpoch() - qint64(minutesAgo) * 60'000;
    m_record.startedAt = m_record.createdAt;
    m_record.runner = identifyProcess(QCoreApplication::applicationPid());
    m_record.programVersion = "0.1.0";
    write();
}

void FakeAttempt::write()
{
    if (const auto written = m_writer->writeRecord(m_record); !written)
        qFatal("%s", qPrintable(written.error().message));
}

qint64 FakeAttempt::now() const
{
    return m_second ? *m_record.startedAt + qint64(*m_second) * 1000 : QDateTime::currentMSecsSinceEpoch();
}

void FakeAttempt::startStage(const QString& id)
{
    StageResult* stage = resultIn(m_record, id);
    stage->state = StageState::Running;
    stage->startedAt = now();
    stage->logFile = QStringLiteral("logs/%1.log").arg(id);
    write();
    tell("stage-started", id);
}

void FakeAttempt::endStage(const QString& id, StageState state, int seconds, int exitCode)
{
    StageResult* stage = resultIn(m_record, id);
    stage->state = state;
    stage->duration = Milliseconds(seconds * 1000);
    if (state != StageState::Skipped) {
        stage->exitCode = exitCode;
        stage->logFile = QStringLiteral("logs/%1.log").arg(id);
        addLog(id, {});
    }
    write();
    tell("stage-ended", id,
        { { "state", stageStateId(state).toStdString() }, { "durationMs", qint64(seconds) * 1000 } });
}

void FakeAttempt::tell(const char* type, const QString& stage, const Json& data)
{
    AttemptEvent event;
    event.time = now();
    event.type = QLatin1String(type);
    event.stage = stage;
    event.data = data;
    if (const auto written = m_writer->append(event); !written)
        qFatal("%s", qPrintable(written.error().message));
}

void FakeAttempt::addLog(const QString& stage, const QByteArray& bytes)
{
    QFile file(m_writer->logPath(stage));
    if (!file.open(QIODevice::Append) || file.write(bytes) != bytes.size())
        qFatal("Cannot write the log of %s", qPrintable(stage));
}

void FakeAttempt::addSamples(
    int from, int to, int cores, const QString& stage, qint64 totalLog, int runningEdges)
{
    addSamples(from, to, cores, stage, totalLog,
        [runningEdges](int second) { return runningAt(second, runningEdges); });
}

void FakeAttempt::addSamples(
    int from, int to, int cores, const QString& stage, qint64 totalLog, const RunningIn& running)
{
    QRandomGenerator random(7);
    double memory = 2.0;
    const int step = std::max(1, (to - from) / 500); // enough for curves without holes, and quick to read
    for (int second = from; second < to; second += step) {
        const double wave = 0.5 + 0.35 * std::sin(second / 90.0) + 0.15 * std::sin(second / 17.0);
        memory += ((4 + 16 * wave) - memory) * 0.2 + (random.generateDouble() - 0.5) * 0.5;
        Sample sample;
        sample.time = *m_record.startedAt + second * 1000;
        sample.elapsed = second * 1000;
        sample.memoryTotal = 32 * gibibyte;
        sample.buildMemory = Bytes(std::max(0.1, memory) * double(gibibyte));
        const double others = 3.4 + 0.3 * std::sin(second / 200.0);
        sample.memoryAvailable = *sample.memoryTotal - *sample.buildMemory - Bytes(others * double(gibibyte));
        sample.swapUsed = Bytes(memory > 16 ? (memory - 16) * 300 : 0) * mebibyte;
        for (int core = 0; core < cores; ++core)
            sample.coreLoad.append(std::clamp(
                0.86 + 0.2 * (random.generateDouble() - 0.6) - (core % 5 == 4 ? 0.35 * wave : 0), 0.0, 1.0));
        sample.memoryPressure = memory > 16 ? 1.8 : 0.0;
        sample.cpuPressure = 12.4;
        sample.ioPressure = 0.6;
        sample.diskFree = Bytes(212 - second / 60) * gibibyte;
        sample.stage = stage;
        sample.logOffset = totalLog * (second - from) / std::max(1, to - from);
        sample.running = running(second);
        add(sample);
        m_record.peakMemory = std::max(m_record.peakMemory.value_or(0), *sample.buildMemory);
    }
}

// Each job takes the next step as soon as it is free. Most steps are short and a few are long, as files are.
void FakeAttempt::compile(const Compiling& work)
{
    QRandomGenerator random(work.total);
    const double usual = 1000.0 * (work.to - work.from) * work.jobs / std::max(1, work.steps);
    QVector<qint64> freeAt(work.jobs, qint64(work.from) * 1000);
    QVector<EdgeRecord> edges;
    const int begun = std::min(std::max(work.steps, work.total), work.steps + work.jobs); // those left run on
    for (int i = 0; i < begun; ++i) {
        const bool links = i % 60 == 59;
        const QString source = sourceAt(i);
        auto free = std::min_element(freeAt.begin(), freeAt.end());
        EdgeRecord edge;
        edge.output = links ? QStringLiteral("lib/libtorch_part%1.so").arg(i / 60)
                            : QStringLiteral("caffe2/CMakeFiles/torch_cpu.dir/__/%1.%2.o").arg(source).arg(i);
        edge.language = links ? "link" : source.endsWith(".cu") ? "CUDA" : "C++";
        edge.start = *free;
        *free += qint64(usual * (0.2 + 3.2 * std::pow(random.generateDouble(), 3)));
        edge.end = *free;
        edge.peakMemory = Bytes(300 + random.bounded(2400)) * mebibyte;
        edges.append(edge);
    }
    // Those that end first do so until then. Those left, one in each job at most, run on.
    std::sort(edges.begin(), edges.end(),
        [](const EdgeRecord& one, const EdgeRecord& other) { return one.end < other.end; });
    const auto unfinished = edges.begin() + work.steps;
    const qint64 from = qint64(work.from) * 1000;
    const qint64 to = qint64(work.to) * 1000;
    const qint64 lastEnd = work.steps > 0 ? (unfinished - 1)->end : to;
    const double scale = double(to - from) / double(lastEnd - from);
    for (EdgeRecord& edge : edges) {
        for (qint64* time : { &edge.start, &edge.end })
            *time = from + qint64(double(*time - from) * scale);
    }
    std::for_each(
        unfinished, edges.end(), [to](EdgeRecord& edge) { edge.end = std::max(edge.end, to + 1000); });
    const QVector<EdgeRecord> all = edges;
    edges.resize(work.steps);
    QByteArray lines;
    const qsizetype eachProgress = std::max<qsizetype>(1, edges.size() / 200);
    for (qsizetype i = 0; i < edges.size(); ++i) {
        const EdgeRecord& edge = edges[i];
        add(edge);
        lines += QStringLiteral("[%1/%2|%3|%4] %5 %6\n")
                     .arg(i + 1)
                     .arg(work.total)
                     .arg(work.jobs)
                     .arg(double(edge.end) / 1000 - work.from, 0, 'f', 3)
                     .arg(edge.language == "link"      ? "Linking CXX shared library"
                             : edge.language == "CUDA" ? "Building CUDA object"
                                                       : "Building CXX object",
                         edge.output)
                     .toUtf8();
        if (i % 97 == 96)
            lines += "/src/pytorch/aten/src/ATen/native/Sorting.cpp:214:11: warning: unused variable "
                     "'stride' [-Wunused-variable]\n  214 |     int64_t stride = 0;\n      |             "
                     "^~~~~~\n";
        if (i % eachProgress == 0 || i + 1 == edges.size()) {
            goTo(int(edge.end / 1000));
            BuildProgress progress;
            progress.done = i + 1;
            progress.total = work.total;
            progress.running = work.jobs;
            const double left = usual / work.jobs * double(work.total - i - 1);
            tellProgress(progress, Milliseconds(qint64(left * 0.9)), Milliseconds(qint64(left * 1.25)));
        }
    }
    addLog(QStringLiteral("compile"), lines);
    addSamples(work.from, work.to, work.jobs, QStringLiteral("compile"), lines.size(),
        [&all](int second) { return runningOf(all, second); });
}

qint64 FakeAttempt::linesOf(const QString& stage) const
{
    QFile file(m_writer->logPath(stage));
    return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
}

void FakeAttempt::add(const EdgeRecord& edge)
{
    if (const auto written = m_writer->append(edge); !written)
        qFatal("%s", qPrintable(written.error().message));
}

void FakeAttempt::add(const Sample& sample)
{
    if (const auto written = m_writer->append(sample); !written)
        qFatal("%s", qPrintable(written.error().message));
}

void FakeAttempt::addProgress(
    qint64 done, qint64 total, qint64 running, bool preparing, std::optional<qint64> inAll)
{
    BuildProgress progress;
    progress.done = done;
    progress.total = total;
    progress.running = running;
    progress.preparing = preparing;
    progress.inAll = inAll;
    tellProgress(progress, std::chrono::minutes(110), std::chrono::minutes(140));
}

void FakeAttempt::tellProgress(BuildProgress progress, Milliseconds low, Milliseconds high)
{
    progress.reason = QStringLiteral("%1 C++ steps left, 2 at a time").arg(progress.total - progress.done);
    progress.remainingLow = low;
    progress.remainingHigh = high;
    m_record.edgesDone = progress.done;
    m_record.edgesTotal = progress.total;
    tell("progress", "compile", toJson(progress));
}

QString FakeAttempt::packWheel(const QString& folder, const QString& name, const QByteArray& content)
{
    const QString path = folder + u'/' + name;
    const auto tell = [this](const QString& line) { addLog("wheel", line.toUtf8() + '\n'); };
    QDir().mkpath(folder);
    const auto noted = noteWheels(folder, tell);
    QFile file(path);
    if (!noted || !file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("Cannot write %s", qPrintable(path));
    tell(*noted);
    file.close();
    if (const auto told = tellWheels(folder, wheelsBefore(m_writer->logPath("wheel")), tell); !told)
        qFatal("%s", qPrintable(told.error().message));
    endStage("wheel", StageState::Succeeded, 5);
    m_record.wheels = wheelsOfBuild(m_folder).wheels;
    write();
    return path;
}

void FakeAttempt::endCommand(const QString& stage)
{
    tell("command-ended", stage);
}

void FakeAttempt::askToStop()
{
    tell("stop-requested", {});
}

void FakeAttempt::addFindings(const QVector<Finding>& findings)
{
    m_record.firstFinding = findings.value(0).title;
    m_record.firstFindingRule = findings.value(0).rule;
    if (const auto written = m_writer->writeFindings(findings); !written)
        qFatal("%s", qPrintable(written.error().message));
}

void FakeAttempt::end(AttemptState state, int seconds)
{
    if (state == AttemptState::Interrupted) {
        m_record.runner = { 999'999'999, "gone" };
        return write();
    }
    m_record.state = state;
    m_record.endedAt = *m_record.startedAt + qint64(seconds) * 1000;
    m_record.duration = Milliseconds(qint64(seconds) * 1000);
    write();
}

QByteArray FakeAttempt::ninjaLines(int from, int to, int total)
{
    QByteArray lines;
    for (int i = from + 1; i <= to; ++i) {
        lines += QStringLiteral("[%1/%2|18|%3] Building CXX object caffe2/CMakeFiles/torch_cpu.dir/__/%4.o\n")
                     .arg(i)
                     .arg(total)
                     .arg(i * 0.42, 0, 'f', 1)
                     .arg(sourceAt(i))
                     .toUtf8();
        if (i % 97 == 0)
            lines += "/src/pytorch/aten/src/ATen/native/Sorting.cpp:214:11: warning: unused variable "
                     "'stride' [-Wunused-variable]\n";
    }
    return lines;
}

void FakeAttempt::addMessages(const QString& stage, int errors, int warnings, const QVector<LogError>& told)
{
    Json count { { "errors", errors }, { "warnings", warnings } };
    if (!told.isEmpty())
        count["told"] = toJson(told);
    tell("messages", stage, count);
}

Finding FakeAttempt::missingWork(qint64 line)
{
    Finding finding;
    finding.rule = "c10d-unresolved-symbol";
    finding.title = "Distributed is switched off, but old object files still ask for c10d::Work";
    finding.explanation = QStringLiteral(
        "USE_DISTRIBUTED is OFF in this build, yet files that were compiled while it was ON are still in "
        "the build folder. They are linked again and ask for symbols that nobody makes any more.");
    finding.stage = "compile";
    finding.line = line;
    finding.evidence
        = QStringLiteral("Functions.cpp.o: in function `wait_all': undefined reference to "
                         "`c10d::Work::wait(std::chrono::duration<long, std::ratio<1l, 1000l> >)'");
    finding.subject = "c10d::Work::wait";
    finding.edge = "lib/libtorch_python.so";
    finding.root = true;
    finding.confidence = Confidence::High;
    finding.fixes.append({ "clean", "clean", "Clean the build folder and configure again",
        "Removes /src/pytorch/build; the next build compiles everything once more.",
        Json { { "level", "all" } } });
    finding.fixes.append({ "distributed-on", "set-flag", "Switch distributed on",
        "Sets USE_DISTRIBUTED=ON, so that the symbols are made.",
        Json { { "name", "USE_DISTRIBUTED" }, { "value", "ON" } } });
    return finding;
}

}
