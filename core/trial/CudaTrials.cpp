// SPDX-License-Identifier: GPL-3.0-or-later
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

// "9.0a+PTX" -> code for sm_90a, and PTX that later cards compile.
QStringList codeWords(const QVector<ArchEntry>& entries)
{
    QStringList words;
    for (const ArchEntry& entry : entries) {
        const QString number = QString(entry.capability).remove(QLatin1Char('.'));
        const QString arch = QStringLiteral("arch=compute_%1,code=").arg(number);
        words << QStringLiteral("-gencode") << arch + QStringLiteral("sm_") + number;
        if (entry.ptx)
            words << QStringLiteral("-gencode") << arch + QStringLiteral("compute_") + number;
    }
    return words;
}

QStringList hostWords(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    if (!choice.namedHostCompiler.isEmpty())
        return { QStringLiteral("-ccbin"), choice.namedHostCompiler };
    if (!choice.hostCompiler || context.isMsvc()) // found in Visual Studio's environment
        return {};
    return { QStringLiteral("-ccbin"), choice.hostCompiler->path };
}

// Where the program finds the toolkit's shared libraries when it runs.
EnvironmentValue libraryPath(const TrialContext& context, const CudaToolkitFacts& toolkit)
{
    QStringList folders;
    const QStringList names = context.isWindows()
        ? QStringList { QStringLiteral("bin"), QStringLiteral("bin/x64") }
        : QStringList { QStringLiteral("lib64"), QStringLiteral("lib"),
              QStringLiteral("targets/x86_64-linux/lib") };
    for (const QString& name : names) {
        const QString folder = toolkit.root + QLatin1Char('/') + name;
        if (QFileInfo(folder).isDir())
            folders << QDir::toNativeSeparators(folder);
    }
    return { context.isWindows() ? QStringLiteral("PATH") : QStringLiteral("LD_LIBRARY_PATH"),
        folders.join(QDir::listSeparator()), ValueOrigin::Environment, true };
}

struct Card {
    QString capability;
    int code = 0;
    int result = 0;
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

void tellCard(const Card& card, const QString& archs, TrialFacts& about)
{
    about.evidence = QStringLiteral("CUDA error %1").arg(card.code);
    if (card.code == noKernelImage)
        return setFailed(about,
            QStringLiteral("A card of %1 does not run what was compiled for %2: there is no code for it "
                           "(CUDA error %3).")
                .arg(card.capability, archs)
                .arg(card.code),
            QStringLiteral("Add %1 to TORCH_CUDA_ARCH_LIST.").arg(card.capability));
    if (card.code == unsupportedPtx)
        return setFailed(about,
            QStringLiteral("The driver does not know the PTX of this toolkit (CUDA error %1).")
                .arg(card.code),
            QStringLiteral("Install a newer driver, or compile for %1 without PTX.").arg(card.capability));
    setFailed(about,
        QStringLiteral("A kernel on the card of %1 ended with CUDA error %2.")
            .arg(card.capability)
            .arg(card.code),
        QStringLiteral(
            "Look whether other programs use the card, and restart the machine after a driver update."));
}

void judgeRun(const Json& told, const QString& archs, TrialFacts& about)
{
    JsonReader reader(told, QStringLiteral("nvcc"));
    const int counted = int(reader.integer("counted", -1));
    const QString runtime = cudaVersion(reader.integer("runtime", 0));
    const qint64 driver = reader.integer("driver", 0);
    if (counted == insufficientDriver && driver == 0)
        return setFailed(about,
            QStringLiteral("nvcc compiles and links for %1, but there is no NVIDIA driver to run it.")
                .arg(archs),
            QStringLiteral("Install NVIDIA's driver; in a container, start it with the card (--gpus all)."));
    if (counted == insufficientDriver) {
        about.evidence = QStringLiteral("CUDA error %1").arg(counted);
        return setFailed(about,
            QStringLiteral("The driver serves CUDA %1 and this toolkit is %2 (CUDA error %3).")
                .arg(cudaVersion(driver), runtime)
                .arg(counted),
            QStringLiteral("Install a newer driver, or build with an older toolkit."));
    }
    const QVector<Card> cards = cardsOf(told);
    if (counted != 0 || cards.isEmpty()) {
        const QString code = counted == 0 || counted == noDevice
            ? QString()
            : QStringLiteral(" (CUDA error %1)").arg(counted);
        return setWarning(about,
            QStringLiteral("nvcc compiles and links for %1, but the program finds no card%2.")
                .arg(archs, code),
            QStringLiteral("Look whether the driver is loaded: nvidia-smi tells."));
    }
    const auto runsWell = [](const Card& card) { return card.code == 0 && card.result == 21; };
    const auto isLeftOut
        = [](const Card& card) { return card.code == noKernelImage || card.code == unsupportedPtx; };
    const bool anyRuns = std::any_of(cards.begin(), cards.end(), runsWell);
    for (const Card& card : cards) {
        if (runsWell(card) || (anyRuns && isLeftOut(card)))
            continue;
        return tellCard(card, archs, about);
    }
    for (const Card& card : cards) {
        if (runsWell(card))
            continue;
        // A second card that the build is not for.
        tellCard(card, archs, about);
        return setWarning(about, about.found, about.fix);
    }
    QStringList capabilities;
    for (const Card& card : cards)
        capabilities << card.capability;
    setPass(about,
        QStringLiteral("nvcc compiles for %1, and a kernel runs on %2 with %3 (CUDA %4).")
            .arg(archs)
            .arg(
                cards.size() == 1 ? QStringLiteral("the card") : QStringLiteral("%1 cards").arg(cards.size()))
            .arg(capabilities.join(QLatin1String(", ")), runtime));
}

QString whyNot(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    if (!choice.toolkit)
        return choice.namedToolkit.isEmpty()
            ? QStringLiteral("No CUDA toolkit that this build takes was found.")
            : QStringLiteral("The build names %1, where no CUDA toolkit was found.").arg(choice.namedToolkit);
    if (choice.toolkit->nvcc.isEmpty())
        return QStringLiteral("%1 has no nvcc.").arg(choice.toolkit->root);
    return {};
}

TrialStep compileKernel(const TrialContext& context, const Trial& trial)
{
    const BuildChoice& choice = context.choice;
    const QString archs = archListText(triedArchitectures(choice));
    TrialStep step;
    step.doing = archs.isEmpty() ? QStringLiteral("Compiling a kernel with nvcc")
                                 : QStringLiteral("Compiling a kernel for %1 with nvcc").arg(archs);
    step.program = choice.toolkit->nvcc;
    step.limit = Milliseconds(60000);
    step.arguments = codeWords(triedArchitectures(choice)) + hostWords(context);
    // "-allow-unsupported-compiler" and others that the build passes.
    step.arguments << QProcess::splitCommand(choice.value(QStringLiteral("CMAKE_CUDA_FLAGS")).value);
    step.arguments << QStringLiteral("-std=c++%1").arg(triedStandard(choice)) << QStringLiteral("-c")
                   << trial.folder + QStringLiteral("/kernel.cu") << QStringLiteral("-o")
                   << context.objectOf(trial.folder + QStringLiteral("/kernel.cu"));
    step.files = { { trial.folder + QStringLiteral("/kernel.cu"), trialSource("kernel.cu") } };
    return step;
}

TrialStep linkKernel(const TrialContext& context, const Trial& trial)
{
    TrialStep step;
    step.doing = QStringLiteral("Linking with the CUDA runtime");
    step.program = context.choice.toolkit->nvcc;
    step.limit = Milliseconds(60000);
    step.arguments = codeWords(triedArchitectures(context.choice)) + hostWords(context);
    step.arguments << context.objectOf(trial.folder + QStringLiteral("/kernel.cu"))
                   << QStringLiteral("-cudart") << QStringLiteral("shared") << QStringLiteral("-o")
                   << context.executable(trial.folder + QStringLiteral("/kernel"));
    return step;
}

Trial nvccTrial(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    const QString archs = archListText(triedArchitectures(choice), QStringLiteral(", "));
    Trial trial = context.start("nvcc", QStringLiteral("CUDA compiler"),
        QStringLiteral("that nvcc compiles for the build's architectures with its host compiler, and that a "
                       "kernel runs"));
    trial.cannot = whyNot(context);
    if (!trial.cannot.isEmpty())
        return trial;
    addTool(trial, QStringLiteral("nvcc"), choice.toolkit->nvcc, choice.toolkit->version);
    if (choice.hostCompiler)
        addTool(trial, QStringLiteral("nvcc-host"), choice.hostCompiler->path, choice.hostCompiler->version);
    trial.usesCompiler = true;
    trial.steps = { compileKernel(context, trial), linkKernel(context, trial) };
    const bool hasCard = std::any_of(choice.facts.gpus.begin(), choice.facts.gpus.end(),
        [](const GpuFacts& gpu) { return gpu.isServed(); });
    if (hasCard) {
        TrialStep run;
        run.doing = QStringLiteral("Running the kernel");
        run.program = context.executable(trial.folder + QStringLiteral("/kernel"));
        run.environment = { libraryPath(context, *choice.toolkit) };
        trial.steps << run;
    }
    const QString missing = choice.toolkitInfo
        ? notCompiledBy(triedArchitectures(choice), choice.toolkitInfo->capabilities)
              .join(QStringLiteral(", "))
        : QString();
    trial.explain
        = [missing, version = choice.toolkit->version](qsizetype step, const StepAnswer&, TrialFacts& about) {
              if (step == 0 && !missing.isEmpty())
                  about.fix = QStringLiteral(
                      "CUDA %1 does not compile for %2: take it out of TORCH_CUDA_ARCH_LIST, or "
                      "use a toolkit that does.")
                                  .arg(version, missing);
          };
    const QString target = archs.isEmpty() ? QStringLiteral("its default architecture") : archs;
    trial.judge = [hasCard, target](const StepAnswers& answers, TrialFacts& about) {
        if (hasCard)
            return judgeRun(jsonIn(answers.last().output), target, about);
        setPass(about,
            QStringLiteral("nvcc compiles and links for %1; without a card it was not run.").arg(target));
    };
    return trial;
}

// Folders that the build names come first, then the toolkit's own; the system's are searched anyway.
QStringList cudnnFolders(const BuildChoice& choice, const QStringList& below)
{
    QStringList roots;
    for (const char* name : { "CUDNN_ROOT", "CUDNN_ROOT_DIR" })
        roots << choice.value(QLatin1String(name)).value;
    roots << choice.toolkit->root;
    QStringList folders;
    for (const QString& root : std::as_const(roots)) {
        for (const QString& name : below) {
            const QString folder = root + QLatin1Char('/') + name;
            if (!root.isEmpty() && QFileInfo(folder).isDir())
                folders << QDir::toNativeSeparators(folder);
        }
    }
    return folders;
}

QStringList cudnnWords(const TrialContext& context, const QString& source, const QString& program)
{
    QStringList words;
    const QStringList includes = cudnnFolders(context.choice, { QStringLiteral("include") });
    const QStringList libraries = cudnnFolders(context.choice,
        { QStringLiteral("lib64"), QStringLiteral("lib"), QStringLiteral("lib/x64"),
            QStringLiteral("targets/x86_64-linux/lib") });
    if (context.isMsvc()) {
        words << QStringLiteral("/nologo") << QStringLiteral("/MD") << QStringLiteral("/EHsc");
        for (const QString& folder : includes)
            words << QStringLiteral("/I") + folder;
        words << QDir::toNativeSeparators(source) << QStringLiteral("/Fe") + QDir::toNativeSeparators(program)
              << QStringLiteral("/link") << QStringLiteral("cudnn.lib");
        for (const QString& folder : libraries)
            words << QStringLiteral("/LIBPATH:") + folder;
        return words;
    }
    for (const QString& folder : includes)
        words << QStringLiteral("-I") + folder;
    words << source << QStringLiteral("-o") << program;
    for (const QString& folder : libraries)
        words << QStringLiteral("-L") + folder;
    return words << QStringLiteral("-lcudnn");
}

void judgeCudnn(const Json& told, TrialFacts& about)
{
    JsonReader reader(told, QStringLiteral("cudnn"));
    const qint64 header = reader.integer("header", 0);
    const qint64 library = reader.integer("library", 0);
    const QString fix
        = QStringLiteral("Leave one cuDNN in the toolkit's folder, or name it with CUDNN_ROOT.");
    if (header != library)
        return setFailed(about,
            QStringLiteral("cuDNN's header is %1 and the library that loads is %2.")
                .arg(cudnnVersion(header), cudnnVersion(library)),
            fix);
    setPass(about, QStringLiteral("cuDNN's header and library fit together (%1).").arg(cudnnVersion(header)));
}

Trial cudnnTrial(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    Trial trial = context.start("cudnn", QStringLiteral("cuDNN"),
        QStringLiteral(
            "that cuDNN's header compiles, its library links and loads, and both are one version"));
    trial.cannot = whyNot(context);
    if (trial.cannot.isEmpty() && choice.toolkit->cudnn.isEmpty())
        trial.cannot = QStringLiteral("No cuDNN was found for this toolkit.");
    if (trial.cannot.isEmpty() && !choice.compiler)
        trial.cannot = QStringLiteral("No C++ compiler was found.");
    if (!trial.cannot.isEmpty())
        return trial;
    addTool(trial, QStringLiteral("nvcc"), choice.toolkit->nvcc, choice.toolkit->version);
    addTool(trial, QStringLiteral("cxx"), choice.compiler->path, choice.compiler->version);
    trial.usesCompiler = true;
    const QString source = trial.folder + QStringLiteral("/cudnn.cpp");
    const QString program = context.executable(trial.folder + QStringLiteral("/cudnn"));
    TrialStep compile;
    compile.doing = QStringLiteral("Compiling and linking with cuDNN");
    compile.program = context.cxx();
    compile.arguments = cudnnWords(context, source, program);
    compile.files = { { source, trialSource("cudnn.cpp") } };
    TrialStep run;
    run.doing = QStringLiteral("Asking cuDNN for its version");
    run.program = program;
    run.environment = { libraryPath(context, *choice.toolkit) };
    trial.steps = { compile, run };
    // Without it PyTorch is built all the same, unless it was asked for.
    const EffectiveValue asked = choice.value(QStringLiteral("USE_CUDNN"));
    const bool isAsked = asked.isSet() && isCMakeTrue(asked.value);
    const auto soften = [isAsked](TrialFacts& about) {
        if (!isAsked && about.state == QLatin1String("fail"))
            about.state = QStringLiteral("warning");
    };
    trial.judge = [soften](const StepAnswers& answers, TrialFacts& about) {
        judgeCudnn(jsonIn(answers.last().output), about);
        soften(about);
    };
    trial.explain = [soften](qsizetype, const StepAnswer&, TrialFacts& about) { soften(about); };
    return trial;
}

}

QVector<Trial> cudaTrials(const TrialContext& context)
{
    const BuildChoice& choice = context.choice;
    const bool isWanted = context.hasProfile ? choice.usesCuda : !choice.facts.cudaToolkits.isEmpty();
    if (!isWanted)
        return {};
    QVector<Trial> trials { nvccTrial(context) };
    const bool namesCudnn = choice.toolkit && !choice.toolkit->cudnn.isEmpty();
    if (choice.isOn(QStringLiteral("USE_CUDNN"), namesCudnn))
        trials << cudnnTrial(context);
    return trials;
}

}
