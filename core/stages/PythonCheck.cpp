// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonCheck.h"

#include "core/base/Json.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

// Resources of a static library must be asked for, outside of any namespace.
static void initVerifyResources()
{
    Q_INIT_RESOURCE(verify);
}

namespace torchmason {

namespace {

constexpr const char* mark = "TORCHMASON-VERIFY ";

// Nobody guesses what a crash had printed before: its last line is told.
QString lastLineOf(const QByteArray& output)
{
    const QStringList lines = plainToolText(output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.last().trimmed();
}

// "12.0+PTX" -> "120", "9.0a" -> "90a", "sm_120" -> "120"
QString architectureNumber(QString name)
{
    name.remove(QLatin1String("+PTX"), Qt::CaseInsensitive);
    return name.section(QLatin1Char('_'), -1).remove(QLatin1Char('.')).trimmed();
}

Result<QByteArray> outputOf(const PythonCheckWishes& wishes, const QString& script)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString before = environment.value(QStringLiteral("PYTHONPATH"));
    environment.insert(QStringLiteral("PYTHONPATH"),
        before.isEmpty() ? wishes.packageFolder : wishes.packageFolder + QDir::listSeparator() + before);
    environment.insert(QStringLiteral("PYTHONIOENCODING"), QStringLiteral("utf-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QFileInfo(script).path()); // a folder "torch" in another one would win
    process.start(wishes.python, { script }, QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return Error {
            QStringLiteral("%1 cannot be started: %2.").arg(wishes.python, process.errorString())
        };
    if (!process.waitForFinished(int(wishes.timeout.count()))) {
        process.kill();
        process.waitForFinished();
        return Error { QStringLiteral("Python has not imported torch from %1 within %2 s.")
                           .arg(wishes.packageFolder)
                           .arg(wishes.timeout.count() / 1000) };
    }
    const QByteArray output = process.readAll();
    if (process.exitStatus() == QProcess::CrashExit && !output.contains(mark))
        return Error { QStringLiteral("Python crashed while it imported torch from %1. %2")
                           .arg(wishes.packageFolder, lastLineOf(output))
                           .trimmed() };
    return output;
}

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
            QStringLiteral("Python ended before it had told about torch: %1.").arg(lastLineOf(output))
        };
    const qsizetype begin = at + qsizetype(qstrlen(mark));
    const qsizetype end = output.indexOf('\n', begin);
    const auto json = parseJson(
        output.mid(begin, end < 0 ? -1 : end - begin), QStringLiteral("What Python told about torch"));
    if (!json)
        return json.error();
    JsonReader reader(*json, QStringLiteral("What Python told about torch"));
    PythonVerdict verdict;
    verdict.version = reader.string("version", {});
    verdict.file = reader.string("file", {});
    if (reader.has("archList"))
        verdict.archList = reader.strings("archList");
    verdict.device = reader.string("device", {});
    verdict.capability = reader.string("capability", {});
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

Result<QString> checkPythonPackage(
    const PythonCheckWishes& wishes, const std::function<void(const QString&)>& print)
{
    initVerifyResources();
    QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("verify.py"));
    if (!folder.isValid() || !QFile::copy(QStringLiteral(":/torchmason/verify/verify.py"), script))
        return Error { QStringLiteral("Cannot write to %1 to look at torch from there.").arg(folder.path()) };
    const auto output = outputOf(wishes, script);
    if (!output)
        return output.error();
    const auto verdict = readVerdict(*output);
    if (!verdict)
        return verdict.error();
    if (!verdict->error.isEmpty())
        return Error { QStringLiteral("Python cannot use torch from %1 (%2): %3.")
                           .arg(wishes.packageFolder, verdict->step, verdict->error) };
    print(QStringLiteral("torch %1 from %2: imports and multiplies matrices")
              .arg(verdict->version, verdict->file));
    if (verdict->archList)
        print(QStringLiteral("compiled for %1").arg(verdict->archList->join(QLatin1String(", "))));
    print(verdict->device.isEmpty()
            ? QStringLiteral("no graphics card that this torch can use is here")
            : QStringLiteral("multiplies on %1 (%2)").arg(verdict->device, verdict->capability));
    if (!wishes.archList.isEmpty()) {
        const QStringList missing
            = missingArchitectures(wishes.archList, verdict->archList.value_or(QStringList()));
        if (!missing.isEmpty())
            return Error { QStringLiteral("torch was to be compiled for %1, but %2 is not in it: it has %3.")
                               .arg(wishes.archList, missing.join(QLatin1String(" and ")),
                                   verdict->archList && !verdict->archList->isEmpty()
                                       ? verdict->archList->join(QLatin1String(", "))
                                       : QStringLiteral("no code for graphics cards")) };
    }
    return QStringLiteral("torch %1 works.").arg(verdict->version);
}

}
