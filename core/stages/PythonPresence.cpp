// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonPresence.h"

#include "core/base/Core.h"
#include "core/base/ProgramStart.h"
#include "core/base/RegularFile.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

// Resources of a static library must be asked for, outside of any namespace.
static void initVerifyResources()
{
    Q_INIT_RESOURCE(verify);
}

namespace torchmason {

namespace {

// bin/python -> python3 -> /opt/python/bin/python3.11: the last one, where the others lead.
QString endOfLinks(QString path)
{
    for (int step = 0; step < 40 && QFileInfo(path).isSymLink(); ++step)
        path = QFileInfo(path).symLinkTarget();
    return path;
}

// "home = C:\Python311": where the launcher of a virtual environment looks for its Python.
QString homeOf(const QString& python)
{
    RegularFile file(QDir::cleanPath(QFileInfo(python).path() + QStringLiteral("/../pyvenv.cfg")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray& line : file.read(64 * 1024).split('\n')) {
        const QString text = QString::fromUtf8(line);
        if (text.section(QLatin1Char('='), 0, 0).trimmed() == QLatin1String("home"))
            return QDir::fromNativeSeparators(text.section(QLatin1Char('='), 1).trimmed());
    }
    return {};
}

struct PythonEnd {
    bool hasEnded = false; // in time
    bool isGood = false; // with 0
    QByteArray output;
    QByteArray errors;
};

Result<PythonEnd> runPython(const QString& python, const QStringList& words, int milliseconds)
{
    QProcess process;
    if (const auto started = startProgram(process, python, words); !started)
        return started.error();
    const bool hasEnded = process.waitForFinished(milliseconds);
    if (!hasEnded) {
        process.kill();
        process.waitForFinished();
    }
    return PythonEnd { hasEnded,
        hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
        process.readAllStandardOutput(), process.readAllStandardError() };
}

QString sentenceOf(const QString& python, const QString& reason)
{
    return QStringLiteral(
        "The Python that this build was configured with, %1, %2. Bring it back and try again "
        "(attempts retry N), or take another one and configure again (attempts retry N --use "
        "python=PATH).")
        .arg(python, reason);
}

}

QString missingPythonReason(const QString& python, Platform platform)
{
    if (python.isEmpty())
        return {};
    if (!python.contains(QLatin1Char('/')) && !python.contains(QLatin1Char('\\')))
        return QStandardPaths::findExecutable(python).isEmpty() ? Core::tr("is not found in PATH any more")
                                                                : QString();
    const QString end = endOfLinks(python);
    if (!QFileInfo(end).isFile())
        return end == python ? Core::tr("is not there any more")
                             : Core::tr("leads to %1, which is not there any more").arg(end);
    if (platform != Platform::Windows)
        return {};
    const QString home = homeOf(python);
    return home.isEmpty() || QFileInfo(home + QStringLiteral("/python.exe")).isFile()
        ? QString()
        : Core::tr("was made of the one in %1, which is not there any more").arg(home);
}

QString missingPythonSentence(const QString& python)
{
    const QString reason = missingPythonReason(python);
    return reason.isEmpty() ? QString() : sentenceOf(python, reason);
}

Result<QString> checkPython(const QString& python)
{
    if (const QString missing = missingPythonSentence(python); !missing.isEmpty())
        return Error { missing };
    const auto end
        = runPython(python, { QStringLiteral("-c"), QStringLiteral("import encodings, os, site") }, 60000);
    if (!end)
        return Error { sentenceOf(python, QStringLiteral("does not start any more")) };
    if (!end->hasEnded)
        return Error { sentenceOf(python, QStringLiteral("does not respond within a minute")) };
    if (end->isGood)
        return QStringLiteral("%1 is there.").arg(python);
    const QString said = sentencePart(plainToolText(end->output + end->errors).right(400));
    return Error { sentenceOf(python,
        QStringLiteral("does not run any more (%1)")
            .arg(said.isEmpty() ? QStringLiteral("it said nothing") : said)) };
}

QString verifyProgram(const char* name)
{
    initVerifyResources();
    return QStringLiteral(":/torchmason/verify/%1.py").arg(QLatin1String(name));
}

Result<Json> askPython(
    const QString& python, const char* program, const QStringList& words, const QString& failure)
{
    constexpr int patience = 120000; // milliseconds; a cold network disk needs seconds
    QFile text(verifyProgram(program));
    if (!text.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1 in the program.").arg(text.fileName()) };
    const auto end = runPython(python,
        QStringList { QStringLiteral("-I"), QStringLiteral("-c"), QString::fromUtf8(text.readAll()) } + words,
        patience);
    if (!end)
        return end.error();
    if (end->isGood) {
        const auto json = parseJson(end->output.trimmed(), python);
        return json
            ? json
            : Error { failure.arg(python, Core::tr("it does not respond like a Python interpreter")) };
    }
    const QStringList lines = plainToolText(end->errors).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return Error { failure.arg(python,
        !end->hasEnded        ? Core::tr("no response within %1 s").arg(patience / 1000)
            : lines.isEmpty() ? Core::tr("it said nothing")
                              : sentencePart(lines.last())) };
}

}
