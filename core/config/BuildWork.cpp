// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildWork.h"

#include "core/base/Core.h"
#include "core/config/ArchChoices.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/knowledge/TreeFacts.h"
#include "core/knowledge/VersionText.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

// Where no architecture is named and no card is found, CMake takes the common ones.
constexpr int mostCommonArchs = 8;
constexpr int firstFlashMajor = 8;

bool isOn(const BuildChoice& choice, const char* name)
{
    const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(QLatin1String(name)) : nullptr;
    const bool fallback = option && isCMakeTrue(OptionCatalogue::defaultFor(*option, choice.facts.platform));
    return choice.isOn(QLatin1String(name), fallback);
}

QVector<ArchEntry> archsOf(const BuildChoice& choice)
{
    return choice.archs.isAutomatic() ? parseArchList(archsOfMachine(choice.facts)).entries
                                      : choice.archs.entries;
}

int flashArchs(const QVector<ArchEntry>& archs)
{
    const QStringList each = capabilitiesOf(archs);
    return int(std::count_if(each.begin(), each.end(),
        [](const QString& capability) { return majorOf(capability) >= firstFlashMajor; }));
}

// Collects the parts that the table has a row for.
class WorkList {
public:
    WorkList(const BuildChoice& choice, const EstimateCatalogue& catalogue, BuildWork& work)
        : m_choice(choice)
        , m_catalogue(catalogue)
        , m_work(work)
    {
    }

    void add(const char* id, WorkKind kind = WorkKind::Cpp, Span times = { 1, 1 })
    {
        const WorkPart* part = m_catalogue.part(QLatin1String(id), m_choice.releaseText);
        if (part && times.high > 0)
            m_work.items.append({ part, times, kind });
    }

    void addWhereOn(const char* option, const char* id)
    {
        if (isOn(m_choice, option))
            add(id);
    }

private:
    const BuildChoice& m_choice;
    const EstimateCatalogue& m_catalogue;
    BuildWork& m_work;
};

// We configure with CMake ourselves, and its default was OFF long after setup.py's was ON.
bool compilesTests(const BuildChoice& choice)
{
    return choice.isOn(
        QStringLiteral("BUILD_TEST"), choice.isAtLeast(QStringLiteral("2.14")).value_or(false));
}

void addCpp(WorkList& list, const BuildChoice& choice)
{
    list.add(isOn(choice, "USE_SYSTEM_LIBS") ? "cpp-system" : "cpp");
    list.addWhereOn("USE_MKLDNN", "mkldnn");
    list.addWhereOn("USE_FBGEMM", "fbgemm");
    list.addWhereOn("BUILD_PYTHON", "python");
    list.addWhereOn("USE_DISTRIBUTED", "distributed");
    if (compilesTests(choice))
        list.add("tests");
    if (choice.request.backend != QLatin1String("cmake"))
        list.add("wheel");
}

void addCuda(WorkList& list, const BuildChoice& choice, BuildWork& work)
{
    if (!choice.usesCuda) {
        work.words << Core::tr("no CUDA");
        return;
    }
    const QVector<ArchEntry> archs = archsOf(choice);
    const int count = int(capabilitiesOf(archs).size());
    const Span each = count > 0 ? Span { double(count), double(count) } : Span { 1, mostCommonArchs };
    list.add("cuda", WorkKind::Cuda);
    list.add("cuda-more", WorkKind::Cuda, { each.low - 1, each.high - 1 });
    const auto ptx
        = double(std::count_if(archs.begin(), archs.end(), [](const ArchEntry& entry) { return entry.ptx; }));
    list.add("ptx", WorkKind::Cuda, { ptx, ptx });
    if (isOn(choice, "USE_DISTRIBUTED") && isOn(choice, "USE_NCCL") && !isOn(choice, "USE_SYSTEM_NCCL"))
        list.add("nccl", WorkKind::Cuda);
    work.words << (count == 0 ? Core::tr("architectures that are not known")
            : count == 1      ? Core::tr("one architecture")
                              : Core::tr("%n architectures", nullptr, count));
    if (compilesMemoryEfficientAttention(choice))
        list.add("memory-efficient-attention", WorkKind::Cuda, each);
    const bool flash = compilesFlashAttention(choice);
    const double flashCount = flashArchs(archs);
    if (flash)
        list.add("flash-attention", WorkKind::Attention,
            count > 0 ? Span { flashCount, flashCount } : Span { 1, mostCommonArchs });
    work.words << (flash ? Core::tr("with flash attention") : Core::tr("no flash attention"));
}

QString whyUnknown(const BuildChoice& choice)
{
    const BuildRequest& request = choice.request;
    if (!runsStage(request, StageKind::Compile))
        return Core::tr("Nothing is compiled this time.");
    if (!request.targets.isEmpty())
        return Core::tr("Only %1 is built; an estimate is possible after its first build here.")
            .arg(request.targets.join(QLatin1String(", ")));
    if (isOtherProject(choice))
        return Core::tr("The source is not PyTorch, so there is no estimate yet; after the first build here "
                        "there is one.");
    for (const char* other : { "USE_ROCM", "USE_XPU" }) {
        if (choice.isOn(QLatin1String(other)))
            return Core::tr("No build times with %1 are known; after the first build here there is an "
                            "estimate.")
                .arg(QLatin1String(other));
    }
    return {};
}

// The second thread only adds what its core has left.
ProcessorCores ofOneKind(int physical, int logical)
{
    const int cores = std::clamp(physical, 1, logical);
    return { cores, 0, logical - cores };
}

Span timesOf(const EstimateCatalogue& catalogue, const char* id)
{
    const WorkFactor* factor = catalogue.factor(QLatin1String(id));
    return factor ? factor->time : Span { 0, 1 };
}

}

bool isOtherProject(const BuildChoice& choice)
{
    const BuildRequest& request = choice.request;
    return choice.facts.isHere() && !choice.isSample() && !request.fetches() && !KnownAnswersOnly::isHere()
        && QFileInfo(request.sourceFolder + QStringLiteral("/CMakeLists.txt")).isFile()
        && !factsOfTree(request.sourceFolder);
}

BuildWork workOf(const BuildChoice& choice, const EstimateCatalogue& catalogue)
{
    BuildWork work;
    work.unknown = whyUnknown(choice);
    WorkList list(choice, catalogue, work);
    if (choice.isSample()) {
        list.add("tour", WorkKind::Sample);
        return work;
    }
    addCpp(list, choice);
    addCuda(list, choice, work);
    const QString type = buildTypeOf(choice);
    if (type != QLatin1String("Release"))
        work.words << type;
    if (compilesTests(choice))
        work.words << Core::tr("with tests");
    return work;
}

bool compilesFlashAttention(const BuildChoice& choice)
{
    // Visual Studio's compiler gets them from 2.14 on.
    const bool canCompile = !choice.isWindows() || choice.isAtLeast(QStringLiteral("2.14")).value_or(false);
    const QVector<ArchEntry> archs = archsOf(choice);
    return choice.usesCuda && canCompile && isOn(choice, "USE_FLASH_ATTENTION")
        && choice.isAtLeast(QStringLiteral("2.0")).value_or(true)
        && (archs.isEmpty() || flashArchs(archs) > 0);
}

bool compilesMemoryEfficientAttention(const BuildChoice& choice)
{
    return choice.usesCuda && isOn(choice, "USE_MEM_EFF_ATTENTION")
        && choice.isAtLeast(QStringLiteral("2.0")).value_or(true);
}

const JobMemory* memoryOf(WorkKind kind, const EstimateCatalogue& catalogue)
{
    static const char* const jobs[] = { "cpp", "cuda", "attention", "tour" };
    return catalogue.job(QLatin1String(jobs[int(kind)]));
}

QString buildTypeOf(const BuildChoice& choice)
{
    const EffectiveValue debug = choice.value(QStringLiteral("DEBUG"));
    if (debug.isSet() && isCMakeTrue(debug.value))
        return QStringLiteral("Debug");
    const QString type = choice.value(QStringLiteral("CMAKE_BUILD_TYPE")).value;
    return type.isEmpty() ? QStringLiteral("Release") : type;
}

std::optional<ProcessorCores> coresOf(const HostFacts& facts)
{
    if (!facts.logicalCores || *facts.logicalCores < 1)
        return std::nullopt;
    const int logical = *facts.logicalCores;
    const int performance = facts.performanceCores.value_or(0);
    const int efficiency = facts.efficiencyCores.value_or(0);
    // A limit says how many, not which: those of one kind are taken.
    if (performance > 0 && efficiency > 0 && performance + efficiency <= logical && !facts.coresOfMachine)
        return ProcessorCores { performance, efficiency, logical - performance - efficiency };
    return ofOneKind(facts.physicalCores.value_or(logical), logical);
}

Span fullCores(const ProcessorCores& cores, double jobs, const EstimateCatalogue& catalogue)
{
    const double onFull = std::clamp(jobs, 1.0, double(cores.full));
    const double onEfficiency = std::clamp(jobs - onFull, 0.0, double(cores.efficiency));
    const double onSecond = std::clamp(jobs - onFull - onEfficiency, 0.0, double(cores.secondThreads));
    const Span efficiency = timesOf(catalogue, "efficiency-core");
    const Span second = timesOf(catalogue, "second-thread");
    return { onFull + onEfficiency * efficiency.low + onSecond * second.low,
        onFull + onEfficiency * efficiency.high + onSecond * second.high };
}

QString coresText(const ProcessorCores& cores)
{
    const int count = cores.full + cores.efficiency;
    QString text = count == 1 ? Core::tr("one core") : Core::tr("%n cores", nullptr, count);
    if (cores.efficiency > 0)
        text += Core::tr(" (%1 of them slower efficiency cores)").arg(cores.efficiency);
    return text;
}

}
