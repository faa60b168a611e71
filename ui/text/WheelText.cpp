// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/WheelText.h"

#include "core/config/PythonChoice.h"
#include "core/profile/Candidates.h"
#include "core/stages/InstallPlace.h"
#include "ui/text/Ui.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// "cp311" -> "Python 3.11"; with the ABI "cp313t" -> "Python 3.13, free-threaded".
QString pythonWords(const QString& tag, const QString& abi)
{
    static const QRegularExpression cpython(QStringLiteral("^cp(\\d)(\\d+)$"));
    const auto match = cpython.match(tag);
    if (!match.hasMatch())
        return tag.contains(QLatin1String("py3")) ? Ui::tr("any Python 3") : tag;
    const QString version = Ui::tr("Python %1.%2").arg(match.captured(1), match.captured(2));
    return abi == tag + u't' ? Ui::tr("%1, free-threaded").arg(version) : version;
}

QString machineWords(QString machine)
{
    return machine == QLatin1String("amd64") ? QStringLiteral("x86-64") : machine.replace(u'_', u'-');
}

// "manylinux_2_28_x86_64" -> "Linux x86-64 with glibc 2.28 or newer"
QString platformWords(const QString& tag)
{
    static const QRegularExpression linuxOne(QStringLiteral("^linux_(.+)$"));
    static const QRegularExpression manyLinux(QStringLiteral("^manylinux_(\\d+)_(\\d+)_([^.]+)"));
    static const QRegularExpression windows(QStringLiteral("^win_(.+)$"));
    if (tag == QLatin1String("any"))
        return Ui::tr("any system");
    if (const auto match = linuxOne.match(tag); match.hasMatch())
        return Ui::tr("Linux %1").arg(machineWords(match.captured(1)));
    if (const auto match = windows.match(tag); match.hasMatch())
        return Ui::tr("Windows %1").arg(machineWords(match.captured(1)));
    if (const auto match = manyLinux.match(tag); match.hasMatch())
        return Ui::tr("Linux %1 with glibc %2.%3 or newer")
            .arg(machineWords(match.captured(3)), match.captured(1), match.captured(2));
    return tag;
}

// Architectures found in the wheel, else those of the request.
QString archWords(const WheelRecord& wheel, const Configuration& configuration)
{
    if (wheel.archs)
        return wheel.archs->isEmpty()
            ? Ui::tr("without CUDA")
            : Ui::tr("has code for %1").arg(wheel.archs->join(QStringLiteral(", ")));
    const QString list = archListOf(configuration);
    return list.isEmpty() || !usesCuda(configuration) ? QString()
                                                      : Ui::tr("for compute capability %1").arg(list);
}

QString pythonThatBuilt(const AttemptRecord& record)
{
    const QString named = record.request.python.interpreter(hostPlatform());
    return named.isEmpty() ? QStringLiteral("python3") : named;
}

// Empty for an interpreter that detection did not find. The python3 of the PATH may be the system's own.
QString kindOfPython(const BuildRequest& request)
{
    if (request.python.isWanted())
        return {};
    if (request.python.base.isEmpty())
        return QStringLiteral("system");
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const PythonFacts* python = facts ? pythonOf(*facts, request) : nullptr;
    return python ? python->kind : QString();
}

}

std::optional<WheelName> wheelName(const QString& fileName)
{
    // package - version (- build)? - python - abi - platform
    static const QRegularExpression form(
        QStringLiteral("^([^-]+)-([^-]+)(?:-\\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\\.whl$"));
    const auto match = form.match(fileName);
    if (!match.hasMatch())
        return std::nullopt;
    return WheelName { match.captured(1), match.captured(2),
        pythonWords(match.captured(3), match.captured(4)), platformWords(match.captured(5)) };
}

QString wheelFacts(const WheelRecord& wheel, const BuildRequest& request)
{
    QStringList parts { formatBytes(wheel.size) };
    if (const auto name = wheelName(wheelFileName(wheel)))
        parts << name->python << name->platform;
    parts << archWords(wheel, request.configuration) << request.source.tag;
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  ·  "));
}

QString installCommand(const AttemptRecord& record, const WheelRecord& wheel)
{
    return pipInstallLines(quotedPath(pythonThatBuilt(record)), kindOfPython(record.request),
        quotedPath(wheel.path), hostPlatform());
}

}
