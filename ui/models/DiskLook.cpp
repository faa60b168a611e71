// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DiskLook.h"

#include "core/buildfolder/DiskRows.h"
#include "core/patch/PatchPlan.h"
#include "ui/models/Background.h"

#include <QCoreApplication>

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostShown = 200'000; // characters of a diff

QString say(const char* text)
{
    return QCoreApplication::translate("DiskLook", text);
}

// What is known of the machine may change with every probe.
Json questionOf(const BuildRequest& request)
{
    Json asked = toJson(request);
    asked.erase("hostFacts");
    return asked;
}

QString patchesText(const BuildRequest& request)
{
    if (!canPlanPatches(request))
        return {};
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (!plan)
        return {}; // a row says why
    const auto bytes = diffOf(*plan);
    if (!bytes)
        return bytes.error().message;
    const QString diff = QString::fromUtf8(*bytes);
    if (diff.isEmpty())
        return say(QT_TRANSLATE_NOOP("DiskLook", "The source has all of these changes already."));
    return diff.size() > mostShown ? diff.left(mostShown) + QStringLiteral("\n…") : diff;
}

}

DiskAnswer lookAtDisk(const BuildRequest& request)
{
    return { diskRows(request), patchesText(request) };
}

DiskLook::DiskLook(QObject* parent)
    : QObject(parent)
{
}

void DiskLook::look(const BuildRequest& request)
{
    const Json asked = questionOf(request);
    if (asked == m_asked)
        return;
    m_asked = asked;
    const QString folders = request.sourceFolder + QLatin1Char('\n') + request.buildFolder;
    if (std::exchange(m_folders, folders) != folders)
        show({});
    runInBackground(
        diskPool(), this, [request] { return lookAtDisk(request); },
        [this, asked](const DiskAnswer& answer) {
            if (asked != m_asked)
                return;
            m_answered = asked;
            show(answer);
            emit answered();
        });
}

bool DiskLook::isAnswerTo(const BuildRequest& request) const
{
    return !m_answered.is_null() && m_answered == questionOf(request);
}

void DiskLook::show(const DiskAnswer& answer)
{
    if (std::exchange(m_answer, answer) != answer)
        emit changed();
}

}
