// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/TriedChoice.h"
#include "core/trial/FolderAbilities.h"
#include "core/trial/TrialPlan.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr qsizetype longPathLength = 280; // beyond the 260 characters of old Windows interfaces
constexpr qsizetype longName = 200; // encrypted home folders allow 143
constexpr qint64 allocated = 16 << 20;

StepAnswer good(const QByteArray& output = {})
{
    StepAnswer answer;
    answer.started = true;
    answer.exitCode = 0;
    answer.output = output;
    return answer;
}

StepAnswer bad(const QString& problem)
{
    StepAnswer answer;
    answer.problem = problem;
    return answer;
}

Result<void> writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        return Error { QStringLiteral("Cannot write %1: %2.").arg(path, file.errorString()) };
    return {};
}

// Written for real: a quota or a thinly provisioned disk promises more than it gives.
Result<void> allocate(const QString& path)
{
    QFile file(path);
    const QByteArray block(1 << 20, 'x');
    bool isGood = file.open(QIODevice::WriteOnly);
    for (qint64 written = 0; isGood && written < allocated; written += block.size())
        isGood = file.write(block) == block.size();
    isGood = isGood && file.flush();
    const QString problem = file.errorString();
    file.close();
    QFile::remove(path);
    if (!isGood)
        return Error {
            QStringLiteral("16 MB cannot be written in %1: %2.").arg(QFileInfo(path).path(), problem)
        };
    return {};
}

// What the disk of `place` does, as JSON; the folder in which it was tried stands in it.
StepAnswer lookAtFolder(const std::shared_ptr<TrialFolder>& folder, const QString& place)
{
    const auto own = folder->folderAt(place);
    if (!own)
        return bad(own.error().message);
    const auto written = writeFile(*own + QStringLiteral("/Tried.h"), "tried");
    if (!written)
        return bad(written.error().message);
    if (const auto space = allocate(*own + QStringLiteral("/space")); !space)
        return bad(space.error().message);
    const QString name(longName, QLatin1Char('n'));
    const Json told { { "folder", toJson(*own) }, { "program", toJson(makeProgram(*own)) },
        { "ignoresCase", QFileInfo::exists(*own + QStringLiteral("/tried.H")) },
        { "links", canMakeLink(*own) },
        { "longNames", writeFile(*own + QLatin1Char('/') + name, "x").ok() } };
    return good("TORCHMASON-TRIAL " + compactJson(told));
}

TrialStep runThere()
{
    TrialStep step;
    step.doing = QStringLiteral("Running a program in that folder");
    step.mayFail = true;
    step.limit = Milliseconds(10000);
    step.prepare = [](TrialStep& prepared, const StepAnswers& answers) {
        const Json told = jsonIn(answers.last().output);
        JsonReader reader(told, QStringLiteral("folder"));
        prepared.program = reader.string("program");
    };
    return step;
}

void judgeFolder(const StepAnswers& answers, bool isWindows, TrialFacts& about)
{
    const Json told = jsonIn(answers.first().output);
    JsonReader reader(told, QStringLiteral("folder"));
    const QString elsewhere = QStringLiteral("Choose a folder on another disk.");
    const StepAnswer& run = answers.last();
    if (!run.isGood()) {
        about.evidence = run.problem.isEmpty() ? run.text().trimmed() : run.problem;
        return setFailed(about,
            QStringLiteral(
                "Programs cannot be run there: the disk may be mounted with noexec. CMake runs what "
                "it compiles."),
            elsewhere);
    }
    if (!reader.boolean("longNames", true))
        return setWarning(about,
            QStringLiteral(
                "Names of %1 characters cannot be written there, as in an encrypted home folder; a "
                "build writes long ones.")
                .arg(longName),
            elsewhere);
    // On Windows they need a privilege that nobody has who builds, and nothing there uses them.
    if (!isWindows && !reader.boolean("links", true))
        return setWarning(about,
            QStringLiteral("There are no symbolic links on that disk, which installed libraries use."),
            elsewhere);
    const bool ignoresCase = reader.boolean("ignoresCase", false);
    if (ignoresCase && !isWindows)
        return setWarning(about,
            QStringLiteral("The disk takes Tried.h and tried.h for one file; a source tree may hold both."),
            elsewhere);
    setPass(about,
        QStringLiteral("Can be written, programs run from it, and 16 MB were written%1.")
            .arg(ignoresCase ? QStringLiteral("; upper and lower case are the same") : QString()));
}

Trial folderTrial(const TrialContext& context, const QString& title, const QString& place, int number)
{
    Trial trial = context.start("folder", title,
        QStringLiteral("that the folder can be written, runs programs and gives the space it promises"));
    trial.folder += QString::number(number);
    trial.about.subject = place;
    TrialStep look;
    look.doing = QStringLiteral("Writing");
    look.act = [folder = context.folder, place] { return lookAtFolder(folder, place); };
    trial.steps = { look, runThere() };
    trial.judge = [isWindows = context.isWindows()](const StepAnswers& answers, TrialFacts& about) {
        judgeFolder(answers, isWindows, about);
    };
    trial.explain = [](qsizetype, const StepAnswer&, TrialFacts& about) {
        about.fix = QStringLiteral("Choose another folder, or make room there.");
    };
    return trial;
}

StepAnswer writeLongPath(const std::shared_ptr<TrialFolder>& folder, const QString& place)
{
    const auto own = folder->folderAt(place);
    if (!own)
        return bad(own.error().message);
    QString path = *own + QStringLiteral("/deep");
    while (path.size() < longPathLength)
        path += QLatin1Char('/') + QString(50, QLatin1Char('d'));
    if (!QDir().mkpath(path))
        return bad(
            QStringLiteral("A path of %1 characters cannot be made in %2.").arg(path.size()).arg(*own));
    const auto written = writeFile(path + QStringLiteral("/part.c"), trialSource("part.c"));
    if (!written)
        return bad(written.error().message);
    return good("TORCHMASON-TRIAL " + compactJson({ { "folder", toJson(path) } }));
}

Trial longPathTrial(const TrialContext& context, const QString& place, int number)
{
    Trial trial = context.start("long-path", QStringLiteral("Long paths"),
        QStringLiteral("that a file behind more than 260 characters is written and compiled"));
    trial.folder += QString::number(number);
    trial.about.subject = place;
    if (!context.choice.compiler) {
        trial.cannot = QStringLiteral("No C++ compiler was found.");
        return trial;
    }
    addTool(trial, QStringLiteral("cxx"), context.choice.compiler->path, context.choice.compiler->version);
    trial.usesCompiler = true;
    TrialStep make;
    make.doing = QStringLiteral("Writing behind a long path");
    make.act = [folder = context.folder, place] { return writeLongPath(folder, place); };
    TrialStep compile;
    compile.doing = QStringLiteral("Compiling behind a long path");
    compile.program = context.cc();
    const QString mark = QStringLiteral("/torchmason-place");
    const QStringList words
        = context.compileWords(mark + QStringLiteral("/part.c"), mark + QStringLiteral("/part.o"), 17);
    compile.prepare = [words, mark](TrialStep& step, const StepAnswers& answers) {
        const Json told = jsonIn(answers.last().output);
        JsonReader reader(told, QStringLiteral("folder"));
        const QString folder = reader.string("folder");
        step.arguments = words;
        for (QString& word : step.arguments)
            word.replace(mark, folder)
                .replace(QDir::toNativeSeparators(mark), QDir::toNativeSeparators(folder));
    };
    trial.steps = { make, compile };
    trial.judge = [](const StepAnswers&, TrialFacts& about) {
        setPass(about,
            QStringLiteral("A file behind %1 characters is written and compiled.").arg(longPathLength));
    };
    trial.explain = [](qsizetype, const StepAnswer&, TrialFacts& about) {
        about.state = QStringLiteral("warning");
        about.fix = QStringLiteral(
            "Keep the build folder's path short: PyTorch needs about 200 characters below it.");
    };
    return trial;
}

}

// Nothing here looks at a disk: one that does not answer, such as a network share that has gone, would hold
// up all trials and their end. The steps look, on threads of their own.
QVector<Trial> folderTrials(const TrialContext& context)
{
    const QString& source = context.choice.request.sourceFolder;
    const QString& build = context.choice.request.buildFolder;
    const QString temporary = QDir::tempPath();
    const bool isBelow = build == source || build.startsWith(source + QLatin1Char('/'));
    QVector<Trial> trials;
    int number = 0;
    if (!build.isEmpty())
        trials << folderTrial(context,
            isBelow || source.isEmpty() ? QStringLiteral("Folders of the build")
                                        : QStringLiteral("Build folder"),
            build, ++number);
    if (!source.isEmpty() && !isBelow)
        trials << folderTrial(context, QStringLiteral("Source folder"), source, ++number);
    if (build != temporary)
        trials << folderTrial(context, QStringLiteral("Temporary folder"), temporary, ++number);
    trials << longPathTrial(context, build.isEmpty() ? temporary : build, ++number);
    return trials;
}

}
