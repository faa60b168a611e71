// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/TriedChoice.h"

#include <QDateTime>
#include <QSet>

namespace torchmason {

namespace {

CheckState stateOf(const TrialFacts& trial)
{
    if (trial.state == QLatin1String("pass"))
        return CheckState::Pass;
    if (trial.state == QLatin1String("warning"))
        return CheckState::Warning;
    return trial.state == QLatin1String("fail") ? CheckState::Fail : CheckState::Unknown;
}

// "tried 3 min ago"; what is older than a day by its date.
QString ageText(const TrialFacts& trial)
{
    if (!trial.at)
        return Core::tr("tried, at an unknown time");
    const Milliseconds age(QDateTime::currentMSecsSinceEpoch() - *trial.at);
    if (age > std::chrono::hours(24))
        return Core::tr("tried on %1").arg(formatDate(*trial.at));
    return age < std::chrono::minutes(1)
        ? Core::tr("tried just now")
        : Core::tr("tried %1 ago").arg(formatDuration(std::chrono::floor<std::chrono::minutes>(age)));
}

QString placeOf(const TrialFacts& trial)
{
    const QString place = trial.isAboutFolder() ? trial.subject
        : trial.tools.isEmpty()                 ? QString()
                                                : trial.tools[0].path;
    // What was not tried has no time either.
    const QString age = trial.at ? ageText(trial) : QString();
    return place.isEmpty() || age.isEmpty() ? place + age : age + QStringLiteral(" · ") + place;
}

// The newest of each name, which stands first.
template <typename Counts> void addNewest(Rows& rows, const HostFacts& facts, const Counts& counts)
{
    QSet<QString> shown;
    for (const TrialFacts& trial : facts.trials) {
        const QString key = trial.isAboutFolder() ? trial.id + trial.subject : trial.id;
        if (shown.contains(key) || !counts(trial))
            continue;
        shown.insert(key);
        rows.append(trialRow(trial));
    }
}

}

CheckRow trialRow(const TrialFacts& trial)
{
    CheckRow row = makeRow("", "tried", trial.title.isEmpty() ? trial.id : trial.title);
    row.id = QStringLiteral("tried-") + trial.id;
    row.state = stateOf(trial);
    row.found = trial.found;
    row.where = placeOf(trial);
    row.source = ageText(trial);
    row.fixText = trial.fix;
    row.fixCommand = trial.command;
    for (const TriedTool& tool : trial.tools)
        row.values.append({ tool.role, tool.version.isEmpty() ? tool.path : tool.version, tool.path });
    if (!trial.subject.isEmpty())
        row.values.append({ QStringLiteral("subject"), trial.subject, Core::tr("the build") });
    if (!trial.evidence.isEmpty())
        row.values.append({ QStringLiteral("output"), trial.evidence, Core::tr("the trial") });
    return row;
}

void addTrialRows(Rows& rows, const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const BuildChoice choice = chooseBuild(facts, profile, request);
    addNewest(rows, facts, [&choice](const TrialFacts& trial) { return concerns(trial, choice); });
}

void addTrialRows(Rows& rows, const HostFacts& facts)
{
    addNewest(rows, facts, [](const TrialFacts&) { return true; });
}

}
