// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchPlan.h"

#include "core/base/Core.h"
#include "core/base/SentencePart.h"
#include "core/patch/SourceFile.h"
#include "core/patch/TextLines.h"

#include <QHash>

namespace torchmason {

namespace {

// A patch's part that concerns one file.
struct FileStep {
    const SourcePatch* patch = nullptr;
    QString file;
};

struct StepResult {
    FileChange change;
    PatchState state = PatchState::Applies;
};

Error noSuchFile()
{
    return Error { Core::tr("the source tree has no such file; the patch may be meant for another version") };
}

Result<StepResult> diffForward(const FileStep& step, const FileContent& content)
{
    // What can be taken back was made; of a file that is not there, it was taken away.
    if (applyDiff(step.patch->diff, step.file, content, DiffWay::Back))
        return StepResult { { content }, content ? PatchState::Already : PatchState::NothingToTakeAway };
    const auto change = applyDiff(step.patch->diff, step.file, content, DiffWay::Forward);
    if (!change)
        return content ? change.error() : noSuchFile();
    return StepResult { *change };
}

Result<StepResult> stepForward(const FileStep& step, const FileContent& content)
{
    if (step.patch->isDiff())
        return diffForward(step, content);
    if (!content)
        return noSuchFile();
    // The mark at the beginning is no part of the text.
    const QByteArray mark = content->startsWith(byteOrderMark) ? QByteArray(byteOrderMark) : QByteArray();
    const auto patched
        = replaceOnce(content->mid(mark.size()), step.patch->find.toUtf8(), step.patch->replace.toUtf8());
    if (!patched)
        return patched.error();
    StepResult result;
    result.change.content = mark + patched->text;
    result.state = patched->state;
    return result;
}

// nullopt where the step cannot have been made on what is there.
std::optional<FileContent> stepBack(const FileStep& step, const FileContent& content)
{
    if (step.patch->isDiff()) {
        const auto change = applyDiff(step.patch->diff, step.file, content, DiffWay::Back);
        return change && content ? std::optional<FileContent>(change->content) : std::nullopt;
    }
    if (!content)
        return std::nullopt;
    const auto text = undoReplacement(*content, step.patch->find.toUtf8(), step.patch->replace.toUtf8());
    return text ? std::optional<FileContent>(*text) : std::nullopt;
}

// A later change may have altered what an earlier one made, so that the earlier one finds neither its text
// nor its result: then the way back through all of them tells.
bool areAllThere(const QVector<FileStep>& steps, FileContent content)
{
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const auto before = stepBack(*step, content);
        if (!before)
            return false;
        content = *before;
    }
    return true;
}

Result<QVector<FileStep>> stepsOf(const QVector<SourcePatch>& patches)
{
    QVector<FileStep> steps;
    for (const SourcePatch& patch : patches) {
        if (!patch.isDiff()) {
            steps.append({ &patch, patch.file });
            continue;
        }
        const auto files = filesOfDiff(patch.diff);
        if (!files)
            return Error { Core::tr("Cannot read the patch \"%1\": %2.")
                               .arg(patch.why, sentencePart(files.error().message)) };
        for (const QString& file : *files)
            steps.append({ &patch, file });
    }
    return steps;
}

class Planner {
public:
    Planner(QString folder, const QHash<QString, FileContent>& contents)
        : m_folder(std::move(folder))
        , m_contents(contents)
    {
    }

    Result<PatchPlan> plan(const QVector<FileStep>& steps)
    {
        QStringList order;
        for (const FileStep& step : steps) {
            if (!m_steps.contains(step.file))
                order << step.file;
            m_steps[step.file].append(step);
        }
        for (const QString& file : order) {
            if (const auto planned = planFile(file); !planned)
                return planned.error();
        }
        for (const FileStep& step : steps)
            m_plan.steps.append({ step.file, step.patch->why, m_states[step.file].takeFirst() });
        return m_plan;
    }

private:
    Result<void> planFile(const QString& file)
    {
        const auto place = placeInTree(m_folder, file);
        if (!place)
            return place.error();
        const auto known = m_contents.constFind(file);
        const auto before = known != m_contents.cend() ? Result<FileContent>(*known) : readSourceFile(*place);
        if (!before)
            return before.error();
        const QVector<FileStep>& steps = m_steps[file];
        FileContent content = *before;
        bool executable = false;
        for (const FileStep& step : steps) {
            const auto result = stepForward(step, content);
            if (!result && areAllThere(steps, *before)) {
                m_states[file] = QVector<PatchState>(steps.size(), PatchState::Already);
                return {};
            }
            if (!result)
                return Error {
                    Core::tr("%1: %2. Nothing was changed.").arg(*place, sentencePart(result.error().message))
                };
            content = result->change.content;
            executable = executable || result->change.executable;
            m_states[file].append(result->state);
        }
        if (content != *before)
            m_plan.files.append({ file, *before, content, executable, fileMode(*place) });
        return {};
    }

    QString m_folder;
    const QHash<QString, FileContent>& m_contents;
    QHash<QString, QVector<FileStep>> m_steps;
    QHash<QString, QVector<PatchState>> m_states;
    PatchPlan m_plan;
};

const char* patchStateId(PatchState state, const char* applies)
{
    switch (state) {
    case PatchState::Applies:
        break;
    case PatchState::Already:
        return "already";
    case PatchState::NothingToTakeAway:
        return "absent";
    }
    return applies;
}

}

Json stepsJson(const PatchPlan& plan, const char* applies)
{
    Json steps = Json::array();
    for (const PatchStep& step : plan.steps)
        steps.push_back({ { "file", toJson(step.file) }, { "why", toJson(step.why) },
            { "state", patchStateId(step.state, applies) } });
    return steps;
}

Result<PatchPlan> planPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QHash<QString, FileContent>& contents)
{
    const auto steps = stepsOf(patches);
    return steps ? Planner(sourceFolder, contents).plan(*steps) : Result<PatchPlan>(steps.error());
}

Result<FileContent> patchedContent(
    const QVector<SourcePatch>& patches, const QString& file, const FileContent& content)
{
    const auto steps = stepsOf(patches);
    if (!steps)
        return steps.error();
    FileContent patched = content;
    for (const FileStep& step : *steps) {
        if (step.file != file)
            continue;
        const auto result = stepForward(step, patched);
        if (!result)
            return result.error();
        patched = result->change.content;
    }
    return patched;
}

Result<QByteArray> diffOf(const PatchPlan& plan)
{
    QVector<ContentPair> files;
    for (const PatchedFile& file : plan.files)
        files.append({ file.file, file.before, file.after });
    return files.isEmpty() ? Result<QByteArray>(QByteArray()) : diffBetween(files);
}

}
