// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DiskLook.h"

#include "core/configured/BuildFolderRows.h"
#include "core/patch/PatchPlan.h"
#include "core/stages/InstallRows.h"
#include "core/stages/SourceRows.h"
#include "ui/models/Background.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostShown = 200'000; // characters of a diff

QString say(const char* text)
{
    return QCoreApplication::translate("DiskLook", text);
}

// A tree that is fetched may still become one to which they apply.
CheckRow patchRow(const BuildRequest& request, const QString& problem)
{
    CheckRow row;
    row.id = QStringLiteral("patches");
    row.group = QStringLiteral("configuration");
    row.title = say(QT_TRANSLATE_NOOP("DiskLook", "Changes to the source"));
    row.state = request.source.kind == SourceKind::ExistingTree ? CheckState::Fail : CheckState::Warning;
    row.found = problem;
    row.where = request.sourceFolder;
    row.fixText = say(QT_TRANSLATE_NOOP("DiskLook",
        "Choose a source tree of the release that the profile is for, or leave the stage \"Patch source\" "
        "out."));
    return row;
}

// What is known of the machine may change with every probe.
Json questionOf(const BuildRequest& request)
{
    Json asked = toJson(request);
    asked.erase("hostFacts");
    return asked;
}

void lookAtPatches(const BuildRequest& request, DiskAnswer& answer)
{
    if (request.patches.isEmpty() || request.skippedStages.contains(QStringLiteral("patch"))
        || !QFileInfo(request.sourceFolder).isDir())
        return;
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (!plan) {
        answer.rows.append(patchRow(request, plan.error().message));
        return;
    }
    answer.patches = QString::fromUtf8(diffOf(*plan));
    if (answer.patches.isEmpty())
        answer.patches = say(QT_TRANSLATE_NOOP("DiskLook", "The source has all of these changes already."));
    if (answer.patches.size() > mostShown)
        answer.patches = answer.patches.left(mostShown) + QStringLiteral("\n…");
}

}

DiskAnswer lookAtDisk(const BuildRequest& request)
{
    DiskAnswer answer;
    answer.rows = sourceFolderRows(request) + buildFolderRows(request);
    lookAtPatches(request, answer);
    answer.rows += installPlaceRows(request) + wheelsFolderRows(request);
    return answer;
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
