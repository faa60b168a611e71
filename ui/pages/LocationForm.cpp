// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/LocationForm.h"

#include "core/attempt/InstallRequest.h"
#include "core/config/InheritedOptions.h"
#include "core/config/JobAdvice.h"
#include "core/request/TreeBackend.h"
#include "core/stages/StagePlan.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/CacheField.h"
#include "ui/pages/CleanField.h"
#include "ui/pages/MemoryField.h"
#include "ui/text/TipText.h"
#include "ui/widgets/ChoiceField.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/NotedField.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace torchmason {

namespace {

// What a build makes of the wish for a result. `wish`: the backend that the user or the profile asks for.
QString resultNote(const BuildRequest& request, const QString& wish, const Result<StagePlan>& plan)
{
    if (request.backend == QLatin1String("cmake"))
        return wantsWheel(wish)
            ? LocationForm::tr(
                "Libraries only: the source folder has neither setup.py nor scikit-build-core.")
            : LocationForm::tr("Libraries and programs in the build folder; nothing for pip.");
    if (const QString reason = plan ? whyWithoutWheel(*plan) : QString(); !reason.isEmpty())
        return LocationForm::tr("No wheel: %1.").arg(reason);
    if (request.backend == QLatin1String("wheel"))
        return LocationForm::tr("A wheel, if the source tree can make one.");
    return LocationForm::tr("A wheel, packed with %1 into \"dist\" of the source folder.")
        .arg(request.backend);
}

}

LocationForm::LocationForm(BuildDraft& draft, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
{
    createWidgets();
    layOut();
    connectAll();
    refresh();
}

void LocationForm::createWidgets()
{
    m_result = new ChoiceField(QStringLiteral("result"), tr("Result"), this);
    m_result->box()->setToolTip(
        tipText(tr("A wheel is one file with everything that `import torch` needs; it is packed when all is "
                   "compiled")));
    m_result->addChoice(tr("as the profile says"), QString());
    m_result->addChoice(tr("wheel"), QStringLiteral("wheel"));
    m_result->addChoice(tr("libraries only"), QStringLiteral("cmake"));
    m_source = new FolderField(QStringLiteral("sourceFolder"), tr("Source folder"), this);
    m_build = new FolderField(QStringLiteral("buildFolder"), tr("Build folder"), this);
    m_jobs = named(new FocusWheelSpinBox(this), "jobs");
    m_jobs->setRange(0, 1024);
    m_jobs->setSpecialValueText(tr("automatic"));
    m_jobs->setAccessibleName(tr("Jobs"));
    m_jobs->setToolTip(tr("How many compilers run at once"));
    m_jobsReason = named(secondaryText(QString(), this), "jobsReason");
    m_gate = named(new QCheckBox(tr("Memory gate"), this), "memoryGate",
        tr("Each compiler waits until there is memory for it, and one that takes too much is stopped and "
           "started again later. Without the gate, the system may end any of them when memory runs out."));
    m_limit = named(new MemoryField(this), "memoryLimit");
    m_limit->setAccessibleName(tr("Memory of the build"));
    m_limit->setToolTip(tr("How much memory all compilers of the build may take together"));
    m_gateReason = named(secondaryText(QString(), this), "gateReason");
    m_targets = named(new QLineEdit(this), "targets",
        tr("Ninja targets separated by spaces; if empty, those of the profile"), tr("Targets"));
    m_cache = new CacheField(this);
    m_clean = new CleanField(this);
}

void LocationForm::layOut()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(visualMargins({ spacing::row, 0, 0, 0 }, *this));
    grid->setHorizontalSpacing(spacing::group);
    grid->setVerticalSpacing(spacing::inner);
    const auto add = [&](const QString& text, QWidget* field) {
        const int row = grid->rowCount();
        grid->addWidget(fieldLabel(this, text, field), row, 0, Qt::AlignTop);
        grid->addWidget(field, row, 1);
    };
    const auto noted = [this](QWidget* field, QWidget* note) {
        auto* both = new NotedField(this);
        both->setParts(field, { note });
        return both;
    };
    add(tr("Res&ult"), m_result);
    add(tr("&Source folder"), m_source);
    add(tr("Buil&d folder"), m_build);
    add(tr("&Jobs"), noted(m_jobs, m_jobsReason));
    add(tr("&Memory"), noted(m_limit, m_gateReason));
    QLabel* gateNote = secondaryText(tr("Holds compilers back while memory is short."), this);
    grid->addWidget(noted(m_gate, gateNote), grid->rowCount(), 1);
    add(tr("C&ompiler cache"), m_cache);
    add(tr("&Targets"), m_targets);
    add(tr("C&lean first"), m_clean);
    grid->setColumnStretch(1, 1);
}

void LocationForm::fitBoxes()
{
    const QList<QWidget*> boxes { m_result->box(), m_jobs, m_limit, m_gate, m_cache->box(), m_clean->box() };
    int width = fontMetrics().averageCharWidth() * 18;
    for (const QWidget* box : boxes)
        width = std::max(width, box->sizeHint().width());
    for (QWidget* box : boxes)
        box->setFixedWidth(width);
    setNameHeight(*this, m_targets->sizeHint().height());
}

int LocationForm::nameWidth() const
{
    return buddyWidth(*this);
}

void LocationForm::setNameWidth(int width)
{
    static_cast<QGridLayout*>(layout())->setColumnMinimumWidth(0, width);
}

int LocationForm::fieldWidth() const
{
    return m_jobs->minimumWidth();
}

// Typing into one field is one step of the undo stack.
void LocationForm::connectAll()
{
    const auto changed
        = [this](const QString& what, const QString& key, auto set) { m_draft.edit(what, key, set); };
    connect(m_result, &ChoiceField::chosen, this, [=](const QVariant& backend) {
        changed(
            tr("change the result"), {}, [&](RequestWishes& edits) { edits.backend = backend.toString(); });
    });
    connect(m_source, &FolderField::pathEdited, this, [=](const QString& path) {
        changed(tr("change the source folder"), QStringLiteral("source"),
            [&](RequestWishes& edits) { edits.sourceFolder = QDir::fromNativeSeparators(path.trimmed()); });
    });
    connect(m_build, &FolderField::pathEdited, this, [=](const QString& path) {
        changed(tr("change the build folder"), QStringLiteral("build"),
            [&](RequestWishes& edits) { edits.buildFolder = QDir::fromNativeSeparators(path.trimmed()); });
    });
    connect(m_jobs, &QSpinBox::valueChanged, this, [=](int jobs) {
        changed(tr("change the jobs"), QStringLiteral("jobs"),
            [&](RequestWishes& edits) { edits.jobs = jobs > 0 ? std::optional<int>(jobs) : std::nullopt; });
    });
    connect(m_gate, &QCheckBox::toggled, this, [=](bool holdsBack) {
        changed(holdsBack ? tr("use the memory gate") : tr("leave the memory gate out"), {},
            [&](RequestWishes& edits) {
                edits.gate = holdsBack ? std::nullopt : std::optional(GateUse::Off);
            });
    });
    connect(m_limit, &QSpinBox::valueChanged, this, [=, this] {
        changed(tr("change the memory limit"), QStringLiteral("memoryLimit"),
            [&](RequestWishes& edits) { edits.memoryLimit = m_limit->limit(); });
    });
    connect(m_targets, &QLineEdit::textEdited, this, [=](const QString& text) {
        changed(tr("change the targets"), QStringLiteral("targets"),
            [&](RequestWishes& edits) { edits.targets = text.simplified().split(u' ', Qt::SkipEmptyParts); });
    });
    connect(m_cache, &CacheField::wishChosen, this, [=](const QString& wish) {
        changed(tr("change the compiler cache"), {}, [&](RequestWishes& edits) {
            edits.cache = wish;
            edits.cacheStorage.clear(); // each has an address of its own
        });
    });
    connect(m_cache, &CacheField::storageEdited, this, [=](const QString& storage) {
        changed(tr("change the shared cache"), QStringLiteral("cacheStorage"),
            [&](RequestWishes& edits) { edits.cacheStorage = storage; });
    });
    connect(m_clean, &CleanField::levelChosen, &m_draft, &BuildDraft::setCleanLevel);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &LocationForm::refresh);
}

void LocationForm::refresh()
{
    const RequestWishes& edits = m_draft.edits();
    const auto request = m_draft.plannable();
    if (QDir::fromNativeSeparators(m_source->path().trimmed()) != edits.sourceFolder)
        m_source->setPath(QDir::toNativeSeparators(edits.sourceFolder));
    if (QDir::fromNativeSeparators(m_build->path().trimmed()) != edits.buildFolder)
        m_build->setPath(QDir::toNativeSeparators(edits.buildFolder));
    // They are known also where something else stands in the way of a build.
    m_source->setPlaceholder(QDir::toNativeSeparators(m_draft.draftedRequest().sourceFolder));
    m_build->setPlaceholder(QDir::toNativeSeparators(m_draft.draftedRequest().buildFolder));
    if (request) {
        m_targets->setPlaceholderText(request->targets.isEmpty() ? tr("all") : request->targets.join(u' '));
        m_clean->setFolder(request->buildFolder);
        m_cache->showProfiles(*request, m_draft.machine().facts(), m_draft.machine().isComplete());
        const QString wish
            = edits.backend.isEmpty() && m_draft.profile() ? m_draft.profile()->backend : edits.backend;
        m_result->setNote(resultNote(*request, wish, m_draft.shownPlan()));
    }
    m_result->setChoice(edits.backend);
    if (m_targets->text().simplified().split(u' ', Qt::SkipEmptyParts) != edits.targets)
        m_targets->setText(edits.targets.join(u' '));
    refreshJobs();
    refreshGate();
    m_cache->setValues(edits.cache, edits.cacheStorage);
    m_clean->setLevel(m_draft.cleanLevel());
}

void LocationForm::refreshJobs()
{
    const QSignalBlocker block(m_jobs);
    m_jobs->setValue(m_draft.edits().jobs.value_or(0));
    const auto request = m_draft.plannable();
    if (!request)
        return m_jobsReason->clear();
    const HostFacts& facts = m_draft.machine().facts();
    const JobAdvice advice = request->hasGate()
        ? adviseGatedJobs(facts)
        : adviseJobs(facts, takenConfiguration(*request, inheritedOptions(*request, facts)));
    if (m_draft.edits().jobs)
        m_jobsReason->setText(tr("Recommended for this machine: %1").arg(advice.reason));
    else
        m_jobsReason->setText(request->jobs && *request->jobs != advice.jobs
                ? (m_draft.edits().configuration.variable(QStringLiteral("MAX_JOBS"))
                        ? tr("%1, from your MAX_JOBS; recommended: %2")
                        : tr("%1, from the profile; recommended: %2"))
                      .arg(*request->jobs)
                      .arg(advice.reason)
                : advice.reason);
}

void LocationForm::refreshGate()
{
    const QSignalBlocker blockGate(m_gate);
    const QSignalBlocker blockLimit(m_limit);
    const RequestWishes& edits = m_draft.edits();
    const auto& request = m_draft.request();
    const bool possible = !request || request->generator == QLatin1String("Ninja");
    const bool holdsBack = edits.gate != GateUse::Off && possible;
    m_gate->setChecked(holdsBack);
    m_gate->setEnabled(possible);
    m_limit->setEnabled(holdsBack);
    m_limit->setLimit(edits.memoryLimit);
    m_gateReason->setText(possible ? tr("For all compilers of the build together.")
                                   : tr("Only Ninja can do that; this profile uses another generator."));
}

void LocationForm::recount()
{
    m_clean->recount();
}

}
