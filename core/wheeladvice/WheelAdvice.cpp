// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wheeladvice/WheelAdvice.h"

#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"
#include "core/wheeladvice/WheelChoice.h"
#include "core/wheeladvice/WheelReasons.h"

#include <algorithm>

namespace torchmason {

namespace {

using Outcome = WheelChoice::Outcome;

QVector<PythonFacts> pythonsToTry(const HostFacts& facts, const Profile* profile)
{
    QVector<PythonFacts> pythons;
    for (const PythonFacts& python : facts.pythons) {
        if (!python.version.isEmpty())
            pythons.append(python);
    }
    const PythonFacts* first = profile && profile->needs.python
        ? choosePython(facts, profile->needs, profile->configuration).facts
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
    wish.pythons = pythonsToTry(facts, profile);
    const auto releases = ReleaseCatalogue::load();
    if (profile && releases) {
        const SourceSpec& source = profile->source;
        const TorchRelease* release
            = releases->release(source.version.isEmpty() ? source.tag : source.version);
        wish.release = release ? release->version : QString();
    }
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
    return QStringLiteral("%1 -m pip install torch==%2%3 %4 https://download.pytorch.org/whl/%5")
        .arg(programForShell(python, wheel.platform), wheel.newest,
            old ? QLatin1Char('+') + wheel.variant : QString(),
            old ? QStringLiteral("--extra-index-url") : QStringLiteral("--index-url"), wheel.variant);
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
        advice.reasons << Core::tr("No card is here: those that the profile compiles for were asked about.");
    else if (choice.wheel.hasCuda() && !allServed(facts.gpus))
        advice.reasons
            << Core::tr("NVIDIA's driver must be there first, %1 or newer.").arg(driverOfWheel(choice));
    else if (choice.wheel.hasCuda() && wish.driver.isEmpty())
        advice.reasons << Core::tr("The driver's version is not known; it must be %1 or newer.")
                              .arg(driverOfWheel(choice));
    if (choice.wheel.confidence == QLatin1String("low"))
        advice.reasons << Core::tr("That it was published, and with what, is not certain; pip will tell.");
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
            sentences << QStringLiteral("PyTorch %1 for CUDA %2 serves the %3 alone.")
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
        sentence = (wish.capabilities.size() > 1 ? Core::tr("No one official wheel has code for all of %1.")
                                                 : Core::tr("No official wheel has code for the %1."))
                       .arg(cardsText(facts, wish));
        break;
    case Outcome::DriverTooOld:
        sentence = Core::tr("Driver %1 is too old for every wheel with code for the %2: %3 or newer is "
                            "needed. A newer driver spares the build.")
                       .arg(wish.driver, cardsText(facts, wish), choice.needed);
        break;
    case Outcome::PythonOutside:
        sentence = Core::tr("No wheel that would fit is made for Python %1: they are for %2. Another "
                            "Python spares the build.")
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
        return Core::tr("%1 is ready-made for %2.")
            .arg(what,
                advice.forAbsentCards ? Core::tr("the cards of this profile") : Core::tr("this machine"));
    case WheelAnswer::Ptx:
        return Core::tr("%1 is ready-made, and starts here by compiling its kernels on first use.").arg(what);
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
