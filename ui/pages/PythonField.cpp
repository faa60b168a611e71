// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/PythonField.h"

#include "core/config/PythonChoice.h"
#include "core/config/ReleaseNeeds.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/MachineChecks.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>

namespace torchmason {

namespace {

const auto key = QStringLiteral("python");

QString fromText(const PythonChoice& choice)
{
    if (choice.path.isEmpty())
        return PythonField::tr("The build would take whatever CMake finds.");
    if (choice.from == QLatin1String("you"))
        return choice.facts && choice.facts->source == chosenByUser()
            ? PythonField::tr("Chosen by you, for all builds.")
            : PythonField::tr("Named by a flag of yours.");
    if (choice.from == QLatin1String("profile"))
        return PythonField::tr("Named by the profile.");
    if (choice.from == QLatin1String("active environment"))
        return PythonField::tr("The environment that was active when Torchmason started.");
    return PythonField::tr("Found on this machine.");
}

// As they were asked for: those of the request name the build's own environment by now.
Configuration askedFlags(const Profile& profile, const RequestWishes& edits)
{
    Configuration asked = profile.configuration;
    for (const QString& name : edits.configuration.unsetFlags)
        asked.removeFlag(name);
    for (const FlagValue& flag : edits.configuration.flags)
        asked.setFlag(flag);
    return asked;
}

QString nameText(const PythonChoice& choice)
{
    if (choice.path.isEmpty())
        return PythonField::tr("none found");
    const QString path = QDir::toNativeSeparators(choice.path);
    return choice.facts && !choice.facts->version.isEmpty()
        ? PythonField::tr("Python %1, %2").arg(choice.facts->version, path)
        : path;
}

}

PythonField::PythonField(BuildDraft& draft, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
{
    createWidgets();
    auto* line = rowOf(spacing::inner, { { m_which, 1 }, m_change, m_found });
    columnOf(this, {}, spacing::small, { line, m_from });
    setFocusProxy(m_change);
    connect(m_change, &QPushButton::clicked, this, [this] { chooseProgram(*m_change, m_draft, key); });
    connect(m_found, &QPushButton::clicked, this, [this] { m_draft.machine().setOverridePath(key, {}); });
}

void PythonField::createWidgets()
{
    m_which = named(new ElidedLabel(this), "pythonWhich");
    m_from = named(secondaryText(QString(), this), "pythonFrom");
    m_change = pushButton(this, "pythonChange", "choose", tr("Choose..."),
        tr("Build with another Python; it is taken for all builds, as on the Machine page"));
    m_found = pushButton(this, "pythonFound", "undo", tr("Use the one found"),
        tr("Forget the program that was chosen and take what is found"));
}

void PythonField::refresh()
{
    const Profile* profile = m_draft.profile();
    if (!profile)
        return;
    const MachineFacts& machine = m_draft.machine();
    const Configuration asked = askedFlags(*profile, m_draft.edits());
    const PythonChoice choice = choosePython(machine.facts(), needsFor(*profile, m_draft.source()), asked);
    m_which->setText(nameText(choice));
    m_from->setText(fromText(choice));
    m_change->setAccessibleName(tr("Change the Python that builds: %1").arg(m_which->text()));
    m_found->setVisible(!machine.overridePath(key).isEmpty());
}

}
