// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingDecision.h"

#include "core/base/Core.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

const QString distributedName = QStringLiteral("USE_DISTRIBUTED");

// nullopt for no value at all.
std::optional<bool> switchedOn(const QString& value)
{
    return value.isEmpty() ? std::nullopt : std::optional(isCMakeTrue(value));
}

// On where one is, off where all are known to be off.
std::optional<bool> anyOf(const QVector<std::optional<bool>>& switches)
{
    bool isWhole = true;
    for (const std::optional<bool>& one : switches) {
        if (one && *one)
            return true;
        isWhole = isWhole && one.has_value();
    }
    return isWhole ? std::optional(false) : std::nullopt;
}

constexpr Bytes memoryPerCompiler = 2 * gibibyte; // a large C++ file of PyTorch; CUDA files need more
constexpr int fullBelow = 6; // percent of memory left
constexpr int emptyAbove = 25;

void putFirst(Finding& finding, const QString& fixId)
{
    const auto isIt = [&](const Fix& fix) { return fix.id == fixId; };
    std::stable_partition(finding.fixes.begin(), finding.fixes.end(), isIt);
}

void leaveOut(Finding& finding, const QString& fixId)
{
    finding.fixes.removeIf([&](const Fix& fix) { return fix.id == fixId; });
}

void addSentence(Finding& finding, const QString& sentence)
{
    finding.explanation += QLatin1Char(' ') + sentence;
}

// 89 of "compute_89" or "sm_120a"; 0 where there is no number.
int architectureNumber(const QString& subject)
{
    static const QRegularExpression number(QStringLiteral("(\\d{2,3})[a-z]?\\b"));
    return number.match(subject).capturedView(1).toInt();
}

// "12.0a" -> 120
int architectureNumberOf(QString capability)
{
    return capability.remove(QLatin1Char('.')).remove(QLatin1Char('a')).remove(QLatin1Char('f')).toInt();
}

// An older toolkit knew it, or it is below all that this one knows.
bool hasDropped(const CudaToolkitInfo& toolkit, const QString& number, const CudaCatalogue& catalogue)
{
    const int wanted = architectureNumberOf(number);
    const auto isNewer = [&](const QString& known) { return wanted < architectureNumberOf(known); };
    const auto knewIt = [&](const CudaToolkitInfo& other) {
        return other.capabilities.contains(number) && compareVersions(other.version, toolkit.version) < 0;
    };
    const QVector<CudaToolkitInfo>& all = catalogue.toolkits();
    return !toolkit.capabilities.contains(number)
        && (std::all_of(toolkit.capabilities.begin(), toolkit.capabilities.end(), isNewer)
            || std::any_of(all.begin(), all.end(), knewIt));
}

// Too new for the toolkit and removed from it read the same; the toolkit's range tells them apart.
void decideArchitecture(Finding& finding, const QString& cudaVersion)
{
    const int wanted = architectureNumber(finding.subject);
    const Result<CudaCatalogue> catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = catalogue ? catalogue->toolkit(cudaVersion) : nullptr;
    const QString number = QStringLiteral("%1.%2").arg(wanted / 10).arg(wanted % 10);
    if (!wanted || !toolkit || toolkit->capabilities.isEmpty()) {
        if (wanted && catalogue && !hasDropped(catalogue->toolkits().last(), number, *catalogue)) {
            addSentence(finding,
                Core::tr("Here the toolkit is too old: no CUDA release has dropped %1.").arg(number));
            return leaveOut(finding, QStringLiteral("older-card"));
        }
        finding.candidates = {
            Core::tr(
                "The card is newer than the toolkit: nvcc --version shows a version older than the first "
                "CUDA that supports the card."),
            Core::tr("The toolkit no longer supports the card: nvcc --version shows a version newer than the "
                     "last CUDA that does."),
        };
        return;
    }
    if (hasDropped(*toolkit, number, *catalogue)) {
        addSentence(finding,
            Core::tr("Here the toolkit is too new: CUDA %1 has dropped %2.").arg(cudaVersion, number));
        leaveOut(finding, QStringLiteral("newer-card"));
    } else if (!toolkit->capabilities.contains(number)) {
        addSentence(finding,
            Core::tr("Here the toolkit is too old: CUDA %1 does not know %2 yet.").arg(cudaVersion, number));
        leaveOut(finding, QStringLiteral("older-card"));
    } else {
        addSentence(finding,
            Core::tr("CUDA %1 does know %2, so another nvcc must have been used.").arg(cudaVersion, number));
    }
}

// A kill is taken for the system's in want of memory, unless the line itself speaks of memory.
bool isOnlyKilled(const Finding& finding)
{
    static const QRegularExpression ofKill(QStringLiteral("\\bKilled\\b|signal 9\\b|SIGKILL|\\b137\\b"));
    static const QRegularExpression ofMemory(
        QStringLiteral("out of memory|memory exhausted|allocate memory|bad_alloc"),
        QRegularExpression::CaseInsensitiveOption);
    return finding.rule == QLatin1String("oom-compiler-killed") && ofKill.match(finding.evidence).hasMatch()
        && !ofMemory.match(finding.evidence).hasMatch();
}

void doubtTheKill(Finding& finding)
{
    finding.title = Core::tr("A compiler was killed");
    finding.kind.clear();
    finding.confidence = Confidence::Low;
    finding.explanation
        = Core::tr("Something ended a compiler with a kill signal, and the log does not say what.");
}

// The last compiler that was ended tells nothing by itself; how much memory was left then does.
void decideMemoryMoment(Finding& finding, const DecidingFacts& facts)
{
    const auto moment = facts.memoryAt ? facts.memoryAt(finding) : std::nullopt;
    if (!moment || moment->total == 0)
        return;
    const int left = int(moment->leastAvailable * 100 / moment->total);
    if (left <= fullBelow) {
        finding.confidence = Confidence::High;
        finding.candidates.clear();
        addSentence(finding,
            Core::tr("In the minute before, memory was full: %1 of %2 was left.")
                .arg(formatBytes(moment->leastAvailable), formatBytes(moment->total)));
        putFirst(finding, QStringLiteral("fewer-jobs"));
        putFirst(finding, QStringLiteral("gate"));
    } else if (left >= emptyAbove) {
        const bool isDoubted = isOnlyKilled(finding);
        if (isDoubted)
            doubtTheKill(finding);
        addSentence(finding,
            Core::tr("The memory of the machine was not full: at least %1 of %2 was free in the minute "
                     "before. %3")
                .arg(formatBytes(moment->leastAvailable), formatBytes(moment->total),
                    finding.rule == QLatin1String("compiler-ice")
                        ? Core::tr("So it is more likely a bug in the compiler itself.")
                        : isDoubted
                        ? Core::tr("So it is more likely that somebody ended it, or a limit of a container.")
                        : Core::tr("So a limit is more likely: of a container, of ulimit, or on committed "
                                   "memory (vm.overcommit_memory).")));
        if (finding.rule == QLatin1String("compiler-ice"))
            putFirst(finding, QStringLiteral("other-compiler"));
    } else if (isOnlyKilled(finding)) {
        finding.confidence = Confidence::Medium;
    }
}

// What only mends another library than the one that the message is about.
void decideLibrary(Finding& finding)
{
    for (const auto& [fix, library] :
        { std::pair("set-build-custom-protobuf", "protobuf"), std::pair("flatc", "flatbuffers") }) {
        if (!finding.subject.contains(QLatin1String(library), Qt::CaseInsensitive))
            leaveOut(finding, QLatin1String(fix));
    }
}

bool isOfCpp(const Finding& finding)
{
    static const QRegularExpression cpp(QStringLiteral("\\bcc1plus\\b|\\.(?:cpp|cc|cxx)\\b"));
    return cpp.match(finding.edge).hasMatch() || cpp.match(finding.evidence).hasMatch();
}

void decideMemory(Finding& finding, const DecidingFacts& facts)
{
    if (isOfCpp(finding))
        leaveOut(finding, QStringLiteral("nvcc-threads"));
    if (facts.memory && facts.cores) {
        const quint64 fitting = std::max<quint64>(1, *facts.memory / memoryPerCompiler);
        if (fitting < quint64(*facts.cores)) {
            addSentence(finding,
                Core::tr("This machine has %1 for %2 cores: about %3 compilers at a time fit.")
                    .arg(formatBytes(*facts.memory))
                    .arg(*facts.cores)
                    .arg(fitting));
        }
    }
    decideMemoryMoment(finding, facts);
}

// A compiler that crashes and one that gets no memory often print the same.
void decideCrash(Finding& finding, const DecidingFacts& facts)
{
    finding.candidates = { Core::tr("Memory ran out: then it does not happen again with one job."),
        Core::tr("A bug in the compiler: then it happens again at the same place.") };
    decideMemoryMoment(finding, facts);
}

QString outputsText(const QStringList& outputs)
{
    return outputs.size() == 1
        ? outputs.first()
        : Core::tr("%n files, such as %1", nullptr, int(outputs.size())).arg(outputs.first());
}

// Nothing old asks for c10d in a folder that was configured anew, and cleaning it would help nobody.
void decideFreshDistributed(Finding& finding, const DecidingFacts& facts, std::optional<bool> isOn)
{
    leaveOut(finding, QStringLiteral("clean-build"));
    finding.explanation
        = Core::tr("Some files were compiled with distributed training switched on, but the files that "
                   "contain it were left out. The build folder is newly configured; nothing in it is old.");
    if (isOn == std::optional(true) && facts.backend != std::optional(true)) {
        addSentence(finding,
            Core::tr("Distributed is switched on, and a part of it is missing: Gloo, libuv or NCCL."));
        return putFirst(finding, QStringLiteral("whole-distributed"));
    }
    if (isOn == std::optional(false)) {
        addSentence(finding,
            facts.distributedAsked == std::optional(true)
                ? Core::tr("Distributed was asked for, but CMake switched it off: what it needs was not "
                           "found.")
                : Core::tr("Distributed is switched off, so this source needs c10d even then."));
        return putFirst(finding, QStringLiteral("whole-distributed"));
    }
    putFirst(finding, QStringLiteral("set-use-distributed"));
    if (isOn)
        return addSentence(finding,
            Core::tr("Distributed is switched on, with a backend, so this source does not link the library "
                     "that has c10d, or the library does not export it."));
    finding.confidence = Confidence::Medium;
    finding.candidates = {
        Core::tr("Distributed is half on: CMake's summary says USE_DISTRIBUTED: ON (or 1) and no Gloo, NCCL "
                 "or MPI."),
        Core::tr("Distributed is off, and this source needs c10d even then: the summary says "
                 "USE_DISTRIBUTED: OFF (or 0)."),
    };
}

// The sample project asks for it on purpose: words about PyTorch would be about something else.
void decidePlanted(Finding& finding)
{
    leaveOut(finding, QStringLiteral("clean-build"));
    leaveOut(finding, QStringLiteral("whole-distributed"));
    finding.explanation = Core::tr(
        "The sample project of the tour asks for a part of torch.distributed on purpose, and no "
        "library here has it. In a build of PyTorch the same message says that distributed is only "
        "half switched on, or that the build folder holds objects of other settings.");
    for (Fix& fix : finding.fixes) {
        if (fix.id == QLatin1String("set-use-distributed"))
            fix.detail = Core::tr("Without distributed the sample project does not ask for it. Only what "
                                  "that changes is built again.");
    }
}

// Distributed off and c10d asked for is an old object or cache; asked for and off was switched off by CMake;
// on without a backend is half a part; on with one is a folder that holds two configurations.
void decideDistributed(Finding& finding, const DecidingFacts& facts)
{
    if (facts.isPlanted)
        return decidePlanted(finding);
    const std::optional<bool>& isOn = facts.distributed ? facts.distributed : facts.distributedAsked;
    if (facts.configuredAnew && facts.distributedOutputs.isEmpty())
        return decideFreshDistributed(finding, facts, isOn);
    if (!isOn) {
        finding.confidence = Confidence::Medium;
        finding.candidates = {
            Core::tr("Distributed is off, and old objects or cache entries still ask for it: CMake's "
                     "summary says USE_DISTRIBUTED: OFF (or 0)."),
            Core::tr("It is half on: the summary says USE_DISTRIBUTED: ON (or 1) and no Gloo, NCCL or MPI."),
            Core::tr("It is on, and the folder holds objects of another configuration: the summary says "
                     "USE_DISTRIBUTED: ON (or 1) and a backend is on."),
        };
        return addSentence(finding,
            Core::tr("The log does not say which; the line USE_DISTRIBUTED of CMake's summary decides."));
    }
    if (!*isOn && facts.distributedAsked == std::optional(true)) {
        addSentence(finding,
            Core::tr("Here distributed was asked for, but CMake switched it off: what it needs was not "
                     "found."));
        return putFirst(finding, QStringLiteral("whole-distributed"));
    }
    if (!*isOn && !facts.distributedOutputs.isEmpty()) {
        addSentence(finding,
            Core::tr("Here distributed is switched off, and the build folder still holds what was "
                     "compiled while it was on: %1.")
                .arg(outputsText(facts.distributedOutputs)));
        return putFirst(finding, QStringLiteral("clean-build"));
    }
    if (!*isOn) {
        addSentence(finding,
            Core::tr("Here distributed is switched off, so what still asks for c10d was compiled or "
                     "configured while it was on."));
        return putFirst(finding, QStringLiteral("clean-build"));
    }
    if (facts.backend == std::optional(true)) {
        addSentence(finding,
            Core::tr("Here distributed is switched on, with a backend, so the folder holds objects of "
                     "another configuration, or the library that has c10d was not linked again."));
        return putFirst(finding, QStringLiteral("clean-build"));
    }
    addSentence(finding,
        facts.backend
            ? Core::tr("Here distributed is switched on without Gloo, NCCL and MPI: only half of it.")
            : Core::tr("Here distributed is switched on, so a part of it is missing (Gloo, "
                       "libuv or NCCL), or objects are older than the switch."));
    putFirst(finding, QStringLiteral("whole-distributed"));
}

}

DecidingFacts decidingFacts(const LogFacts& log, const HostFacts* host)
{
    DecidingFacts facts;
    facts.cudaVersion = majorMinor(log.cudaVersion);
    facts.distributed = switchedOn(log.distributed);
    facts.configuredAnew = !log.identifiedCompiler.isEmpty();
    facts.backend = anyOf({ switchedOn(log.gloo), switchedOn(log.nccl), switchedOn(log.mpi) });
    if (!host)
        return facts;
    if (const CudaToolkitFacts* toolkit = host->winningToolkit(); toolkit && facts.cudaVersion.isEmpty())
        facts.cudaVersion = majorMinor(toolkit->version);
    facts.memory = host->memoryTotal;
    facts.cores = host->logicalCores;
    return facts;
}

void addConfiguration(DecidingFacts& facts, const Configuration& asked)
{
    facts.distributedAsked = switchedOn(asked.flagValue(distributedName));
    facts.isPlanted = asked.flagValue(QStringLiteral("TOUR_FAILURE")) == QLatin1String("unresolved");
    for (const EnvironmentValue& variable : asked.environment) {
        if (variable.name == distributedName && variable.value && !facts.distributedAsked)
            facts.distributedAsked = switchedOn(*variable.value);
    }
}

void addBuildFolder(DecidingFacts& facts, const BuildFolderState& state)
{
    const auto cached = [&](const char* name) { return switchedOn(state.cache.value(QLatin1String(name))); };
    if (!facts.distributed)
        facts.distributed = cached("USE_DISTRIBUTED");
    if (!facts.backend)
        facts.backend = anyOf({ cached("USE_GLOO"), cached("USE_NCCL"), cached("USE_MPI") });
    if (facts.distributed == std::optional(false))
        facts.distributedOutputs = outputsOfPart(state, distributedName, OutputChoice::All);
}

bool asksBuildFolder(const Finding& finding)
{
    return finding.rule == QLatin1String("c10d-unresolved-symbol");
}

void decideFindings(QVector<Finding>& findings, const DecidingFacts& facts)
{
    for (Finding& finding : findings) {
        if (finding.rule == QLatin1String("nvcc-unsupported-gpu-arch"))
            decideArchitecture(finding, facts.cudaVersion);
        else if (finding.rule.startsWith(QLatin1String("oom-")))
            decideMemory(finding, facts);
        else if (finding.rule == QLatin1String("compiler-ice")
            || finding.rule == QLatin1String("nvcc-component-crash"))
            decideCrash(finding, facts);
        else if (finding.rule == QLatin1String("dependency-too-old"))
            decideLibrary(finding);
        else if (asksBuildFolder(finding))
            decideDistributed(finding, facts);
    }
}

}
