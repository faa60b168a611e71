// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "core/export/ScriptExport.h"
#include "ui/frame/BuildPlace.h"
#include "ui/models/BuildDraft.h"

#include <QDir>
#include <QFileDialog>
#include <QSaveFile>

namespace torchmason {

// "Save as script...": the ending of the chosen name says which kind.
void MainWindow::saveScript()
{
    const auto& plan = m_draft->plan();
    if (!plan)
        return m_build->showProblem(plan.error().message);
    const QString shell = tr("Shell script (*.sh)");
    const QString batch = tr("Batch file (*.bat)");
    const bool windows = hostPlatform() == Platform::Windows;
    const QString name = m_draft->profile()->id + (windows ? QStringLiteral(".bat") : QStringLiteral(".sh"));
    const QString path = QFileDialog::getSaveFileName(this, tr("Save as script"), QDir::home().filePath(name),
        windows ? batch + QStringLiteral(";;") + shell : shell + QStringLiteral(";;") + batch);
    if (path.isEmpty())
        return;
    const ScriptTitle title { m_draft->profile()->name, QString() };
    const bool asBatch = path.endsWith(QStringLiteral(".bat"), Qt::CaseInsensitive);
    const QByteArray text = asBatch ? batchScript(*plan, title) : shellScript(*plan, title);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return m_build->showProblem(
            tr("Cannot write %1: %2").arg(QDir::toNativeSeparators(path), file.errorString()));
    if (!asBatch)
        QFile::setPermissions(path, QFile::permissions(path) | QFile::ExeOwner | QFile::ExeUser);
    m_build->showProblem(tr("Saved as %1").arg(QDir::toNativeSeparators(path)));
}

}
