// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonCheck.h"

#include "core/base/Json.h"
#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/process/ChildEnvironment.h"
#include "core/process/ProcessRunner.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/VirtualEnvironment.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace torchmason {

namespace {

constexpr const char* mark = "TORCHMASON-VERIFY ";
constexpr const char* stepMark = "TORCHMASON-STEP ";
const QString archsMark = QStringLiteral("compiled for ");
const QString noArchs = QStringLiteral("no graphics card");

QString lastLineOf(const QByteArray& output)
{
    const QStringList lines = plainToolText(output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return lines.isEmpty() ? QStringLiteral("it said nothing") : sentencePart(lines.last());
}

// "12.0+PTX" -> "120", "9.0a" -> "90a", "sm_120" -> "120"
QString architectureNumber(QString name)
{
    name.remove(QLatin1String("+PTX"), Qt::CaseInsensitive);
    return name.section(QLatin1Char('_'), -1).remove(QLatin1Char('.')).trimmed();
}

QString placeOf(const PythonCheckWishes& wishes)
{
    if (!wishes.shownAs.isEmpty())
        return wishes.shownAs;
    return wishes.packageFolder.isEmpty() ? wishes.python : wishes.packageFolder;
}

QString lastStepOf(const QByteArray& output)
{
    const qsizetype at = output.lastIndexOf(stepMark);
    if (at < 0)
        return QStringLiteral("its start");
    const qsizetype begin = at + qsizetype(qstrlen(stepMark));
    return sentencePart(plainToolText(output.mid(begin, output.indexOf('\n', begin) - begin)));
}

// Python's faulthandler names the innermost frame first, and before it those of importing ("<frozen ...>"):
//   File "/x/torch/__init__.py", line 427 in _load_dll_libraries
QString placeInPython(const QByteArray& output)
{
    static const QRegularExpression frame(
        QStringLiteral("^  File (\"[^\"<\\n]+\", line \\d+)"), QRegularExpression::MultilineOption);
    const QString text = plainToolText(output);
    const qsizetype from = std::max(
        text.lastIndexOf(QLatin1String("Fatal Python error")), text.lastIndexOf(QLatin1String("Timeout (")));
    const auto match = frame.match(text, std::max<qsizetype>(0, from));
    return match.hasMatch() ? match.captured(1) : lastLineOf(output);
}

bool hasTimedOut(const QByteArray& output)
{
    static const QRegularExpression line(
        QStringLiteral("^Timeout \\(\\d"), QRegularExpression::MultilineOption);
    return line.match(plainToolText(output.right(64 * 1024))).hasMatch() && !output.contains(mark);
}

// The end of what Python printed, for the log.
void printEnd(const QByteArray& output, const Print& print)
{
    constexpr qsizetype mostLines = 60;
    const QStringList lines = plainToolText(output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString& line : lines.mid(std::max<qsizetype>(0, lines.size() - mostLines))) {
        if (!line.startsWith(QLatin1String(mark)) && !line.startsWith(QLatin1String(stepMark)))
            print(QStringLiteral("  | ") + line);
    }
}

// verify.py ends itself after the timeout and names the step; `grace` is for a Python that hangs.
Result<QByteArray> outputOf(
    const PythonCheckWishes& wishes, const QString& script, const Print& print, const QStringList& words = {})
{
    constexpr int grace = 10000; // milliseconds
    QProcess process;
    QProcessEnvironment environment = childEnvironment(QProcessEnvironment::systemEnvironment(),
        wishes.packageFolder.isEmpty() ? isolatedEnvironment() : QVector<EnvironmentValue>());
    QStringList folders { wishes.packageFolder, wishes.alsoFrom,
        environment.value(QStringLiteral("PYTHONPATH")) };
    folders.removeAll(QString());
    environment.insert(QStringLiteral("PYTHONPATH"), folders.join(QDir::listSeparator()));
    environment.insert(QStringLiteral("PYTHONIOENCODING"), QStringLiteral("utf-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QFileInfo(script).path()); // a folder "torch" in another one would win
    const QString seconds = QString::number(double(wishes.timeout.count()) / 1000);
    if (const auto started = startProgram(process, wishes.python, QStringList { script, seconds } + words);
        !started)
        return started.error();
    const bool hasEnded = process.waitForFinished(int(wishes.timeout.count()) + grace);
    if (!hasEnded) {
        process.kill();
        process.waitForFinished();
    }
    const QByteArray output = process.readAll();
    const bool hasCrashed = hasEnded && process.exitStatus() == QProcess::CrashExit && !output.contains(mark);
    if (hasEnded && !hasCrashed && !hasTimedOut(output))
        return output;
    printEnd(output, print);
    if (hasCrashed)
        return Error { QStringLiteral("Python crashed while it used torch from %1 (%2): it %3, in %4.")
                           .arg(placeOf(wishes), lastStepOf(output), crashText(process.exitCode()),
                               placeInPython(output)) };
    return Error { QStringLiteral(
        "Python has not finished with torch from %1 within %2 s (%3): it hangs in %4.")
                       .arg(placeOf(wishes))
                       .arg(wishes.timeout.count() / 1000)
                       .arg(lastStepOf(output), placeInPython(output)) };
}

PythonCard readCard(JsonReader& reader)
{
    return { reader.string("name"), reader.string("capability", {}), reader.boolean("tried", false),
        reader.string("busy", {}) };
}

void printVerdict(const PythonVerdict& verdict, const Print& print)
{
    if (verdict.error.isEmpty())
        print(QStringLiteral(
            "torch %1 from %2: imports, multiplies matrices, computes gradients, saves, loads and trains.")
                  .arg(verdict.version, verdict.file));
    for (const QString& line : verdict.config.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        print(QStringLiteral("  ") + line.trimmed());
    if (!verdict.numpyProblem.isEmpty())
        print(QStringLiteral("Warning: torch cannot use NumPy's arrays: %1")
                  .arg(sentencePart(verdict.numpyProblem)));
    if (verdict.archList)
        print(archsMark
            + (verdict.archList->isEmpty() ? noArchs : verdict.archList->join(QLatin1String(", "))));
    for (const PythonCard& card : verdict.cards) {
        if (!card.tried)
            print(QStringLiteral("the card here, %1 (%2), is not one that was asked for; not tried")
                      .arg(card.name, card.capability));
        else if (!card.busy.isEmpty())
            print(QStringLiteral("Warning: %1 (%2) is in use and was not tried: %3")
                      .arg(card.name, card.capability, sentencePart(card.busy)));
        else if (verdict.error.isEmpty())
            print(QStringLiteral("It multiplies on %1 (%2).").arg(card.name, card.capability));
    }
    if (verdict.cards.isEmpty() && verdict.error.isEmpty())
        print(QStringLiteral("no graphics card that this torch can use is here"));
}

// Apart from the rest: it compiles at run time, so it may hang, crash or miss a compiler where torch is good.
void tryCompile(const PythonCheckWishes& wishes, const QString& script, const Print& print)
{
    const auto output = outputOf(wishes, script, [](const QString&) {}, { QStringLiteral("compile") });
    const auto verdict = output ? readVerdict(*output) : Result<PythonVerdict>(output.error());
    const QString problem = verdict ? verdict->error : verdict.error().message;
    if (!problem.isEmpty())
        print(QStringLiteral("Warning: torch.compile does not work with this Python and compiler: %1.")
                  .arg(sentencePart(problem.section(QLatin1Char('\n'), 0, 0))));
    else if (!verdict->untried.isEmpty())
        print(QStringLiteral("torch.compile is not tried: %1").arg(verdict->untried));
    else
        print(QStringLiteral("torch.compile works."));
}

// "" where the package has code for what was asked for, or where that cannot be known.
QString architectureProblem(const PythonVerdict& verdict, const QString& asked)
{
    const QStringList missing
        = verdict.archList ? missingArchitectures(asked, *verdict.archList) : QStringList();
    if (missing.isEmpty())
        return {};
    return QStringLiteral("torch was to be compiled for %1, but %2 is not in it: it has %3.")
        .arg(asked, missing.join(QLatin1String(" and ")),
            verdict.archList->isEmpty() ? QStringLiteral("no code for graphics cards")
                                        : verdict.archList->join(QLatin1String(", ")));
}

}

std::optional<QStringList> archsFromLine(const QByteArray& line)
{
    const QString text = QString::fromUtf8(line.trimmed());
    if (!text.startsWith(archsMark))
        return std::nullopt;
    const QString archs = text.mid(archsMark.size());
    return archs == noArchs ? QStringList() : archs.split(QLatin1String(", "), Qt::SkipEmptyParts);
}

bool hasPythonPackage(const QString& folder)
{
    return !QDir(folder + QStringLiteral("/torch"))
                .entryList({ QStringLiteral("_C*.so"), QStringLiteral("_C*.pyd") }, QDir::Files)
                .isEmpty();
}

Result<PythonVerdict> readVerdict(const QByteArray& output)
{
    const qsizetype at = output.lastIndexOf(mark);
    const bool isOwnLine = at == 0 || (at > 0 && output[at - 1] == '\n');
    if (!isOwnLine)
        return Error {
            QStringLiteral("Python ended before it had reported on torch: %1.").arg(lastLineOf(output))
        };
    const qsizetype begin = at + qsizetype(qstrlen(mark));
    const qsizetype end = output.indexOf('\n', begin);
    const auto json = parseJson(
        output.mid(begin, end < 0 ? -1 : end - begin), QStringLiteral("Python's report on torch"));
    if (!json)
        return json.error();
    JsonReader reader(*json, QStringLiteral("Python's report on torch"));
    PythonVerdict verdict;
    verdict.version = reader.string("version", {});
    verdict.file = reader.string("file", {});
    if (reader.has("archList"))
        verdict.archList = reader.strings("archList");
    verdict.cards = reader.list("cards", readCard);
    verdict.config = reader.string("config", {});
    if (reader.has("numpy") && reader.child("numpy").is_string())
        verdict.numpyProblem = reader.string("numpy");
    verdict.untried = reader.string("untried", {});
    verdict.isElsewhere = reader.boolean("elsewhere", false);
    verdict.isAbsent = reader.boolean("absent", false);
    verdict.step = reader.string("step", {});
    verdict.error = reader.string("error", {});
    if (!reader.ok())
        return reader.error();
    return verdict;
}

QStringList missingArchitectures(const QString& asked, const QStringList& archList)
{
    static const QRegularExpression separators(QStringLiteral("[;,\\s]+"));
    static const QRegularExpression number(QStringLiteral("^\\d+\\.\\d+[af]?(\\+PTX)?$"));
    QStringList there;
    for (const QString& name : archList)
        there << architectureNumber(name);
    QStringList missing;
    for (const QString& name : asked.split(separators, Qt::SkipEmptyParts)) {
        // Names such as "Hopper" and "All" stand for what the tree makes of them.
        if (number.match(name).hasMatch() && !there.contains(architectureNumber(name)))
            missing << QStringLiteral("sm_") + architectureNumber(name);
    }
    return missing;
}

Result<QString> checkPythonPackage(const PythonCheckWishes& wishes, const Print& print)
{
    QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("verify.py"));
    if (!folder.isValid() || !QFile::copy(verifyProgram("verify"), script))
        return Error { QStringLiteral("Cannot write to %1 to look at torch from there.").arg(folder.path()) };
    const auto output = outputOf(wishes, script, print);
    if (!output)
        return output.error();
    const auto verdict = readVerdict(*output);
    if (!verdict) {
        printEnd(*output, print);
        return verdict.error();
    }
    if (verdict->step == QLatin1String("import torch")
        && verdict->error.contains(QLatin1String("libcuda.so.1:"))) {
        const QString told = QStringLiteral("torch needs the NVIDIA driver, which is not here; not imported");
        print(told);
        return told + QLatin1Char('.');
    }
    if (wishes.mayBeAbsent && verdict->isAbsent) {
        const QString told = QStringLiteral("%1 has no torch, so none was imported").arg(placeOf(wishes));
        print(QStringLiteral("Warning: ") + told);
        return told + QLatin1Char('.');
    }
    printVerdict(*verdict, print);
    if (!verdict->error.isEmpty())
        printEnd(*output, print);
    if (wishes.packageFolder.isEmpty() && verdict->isElsewhere)
        return Error { QStringLiteral(
            "%1 imports torch from %2, which is not in its environment; a .pth file may lead "
            "there. Remove that torch, or what leads to it.")
                           .arg(wishes.python, verdict->file) };
    const QString problem = architectureProblem(*verdict, wishes.archList);
    if (!problem.isEmpty())
        return Error { problem };
    if (!verdict->error.isEmpty())
        return Error { QStringLiteral("Python cannot use torch from %1 (%2): %3.")
                           .arg(placeOf(wishes), verdict->step, sentencePart(verdict->error)) };
    if (!wishes.archList.isEmpty() && !verdict->archList)
        print(QStringLiteral("this torch does not say what it is compiled for, so %1 is not checked")
                  .arg(wishes.archList));
    tryCompile(wishes, script, print);
    return QStringLiteral("torch %1 works.").arg(verdict->version);
}

}
