// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/Preflight.h"

#include "core/base/Core.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/ToolkitChoice.h"
#include "core/preflight/PreflightRules.h"
#include "core/preflight/ToolkitAdvice.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

int severity(CheckState state)
{
    switch (state) {
    case CheckState::Fail:
        return 0;
    case CheckState::Warning:
        return 1;
    case CheckState::Unknown:
        return 2;
    case CheckState::Pass:
        return 3;
    }
    return 3;
}

// The architectures that the toolkit lacks are those of cards here, or one toolkit is the way out for the
// cards and the list: the rows about the cards say it.
void leaveOutToldOfCards(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.toolkitInfo)
        return;
    const QStringList missing = notCompiledBy(choice.archs.entries, choice.toolkitInfo->capabilities);
    QStringList told;
    for (const CheckRow& row : std::as_const(rows)) {
        if (ruleOf(row) == QLatin1String("toolkit-not-for-gpu") && row.state == CheckState::Fail)
            told << row.values.last().value;
    }
    const auto isTold = [&](const QString& capability) { return told.contains(capability); };
    const bool isOneCause = std::any_of(missing.begin(), missing.end(), isTold)
        && !adviseToolkit(
            choice.facts, choice.profile, choice.request.source, capabilitiesOf(choice.archs.entries) + told)
                .isEmpty();
    if (isOneCause || std::all_of(missing.begin(), missing.end(), isTold))
        rows.removeIf([](const CheckRow& row) { return row.id == QLatin1String("arch-not-in-toolkit"); });
}

// The range of a driver is that of the profile's own release. checkDriver() has looked at the toolkit that is
// here.
void takeDriverAsAdvice(CheckRow& row, const BuildChoice& choice)
{
    if (row.id == QLatin1String("driver") && !row.need.isEmpty() && choice.toolkitInfo
        && isOtherRelease(choice.profile, choice.request.source))
        row.state = CheckState::Pass;
}

// Rules that say more of what a row of the machine is about.
QStringList coveringRules(const QString& rule)
{
    static const QHash<QString, QStringList> coveredBy {
        { QStringLiteral("ccache"), { QStringLiteral("cache-missing") } },
        { QStringLiteral("sccache"), { QStringLiteral("cache-missing") } },
        { QStringLiteral("cmake"), { QStringLiteral("cmake-too-old") } },
        { QStringLiteral("cudnn"), { QStringLiteral("cudnn-not-for-release") } },
        { QStringLiteral("gpu"), { QStringLiteral("arch-not-for-gpu"), QStringLiteral("arch-only-ptx") } },
        { QStringLiteral("tried-generator"), { QStringLiteral("cmake-too-old") } },
        { QStringLiteral("cuda-toolkit"), { QStringLiteral("toolkit-not-there") } },
        { QStringLiteral("driver"), { QStringLiteral("driver-too-old") } },
        { QStringLiteral("ninja"), { QStringLiteral("ninja-known-bad") } },
        { QStringLiteral("python"), { QStringLiteral("python-not-for-release") } },
    };
    return coveredBy.value(rule);
}

// The profile's range against what does not work at all: one cause, where that is a blocker.
QStringList worseRules(const QString& rule)
{
    static const QHash<QString, QStringList> causes {
        { QStringLiteral("compiler"), { QStringLiteral("compiler-too-old") } },
        { QStringLiteral("cuda-toolkit"),
            { QStringLiteral("toolkit-not-for-gpu"), QStringLiteral("arch-not-in-toolkit"),
                QStringLiteral("cuda-too-old-for-release"), QStringLiteral("cuda-not-official") } },
    };
    return causes.value(rule);
}

// What another program on the machine mends can be mended by choosing it, whichever row tells it.
void offerPrograms(const BuildChoice& choice, const CheckRow& ofMachine, QVector<CheckRow>& rows)
{
    const QStringList rules = coveringRules(ofMachine.id) + worseRules(ofMachine.id);
    const QString& key = ofMachine.overrideKey;
    const bool isNamed = key == QLatin1String("nvcc") && !flagThatNamesToolkit(choice).isEmpty();
    for (CheckRow& row : rows) {
        if (!key.isEmpty() && !isNamed && rules.contains(ruleOf(row)))
            row.overrideKey = key;
    }
}

}

bool isCovered(const QString& rule, CheckState state, const QVector<CheckRow>& rows)
{
    const QStringList same = coveringRules(rule);
    const QStringList worse = worseRules(rule);
    return std::any_of(rows.begin(), rows.end(), [&](const CheckRow& other) {
        const bool blocks = other.state == CheckState::Fail;
        return (same.contains(ruleOf(other)) && (blocks || state != CheckState::Fail))
            || (worse.contains(ruleOf(other)) && blocks);
    });
}

QVector<CheckRow> preflight(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const BuildChoice choice = chooseBuild(facts, profile, request);
    QVector<CheckRow> rows;
    // On the wrong system nothing else is worth a row.
    const bool rightSystem = profile.platforms.contains(facts.platform);
    if (!rightSystem)
        checkHistorical(choice, rows);
    for (const PreflightRule rule : rightSystem ? preflightRules() : QVector<PreflightRule>())
        rule(choice, rows);
    for (CheckRow& row : checkMachine(facts, profile, request)) {
        takeDriverAsAdvice(row, choice);
        offerPrograms(choice, row, rows);
        // Without a toolkit there is no cuDNN to ask about; what was not tried says nothing.
        const bool isNoNews = row.state == CheckState::Unknown
            && (row.id == QLatin1String("cudnn") || row.group == QLatin1String("tried"));
        // A card without a driver is told once.
        const auto saysSame = [&row](const CheckRow& other) {
            return row.id == QLatin1String("driver") && ruleOf(other) == QLatin1String("gpu")
                && !row.fixCommand.isEmpty() && other.fixCommand == row.fixCommand;
        };
        if (std::any_of(rows.begin(), rows.end(), saysSame))
            continue;
        const bool counts = (rightSystem && !isNoNews) || row.id == QLatin1String("system");
        if (row.state != CheckState::Pass && counts && !isCovered(ruleOf(row), row.state, rows)) {
            rows.append(row);
            proposeUntried(choice, rows.last());
        }
    }
    leaveOutToldOfCards(choice, rows);
    takeOutVariablesOverFlags(choice, rows);
    markWhatPrevents(rows);
    std::stable_sort(rows.begin(), rows.end(), [](const CheckRow& left, const CheckRow& right) {
        return severity(left.state) < severity(right.state);
    });
    numberRepeatedIds(rows);
    return rows;
}

}
