// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonPresence.h"

#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace torchmason {

namespace {

constexpr int patience = 60000; // milliseconds; a cold network disk needs seconds

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
    QFile file(QDir::cleanPath(QFileInfo(python).path() + QStringLiteral("/../pyvenv.cfg")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray& line : file.read(64 * 1024).split('\n')) {
        const QString text = QString::fromUtf8(line);
        if (text.section(QLatin1Char('='), 0, 0).trimmed() == QLatin1String("home"))
            return QDir::fromNativeSeparators(text.section(QLatin1Char('='), 1).trimmed());
    }
    return {};
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
        return QStandardPaths::findExecutable(python).isEmpty()
            ? QStringLiteral("is not found in PATH any more")
            : QString();
    const QString end = endOfLinks(python);
    if (!QFileInfo(end).isFile())
        return end == python ? QStringLiteral("is not there any more")
                             : QStringLiteral("leads to %1, which is not there any more").arg(end);
    if (platform != Platform::Windows)
        return {};
    const QString home = homeOf(python);
    return home.isEmpty() || QFileInfo(home + QStringLiteral("/python.exe")).isFile()
        ? QString()
        : QStringLiteral("was made of the one in %1, which is not there any more").arg(home);
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
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    const auto started = startProgram(
        process, python, { QStringLiteral("-c"), QStringLiteral("import encodings, os, site") });
    if (!started)
        return Error { sentenceOf(python, QStringLiteral("does not start any more")) };
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return Error { sentenceOf(python, QStringLiteral("does not answer within a minute")) };
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return QStringLiteral("%1 is there.").arg(python);
    const QString said = sentencePart(plainToolText(process.readAll()).right(400));
    return Error { sentenceOf(python,
        QStringLiteral("does not run any more (%1)")
            .arg(said.isEmpty() ? QStringLiteral("it said nothing") : said)) };
}

}
