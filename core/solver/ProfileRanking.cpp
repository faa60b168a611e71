// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/ProfileRanking.h"

#include "core/base/Core.h"
#include "core/config/OptionValue.h"
#include "core/config/ProfileStore.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"
#include "core/solver/Solver.h"

#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

// Collects what stands between a machine and a profile.
struct Judgement {
    QStringList against; // nothing short of another machine helps
    QStringList changes; // something must be installed, freed or set
    QStringList remarks; // in its favour, or good to know
    int warnings = 0;
    bool isForOtherSystem = false;
    bool isForCard = false;
    bool lacksCard = false; // for cards, and there is none here
    bool machineHasNoCard = false;
    bool isExact = false; // for that very capability, not for an older one of its family
};

bool usesCards(const Profile& profile)
{
    return !profile.needs.computeCapabilities.isEmpty();
}

bool judgePlatform(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    if (profile.platforms.contains(facts.platform))
        return true;
    judgement.isForOtherSystem = true;
    judgement.against << Core::tr("is for %1, this machine runs %2")
                             .arg(platformName(profile.platforms.value(0)), platformName(facts.platform));
    return false;
}

QString withCapability(const GpuFacts& gpu)
{
    return QStringLiteral("%1 (%2)").arg(gpu.name, gpu.computeCapability);
}

QVector<ArchEntry> archsOf(const Profile& profile)
{
    QVector<ArchEntry> entries;
    for (const QString& capability : profile.needs.computeCapabilities)
        entries += parseArchList(capability).entries;
    return entries;
}

// Of the profile itself, so that a list of the user's own changes nothing of the order.
void judgeNearness(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    for (const GpuFacts& gpu : facts.gpus) {
        const ArchCoverage coverage = coverageOf(archsOf(profile), gpu.computeCapability);
        if (gpu.computeCapability.isEmpty() || coverage == ArchCoverage::None)
            continue;
        judgement.isForCard = coverage == ArchCoverage::Native;
        judgement.isExact
            = judgement.isForCard && profile.needs.computeCapabilities.contains(gpu.computeCapability);
        return;
    }
}

// `wished`: the profile as the user changed it. A list of the user's own can be taken back.
void judgeCards(const HostFacts& facts, const Profile& profile, const Profile& wished, Judgement& judgement)
{
    const bool isOwn = wished.needs.computeCapabilities != profile.needs.computeCapabilities;
    QStringList others;
    for (const GpuFacts& gpu : facts.gpus) {
        const ArchCoverage coverage = coverageOf(archsOf(wished), gpu.computeCapability);
        if (gpu.computeCapability.isEmpty()) {
            continue;
        } else if (coverage == ArchCoverage::Native) {
            judgement.remarks << (isOwn ? Core::tr("compiles for your %1, as you set it")
                                        : Core::tr("is made for your %1"))
                                     .arg(withCapability(gpu));
            return;
        } else if (coverage != ArchCoverage::None) {
            judgement.remarks << Core::tr("reaches your %1 through PTX").arg(withCapability(gpu));
            return;
        }
        others << withCapability(gpu);
    }
    const QString compiled = wished.needs.computeCapabilities.join(QLatin1String(", "));
    if (!others.isEmpty())
        (isOwn ? judgement.changes : judgement.against)
            << Core::tr("compiles for %1, you have %2").arg(compiled, others.join(QLatin1String(" and ")));
    else if (facts.gpus.isEmpty()) {
        judgement.lacksCard = true;
        judgement.changes
            << Core::tr("compiles for cards of compute capability %1, none was found here").arg(compiled);
    }
}

void judgeNoCards(const HostFacts& facts, Judgement& judgement)
{
    QStringList unused;
    for (const GpuFacts& gpu : facts.gpus) {
        if (!gpu.computeCapability.isEmpty() && !unused.contains(gpu.name))
            unused << gpu.name;
    }
    if (!unused.isEmpty())
        judgement.remarks << Core::tr("does not use your %1").arg(unused.join(QLatin1String(" and ")));
}

// A row of the machine names a thing; of the configuration it is a sentence.
QString reasonOf(const CheckRow& row)
{
    static const QSet<QString> things { QStringLiteral("cuda"), QStringLiteral("compiler"),
        QStringLiteral("python"), QStringLiteral("tools"), QStringLiteral("space") };
    if (!things.contains(row.group) || row.need.isEmpty())
        return row.found.endsWith(QLatin1Char('.')) ? row.found.chopped(1) : row.found;
    if (row.need == Core::tr("any version"))
        return Core::tr("needs %1, none was found").arg(row.title);
    if (row.id == QLatin1String("python-modules"))
        return Core::tr("%1: %2").arg(row.title, row.found);
    return row.found == Core::tr("not found")
        ? Core::tr("%1: needs %2, none was found").arg(row.title, row.need)
        : Core::tr("%1: needs %2, you have %3").arg(row.title, row.need, row.found);
}

// What the cards are is said in other words here.
bool isAboutCards(const CheckRow& row)
{
    return row.group == QLatin1String("graphics") || ruleOf(row) == QLatin1String("arch-not-for-gpu");
}

// Of a machine that nobody has looked at yet, nothing can be missing.
bool isSeen(const HostFacts& facts)
{
    return facts.logicalCores || !facts.compilers.isEmpty();
}

void judgeProblems(const BuildCase& wanted, Judgement& judgement)
{
    for (const CheckRow& row : problemsOf(wanted)) {
        if (row.state == CheckState::Fail && !isAboutCards(row))
            judgement.changes << reasonOf(row);
        else if (row.state == CheckState::Warning && ruleOf(row) == QLatin1String("memory"))
            judgement.remarks << reasonOf(row);
        else if (row.state == CheckState::Warning && row.id == QLatin1String("cuda-toolkit"))
            judgement.remarks << Core::tr("was made with CUDA %1, you have %2").arg(row.need, row.found);
        judgement.warnings += row.state == CheckState::Warning;
    }
}

ProfileFit fitOf(const Profile& profile, const Judgement& judgement)
{
    if (profile.status == ProfileStatus::Historical)
        return ProfileFit::Historical;
    if (!judgement.against.isEmpty())
        return ProfileFit::DoesNotFit;
    if (judgement.lacksCard)
        return ProfileFit::ForOtherCards;
    return judgement.changes.isEmpty() ? ProfileFit::Fits : ProfileFit::FitsWithChanges;
}

int scoreOf(const Profile& profile, ProfileFit fit, const Judgement& judgement)
{
    const int elsewhere = judgement.isForOtherSystem ? -1000 : 0;
    if (fit == ProfileFit::Historical)
        return -10000 + elsewhere;
    if (fit == ProfileFit::DoesNotFit)
        return -5000 + elsewhere;
    // No change to this machine's programs brings a card, so these come after all that can be built.
    if (fit == ProfileFit::ForOtherCards)
        return -3000;
    // For the card that is there, then what needs fewer changes, then the narrower one. The tour is for
    // looking around and a distribution's package is old, so other builds go before them; on a machine
    // without a card only among those that fit, and among those that need changes.
    return (judgement.isForCard ? 1000 : 0)
        - (judgement.machineHasNoCard && fit == ProfileFit::FitsWithChanges ? 1000 : 0)
        + (judgement.isExact ? 50 : 0) - 20 * int(judgement.changes.size()) - 2 * judgement.warnings
        - int(profile.needs.computeCapabilities.size())
        - (profile.source.kind == SourceKind::Sample ? 500 : 0)
        - (profile.source.kind == SourceKind::DebianSource ? 100 : 0);
}

QString newestCapability(const Profile& profile)
{
    QString newest;
    for (const QString& capability : profile.needs.computeCapabilities) {
        if (compareVersions(capability, newest) > 0)
            newest = capability;
    }
    return newest;
}

// Of those that fit as well, the one with the newest PyTorch, for the newest cards, and for few of them.
bool goesBefore(const RankedProfile& left, const RankedProfile& right)
{
    if (left.score != right.score)
        return left.score > right.score;
    const Profile& one = left.profile;
    const Profile& other = right.profile;
    if (const int release = compareVersions(releaseOf(one.source), releaseOf(other.source)); release != 0)
        return release > 0;
    if (const int card = compareVersions(newestCapability(one), newestCapability(other)); card != 0)
        return card > 0;
    return one.needs.computeCapabilities.size() < other.needs.computeCapabilities.size();
}

RankedProfile rank(const Profile& profile, const HostFacts& facts, const RequestWishes& wishes)
{
    Judgement judgement;
    judgement.machineHasNoCard = facts.gpus.isEmpty();
    if (judgePlatform(facts, profile, judgement)) {
        const Profile wished = withWishes(profile, wishes).profile;
        judgeNearness(facts, profile, judgement);
        if (usesCards(profile) && usesCards(wished))
            judgeCards(facts, profile, wished, judgement);
        else
            judgeNoCards(facts, judgement);
        if (isSeen(facts))
            judgeProblems({ facts, profile, wishes }, judgement);
    }
    const ProfileFit fit = fitOf(profile, judgement);
    const int score = scoreOf(profile, fit, judgement);
    if (fit == ProfileFit::Historical)
        return { .profile = profile, .fit = fit, .score = score, .reasons = { profile.statusReason } };
    return { .profile = profile,
        .fit = fit,
        .score = score,
        .reasons = judgement.against + judgement.changes,
        .remarks = judgement.remarks };
}

}

QVector<RankedProfile> rankProfiles(
    const ProfileCatalogue& catalogue, const HostFacts& facts, const RequestWishes& wishes)
{
    QVector<RankedProfile> ranked;
    for (const Profile& profile : catalogue.profiles)
        ranked.append(rank(profile, facts, wishes));
    std::stable_sort(ranked.begin(), ranked.end(), goesBefore);
    return ranked;
}

QString profileFitText(ProfileFit fit)
{
    switch (fit) {
    case ProfileFit::Fits:
        return Core::tr("fits");
    case ProfileFit::FitsWithChanges:
        return Core::tr("fits after fixes");
    case ProfileFit::ForOtherCards:
        return Core::tr("for other cards");
    case ProfileFit::DoesNotFit:
        return Core::tr("does not fit");
    case ProfileFit::Historical:
        return Core::tr("known not to work");
    }
    return {};
}

QString profileFitId(ProfileFit fit)
{
    static const QStringList ids { QStringLiteral("fits"), QStringLiteral("fits with changes"),
        QStringLiteral("for other cards"), QStringLiteral("does not fit"), QStringLiteral("historical") };
    return ids.at(int(fit)); // as they stand in the enum
}

}
