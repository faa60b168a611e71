// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DiskNotice.h"

#include "core/base/AppPaths.h"
#include "core/base/AppSettings.h"
#include "ui/models/Background.h"
#include "ui/models/PatientDisk.h"
#include "ui/models/Settings.h"

#include <QDir>

namespace torchmason {

namespace {

QString shownFolder()
{
    return QDir::toNativeSeparators(AppPaths::configFolder());
}

}

DiskNotice::DiskNotice(QWidget* parent)
    : Banner(parent)
{
    setObjectName(QStringLiteral("diskNotice"));
    setClosable(true);
    hide();
    connect(&configDisk(), &PatientDisk::late, this, &DiskNotice::showLate);
    connect(&configDisk(), &PatientDisk::answered, this, &DiskNotice::showAnswer);
    if (configDisk().isLate())
        showLate();
    runInBackground(diskPool(), this, &AppPaths::settingsProblem, [this](const QString& problem) {
        if (problem.isEmpty() || !isHidden())
            return;
        setMessage(Tone::Warning, problem);
        show();
    });
}

void DiskNotice::showLate()
{
    setMessage(Tone::Warning,
        settings()->areUnread()
            ? tr("The disk with your settings and profiles (%1) does not respond. This window uses the "
                 "default settings, and saves no changes to them.")
                  .arg(shownFolder())
            : tr("The disk with your settings and profiles (%1) does not respond. What you change in the "
                 "settings and in the wizard is saved once it responds.")
                  .arg(shownFolder()));
    show();
}

void DiskNotice::showAnswer()
{
    emit diskAnswered();
    setVisible(settings()->areUnread());
    setMessage(Tone::Neutral,
        tr("The disk with your settings and profiles (%1) responds again. Your profiles are here; to use "
           "your settings, close this window and open it again.")
            .arg(shownFolder()));
}

}
