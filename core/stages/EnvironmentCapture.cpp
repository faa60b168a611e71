// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/EnvironmentCapture.h"

#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/redact/SecretText.h"
#include "core/request/ConfigurationJson.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringDecoder>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int schema = 1;

QString filePath(const QString& attemptFolder)
{
    return attemptFolder + QStringLiteral("/environment.json");
}

QString decoded(const QByteArray& output)
{
    // ASCII in UTF-16 has a zero in every second byte.
    const bool isWide = output.size() >= 2 && output[1] == '\0';
    if (isWide)
        return QStringDecoder(QStringDecoder::Utf16LE, QStringDecoder::Flag::Stateless).decode(output);
    return decodeToolText(output);
}

// cmd.exe's own, and those that lead a new program to think that it runs in a developer prompt's window.
bool isOwnOfCmd(const QString& name)
{
    static const QStringList names { QStringLiteral("PROMPT"), QStringLiteral("COMSPEC"),
        QStringLiteral("PATHEXT"), QStringLiteral("_"), QStringLiteral("PWD"), QStringLiteral("OLDPWD"),
        QStringLiteral("SHLVL") };
    return names.contains(name.toUpper());
}

// By the name in capitals: the name as it is written and the value.
QMap<QString, QPair<QString, QString>> byCapitals(const EnvironmentMap& map)
{
    QMap<QString, QPair<QString, QString>> result;
    for (auto item = map.cbegin(); item != map.cend(); ++item)
        result.insert(item.key().toUpper(), { item.key(), item.value() });
    return result;
}

QString withSlashes(QString path)
{
    return path.isEmpty() ? path : QDir::cleanPath(path.replace(QLatin1Char('\\'), QLatin1Char('/')));
}

Result<QByteArray> outputOfVcvars(const QString& script)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    setVcvarsCommand(process, script);
    process.start();
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit)
        return Error { Core::tr("Cannot run %1: %2.").arg(script, process.errorString()) };
    if (process.exitCode() != 0)
        return Error { Core::tr("%1 ended with exit code %2; repair Visual Studio's C++ workload.")
                           .arg(script)
                           .arg(process.exitCode()) };
    return process.readAllStandardOutput();
}

EnvironmentValue changed(const QString& name, const QString& before, const QString& after)
{
    const QString tail = QLatin1Char(';') + before;
    if (!before.isEmpty() && after.size() > tail.size() && after.endsWith(tail))
        return { name, after.chopped(tail.size()), ValueOrigin::Environment, true };
    return { name, after, ValueOrigin::Environment };
}

}

EnvironmentMap parseSetOutput(const QByteArray& output)
{
    EnvironmentMap map;
    QString text = decoded(output);
    text.remove(QLatin1Char('\r'));
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const qsizetype equals = line.indexOf(QLatin1Char('='));
        const QString name = line.left(equals);
        const bool isName = equals > 0
            && std::none_of(name.begin(), name.end(), [](QChar c) { return c.isSpace() || c.isNull(); });
        if (isName)
            map.insert(name, line.mid(equals + 1));
    }
    return map;
}

QVector<EnvironmentValue> environmentDifference(const EnvironmentMap& before, const EnvironmentMap& after)
{
    const auto old = byCapitals(before);
    const auto now = byCapitals(after);
    QVector<EnvironmentValue> difference;
    for (auto item = now.cbegin(); item != now.cend(); ++item) {
        const auto& [name, value] = item.value();
        const bool isSame = old.contains(item.key()) && old.value(item.key()).second == value;
        if (!isSame && !isOwnOfCmd(name) && secretsOf(name, value).isEmpty())
            difference.append(changed(name, old.value(item.key()).second, value));
    }
    for (auto item = old.cbegin(); item != old.cend(); ++item) {
        const QString& name = item.value().first;
        if (!now.contains(item.key()) && !isOwnOfCmd(name) && !namesSecret(name))
            difference.append({ name, std::nullopt, ValueOrigin::Environment });
    }
    return difference;
}

Result<void> checkVcvarsPath(const QString& path)
{
    const auto isOdd = [](QChar c) { return c.unicode() < 32 || QLatin1String("\"&|<>^%!`").contains(c); };
    const QString name
        = QString(path).replace(QLatin1Char('\\'), QLatin1Char('/')).section(QLatin1Char('/'), -1);
    if (std::any_of(path.begin(), path.end(), isOdd))
        return Error { Core::tr("The path %1 of Visual Studio holds characters that cmd.exe acts on, so its "
                                "environment is not taken from there; start Torchmason in a developer prompt "
                                "instead.")
                           .arg(path) };
    if (name.compare(QLatin1String("vcvars64.bat"), Qt::CaseInsensitive) != 0
        || !QFileInfo(path).isAbsolute())
        return Error { Core::tr("%1 is not a vcvars64.bat of Visual Studio.").arg(path) };
    if (!QFileInfo(path).isFile())
        return Error { Core::tr("%1 is not there; repair Visual Studio's C++ workload, or choose another "
                                "compiler.")
                           .arg(path) };
    return {};
}

QString visualStudioFolder(const QString& script)
{
    return withSlashes(script).section(QLatin1Char('/'), 0, -5);
}

Result<bool> isItsPrompt(const EnvironmentMap& own, const QString& script)
{
    const auto names = byCapitals(own);
    const auto value = [&names](const char* name) { return names.value(QLatin1String(name)).second; };
    if (value("VSCMD_VER").isEmpty())
        return false;
    const QString folder = visualStudioFolder(script);
    const QString target = value("VSCMD_ARG_TGT_ARCH");
    const QString present = withSlashes(value("VSINSTALLDIR"));
    if (target.compare(QLatin1String("x64"), Qt::CaseInsensitive) == 0
        && present.compare(folder, Qt::CaseInsensitive) == 0)
        return true;
    return Error { Core::tr(
        "This is a developer prompt for %1 of %2, and the build needs x64 of %3: open the "
        "\"x64 Native Tools Command Prompt\" of that one, or start Torchmason outside of "
        "any developer prompt.")
                       .arg(target.isEmpty() ? Core::tr("an unknown processor") : target,
                           present.isEmpty() ? Core::tr("an unknown Visual Studio") : present, folder) };
}

Result<QString> captureVcvars(const QString& script, const QString& attemptFolder)
{
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    EnvironmentMap before;
    for (const QString& name : own.keys())
        before.insert(name, own.value(name));
    QVector<EnvironmentValue> difference;
    const auto isThere = isItsPrompt(before, script);
    if (!isThere)
        return isThere.error();
    if (!*isThere) {
        if (const auto checked = checkVcvarsPath(script); !checked)
            return checked.error();
        const auto output = outputOfVcvars(script);
        if (!output)
            return output.error();
        const EnvironmentMap after = parseSetOutput(*output);
        const auto names = byCapitals(after);
        if (!names.contains(QStringLiteral("INCLUDE")) || !names.contains(QStringLiteral("LIB"))
            || !names.contains(QStringLiteral("PATH")))
            return Error { Core::tr("%1 set up no compiler (INCLUDE and LIB are missing); repair Visual "
                                    "Studio's C++ workload.")
                               .arg(script) };
        difference = environmentDifference(before, after);
    }
    const Json document { { "schema", schema }, { "source", toJson(script) },
        { "environment", toJson(difference) } };
    if (const auto written = writeJsonFile(filePath(attemptFolder), document); !written)
        return written.error();
    if (*isThere)
        return QStringLiteral("This is a developer prompt already; its environment is used as it is.");
    return QStringLiteral("Took over %1 variables from %2.").arg(difference.size()).arg(script);
}

Result<QVector<EnvironmentValue>> capturedEnvironment(const QString& attemptFolder)
{
    if (!QFileInfo::exists(filePath(attemptFolder)))
        return QVector<EnvironmentValue>();
    const auto document = readJsonFile(filePath(attemptFolder));
    if (!document)
        return document.error();
    JsonReader reader(*document, filePath(attemptFolder));
    if (reader.integer("schema") > schema)
        reader.fail(QStringLiteral("it was written by a newer version of the program."));
    const QVector<EnvironmentValue> environment = readSystemEnvironment(reader, "environment");
    if (!reader.ok())
        return reader.error();
    return environment;
}

}
