// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/FindingCard.h"

#include "core/base/Core.h"
#include "core/findings/FindingFromMatch.h"
#include "core/fixes/FixProposals.h"
#include "core/fixes/TriedFixes.h"
#include "ui/logview/LogLink.h"
#include "ui/panels/AttemptText.h"
#include "ui/panels/FixList.h"
#include "ui/text/BreakableText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/ReadingColumn.h"
#include "ui/widgets/WrappingRow.h"

#include <QAccessible>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextLayout>
#include <QTextOption>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int lettersOfSides = 150; // what it means, and what helps

// A line of a log in fixed-width letters that can be pressed like a link; wrapped where it is long, and cut
// where it is endless.
class EvidenceButton : public QPushButton {
public:
    explicit EvidenceButton(QWidget* parent)
        : QPushButton(parent)
    {
        setFont(monospaceFont(font()));
        setCursor(Qt::PointingHandCursor);
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    QSize sizeHint() const override { return { 200, heightOf(1) }; }
    QSize minimumSizeHint() const override { return sizeHint(); }
    int heightForWidth(int width) const override { return heightOf(linesIn(width).size()); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setLayoutDirection(Qt::LeftToRight); // as logs are
        painter.fillRect(rect(), palette().color(QPalette::Base));
        painter.setPen(
            hasFocus() || underMouse() ? toneColour(Tone::Accent, palette()) : lineColour(palette()));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        painter.setPen(palette().color(QPalette::Text));
        const QRect inside = rect().adjusted(spacing::inner, 0, -spacing::inner, 0);
        painter.drawText(inside, Qt::AlignVCenter, linesIn(width()).join(QLatin1Char('\n')));
    }

private:
    int heightOf(qsizetype lines) const
    {
        return int(std::max<qsizetype>(1, lines)) * fontMetrics().lineSpacing() + 2 * spacing::inner;
    }
    QStringList linesIn(int width) const
    {
        constexpr int mostLines = 4;
        constexpr int mostLetters = 4000; // a line of a linker may have a million
        const QString words = text().left(mostLetters);
        const int room = std::max(1, width - 2 * spacing::inner);
        QTextLayout layout(words, font());
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        option.setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char(' ')));
        layout.setTextOption(option);
        QStringList lines;
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(room);
            lines << words.mid(line.textStart(), line.textLength());
            if (lines.size() < mostLines)
                continue;
            lines.last() = fontMetrics().elidedText(words.mid(line.textStart()), Qt::ElideRight, room);
            break;
        }
        layout.endLayout();
        return lines;
    }
};

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

QString triedText(const QVector<TriedFix>& tried, const QString& subject)
{
    QStringList lines;
    for (const TriedFix& fix : tried) {
        const QString title = shownData(fix.title, subject);
        lines << (fix.attempt > 0
                ? FindingCard::tr("\"%1\" was tried in attempt %2 and did not help.")
                      .arg(title)
                      .arg(fix.attempt)
                : FindingCard::tr("\"%1\" was tried, did not help and was undone.").arg(title));
    }
    return lines.join(QLatin1Char('\n'));
}

}

FindingCard::FindingCard(QWidget* parent)
    : Card(parent)
{
    setObjectName(QStringLiteral("findingCard"));
    setTone(Tone::Bad);
    m_reason = named(new SecondaryLabel(this), "findingReason");
    m_reason->setTextFormat(Qt::PlainText);
    m_evidence = named(new EvidenceButton(this), "findingEvidence", tr("Show this line in the log"));
    m_file = pushButton(this, "findingFile", "file", {}, {});
    setFileThere(true);
    body()->addWidget(m_reason);
    body()->addLayout(rowOf(spacing::inner, { { m_evidence, 1 }, m_file }));
    auto* meaning = new ReadingColumn;
    meaning->setSpacing(body()->spacing());
    m_explanation = addText("findingExplanation", meaning);
    addCopyAction(m_explanation);
    m_candidates = named(new BulletLabel(this), "findingCandidates");
    m_candidates->setMinimumWidth(1);
    meaning->addWidget(m_candidates);
    m_fixes = named(new FixList(this), "findingFixes");
    auto* helps = new ReadingColumn;
    helps->setSpacing(body()->spacing());
    m_tried = addText("findingTried", helps);
    m_fixesNote = addText("findingFixesNote", helps);
    helps->addWidget(m_fixes);
    for (ReadingColumn* column : { meaning, helps })
        column->addStretch();
    addBeside(meaning, helps, lettersOfSides);
    createButtons();
    connect(m_evidence, &QPushButton::clicked, this,
        [this] { emit evidenceActivated(m_finding.stage, m_finding.line); });
    connect(m_fixes, &FixList::fixesRequested, this, &FindingCard::fixesRequested);
}

// What else can be done, and the way to other causes.
void FindingCard::createButtons()
{
    m_retry = pushButton(this, "findingRetry", "retry", tr("Try again"),
        tr("Starts a new attempt with the same settings, from the stage that failed"));
    m_copy = pushButton(this, "findingCopy", "copy", tr("Copy for an issue"),
        tr("Copies cause, evidence and settings as Markdown; nothing is sent anywhere"));
    m_settings = pushButton(this, "findingSettings", "settings", tr("Change flags..."),
        tr("Opens the wizard with all settings of this attempt"));
    m_more = named(new QLabel(this), "findingMore");
    for (QPushButton* button : { m_retry, m_settings, m_copy })
        buttons()->addWidget(button);
    buttons()->addItem(new QSpacerItem(spacing::inner, 0, QSizePolicy::Fixed));
    createSteps();
    buttons()->addWidget(m_more);
    connect(m_retry, &QPushButton::clicked, this, &FindingCard::retryRequested);
    connect(m_settings, &QPushButton::clicked, this, &FindingCard::settingsWanted);
    connect(m_file, &QPushButton::clicked, this,
        [this] { emit fileWanted(m_finding.stage, m_finding.evidence); });
    connect(m_copy, &QPushButton::clicked, this, &FindingCard::copyForIssue);
}

void FindingCard::createSteps()
{
    const auto button = [this](const char* name, const char* picture, const QString& text, int step) {
        auto* made = toolButton(this, name, picture, text);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, [this, step] { emit rootRequested(m_root + step); });
        return made;
    };
    m_previous = button("findingPrevious", "chevron-left", tr("Show the cause before this one"), -1);
    m_next = button("findingNext", "chevron-right", tr("Show the next cause"), 1);
    m_position = named(new QLabel(this), "findingPosition");
    for (QWidget* widget : std::initializer_list<QWidget*> { m_previous, m_position, m_next })
        buttons()->addWidget(widget);
}

void FindingCard::showPlace(const FindingPlace& place)
{
    m_root = place.root;
    m_position->setText(tr("Cause %1 of %2").arg(place.root + 1).arg(place.roots));
    for (QWidget* widget : std::initializer_list<QWidget*> { m_previous, m_position, m_next })
        widget->setVisible(place.roots > 1);
    m_previous->setEnabled(place.root > 0);
    m_next->setEnabled(place.root + 1 < place.roots);
    const int others = place.others - (place.roots - 1);
    m_more->setText(others > 0
            ? (others == 1 ? tr("1 further finding is marked in the log")
                           : tr("%n further findings are marked in the log", nullptr, others))
            : QString());
}

void FindingCard::showFinding(const Finding& finding, const FindingPlace& place, const AttemptRecord& record)
{
    const bool isNew = finding.title != m_finding.title || finding.line != m_finding.line
        || record.number != m_record.number || record.id != m_record.id;
    m_finding = finding;
    m_record = record;
    setTitle(shownData(finding.title, finding.subject));
    showText(m_explanation, withWholeOptions(inWindowWords(shownData(finding.explanation, finding.subject))));
    m_evidence->setText(finding.evidence);
    m_file->setVisible(logLink(finding.evidence).has_value());
    m_candidates->setLines(finding.candidates, tr("It may be one of these:"));
    showPlace(place);
    if (isNew) {
        m_fitted.reset();
        setFileThere(true);
    }
    showTried();
    showFixList();
    if (isNew) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void FindingCard::showFixes(const QVector<Fix>& fixes)
{
    m_fitted = fixes;
    showFixList();
    showTried();
}

void FindingCard::showFixList()
{
    QVector<Fix> fixes;
    auto known = FixList::Known::Expected;
    if (m_isOver && m_fitted) {
        fixes = *m_fitted;
        known = FixList::Known::Fitted;
    } else if (m_isOver) {
        fixes = expectedFixes(m_finding, m_record);
        known = m_record.imported ? FixList::Known::Elsewhere : FixList::Known::Expected;
    }
    QString note;
    if (!m_isOver)
        note = tr("The build has not ended yet; what helps is shown when it has ended.");
    else if (m_record.imported && !fixes.isEmpty())
        note = tr("Only the record of this build is here: apply these fixes where it was built.");
    showText(m_fixesNote, note);
    m_fixes->setFixes(fixes, known);
}

// What later attempts tried is known with the fitted fixes.
void FindingCard::showTried()
{
    const QVector<TriedFix> tried = everTriedFixes(m_record, m_finding, m_fitted.value_or(QVector<Fix>()));
    showText(m_tried, triedText(tried, m_finding.subject));
    const QString whose = ownerText(m_finding.owner);
    m_reason->setText(tr("%1: line %2 of the log of %3")
                          .arg(certainty(confidenceAfter(tried, m_finding.confidence)),
                              QString::number(m_finding.line), stageTitle(m_record, m_finding.stage))
        + (whose.isEmpty() ? QString() : QStringLiteral("; ") + whose));
}

void FindingCard::setFileThere(bool isThere)
{
    m_file->setEnabled(isThere);
    changeText(*m_file, isThere ? tr("Open in the editor") : tr("The file is not here"));
    m_file->setToolTip(isThere
            ? tr("Opens the file at the line that is named, in the editor chosen under Settings")
            : tr("The file that the line names is not on this machine"));
}

void FindingCard::setRetryPossible(bool possible)
{
    m_retry->setVisible(possible);
    m_settings->setVisible(possible);
    m_fixes->setRetryPossible(possible);
}

bool FindingCard::focusFix()
{
    return m_fixes->focusFirst();
}

void FindingCard::copyForIssue()
{
    Finding said = m_finding;
    said.confidence = confidenceAfter(
        everTriedFixes(m_record, m_finding, m_fitted.value_or(QVector<Fix>())), m_finding.confidence);
    copyFrom(*m_copy, issueText(said, m_record));
}

}
