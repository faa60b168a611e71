// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptVariables.h"

#include "core/stages/StageMakers.h"

#include <algorithm>

namespace torchmason {

namespace {

bool isOneOf(QChar c, const char* characters)
{
    return QLatin1String(characters).contains(c);
}

// A path begins at the beginning, behind NAME=, in a list, or as -I/path.
bool beginsAt(const QString& text, qsizetype at)
{
    if (at == 0 || isOneOf(text[at - 1], "=;:,\"' ("))
        return true;
    return at > 1 && text[at - 2] == QLatin1Char('-') && isOneOf(text[at - 1], "IL");
}

// Folders beside one of ours are named after it.
bool endsAt(const QString& text, qsizetype at)
{
    const QStringView rest = QStringView(text).mid(at);
    return rest.isEmpty() || isOneOf(rest.first(), "/\\;:,\"' )") || rest.startsWith(u"-venv")
        || rest.startsWith(u".apt");
}

QString nativePath(QString path, Platform platform)
{
    return platform == Platform::Windows ? path.replace(QLatin1Char('/'), QLatin1Char('\\')) : path;
}

// The text with another place instead of one that it names, whole or as a beginning.
QString withPlace(QString text, const QString& place, const QString& other)
{
    for (qsizetype at = text.indexOf(place); at >= 0 && !place.isEmpty(); at = text.indexOf(place, at)) {
        const bool isPlace = beginsAt(text, at) && endsAt(text, at + place.size());
        if (isPlace)
            text.replace(at, place.size(), other);
        at += isPlace ? other.size() : place.size();
    }
    return text;
}

// The number behind -j and its like, where it is ours and not a number that a user gave to something else.
void markJobs(Command& command, const QString& jobs)
{
    const QString mark(markOf(ScriptName::Jobs));
    for (qsizetype at = 1; at < command.arguments.size(); ++at) {
        const QString& option = command.arguments[at - 1];
        if (command.arguments[at] == jobs
            && (option == QLatin1String("-j") || option == QLatin1String("--parallel")))
            command.arguments[at] = mark;
    }
    for (EnvironmentValue& value : command.environment) {
        if (value.value == jobs
            && (value.name == QLatin1String("MAX_JOBS")
                || value.name == QLatin1String("CMAKE_BUILD_PARALLEL_LEVEL")))
            value.value = mark;
    }
}

QString interpreterOf(const BuildRequest& request, Platform platform)
{
    QStringList warnings;
    return request.python.isWanted() ? request.python.base
                                     : pythonProgram(StageContext { request, platform, warnings });
}

}

QVector<ScriptVariable> scriptVariables(const BuildRequest& request, Platform platform, bool asksForPython)
{
    QVector<ScriptVariable> variables {
        { ScriptName::Source, request.sourceFolder, false, QStringLiteral("The source tree.") },
        { ScriptName::Build, request.buildFolder, false, QStringLiteral("The build folder.") },
    };
    if (request.python.isWanted())
        variables.append({ ScriptName::Venv, request.python.folder, false,
            QStringLiteral("The virtual environment of this build.") });
    // In /usr everything else lies as well.
    if (const QString cuda = cudaRoot(request.configuration);
        isAbsoluteOn(platform, cuda) && cuda != QLatin1String("/usr"))
        variables.append({ ScriptName::Cuda, cuda, false, QStringLiteral("The CUDA toolkit.") });
    if (const QString python = interpreterOf(request, platform); isAbsoluteOn(platform, python))
        variables.append({ ScriptName::Python, python, asksForPython, QStringLiteral("The interpreter.") });
    variables.append({ ScriptName::Jobs, QString::number(request.jobsAtOnce().value_or(jobsToBeAsked)),
        !request.jobsAtOnce(),
        QStringLiteral(
            "How many compilers run at once. Each takes about 2 GB of memory for C++ and 3 to 8 GB "
            "for CUDA; write a smaller number where there is less.") });
    return variables;
}

// Longer places first: one may lie in another.
QString withMarks(QString text, const QVector<ScriptVariable>& variables, Platform platform)
{
    QVector<ScriptVariable> places = variables;
    places.removeIf([](const ScriptVariable& variable) { return variable.name == ScriptName::Jobs; });
    std::stable_sort(places.begin(), places.end(),
        [](const ScriptVariable& a, const ScriptVariable& b) { return a.value.size() > b.value.size(); });
    for (const ScriptVariable& place : places) {
        const bool windows = platform == Platform::Windows;
        text = withPlace(
            text, place.value, markOf(place.name, windows ? MarkForm::Slashed : MarkForm::Native));
        if (windows)
            text = withPlace(text, nativePath(place.value, platform), markOf(place.name));
    }
    return text;
}

StagePlan withMarks(StagePlan plan, const QVector<ScriptVariable>& variables, Platform platform)
{
    const auto mark = [&](QString& text) { text = withMarks(withoutScriptMarks(text), variables, platform); };
    for (Stage& stage : plan.stages) {
        mark(stage.title);
        mark(stage.skipReason);
        for (Command& command : stage.commands) {
            for (QString* text : { &command.program, &command.workingFolder, &command.purpose })
                mark(*text);
            for (QString& argument : command.arguments)
                mark(argument);
            for (EnvironmentValue& value : command.environment) {
                if (value.value)
                    mark(*value.value);
            }
            if (stage.kind == StageKind::Compile || stage.kind == StageKind::Wheel)
                markJobs(command, variables.last().value);
        }
    }
    return plan;
}

}
