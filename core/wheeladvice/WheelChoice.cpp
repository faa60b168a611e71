// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wheeladvice/WheelChoice.h"

#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <algorithm>
#include <tuple>

namespace torchmason {

namespace {

struct Candidate {
    const OfficialWheel* wheel = nullptr;
    const TorchRelease* release = nullptr;
    ArchCoverage coverage = ArchCoverage::Native;
};

ArchCoverage coverageOfAll(const OfficialWheel& wheel, const QStringList& capabilities)
{
    ArchCoverage worst = ArchCoverage::Native;
    for (const QString& capability : capabilities) {
        const ArchCoverage coverage = coverageOf(wheel.archs, capability);
        if (coverage == ArchCoverage::None)
            return coverage;
        if (coverage == ArchCoverage::Ptx)
            worst = coverage;
    }
    return worst;
}

QString driverNeededBy(const Candidate& candidate)
{
    return driverOfWheel(*candidate.wheel, candidate.coverage);
}

bool driverIsEnough(const Candidate& candidate, const QString& driver)
{
    return driver.isEmpty() || !candidate.wheel->hasCuda() || !isBelow(driver, driverNeededBy(candidate));
}

QString newestPython(const TorchRelease& release)
{
    return release.pythonExperimental.isEmpty() ? release.pythonMaximum : release.pythonExperimental;
}

const PythonFacts* fittingPython(const Candidate& candidate, const QVector<PythonFacts>& pythons)
{
    const auto found = std::find_if(pythons.begin(), pythons.end(), [&](const PythonFacts& python) {
        return isInRange(python.version, candidate.release->pythonMinimum, newestPython(*candidate.release));
    });
    return found == pythons.end() ? nullptr : &*found;
}

bool isExperimental(const Candidate& candidate, const PythonFacts* python)
{
    return python && isAbove(python->version, candidate.release->pythonMaximum);
}

QVector<Candidate> candidatesFor(
    const WheelWish& wish, const WheelCatalogue& wheels, const ReleaseCatalogue& releases)
{
    QVector<Candidate> candidates;
    for (const OfficialWheel& wheel : wheels.wheels()) {
        const TorchRelease* release = releases.release(wheel.release);
        if (release && wheel.platform == wish.platform && wheel.machine == wish.machine
            && wheel.hasCuda() != wish.capabilities.isEmpty())
            candidates.append({ &wheel, release, coverageOfAll(wheel, wish.capabilities) });
    }
    return candidates;
}

// Whether `left` is rather taken than `right`; both run here.
bool isBetter(const Candidate& left, const Candidate& right, const WheelWish& wish)
{
    const auto rank = [&](const Candidate& candidate) {
        const PythonFacts* python = fittingPython(candidate, wish.pythons);
        const bool preferredPython = python == (wish.pythons.isEmpty() ? nullptr : &wish.pythons.first());
        return std::tuple(candidate.coverage == ArchCoverage::Native, preferredPython,
            candidate.wheel->confidence != QLatin1String("low"), candidate.wheel->release == wish.release,
            !isExperimental(candidate, python));
    };
    const auto leftRank = rank(left);
    const auto rightRank = rank(right);
    if (leftRank != rightRank)
        return leftRank > rightRank;
    if (const int newer = compareVersions(left.wheel->release, right.wheel->release))
        return newer > 0;
    const bool leftStable = left.release->cudaStable.contains(left.wheel->cuda);
    const bool rightStable = right.release->cudaStable.contains(right.wheel->cuda);
    return leftStable != rightStable ? leftStable : compareVersions(left.wheel->cuda, right.wheel->cuda) > 0;
}

template <typename Keep> void keepOnly(QVector<Candidate>& candidates, Keep keep)
{
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                         [&](const Candidate& candidate) { return !keep(candidate); }),
        candidates.end());
}

// The oldest driver that any of them would do with.
QString leastDriver(const QVector<Candidate>& candidates)
{
    QString least;
    for (const Candidate& candidate : candidates) {
        const QString needed = driverNeededBy(candidate);
        if (least.isEmpty() || compareVersions(needed, least) < 0)
            least = needed;
    }
    return least;
}

// Which Pythons any of them is there for.
QString pythonsOf(const QVector<Candidate>& candidates)
{
    QString oldest;
    QString newest;
    for (const Candidate& candidate : candidates) {
        if (oldest.isEmpty() || compareVersions(candidate.release->pythonMinimum, oldest) < 0)
            oldest = candidate.release->pythonMinimum;
        if (newest.isEmpty() || compareVersions(newestPython(*candidate.release), newest) > 0)
            newest = newestPython(*candidate.release);
    }
    return rangeText(oldest, newest);
}

WheelChoice refused(WheelChoice::Outcome outcome, const QString& needed = {})
{
    WheelChoice choice;
    choice.outcome = outcome;
    choice.needed = needed;
    return choice;
}

}

QString driverOfWheel(const OfficialWheel& wheel, ArchCoverage coverage)
{
    const auto cuda = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = cuda ? cuda->toolkit(wheel.cuda) : nullptr;
    const CodeKind code = coverage == ArchCoverage::Ptx ? CodeKind::Ptx : CodeKind::Native;
    return toolkit ? toolkit->minimumDriver(wheel.platform, code) : QString();
}

WheelChoice chooseWheel(const WheelWish& wish)
{
    const auto wheels = WheelCatalogue::load();
    const auto releases = ReleaseCatalogue::load();
    if (!wheels || !releases)
        return {};
    QVector<Candidate> candidates = candidatesFor(wish, *wheels, *releases);
    if (candidates.isEmpty())
        return refused(WheelChoice::Outcome::NoneForMachine);
    keepOnly(candidates, [](const Candidate& one) { return one.coverage != ArchCoverage::None; });
    if (candidates.isEmpty())
        return refused(WheelChoice::Outcome::NotCovered);
    const QString driver = leastDriver(candidates);
    keepOnly(candidates, [&](const Candidate& one) { return driverIsEnough(one, wish.driver); });
    if (candidates.isEmpty())
        return refused(WheelChoice::Outcome::DriverTooOld, driver);
    const QString pythons = pythonsOf(candidates);
    keepOnly(candidates,
        [&](const Candidate& one) { return wish.pythons.isEmpty() || fittingPython(one, wish.pythons); });
    if (candidates.isEmpty())
        return refused(WheelChoice::Outcome::PythonOutside, pythons);
    const auto best = std::max_element(candidates.begin(), candidates.end(),
        [&](const Candidate& left, const Candidate& right) { return isBetter(right, left, wish); });
    WheelChoice choice;
    choice.outcome = WheelChoice::Outcome::Found;
    choice.wheel = *best->wheel;
    choice.coverage = best->coverage;
    const PythonFacts* python = fittingPython(*best, wish.pythons);
    choice.python = python ? *python : PythonFacts {};
    choice.pythonIsExperimental = isExperimental(*best, python);
    return choice;
}

}
