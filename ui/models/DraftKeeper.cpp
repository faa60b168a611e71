// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DraftKeeper.h"

#include "core/base/Log.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DraftFile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int typingPause = 500; // milliseconds

}

DraftKeeper::DraftKeeper(BuildDraft& draft, QObject* parent)
    : QObject(parent)
    , m_draft(draft)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &DraftKeeper::save);
    restore();
    connect(&m_draft, &BuildDraft::editsChanged, &m_delay, qOverload<>(&QTimer::start));
}

DraftKeeper::~DraftKeeper()
{
    if (m_delay.isActive())
        save();
}

// A file that cannot be read is left where it is until something is changed.
void DraftKeeper::restore()
{
    const QString file = draftFile();
    if (!QFile::exists(file))
        return;
    const auto document = readJsonFile(file);
    const auto kept = document ? keptDraftFromJson(*document, file) : Result<KeptDraft>(document.error());
    if (!kept)
        return log::warning("ui", QStringLiteral("What was set last time is lost: ") + kept.error().message);
    m_draft.change(tr("take up what was set last time"), kept->edits);
    m_draft.setNotKept(kept->notKept);
}

void DraftKeeper::save()
{
    const QString file = draftFile();
    if (m_draft.edits().isEmpty()) {
        QFile::remove(file);
        return;
    }
    QDir().mkpath(QFileInfo(file).path());
    const auto written = writeJsonFile(file, toJson(withoutSecretValues(m_draft.edits())));
    if (!written)
        log::warning("ui", QStringLiteral("Not kept for the next start: ") + written.error().message);
}

}
