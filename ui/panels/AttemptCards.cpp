// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptCards.h"

#include "core/history/Lineage.h"
#include "ui/models/DiskReads.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/OutcomeCard.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QFileInfo>
#include <QLabel>

#include <algorithm>

namespace torchmason {

namespace {

// The first where it is no cause any more.
int placeOf(const Finding& cause, const QVector<Finding>& roots)
{
    const auto found = std::find_if(roots.begin(), roots.end(), [&cause](const Finding& one) {
        return one.rule == cause.rule && one.stage == cause.stage && one.line == cause.line;
    });
    return found == roots.end() ? 0 : int(found - roots.begin());
}

}

AttemptCards::AttemptCards(QWidget* parent)
    : QWidget(parent)
    , m_finding(new FindingCard(this))
    , m_outcome(new OutcomeCard(this))
    , m_later(named(new LinkLabel(this), "attemptLater"))
{
    setObjectName(QStringLiteral("attemptCards"));
    m_later->setContentsMargins(spacing::page, spacing::small, spacing::page, spacing::small);
    columnOf(this, {}, 0, { m_later, m_finding, m_outcome });
    connectAll();
    clear();
}

void AttemptCards::connectAll()
{
    connect(m_later, &QLabel::linkActivated, this,
        [this](const QString& number) { emit attemptWanted(number.toInt()); });
    connect(m_finding, &FindingCard::rootRequested, this, [this](int root) {
        m_root = root;
        emit causeChosen();
    });
    connect(m_finding, &FindingCard::evidenceActivated, this, &AttemptCards::lineWanted);
    connect(m_finding, &FindingCard::fileWanted, this, &AttemptCards::fileWanted);
    connect(m_finding, &FindingCard::settingsWanted, this, &AttemptCards::settingsWanted);
    connect(m_finding, &FindingCard::retryRequested, this, [this] { emit retryRequested({}); });
    connect(m_finding, &FindingCard::fixesRequested, this, &AttemptCards::retryRequested);
    connect(m_outcome, &OutcomeCard::retryRequested, this, [this] { emit retryRequested({}); });
    connect(m_outcome, &OutcomeCard::installRequested, this, &AttemptCards::installRequested);
    connect(m_outcome, &OutcomeCard::takeBackRequested, this, &AttemptCards::takeBackRequested);
    connect(m_outcome, &OutcomeCard::logRequested, this, &AttemptCards::logWanted);
}

void AttemptCards::clear()
{
    m_findings.clear();
    m_root = 0;
    m_cause.reset();
    m_fixQuery.forget();
    m_laterQuery.forget();
    m_outcome->setStepsBefore({});
    for (QWidget* part : std::initializer_list<QWidget*> { m_finding, m_outcome, m_later })
        part->hide();
}

void AttemptCards::setDense(bool dense)
{
    m_finding->setDense(dense);
    m_outcome->setDense(dense);
}

int AttemptCards::heightFor(int width) const
{
    const bool any = m_finding->isVisibleTo(this) || m_outcome->isVisibleTo(this);
    return any ? layout()->totalHeightForWidth(width) : 0;
}

void AttemptCards::setStepsBefore(const StepsBefore& steps)
{
    m_outcome->setStepsBefore(steps);
}

void AttemptCards::setFindings(const QVector<Finding>& findings)
{
    if (m_root > 0)
        m_root = placeOf(rootFindings(m_findings)[m_root], rootFindings(findings));
    m_findings = findings;
}

// A root finding says most; where there is none, how it ended does.
void AttemptCards::showRecord(const AttemptRecord& record, const QString& folder, bool isOver)
{
    const QVector<Finding> roots = rootFindings(m_findings);
    m_root = std::clamp(m_root, 0, std::max(0, int(roots.size()) - 1));
    const bool hasCause = !roots.isEmpty() && record.state != AttemptState::Succeeded;
    m_cause = hasCause ? std::optional(roots[m_root]) : std::nullopt;
    m_finding->setOver(isOver);
    if (m_cause)
        m_finding->showFinding(*m_cause, { m_root, int(roots.size()), int(m_findings.size()) - 1 }, record);
    m_finding->setRetryPossible(isOver && !record.imported);
    if (m_cause && isOver)
        askForFixes(record, QFileInfo(folder).path());
    m_finding->setVisible(hasCause);
    const bool hasOutcome = m_outcome->showRecord(record, folder);
    m_outcome->setVisible(hasOutcome && !(hasCause && record.state == AttemptState::Failed));
}

void AttemptCards::askForFixes(const AttemptRecord& record, const QString& attempts)
{
    m_fixQuery.ask(
        QStringLiteral("%1 %2 ").arg(record.number).arg(m_cause->line) + m_cause->rule + m_cause->title,
        [record, cause = *m_cause, attempts](
            const std::stop_token&) { return fittedFixes(record, cause, attempts); },
        [this](const QVector<Fix>& fixes) {
            m_finding->showFixes(fixes);
            emit fixesShown();
        });
}

void AttemptCards::askForLater(int number, const QString& attempts)
{
    m_laterQuery.ask(
        {},
        [number, attempts](const std::stop_token&) {
            const QVector<AttemptSummary> all = AttemptStore(attempts).outlines();
            const AttemptSummary* later = laterOf(number, all);
            if (!later)
                return QString();
            const QString name = tr("Attempt %1").arg(later->number);
            return laterText(
                QStringLiteral("<a href=\"%1\">%2</a>").arg(QString::number(later->number), name), *later,
                number);
        },
        [this](const QString& words) { showText(m_later, words); });
}

void AttemptCards::setFileThere(bool isThere)
{
    m_finding->setFileThere(isThere);
}

bool AttemptCards::focusFix()
{
    return m_finding->focusFix();
}

}
