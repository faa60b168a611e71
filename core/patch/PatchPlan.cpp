// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchPlan.h"

#include "core/patch/DiffText.h"
#include "core/patch/HunkApplication.h"
#include "core/patch/SourceFile.h"
#include "core/patch/TextLines.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

using Content = std::optional<QByteArray>;

// A patch's part that concerns one file.
struct FileStep {
    const SourcePatch* patch = nullptr;
    QString file;
    std::optional<FileDiff> diff; // of a patch that is one
};

struct StepResult {
    Content content;
    PatchState state = PatchState::Applies;
};

// A new file has the line ends of the diff.
QByteArray createdText(const FileDiff& diff)
{
    QByteArray text;
    for (const DiffHunk& hunk : diff.hunks) {
        for (const DiffLine& line : hunk.lines)
            text += line.body + (line.endsFile ? QByteArray() : line.end);
    }
    return text;
}

Result<StepResult> create(const FileDiff& diff, const Content& content)
{
    const QByteArray made = createdText(diff);
    if (!content)
        return StepResult { made, PatchState::Applies };
    if (*content == made || withEnds(*content, "\n") == made)
        return StepResult { content, PatchState::Already };
    return Error { QStringLiteral("the patch adds this file, but another one of that name is there") };
}

// The whole file must be what the patch takes away.
Result<StepResult> remove(const FileDiff& diff, const Content& content)
{
    if (!content)
        return StepResult { content, PatchState::NothingToTakeAway };
    QVector<QByteArray> expected;
    for (const DiffHunk& hunk : diff.hunks) {
        for (const DiffLine& line : hunk.lines)
            expected.append(line.body);
    }
    const QVector<TextLine> lines = linesOf(content->startsWith(byteOrderMark) ? content->mid(3) : *content);
    for (qsizetype index = 0; index < std::min(lines.size(), expected.size()); ++index) {
        if (lines[index].body != expected[index])
            return Error { QStringLiteral("line %1 should be %2 but is %3")
                               .arg(index + 1)
                               .arg(quotedLine(expected[index]), quotedLine(lines[index].body)) };
    }
    if (lines.size() != expected.size())
        return Error { QStringLiteral("the patch removes this file, but it holds %1 lines instead of %2")
                           .arg(lines.size())
                           .arg(expected.size()) };
    return StepResult {};
}

Result<StepResult> stepForward(const FileStep& step, const Content& content)
{
    if (step.diff && step.diff->creates)
        return create(*step.diff, content);
    if (step.diff && step.diff->deletes)
        return remove(*step.diff, content);
    if (!content)
        return Error { QStringLiteral("the source tree has no such file; the patch may be meant for another "
                                      "version") };
    // The mark at the beginning is no part of the text.
    const QByteArray mark = content->startsWith(byteOrderMark) ? QByteArray(byteOrderMark) : QByteArray();
    const QByteArray text = content->mid(mark.size());
    const auto patched = step.diff
        ? applyHunks(text, step.diff->hunks)
        : replaceOnce(text, step.patch->find.toUtf8(), step.patch->replace.toUtf8());
    if (!patched)
        return patched.error();
    return StepResult { mark + patched->text, patched->state };
}

// nullopt where the step cannot have been made on what is there.
std::optional<Content> stepBack(const FileStep& step, const Content& content)
{
    if (step.diff && step.diff->creates)
        return content && *content == createdText(*step.diff) ? std::optional<Content>(Content())
                                                              : std::nullopt;
    if (!content || (step.diff && step.diff->deletes))
        return std::nullopt;
    const auto text = step.diff
        ? undoHunks(*content, step.diff->hunks)
        : undoReplacement(*content, step.patch->find.toUtf8(), step.patch->replace.toUtf8());
    return text ? std::optional<Content>(*text) : std::nullopt;
}

// A later change may have altered what an earlier one made, so that the earlier one finds neither its text
// nor its result: then the way back through all of them tells.
bool areAllThere(const QVector<FileStep>& steps, Content content)
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
            steps.append({ &patch, patch.file, std::nullopt });
            continue;
        }
        const auto files = parseUnifiedDiff(patch.diff);
        if (!files)
            return Error {
                QStringLiteral("The patch \"%1\" cannot be read: %2.").arg(patch.why, files.error().message)
            };
        for (const FileDiff& diff : *files)
            steps.append({ &patch, diff.path, diff });
    }
    return steps;
}

class Planner {
public:
    explicit Planner(QString folder)
        : m_folder(std::move(folder))
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
        const auto before = readSourceFile(*place);
        if (!before)
            return before.error();
        const QVector<FileStep>& steps = m_steps[file];
        Content content = *before;
        bool executable = false;
        for (const FileStep& step : steps) {
            const auto result = stepForward(step, content);
            if (!result && areAllThere(steps, *before)) {
                m_states[file] = QVector<PatchState>(steps.size(), PatchState::Already);
                return {};
            }
            if (!result)
                return Error {
                    QStringLiteral("%1: %2. Nothing was changed.").arg(*place, result.error().message)
                };
            content = result->content;
            executable = executable || (step.diff && step.diff->executable);
            m_states[file].append(result->state);
        }
        if (content != *before)
            m_plan.files.append({ file, *before, content, executable, fileMode(*place) });
        return {};
    }

    QString m_folder;
    QHash<QString, QVector<FileStep>> m_steps;
    QHash<QString, QVector<PatchState>> m_states;
    PatchPlan m_plan;
};

}

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

Result<PatchPlan> planPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches)
{
    const auto steps = stepsOf(patches);
    return steps ? Planner(sourceFolder).plan(*steps) : Result<PatchPlan>(steps.error());
}

QByteArray diffOf(const PatchPlan& plan)
{
    QByteArray text;
    for (const PatchedFile& file : plan.files)
        text += unifiedDiff(file.file, file.before, file.after);
    return text;
}

}
