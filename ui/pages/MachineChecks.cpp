// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachineChecks.h"

#include "core/config/ReleaseNeeds.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/Parts.h"

#include <QAction>
#include <QCursor>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

class MachineChecks {
    Q_DECLARE_TR_FUNCTIONS(MachineChecks)
};

struct FoundProgram {
    QString name; // "CUDA 12.9.86"
    QString path;
    bool isTaken = false;
};

// The one that a build takes first, then the newest.
QVector<FoundProgram> foundPythons(const BuildDraft& draft)
{
    const HostFacts& facts = draft.machine().facts();
    const Profile* profile = draft.profile();
    const PythonFacts* taken
        = profile ? pythonFor(facts, needsFor(*profile, draft.source())) : facts.defaultPython();
    QVector<const PythonFacts*> pythons;
    for (const PythonFacts& python : facts.pythons) {
        if (!isSilent(python))
            pythons.append(&python);
    }
    std::stable_sort(
        pythons.begin(), pythons.end(), [taken](const PythonFacts* one, const PythonFacts* other) {
            if ((one == taken) != (other == taken))
                return one == taken;
            return compareVersions(one->version, other->version) > 0;
        });
    QVector<FoundProgram> found;
    for (const PythonFacts* python : std::as_const(pythons))
        found.append({ QStringLiteral("Python %1 (%2)").arg(python->version, python->kind), python->path,
            python == taken });
    return found;
}

// What was found for a key, the one that a build takes among them.
QVector<FoundProgram> foundPrograms(const BuildDraft& draft, const QString& key)
{
    const HostFacts& facts = draft.machine().facts();
    QVector<FoundProgram> found;
    if (key == QLatin1String("nvcc")) {
        for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
            found.append({ QStringLiteral("CUDA %1").arg(toolkit.version), toolkit.nvcc,
                toolkit.source == chosenByUser() || toolkit.winsOnPath });
    } else if (key == QLatin1String("cxx")) {
        for (const CompilerFacts& compiler : facts.compilers) {
            if (isSilent(compiler))
                continue;
            found.append({ compilerTitle(compiler), compiler.path, compiler.isDefault });
        }
    } else if (key == QLatin1String("python")) {
        found = foundPythons(draft);
    }
    return found;
}

void chooseFile(QWidget* parent, MachineFacts& machine, const QString& key)
{
    const QString what = key == QLatin1String("cxx") ? MachineChecks::tr("C++ compiler")
        : key == QLatin1String("nvcc")               ? MachineChecks::tr("nvcc, CUDA's compiler")
                                                     : key;
    const QString title = MachineChecks::tr("Choose the program to use as %1").arg(what);
    const QString path = QFileDialog::getOpenFileName(parent, title, machine.overridePath(key));
    if (!path.isEmpty())
        machine.setOverridePath(key, path);
}

// Paths may be long: their end tells more than their beginning.
QString menuText(const FoundProgram& program, const QFontMetrics& metrics)
{
    const QString path = metrics.elidedText(
        QDir::toNativeSeparators(program.path), Qt::ElideMiddle, metrics.averageCharWidth() * 60);
    return QStringLiteral("%1\t%2").arg(
        program.name, QString(path).replace(QLatin1Char('&'), QLatin1String("&&")));
}

}

void chooseProgram(QWidget& asker, BuildDraft& draft, const QString& key)
{
    MachineFacts& machine = draft.machine();
    const QVector<FoundProgram> found = foundPrograms(draft, key);
    if (found.size() < 2)
        return chooseFile(&asker, machine, key);
    auto* menu = named(new QMenu(&asker), QStringLiteral("choose-") + key);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const FoundProgram& program : found) {
        QAction* action = menu->addAction(menuText(program, menu->fontMetrics()));
        action->setCheckable(true);
        action->setChecked(program.isTaken);
        QObject::connect(action, &QAction::triggered, &machine,
            [&machine, key, path = program.path] { machine.setOverridePath(key, path); });
    }
    menu->addSeparator();
    QObject::connect(menu->addAction(MachineChecks::tr("At another place...")), &QAction::triggered, &asker,
        [&asker, &machine, key] { chooseFile(&asker, machine, key); });
    // Below the button that asked, wherever the mouse is.
    const auto* button = qobject_cast<QPushButton*>(asker.focusWidget());
    menu->popup(button ? button->mapToGlobal(QPoint(0, button->height())) : QCursor::pos());
}

void serveChecks(CheckList& list, BuildDraft& draft)
{
    MachineFacts& machine = draft.machine();
    // The change takes away the button that asked for it.
    QObject::connect(&list, &CheckList::changeRequested, &draft, &BuildDraft::make, Qt::QueuedConnection);
    QObject::connect(&list, &CheckList::checkAgainRequested, &machine, &MachineFacts::look);
    QObject::connect(&list, &CheckList::foundRequested, &machine,
        [&machine](const QString& key) { machine.setOverridePath(key, {}); });
    QObject::connect(&list, &CheckList::chooseRequested, &machine,
        [&list, &draft](const QString& key) { chooseProgram(list, draft, key); });
}

}
