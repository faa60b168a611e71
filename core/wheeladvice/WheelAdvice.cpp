// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wheeladvice/WheelAdvice.h"

#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"
#include "core/stages/InstallPlace.h"
#include "core/wheeladvice/WheelChoice.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

bool asks(const Configuration& configuration, const char* flag)
{
    return isCMakeTrue(configuration.flagValue(QLatin1String(flag)));
}

bool isDebugBuild(const Configuration& configuration)
{
    const QString type = configuration.flagValue(QStringLiteral("CMAKE_BUILD_TYPE"));
    const bool byVariable = std::any_of(configuration.environment.begin(), configuration.environment.end(),
        [](const EnvironmentValue& variable) {
            return variable.name == QLatin1String("DEBUG") && isCMakeTrue(variable.value.value_or(QString()));
        });
    return byVariable || type.compare(QLatin1String("Debug"), Qt::CaseInsensitive) == 0
        || type.compare(QLatin1String("RelWithDebInfo"), Qt::CaseInsensitive) == 0;
}

QString archsText(const OfficialWheel& wheel)
{
    return archListText(wheel.archs, QStringLiteral(" "));
}

// "x86_64" or "aarch64": as the facts tell, else by what they let conclude: the processor's name, or a card
// that is built into one kind of machine only.
QString machineOf(const HostFacts& facts)
{
    if (!facts.machine.isEmpty())
        return facts.machine;
    static const QRegularExpression arm(
        QStringLiteral(R"(\b(neoverse|cortex|aarch64|arm64|armv8|armv9|grace|ampere altra|graviton)\b)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression armCard(QStringLiteral(R"(\b(GB10|GH200|GB200|GB300|Thor)\b)"));
    const bool isArm = arm.match(facts.cpuModel).hasMatch() || arm.match(facts.osBuild).hasMatch()
        || std::any_of(facts.gpus.begin(), facts.gpus.end(),
            [](const GpuFacts& gpu) { return armCard.match(gpu.name).hasMatch(); });
    return isArm ? QStringLiteral("aarch64") : QStringLiteral("x86_64");
}

// A board of NVIDIA's before Thor, whose CUDA is not that of servers.
bool isOldJetson(const HostFacts& facts)
{
    const QStringList boards { QStringLiteral("3.2"), QStringLiteral("5.3"), QStringLiteral("6.2"),
        QStringLiteral("7.2"), QStringLiteral("8.7") };
    return std::any_of(facts.gpus.begin(), facts.gpus.end(),
        [&](const GpuFacts& gpu) { return boards.contains(gpu.computeCapability); });
}

// Of the cards that are here; with a profile of those among them that it compiles for, or, where none is, of
// its own.
QStringList capabilitiesToServe(const HostFacts& facts, const Profile* profile)
{
    QStringList here;
    for (const GpuFacts& gpu : facts.gpus)
        here << gpu.computeCapability;
    here.removeDuplicates();
    if (!profile)
        return here;
    if (!usesCuda(profile->configuration))
        return {};
    const QVector<ArchEntry> archs = parseArchList(archListOf(profile->configuration)).entries;
    QStringList wanted;
    if (here.isEmpty()) {
        for (const ArchEntry& entry : archs)
            wanted << QString(entry.capability).remove(QLatin1Char('a')).remove(QLatin1Char('f'));
    }
    for (const QString& capability : here) {
        if (coverageOf(archs, capability) != ArchCoverage::None)
            wanted << capability;
    }
    wanted.removeDuplicates();
    return wanted.isEmpty() ? here : wanted;
}

// "Tesla K40c (3.5)"
QString cardsText(const HostFacts& facts, const WheelWish& wish)
{
    QStringList cards;
    for (const GpuFacts& gpu : facts.gpus) {
        if (wish.capabilities.contains(gpu.computeCapability))
            cards << QStringLiteral("%1 (%2)").arg(gpu.name, gpu.computeCapability);
    }
    cards.removeDuplicates();
    return cards.isEmpty()
        ? Core::tr("compute capability %1").arg(wish.capabilities.join(QLatin1String(" and ")))
        : cards.join(QLatin1String(" and "));
}

QString coverageSentence(const WheelChoice& choice, const WheelWish& wish)
{
    if (!choice.wheel.hasCuda())
        return Core::tr("Without CUDA, any processor of this kind will do.");
    const QString cards = wish.capabilities.join(QLatin1String(" and "));
    return choice.coverage == ArchCoverage::Ptx
        ? Core::tr("It was compiled for %1; the PTX in it reaches %2.").arg(archsText(choice.wheel), cards)
        : Core::tr("It was compiled for %1, which serves %2.").arg(archsText(choice.wheel), cards);
}

// What the profile wants that no official wheel has.
QStringList profileReasons(const Profile& profile)
{
    QStringList reasons;
    if (!profile.patches.isEmpty())
        reasons << Core::tr("The profile patches the source; no official wheel has these patches.");
    if (asks(profile.configuration, "USE_MPI"))
        reasons << Core::tr("The profile asks for MPI, which official wheels lack.");
    if (isDebugBuild(profile.configuration))
        reasons << Core::tr("The profile asks for a debug build.");
    if (profile.source.kind == SourceKind::DebianSource)
        reasons << Core::tr("The profile builds the distribution's source package; a mirror of the "
                            "distribution is all the network it needs.");
    return reasons;
}

using Outcome = WheelChoice::Outcome;

// First the one that would build. A profile's range of Pythons is for building: the wheels of its release
// have the range of the table.
QVector<PythonFacts> pythonsToTry(const HostFacts& facts, const Profile* profile, const TorchRelease* release)
{
    QVector<PythonFacts> pythons;
    for (const PythonFacts& python : facts.pythons) {
        if (!python.version.isEmpty())
            pythons.append(python);
    }
    ProfileNeeds needs = profile ? profile->needs : ProfileNeeds();
    needs.pythonMinimum = release ? release->pythonMinimum : QString();
    needs.pythonMaximum = release ? release->pythonMaximum : QString();
    const PythonFacts* first = profile && needs.python
        ? choosePython(facts, needs, profile->configuration).facts
        : facts.defaultPython();
    for (qsizetype at = 1; first && at < pythons.size(); ++at) {
        if (pythons[at].path == first->path) {
            pythons.move(at, 0);
            break;
        }
    }
    return pythons;
}

QString oldestDriver(const QVector<GpuFacts>& gpus)
{
    QString oldest;
    for (const GpuFacts& gpu : gpus) {
        if (!gpu.driver.isEmpty() && (oldest.isEmpty() || compareVersions(gpu.driver, oldest) < 0))
            oldest = gpu.driver;
    }
    return oldest;
}

bool allServed(const QVector<GpuFacts>& gpus)
{
    return std::all_of(gpus.begin(), gpus.end(), [](const GpuFacts& gpu) { return gpu.isServed(); });
}

WheelWish wishFor(const HostFacts& facts, const Profile* profile)
{
    WheelWish wish;
    wish.platform = facts.platform;
    wish.machine = machineOf(facts);
    wish.capabilities = capabilitiesToServe(facts, profile);
    wish.driver = oldestDriver(facts.gpus);
    const auto releases = ReleaseCatalogue::load();
    const TorchRelease* release = nullptr;
    if (profile && releases) {
        const SourceSpec& source = profile->source;
        release = releases->release(source.version.isEmpty() ? source.tag : source.version);
    }
    wish.release = release ? release->version : QString();
    wish.pythons = pythonsToTry(facts, profile, release);
    return wish;
}

// As a shell of that system takes it: cmd.exe would read what follows a slash as an option.
QString programForShell(const QString& path, Platform platform)
{
    const QString native
        = platform == Platform::Windows ? QString(path).replace(QLatin1Char('/'), QLatin1Char('\\')) : path;
    return native.contains(QLatin1Char(' ')) ? QLatin1Char('"') + native + QLatin1Char('"') : native;
}

// As PyTorch's own page of versions writes it: from 2.0 on each index holds the plain version.
QString pipLine(const WheelChoice& choice)
{
    const OfficialWheel& wheel = choice.wheel;
    const QString python = choice.python.path.isEmpty() ? QStringLiteral("python") : choice.python.path;
    const bool old = majorOf(wheel.newest) < 2;
    const QString torch
        = QStringLiteral("torch==%1%2 %3 https://download.pytorch.org/whl/%4")
              .arg(wheel.newest, old ? QLatin1Char('+') + wheel.variant : QString(),
                  old ? QStringLiteral("--extra-index-url") : QStringLiteral("--index-url"), wheel.variant);
    return pipInstallLines(
        programForShell(python, wheel.platform), choice.python.kind, torch, wheel.platform);
}

void tellWheel(const WheelChoice& choice, const WheelWish& wish, const HostFacts& facts, WheelAdvice& advice)
{
    advice.answer = choice.coverage == ArchCoverage::Ptx ? WheelAnswer::Ptx : WheelAnswer::Native;
    advice.release = choice.wheel.newest;
    advice.variant = choice.wheel.variant;
    advice.cuda = choice.wheel.cuda;
    advice.command = pipLine(choice);
    advice.confidence = choice.wheel.confidence;
    advice.source = choice.wheel.source;
    advice.reasons << coverageSentence(choice, wish);
    advice.forAbsentCards = choice.wheel.hasCuda() && facts.gpus.isEmpty();
    if (advice.forAbsentCards)
        advice.reasons << Core::tr(
            "No graphics card was found, so this answer is for the cards that the profile compiles for.");
    else if (choice.wheel.hasCuda() && !allServed(facts.gpus))
        advice.reasons << Core::tr("NVIDIA's driver must be there first, %1 or newer.")
                              .arg(driverOfWheel(choice.wheel, choice.coverage));
    else if (choice.wheel.hasCuda() && wish.driver.isEmpty())
        advice.reasons << Core::tr("The driver's version is not known; it must be %1 or newer.")
                              .arg(driverOfWheel(choice.wheel, choice.coverage));
    if (choice.wheel.confidence == QLatin1String("low"))
        advice.reasons << Core::tr("It is not certain that this wheel was published, or which cards it "
                                   "supports; pip shows whether it exists.");
    if (choice.pythonIsExperimental)
        advice.reasons << Core::tr("Python %1 is experimental with PyTorch %2.")
                              .arg(choice.python.version, choice.wheel.release);
    if (wish.pythons.isEmpty())
        advice.reasons << Core::tr("No Python was found here; the wheel needs one.");
    else if (choice.python.path != wish.pythons.first().path)
        advice.reasons << Core::tr("There is none for Python %1; Python %2 has one.")
                              .arg(wish.pythons.first().version, choice.python.version);
}

// Where several cards want different wheels, each may still have one of its own.
QStringList wheelsForCardsAlone(const HostFacts& facts, const WheelWish& wish)
{
    QStringList sentences;
    for (const GpuFacts& gpu : wish.capabilities.size() > 1 ? facts.gpus : QVector<GpuFacts>()) {
        WheelWish alone = wish;
        alone.capabilities = QStringList { gpu.computeCapability };
        alone.driver = gpu.driver;
        const WheelChoice choice = chooseWheel(alone);
        if (choice.outcome == Outcome::Found)
            sentences << Core::tr("PyTorch %1 for CUDA %2 serves the %3 alone.")
                             .arg(choice.wheel.newest, choice.wheel.cuda, gpu.name);
    }
    sentences.removeDuplicates();
    return sentences;
}

void tellRefusal(
    const WheelChoice& choice, const WheelWish& wish, const HostFacts& facts, WheelAdvice& advice)
{
    advice.answer = WheelAnswer::No;
    advice.confidence = QStringLiteral("high");
    QString sentence;
    switch (choice.outcome) {
    case Outcome::NotCovered:
        sentence
            = (wish.capabilities.size() > 1 ? Core::tr("No single official wheel has code for all of %1.")
                                            : Core::tr("No official wheel has code for the %1."))
                  .arg(cardsText(facts, wish));
        break;
    case Outcome::DriverTooOld:
        sentence = Core::tr("Driver %1 is too old for every wheel with code for the %2: %3 or newer is "
                            "needed. With a newer driver no build is needed.")
                       .arg(wish.driver, cardsText(facts, wish), choice.needed);
        break;
    case Outcome::PythonOutside:
        sentence = Core::tr("No wheel that would fit is made for Python %1: they are for %2. With another "
                            "Python no build is needed.")
                       .arg(wish.pythons.first().version, choice.needed);
        break;
    default:
        sentence = Core::tr("There are no official wheels for %1 on %2.")
                       .arg(platformName(wish.platform), wish.machine);
    }
    advice.reasons << sentence;
    advice.buildReasons << sentence;
    if (choice.outcome == Outcome::NotCovered)
        advice.reasons << wheelsForCardsAlone(facts, wish);
}

// The cards, their driver and the machine stand in the way of an answer.
QString whyUnknown(const HostFacts& facts, const Profile* profile)
{
    if (profile && profile->source.kind == SourceKind::Sample)
        return Core::tr("This profile builds a small sample project, not PyTorch.");
    if (profile && !usesCuda(profile->configuration))
        return {};
    for (const GpuFacts& gpu : facts.gpus) {
        if (gpu.computeCapability.isEmpty())
            return Core::tr("The compute capability of the %1 is not known.").arg(gpu.name);
    }
    for (const UnknownFact& unknown : facts.unknown) {
        if (unknown.probe == QLatin1String("gpu") && facts.gpus.isEmpty())
            return Core::tr("What graphics card is here is not known: %1").arg(unknown.reason);
    }
    return {};
}

}

WheelAdvice adviseWheel(const HostFacts& facts, const Profile* profile)
{
    WheelAdvice advice;
    advice.confidence = QStringLiteral("low");
    const QString unknown = whyUnknown(facts, profile);
    if (!unknown.isEmpty()) {
        advice.reasons << unknown;
        return advice;
    }
    const WheelWish wish = wishFor(facts, profile);
    if (isOldJetson(facts) && !wish.capabilities.isEmpty()) {
        advice.answer = WheelAnswer::No;
        advice.confidence = QStringLiteral("medium");
        advice.reasons << Core::tr(
            "Official wheels are not for this Jetson: NVIDIA publishes its own with JetPack.");
        advice.buildReasons = advice.reasons;
        return advice;
    }
    const WheelChoice choice = chooseWheel(wish);
    if (choice.outcome == Outcome::Found)
        tellWheel(choice, wish, facts, advice);
    else
        tellRefusal(choice, wish, facts, advice);
    if (profile && advice.isWheel() && !wish.release.isEmpty() && choice.wheel.release != wish.release)
        advice.buildReasons
            << Core::tr("PyTorch %1 itself, which this profile builds, has no such wheel.").arg(wish.release);
    if (profile)
        advice.buildReasons << profileReasons(*profile);
    return advice;
}

QString wheelAnswerId(WheelAnswer answer)
{
    static const char* const ids[] = { "native", "ptx", "no", "unknown" };
    return QLatin1String(ids[int(answer)]);
}

QString wheelHeadline(const WheelAdvice& advice)
{
    const QString what = advice.cuda.isEmpty()
        ? Core::tr("PyTorch %1 without CUDA").arg(advice.release)
        : Core::tr("PyTorch %1 for CUDA %2").arg(advice.release, advice.cuda);
    switch (advice.answer) {
    case WheelAnswer::Native:
        return Core::tr("An official wheel of %1 serves %2.")
            .arg(what,
                advice.forAbsentCards ? Core::tr("the cards of this profile") : Core::tr("this machine"));
    case WheelAnswer::Ptx:
        return Core::tr("An official wheel of %1 serves this machine, and compiles its kernels on first use.")
            .arg(what);
    case WheelAnswer::No:
        return Core::tr("No official wheel serves this machine: building is needed.");
    case WheelAnswer::Unknown:
        break;
    }
    return Core::tr("Whether an official wheel serves this machine is not known.");
}

Json toJson(const WheelAdvice& advice)
{
    Json json = { { "answer", toJson(wheelAnswerId(advice.answer)) },
        { "headline", toJson(wheelHeadline(advice)) } };
    if (advice.isWheel()) {
        json["release"] = toJson(advice.release);
        json["variant"] = toJson(advice.variant);
        json["command"] = toJson(advice.command);
        json["source"] = toJson(advice.source);
    }
    json["reasons"] = toJson(advice.reasons);
    json["buildReasons"] = toJson(advice.buildReasons);
    json["confidence"] = toJson(advice.confidence);
    return json;
}

}
