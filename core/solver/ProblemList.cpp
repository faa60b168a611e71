// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/Solver.h"

#include "core/base/Core.h"
#include "core/preflight/Preflight.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

CheckRow requestRow(const RequestProblem& problem)
{
    CheckRow row;
    row.id = QStringLiteral("request");
    row.group = QStringLiteral("configuration");
    row.title = Core::tr("Request");
    row.state = CheckState::Fail;
    row.found = problem.sentence;
    row.fixText = problem.sentence; // it says what to do
    row.field = problem.field;
    row.preventsBuild = true;
    return row;
}

bool tells(const CheckRow& row, const RequestProblem& problem)
{
    return row.state == CheckState::Fail
        && (ruleOf(row) == problem.row || isCovered(problem.row, CheckState::Fail, { row }));
}

bool isTold(const RequestProblem& problem, const QVector<CheckRow>& rows)
{
    return std::any_of(rows.begin(), rows.end(), [&](const CheckRow& row) { return tells(row, problem); });
}

// "3.27" of "3.27 or newer"; of words the first one that is a number.
QString versionIn(const QString& text)
{
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (word.at(0).isDigit())
            return word;
    }
    return QStringLiteral("1");
}

// Under what name changed() takes it as installed.
QString thingOf(const CheckRow& row)
{
    static const QHash<QString, QString> things { { QStringLiteral("cmake-too-old"),
                                                      QStringLiteral("cmake") },
        { QStringLiteral("driver-too-old"), QStringLiteral("driver") },
        { QStringLiteral("compiler"), QStringLiteral("gcc") },
        { QStringLiteral("python-not-for-release"), QStringLiteral("python") } };
    return things.value(ruleOf(row), ruleOf(row));
}

// What a row tells to install is a change, too, though not one that we can make.
void addInstallation(CheckRow& row, const BuildCase& wanted)
{
    const auto isByHand = [](const Change& change) { return !change.canBeDone(); };
    if (row.fixCommand.isEmpty() || row.state == CheckState::Pass
        || std::any_of(row.changes.begin(), row.changes.end(), isByHand))
        return;
    QString title = row.fixText;
    if (title.endsWith(QLatin1Char('.')))
        title.chop(1);
    // What systems bring today is new enough.
    if (ruleOf(row) == QLatin1String("compiler") && wanted.facts.platform == Platform::Linux) {
        const QString newest = wanted.profile.needs.gccMaximum;
        row.changes.append(installChange(
            title, thingOf(row), newest.isEmpty() ? QStringLiteral("13") : newest, row.fixCommand));
        return;
    }
    const bool isModules = row.id == QLatin1String("python-modules");
    const QString version = isModules ? QString(row.need).remove(QLatin1Char(',')) : versionIn(row.need);
    row.changes.append(installChange(title, thingOf(row), version, row.fixCommand));
}

}

void markWhatPreventsRequest(QVector<CheckRow>& rows, const QVector<RequestProblem>& problems)
{
    for (CheckRow& row : rows)
        row.preventsBuild = row.preventsBuild
            || std::any_of(problems.begin(), problems.end(),
                [&row](const RequestProblem& problem) { return tells(row, problem); });
}

QVector<CheckRow> problemsOf(const BuildCase& wanted)
{
    const RequestDraft draft = draftRequest(wanted.profile, wanted.facts, wanted.wishes);
    const QVector<CheckRow> found = preflight(wanted.facts, wanted.profile, draft.request);
    QVector<CheckRow> rows;
    for (const RequestProblem& problem : draft.problems) {
        if (!isTold(problem, found))
            rows.append(requestRow(problem));
    }
    rows += found;
    markWhatPreventsRequest(rows, draft.problems);
    std::stable_partition(rows.begin(), rows.end(), [](const CheckRow& row) { return row.preventsBuild; });
    for (CheckRow& row : rows)
        addInstallation(row, wanted);
    numberRepeatedIds(rows);
    return rows;
}

}
