// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "core/base/WholeFile.h"
#include "core/export/BuildScript.h"
#include "ui/frame/BuildPage.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/PatientDisk.h"
#include "ui/pages/Wizard.h"

#include <QDir>
#include <QFileDialog>
#include <QSaveFile>

namespace torchmason {

// "Save as script...": the ending of the chosen name says which kind; without one, the chosen filter does.
void MainWindow::saveScript()
{
    // Copies: probes may answer, and profiles be read again, while the dialog is open.
    const auto request = m_draft->plannable();
    const QVector<RequestAssumption> assumptions = m_draft->assumptions();
    if (!request)
        return m_build->wizard().showProblem(request.error().message);
    const QString id = m_draft->profileId();
    const bool windows = hostPlatform() == Platform::Windows;
    const QString ending = windows ? QStringLiteral("bat") : QStringLiteral("sh");
    const QString shell = tr("Shell script (*.sh)");
    const QString batch = tr("Batch file (*.bat)");
    QFileDialog dialog(this, tr("Save as script"), QDir::homePath());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(windows ? QStringList { batch, shell } : QStringList { shell, batch });
    dialog.setDefaultSuffix(ending);
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog, &batch](const QString& filter) {
        dialog.setDefaultSuffix(filter == batch ? QStringLiteral("bat") : QStringLiteral("sh"));
    });
    dialog.selectFile(id + QLatin1Char('.') + ending);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const QString path = dialog.selectedFiles().constFirst();
    const bool asBatch = path.endsWith(QStringLiteral(".bat"), Qt::CaseInsensitive);
    // Secrets are masked by both: a script is made to be handed on.
    const auto text = buildScript(*request, assumptions, asBatch ? ScriptKind::Batch : ScriptKind::Shell);
    if (!text)
        return m_build->wizard().showProblem(text.error().message);
    const QString native = QDir::toNativeSeparators(path);
    PatientDisk disk;
    const auto problem = disk.ask([path, text = *text, asBatch] {
        QSaveFile file(path);
        return writeWhole(file, text, asBatch ? FileAccess::AsUsual : FileAccess::Executable)
            ? QString()
            : file.errorString();
    });
    m_build->wizard().showProblem(!problem
            ? tr("%1: the disk does not respond. The script is saved once it responds.").arg(native)
            : problem->isEmpty() ? tr("Saved as %1").arg(native)
                                 : tr("Cannot write %1: %2").arg(native, *problem));
}

}
