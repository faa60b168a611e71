// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileReading.h"

#include "core/base/Core.h"
#include "core/base/JsonPlaces.h"
#include "core/profile/ProfileCatalogue.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int deepest = 32;
constexpr qsizetype mostProblems = 200; // the place of each is searched

ProfileProblem located(const JsonProblem& problem, const JsonPlaces& places)
{
    ProfileProblem located { 0, 0, fieldOfPointer(problem.pointer), problem.sentence };
    if (problem.pointer.isEmpty())
        return located;
    const TextPlace place = places.of(problem.pointer);
    located.line = place.line;
    located.column = place.column;
    return located;
}

ProfileReading unreadable(const QString& id, const QString& file, const ProfileProblem& problem)
{
    ProfileReading reading;
    reading.profile.id = id;
    reading.profile.file = file;
    reading.problems = { problem };
    return reading;
}

}

ProfileReading readProfileText(const QByteArray& text, const QString& id, const QString& file)
{
    if (const auto fault = syntaxFaultOf(text))
        return unreadable(id, file, { fault->place.line, fault->place.column, {}, fault->sentence });
    const JsonPlaces places(text);
    if (places.depth() > deepest) // writing it again would need as much stack
        return unreadable(id, file, { 0, 0, {}, Core::tr("nests too deep to be a profile.") });
    const auto document = parseJson(text, file);
    ProfileReading reading;
    QVector<JsonProblem> problems;
    reading.profile = readProfileDocument(*document, id, file, problems);
    for (const QString& pointer : places.repeated())
        problems.append({ pointer, Core::tr("is there twice; only one of them would count.") });
    for (const JsonProblem& problem : problems.mid(0, mostProblems))
        reading.problems.append(located(problem, places));
    // What is missing stands nowhere, so it comes last.
    const auto place = [](const ProfileProblem& problem) { return uint(problem.line) - 1; };
    std::stable_sort(reading.problems.begin(), reading.problems.end(),
        [&place](
            const ProfileProblem& left, const ProfileProblem& right) { return place(left) < place(right); });
    return reading;
}

ProfileReading readProfileFile(const QString& path, const QString& id)
{
    constexpr qint64 most = 16 * 1024 * 1024; // a profile with its diffs; not a log that was renamed
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(id, path, { 0, 0, {}, Core::tr("cannot be read: %1.").arg(file.errorString()) });
    if (file.size() > most)
        return unreadable(id, path,
            { 0, 0, {}, Core::tr("is larger than %1, so it is no profile.").arg(formatBytes(Bytes(most))) });
    return readProfileText(file.readAll(), id, path);
}

QString profileProblemText(const QString& file, const ProfileProblem& problem)
{
    const QString shown = QDir::toNativeSeparators(file);
    const QString where
        = problem.line > 0 ? Core::tr("%1, line %2:").arg(shown).arg(problem.line) : shown + u':';
    return (problem.field.isEmpty() ? where : where + u' ' + problem.field) + u' ' + problem.sentence;
}

QString profileProblemsText(const QString& file, const QVector<ProfileProblem>& problems)
{
    if (problems.isEmpty())
        return {};
    const QString first = profileProblemText(file, problems.first());
    const qsizetype more = problems.size() - 1;
    if (more == 0)
        return first;
    return first
        + (more == 1 ? Core::tr(" One more thing in this file is wrong.")
                     : Core::tr(" %n more things in this file are wrong.", nullptr, int(more)));
}

Result<Profile> profileFromJson(const Json& document, const QString& id, const QString& file)
{
    QVector<JsonProblem> problems;
    const Profile profile = readProfileDocument(document, id, file, problems);
    if (problems.isEmpty())
        return profile;
    QVector<ProfileProblem> found;
    for (const JsonProblem& problem : std::as_const(problems))
        found.append({ 0, 0, fieldOfPointer(problem.pointer), problem.sentence });
    return Error { profileProblemsText(file, found) };
}

}
