// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/FindingCard.h"

#include "ui/panels/AttemptWords.h"
#include "ui/panels/EvidenceButton.h"
#include "ui/panels/FixList.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>

namespace torchmason {

namespace {

QString certainty(Confidence confidence)
{
    switch (confidence) {
    case Confidence::High:
        return FindingCard::tr("Why we are sure");
    case Confidence::Medium:
        return FindingCard::tr("Why we think so");
    case Confidence::Low:
        break;
    }
    return FindingCard::tr("Why it may be so");
}

}

FindingCard::FindingCard(QWidget* parent)
    : Card(parent)
{
    setObjectName(QStringLiteral("findingCard"));
    setTone(Tone::Bad);
    m_explanation = addText("findingExplanation");
    m_candidates = addText("findingCandidates");
    m_reason = new QuietLabel(this);
    m_reason->setObjectName(QStringLiteral("findingReason"));
    m_reason->setTextFormat(Qt::PlainText);
    body()->addWidget(m_reason);
    m_evidence = new EvidenceButton(this);
    m_evidence->setObjectName(QStringLiteral("findingEvidence"));
    body()->addWidget(m_evidence);
    m_fixes = new FixList(this);
    m_fixes->setObjectName(QStringLiteral("findingFixes"));
    body()->addWidget(m_fixes);
    m_retry = new QPushButton(icon(QStringLiteral("retry")), tr("Try again"), this);
    m_retry->setObjectName(QStringLiteral("findingRetry"));
    m_retry->setToolTip(tr("Starts a new attempt with the same settings, from the stage that failed"));
    m_copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy for an issue"), this);
    m_copy->setObjectName(QStringLiteral("findingCopy"));
    m_copy->setToolTip(tr("Copies cause, evidence and settings as Markdown; nothing is sent anywhere"));
    m_more = new QLabel(this);
    m_more->setObjectName(QStringLiteral("findingMore"));
    buttons()->addWidget(m_retry);
    buttons()->addWidget(m_copy);
    buttons()->addSpacing(spacing::inner);
    createSteps();
    buttons()->addWidget(m_more);
    buttons()->addStretch();
    connect(m_evidence, &QPushButton::clicked, this,
        [this] { emit evidenceActivated(m_finding.stage, m_finding.line); });
    connect(m_retry, &QPushButton::clicked, this, &FindingCard::retryRequested);
    connect(m_fixes, &FixList::fixesRequested, this, &FindingCard::fixesRequested);
    connect(m_copy, &QPushButton::clicked, this, &FindingCard::copyForIssue);
}

void FindingCard::createSteps()
{
    const auto button = [this](const char* name, const char* picture, const QString& text, int step) {
        auto* made = new QToolButton(this);
        made->setObjectName(QLatin1String(name));
        made->setIcon(icon(QLatin1String(picture)));
        made->setAutoRaise(true);
        made->setToolTip(text);
        made->setAccessibleName(text);
        connect(made, &QToolButton::clicked, this, [this, step] { emit rootRequested(m_root + step); });
        return made;
    };
    m_previous = button("findingPrevious", "chevron-left", tr("Show the cause before this one"), -1);
    m_next = button("findingNext", "chevron-right", tr("Show the next cause"), 1);
    m_position = new QLabel(this);
    m_position->setObjectName(QStringLiteral("findingPosition"));
    for (QWidget* widget : { static_cast<QWidget*>(m_previous), static_cast<QWidget*>(m_position),
             static_cast<QWidget*>(m_next) })
        buttons()->addWidget(widget);
}

void FindingCard::showPlace(const FindingPlace& place)
{
    m_root = place.root;
    m_position->setText(tr("Cause %1 of %2").arg(place.root + 1).arg(place.roots));
    for (QWidget* widget : { static_cast<QWidget*>(m_previous), static_cast<QWidget*>(m_position),
             static_cast<QWidget*>(m_next) })
        widget->setVisible(place.roots > 1);
    m_previous->setEnabled(place.root > 0);
    m_next->setEnabled(place.root + 1 < place.roots);
    const int others = place.others - (place.roots - 1);
    m_more->setText(others > 0 ? (others == 1 ? tr("1 further finding is marked in the log")
                                              : tr("%1 further findings are marked in the log").arg(others))
                               : QString());
}

void FindingCard::showFinding(const Finding& finding, const FindingPlace& place, const AttemptRecord& record)
{
    const bool isNew = finding.title != m_finding.title || finding.line != m_finding.line
        || record.number != m_record.number;
    m_finding = finding;
    m_record = record;
    setTitle(finding.title);
    m_explanation->setText(finding.explanation);
    m_explanation->setVisible(!finding.explanation.isEmpty());
    m_reason->setText(tr("%1: line %2 of the log of %3")
                          .arg(certainty(finding.confidence), QLocale().toString(finding.line),
                              stageTitle(record, finding.stage)));
    m_evidence->setText(finding.evidence);
    const QString marked = QStringLiteral("\n• ");
    m_candidates->setText(tr("It may be one of these:") + marked + finding.candidates.join(marked));
    m_candidates->setVisible(!finding.candidates.isEmpty());
    showPlace(place);
    if (isNew)
        m_fitted.clear();
    m_fitted.isEmpty() ? m_fixes->setAdvice(finding.fixes) : m_fixes->setFixes(m_fitted);
    if (isNew) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void FindingCard::showFixes(const QVector<Fix>& fixes)
{
    m_fitted = fixes;
    m_fixes->setFixes(fixes);
}

void FindingCard::setRetryPossible(bool possible)
{
    m_retry->setVisible(possible);
    m_fixes->setRetryPossible(possible);
}

void FindingCard::copyForIssue()
{
    QGuiApplication::clipboard()->setText(issueText(m_finding, m_record));
}

}
