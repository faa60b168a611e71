// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/preflight/TriedChoice.h"
#include "core/trial/TrialPlan.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>

namespace torchmason {

namespace {

// Error codes of CUDA's runtime, as driver_types.h numbers them.
constexpr int noDevice = 100;
constexpr int noKernelImage = 209;
constexpr int insufficientDriver = 35;
constexpr int unsupportedPtx = 222;

// 12.9 of 12090.
QString cudaVersion(qint64 number)
{
    return QStringLiteral("%1.%2").arg(number / 1000).arg(number % 1000 / 10);
}

// 9.19.0 of 91900, 8.9.2 of 8902: as cudnn_version.h counts before and since 9.
QString cudnnVersion(qint64 number)
{
    const qint64 major = number >= 90000 ? number / 10000 : number / 1000;
    const qint64 rest = number >= 90000 ? number % 10000 : number % 1000;
    return QStringLiteral("%1.%2.%3").arg(major).arg(rest / 100).arg(rest % 100);
}

// Those of `names` that are folders below one of `roots`.
QStringList foldersBelow(const QStringList& roots, const QStringList& names)
{
    QStringList folders;
    for (const QString& root : roots) {
        for (const QString& name : names) {
            const QString folder = root + QLatin1Char('/') + name;
            if (!root.isEmpty() && QFileInfo(folder).isDir())
                folders << QDir::toNativeSeparators(folder);
        }
    }
    return folders;
}

// "9.0a+PTX" -> code for sm_90a, and PTX that later cards compile; and the host compiler.
QStringList nvccWords(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    QStringList words;
    for (const ArchEntry& entry : triedArchitectures(choice)) {
        const QString number = QString(entry.capability).remove(QLatin1Char('.'));
        const QString arch = QStringLiteral("arch=compute_%1,code=").arg(number);
        words << QStringLiteral("-gencode") << arch + QStringLiteral("sm_") + number;
        if (entry.ptx)
            words << QStringLiteral("-gencode") << arch + QStringLiteral("compute_") + number;
    }
    if (!choice.namedHostCompiler.isEmpty())
        words << QStringLiteral("-ccbin") << choice.namedHostCompiler;
    else if (choice.hostCompiler && !context.isMsvc()) // else found in Visual Studio's environment
        words << QStringLiteral("-ccbin") << choice.hostCompiler->path;
    return words;
}

// Where the program finds the toolkit's shared libraries when it runs.
EnvironmentValue libraryPath(const TrialContext& context)
{
    const QStringList names = context.isWindows()
        ? QStringList { QStringLiteral("bin"), QStringLiteral("bin/x64") }
        : QStringList { QStringLiteral("lib64"), QStringLiteral("lib"),
              QStringLiteral("targets/x86_64-linux/lib") };
    return { context.isWindows() ? QStringLiteral("PATH") : QStringLiteral("LD_LIBRARY_PATH"),
        foldersBelow({ context.choice.toolkit->root }, names).join(QDir::listSeparator()),
        ValueOrigin::Environment, true };
}

bool needsToolkit(TrialWork& work)
{
    const BuildChoice& choice = work.context.choice;
    if (choice.toolkit && !choice.toolkit->nvcc.isEmpty()) {
        work.addTool(QStringLiteral("nvcc"), choice.toolkit->nvcc, choice.toolkit->version);
        return true;
    }
    if (choice.toolkit)
        work.cannot(Core::tr("%1 has no nvcc.").arg(choice.toolkit->root));
    else
        work.cannot(choice.namedToolkit.isEmpty()
                ? Core::tr("No CUDA toolkit that this build takes was found.")
                : Core::tr("The build names %1, where no CUDA toolkit was found.").arg(choice.namedToolkit));
    return false;
}

struct Card {
    QString capability;
    int code = 0; // CUDA error of the kernel; 0: none
    int result = 0;

    bool runsWell() const { return code == 0 && result == 21; }
    bool isLeftOut() const { return code == noKernelImage || code == unsupportedPtx; }
};

QVector<Card> cardsOf(const Json& told)
{
    QVector<Card> cards;
    if (!told.contains("devices") || !told["devices"].is_array())
        return cards;
    for (const Json& entry : told["devices"]) {
        JsonReader reader(entry, QStringLiteral("devices"));
        cards.append({ reader.string("capability", {}), int(reader.integer("code", -1)),
            int(reader.integer("result", 0)) });
    }
    return cards;
}

void failOnCard(TrialWork& work, const Card& card, const QString& archs)
{
    work.about.evidence = QStringLiteral("CUDA error %1").arg(card.code);
    if (card.code == noKernelImage)
        work.fail(Core::tr("A card of %1 does not run what was compiled for %2: there is no code for it "
                           "(CUDA error %3).")
                      .arg(card.capability, archs)
                      .arg(card.code),
            Core::tr("Add %1 to TORCH_CUDA_ARCH_LIST.").arg(card.capability));
    else if (card.code == unsupportedPtx)
        work.fail(
            Core::tr("The driver does not know the PTX of this toolkit (CUDA error %1).").arg(card.code),
            Core::tr("Install a newer driver, or compile for %1 without PTX.").arg(card.capability));
    else
        work.fail(Core::tr("A kernel on the card of %1 ended with CUDA error %2.")
                      .arg(card.capability)
                      .arg(card.code),
            Core::tr(
                "Check whether other programs use the card, and restart the machine after a driver update."));
}

// `told`: what kernel.cu printed.
void judgeRun(TrialWork& work, const Json& told, const QString& archs)
{
    JsonReader reader(told, QStringLiteral("nvcc"));
    const int counted = int(reader.integer("counted", -1));
    const QString runtime = cudaVersion(reader.integer("runtime", 0));
    const qint64 driver = reader.integer("driver", 0);
    if (counted == insufficientDriver && driver == 0)
        return work.fail(
            Core::tr("nvcc compiles and links for %1, but there is no NVIDIA driver to run it.").arg(archs),
            Core::tr("Install NVIDIA's driver; in a container, start it with the card (--gpus all)."));
    if (counted == insufficientDriver) {
        work.about.evidence = QStringLiteral("CUDA error %1").arg(counted);
        return work.fail(Core::tr("The driver supports CUDA %1 and this toolkit is %2 (CUDA error %3).")
                             .arg(cudaVersion(driver), runtime)
                             .arg(counted),
            Core::tr("Install a newer driver, or build with an older toolkit."));
    }
    const QVector<Card> cards = cardsOf(told);
    if (counted != 0 || cards.isEmpty()) {
        const bool isPlain = counted == 0 || counted == noDevice;
        const QString code = isPlain ? QString() : QStringLiteral(" (CUDA error %1)").arg(counted);
        return work.warn(
            Core::tr("nvcc compiles and links for %1, but the program finds no card%2.").arg(archs, code),
            Core::tr("Check with nvidia-smi whether the driver is loaded."));
    }
    const bool anyRuns = std::any_of(cards.begin(), cards.end(), std::mem_fn(&Card::runsWell));
    QStringList capabilities;
    const Card* leftOut = nullptr;
    for (const Card& card : cards) {
        capabilities << card.capability;
        if (card.runsWell())
            continue;
        if (!anyRuns || !card.isLeftOut())
            return failOnCard(work, card, archs);
        leftOut = leftOut ? leftOut : &card;
    }
    if (leftOut) { // a second card that the build is not for
        failOnCard(work, *leftOut, archs);
        return work.soften();
    }
    work.pass(
        Core::tr("nvcc compiles for %1, and a kernel runs on %2 with %3 (CUDA %4).")
            .arg(archs, cards.size() == 1 ? Core::tr("the card") : Core::tr("%1 cards").arg(cards.size()),
                capabilities.join(QLatin1String(", ")), runtime));
}

void tryNvcc(TrialWork& work)
{
    if (!needsToolkit(work))
        return;
    const TrialContext& context = work.context;
    const BuildChoice& choice = context.choice;
    if (choice.hostCompiler)
        work.addTool(QStringLiteral("nvcc-host"), choice.hostCompiler->path, choice.hostCompiler->version);
    const QVector<ArchEntry> archs = triedArchitectures(choice);
    const QString source = work.path(QStringLiteral("kernel.cu"));
    const QString object = context.objectOf(source);
    const QString program = context.executable(work.path(QStringLiteral("kernel")));
    // "-allow-unsupported-compiler" and other flags of the build stand behind.
    const QStringList compileWords = nvccWords(context)
        + QProcess::splitCommand(choice.value(QStringLiteral("CMAKE_CUDA_FLAGS")).value)
        + QStringList { QStringLiteral("-std=c++%1").arg(triedStandard(choice)), QStringLiteral("-c"), source,
              QStringLiteral("-o"), object };
    const TrialStep compile { archs.isEmpty()
            ? Core::tr("Compiling a kernel with nvcc")
            : Core::tr("Compiling a kernel for %1 with nvcc").arg(archListText(archs)),
        choice.toolkit->nvcc, compileWords, Milliseconds(60000) };
    const TrialStep link { Core::tr("Linking with the CUDA runtime"), choice.toolkit->nvcc,
        nvccWords(context)
            + QStringList { object, QStringLiteral("-cudart"), QStringLiteral("shared"), QStringLiteral("-o"),
                program },
        Milliseconds(60000) };
    if (!work.writeSource("kernel.cu"))
        return;
    if (!work.run(compile)) {
        const QStringList missing
            = choice.toolkitInfo ? notCompiledBy(archs, choice.toolkitInfo->capabilities) : QStringList();
        if (!missing.isEmpty())
            work.about.fix
                = Core::tr("CUDA %1 does not compile for %2: take it out of TORCH_CUDA_ARCH_LIST, or "
                           "use a toolkit that does.")
                      .arg(choice.toolkit->version, missing.join(QStringLiteral(", ")));
        return;
    }
    if (!work.run(link))
        return;
    const QString target
        = archs.isEmpty() ? Core::tr("its default architecture") : archListText(archs, QStringLiteral(", "));
    const auto& gpus = choice.facts.gpus;
    if (std::none_of(gpus.begin(), gpus.end(), std::mem_fn(&GpuFacts::isServed)))
        return work.pass(
            Core::tr("nvcc compiles and links for %1; without a card it was not run.").arg(target));
    if (work.run(
            { Core::tr("Running the kernel"), program, {}, Milliseconds(30000), { libraryPath(context) } }))
        judgeRun(work, jsonIn(work.output()), target);
}

QStringList cudnnWords(const TrialContext& context, const QString& source, const QString& program)
{
    // Folders that the build names come first, then the toolkit's own; the system's are searched anyway.
    const QStringList roots { context.choice.value(QStringLiteral("CUDNN_ROOT")).value,
        context.choice.value(QStringLiteral("CUDNN_ROOT_DIR")).value, context.choice.toolkit->root };
    const QStringList includes = foldersBelow(roots, { QStringLiteral("include") });
    const QStringList libraries = foldersBelow(roots,
        { QStringLiteral("lib64"), QStringLiteral("lib"), QStringLiteral("lib/x64"),
            QStringLiteral("targets/x86_64-linux/lib") });
    const bool isMsvc = context.isMsvc();
    QStringList words;
    if (isMsvc)
        words << QStringLiteral("/nologo") << QStringLiteral("/MD") << QStringLiteral("/EHsc");
    for (const QString& folder : includes)
        words << (isMsvc ? QStringLiteral("/I") : QStringLiteral("-I")) + folder;
    if (isMsvc)
        words << QDir::toNativeSeparators(source) << QStringLiteral("/Fe") + QDir::toNativeSeparators(program)
              << QStringLiteral("/link") << QStringLiteral("cudnn.lib");
    else
        words << source << QStringLiteral("-o") << program;
    for (const QString& folder : libraries)
        words << (isMsvc ? QStringLiteral("/LIBPATH:") : QStringLiteral("-L")) + folder;
    return isMsvc ? words : words << QStringLiteral("-lcudnn");
}

void compareCudnn(TrialWork& work)
{
    const TrialContext& context = work.context;
    const QString program = context.executable(work.path(QStringLiteral("cudnn")));
    if (!work.writeSource("cudnn.cpp")
        || !work.run({ Core::tr("Compiling and linking with cuDNN"), context.cxx(),
            cudnnWords(context, work.path(QStringLiteral("cudnn.cpp")), program) })
        || !work.run({ Core::tr("Asking cuDNN for its version"), program, {}, Milliseconds(30000),
            { libraryPath(context) } }))
        return;
    const Json told = jsonIn(work.output());
    JsonReader reader(told, QStringLiteral("cudnn"));
    const qint64 header = reader.integer("header", 0);
    const qint64 library = reader.integer("library", 0);
    if (header == library)
        return work.pass(Core::tr("cuDNN's header and library fit together (%1).").arg(cudnnVersion(header)));
    work.fail(Core::tr("cuDNN's header is %1 and the library that loads is %2.")
                  .arg(cudnnVersion(header), cudnnVersion(library)),
        Core::tr("Leave one cuDNN in the toolkit's folder, or name it with CUDNN_ROOT."));
}

void tryCudnn(TrialWork& work)
{
    if (!needsToolkit(work))
        return;
    if (work.context.choice.toolkit->cudnn.isEmpty())
        return work.cannot(Core::tr("No cuDNN was found for this toolkit."));
    if (!work.needsCompiler())
        return;
    compareCudnn(work);
    // Without cuDNN PyTorch is built all the same, unless it was asked for.
    const EffectiveValue asked = work.context.choice.value(QStringLiteral("USE_CUDNN"));
    if (!asked.isSet() || !isCMakeTrue(asked.value))
        work.soften();
}

}

void addCudaTrials(const TrialContext& context, QVector<Trial>& trials)
{
    const BuildChoice& choice = context.choice;
    const bool isWanted = context.hasProfile() ? choice.usesCuda : !choice.facts.cudaToolkits.isEmpty();
    if (!isWanted)
        return;
    trials.append(context.trial("nvcc", Core::tr("CUDA compiler"),
        Core::tr("that nvcc compiles for the build's architectures with its host compiler, and that a kernel "
                 "runs"),
        tryNvcc));
    trials.last().usesCompiler = true;
    const bool hasCudnn = choice.toolkit && !choice.toolkit->cudnn.isEmpty();
    if (!choice.isOn(QStringLiteral("USE_CUDNN"), hasCudnn))
        return;
    trials.append(context.trial("cudnn", Core::tr("cuDNN"),
        Core::tr("that cuDNN's header compiles, its library links and loads, and both are one version"),
        tryCudnn));
    trials.last().usesCompiler = true;
}

}
