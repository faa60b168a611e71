// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/ContinuedInstall.h"

#include "core/stages/InstallNote.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

namespace torchmason {

QString continuedInstallNote(const QString& attemptFolder)
{
    const QFileInfo folder(QDir::cleanPath(attemptFolder));
    const auto own = AttemptFiles::readRequest(attemptFolder);
    int wanted = own ? own->continuesAttempt.value_or(0) : 0;
    QSet<int> takenBack;
    for (int number = folder.fileName().toInt() - 1; number >= wanted && wanted > 0; --number) {
        const QString earlier = AttemptStore(folder.path()).attemptFolder(number);
        const auto record = AttemptFiles::readRecord(earlier, AttemptFiles::RecordPart::WithoutPlan);
        if (!record)
            continue;
        if (record->state == AttemptState::Succeeded)
            takenBack.insert(record->request.install.takesBack);
        if (number != wanted)
            continue;
        const QString note = installNotePath(earlier);
        if (QFileInfo::exists(note))
            return takenBack.contains(number) ? QString() : note;
        wanted = record->request.continuesAttempt.value_or(0);
    }
    return {};
}

}
