// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonQuestion.h"

#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"

#include <QFile>
#include <QProcess>

// Resources of a static library must be asked for, outside of any namespace.
static void initVerifyResources()
{
    Q_INIT_RESOURCE(verify);
}

namespace torchmason {

Result<Json> askPython(
    const QString& python, const char* program, const QStringList& words, const QString& failure)
{
    constexpr int patience = 120000; // milliseconds; a cold network disk needs seconds
    initVerifyResources();
    QFile text(QStringLiteral(":/torchmason/verify/%1.py").arg(QLatin1String(program)));
    if (!text.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1 in the program.").arg(text.fileName()) };
    QProcess process;
    const auto started = startProgram(process, python,
        QStringList { QStringLiteral("-I"), QStringLiteral("-c"), QString::fromUtf8(text.readAll()) }
            + words);
    if (!started)
        return started.error();
    const bool hasEnded = process.waitForFinished(patience);
    if (!hasEnded) {
        process.kill();
        process.waitForFinished();
    }
    if (hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) {
        const auto json = parseJson(process.readAllStandardOutput().trimmed(), python);
        return json ? json
                    : Error { failure.arg(python, QStringLiteral("it does not answer as a Python does")) };
    }
    const QStringList lines
        = plainToolText(process.readAllStandardError()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return Error { failure.arg(python,
        !hasEnded             ? QStringLiteral("no answer within %1 s").arg(patience / 1000)
            : lines.isEmpty() ? QStringLiteral("it said nothing")
                              : sentencePart(lines.last())) };
}

}
