// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MoreSummary.h"

#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"

#include <QCoreApplication>
#include <QDir>

namespace torchmason {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("MoreSummary", text);
}

QString pythonText(const MachineFacts& machine)
{
    const QString path = machine.overridePath(QStringLiteral("python"));
    return path.isEmpty() ? QString() : say("Python %1").arg(QDir::toNativeSeparators(path));
}

// "numpy==1.26.4" -> "numpy 1.26.4"
QString packagesText(const QStringList& packages)
{
    QString text = packages.join(QStringLiteral(", "));
    return text.replace(QStringLiteral("=="), QStringLiteral(" "));
}

QString environmentText(const RequestWishes& edits)
{
    const QString packages = packagesText(edits.packages);
    if (edits.venv == false)
        return say("no environment of its own");
    if (!packages.isEmpty())
        return say("environment of its own with %1").arg(packages);
    return edits.venv ? say("environment of its own") : QString();
}

QString installText(const InstallTarget& install)
{
    if (!install.isWanted())
        return {};
    const QString place = QDir::toNativeSeparators(install.environment);
    return (install.dependencies ? say("installed into %1") : say("installed alone into %1")).arg(place);
}

}

QString moreSummary(const BuildDraft& draft)
{
    const RequestWishes& edits = draft.edits();
    QStringList parts { pythonText(draft.machine()), environmentText(edits) };
    if (!edits.wheels.isEmpty())
        parts << say("packages from %1").arg(QDir::toNativeSeparators(edits.wheels));
    if (!edits.tag.isEmpty())
        parts << say("tag %1").arg(edits.tag);
    parts << installText(edits.install);
    parts.removeAll(QString());
    if (parts.isEmpty())
        return say(
            "Python, its packages, the release, and where the wheel is installed: as the profile says");
    QString text = parts.join(QStringLiteral("; "));
    text[0] = text[0].toUpper();
    return text;
}

}
