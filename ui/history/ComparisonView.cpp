// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparisonView.h"

#include "core/base/JoinedList.h"
#include "core/history/ComparedValueList.h"
#include "core/history/EdgeTimeline.h"
#include "core/store/AttemptFiles.h"
#include "ui/history/ComparedCurves.h"
#include "ui/text/StateText.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/DifferenceDelegate.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostSteps = 20;
constexpr int linesOfCell = 4; // of what differs, as the name of a finding; the tool tip has the rest
constexpr qsizetype longValue = 40; // letters, where one has to look for what differs

QString orDash(const QString& text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

// The core writes counts as the command line does, the window as its header does.
QString shownValue(const ComparedRow& row, const QString& value)
{
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    return isNumber && row.name == QLatin1String("steps") ? QLocale().toString(number) : orDash(value);
}

// By their outputs; each with as much of its folder as tells it from others.
QHash<QString, QString> namesOf(const QVector<ComparedStep>& steps)
{
    const QStringList each = shortOutputs(steps);
    QHash<QString, QString> names;
    for (qsizetype i = 0; i < steps.size(); ++i)
        names.insert(steps[i].output, each[i]);
    return names;
}

}

ComparisonView::ComparisonView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_state(plainText(this, "comparisonState"))
    , m_everything(named(new QCheckBox(tr("Show what is the same"), this), "comparisonEverything",
          tr("Shows also the rows that do not differ")))
    , m_leftOut(named(secondaryText(QString(), this), "comparisonLeftOut"))
{
    setObjectName(QStringLiteral("comparison"));
    m_title->setFont(headlineFont(font()));
    createTabs();
    connectAll();
}

void ComparisonView::createTabs()
{
    m_tabs = tabbed(QStringLiteral("comparisonTabs"), this);
    m_differences
        = new ComparedTree("comparisonTable", tr("One column for each attempt; a dash where it has no value"),
            tr("What differs between the attempts"), this);
    m_steps = new ComparedTree(
        "comparisonSteps", tr("How long the steps of the build took"), tr("Steps of the attempts"), this);
    m_curves = new ComparedCurves(this);
    m_logs = new ComparedLogs(this);
    m_differences->setItemDelegate(new DifferenceDelegate(m_differences, longValue));
    m_differences->wrapCells(linesOfCell);
    m_tabs->addTab(m_differences, tr("Differences"));
    m_tabs->addTab(m_steps, tr("Steps"));
    m_tabs->addTab(m_curves, tr("Curves"));
    m_tabs->addTab(m_logs, tr("Logs"));
}

void ComparisonView::connectAll()
{
    auto* back = pushButton(
        this, "comparisonBack", "chevron-left", tr("History"), tr("Back to the list of attempts (Esc)"));
    back->setAccessibleName(tr("Back to the history"));
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ComparisonView::closed);
    connect(back, &QPushButton::clicked, this, &ComparisonView::closed);
    connect(m_everything, &QCheckBox::toggled, this, &ComparisonView::fillDifferences);
    const auto showTab = [this](int tab) {
        m_everything->setVisible(m_tabs->widget(tab) == m_differences);
        showLeftOut();
        setFocusProxy(m_tabs->widget(tab));
    };
    showTab(m_tabs->currentIndex());
    connect(m_tabs, &QTabWidget::currentChanged, this, showTab);
    columnOf(this, {}, spacing::inner,
        { rowOf(spacing::inner, { { back }, { m_title, 1 }, { m_everything } }), m_state, { m_tabs, 1 },
            m_leftOut });
}

void ComparisonView::compare(const QVector<AttemptSummary>& attempts)
{
    m_attempts = attempts;
    m_answer = {};
    m_tabs->setCurrentWidget(m_differences);
    QStringList names;
    for (const AttemptSummary& attempt : attempts)
        names << QString::number(attempt.number);
    m_title->setText(tr("Attempts %1 compared").arg(joinedList(names)));
    showText(m_state, tr("Comparing…"));
    for (ComparedTree* tree : { m_differences, m_steps })
        tree->begin({ QString() });
    m_logs->forget();
    m_curves->show({});
    m_everything->setEnabled(false); // until there is something
    m_query.forget();
    m_query.ask(
        {}, [attempts](const std::stop_token& stop) { return answerFor(attempts, stop); },
        [this](const Answer& answer) { show(answer); });
}

// What was left out is said where it is missed.
void ComparisonView::showLeftOut()
{
    const bool hasPlaces = std::any_of(m_answer.logs.begin(), m_answer.logs.end(),
        [](const auto& places) { return places && !places->isEmpty(); });
    QString text;
    if (m_tabs->currentWidget() == m_differences && !m_everything->isChecked())
        text = chanceText(m_answer.rows);
    else if (m_tabs->currentWidget() == m_logs && hasPlaces)
        text = tr("Shown is the first difference of each stage, or the one where a step failed. \"More "
                  "differences in this stage\" has the others. The page of an attempt has its whole log.");
    showText(m_leftOut, text);
}

QString ComparisonView::title() const
{
    return m_title->text();
}

void ComparisonView::stop()
{
    m_query.forget();
    m_logs->forget();
}

// Reads the records whole: those of the list come without their plans.
ComparisonView::Answer ComparisonView::answerFor(
    const QVector<AttemptSummary>& attempts, const std::stop_token& stop)
{
    constexpr int points = 400; // more cannot be told apart on a screen
    Answer answer;
    QVector<ComparedAttempt> compared;
    QVector<QVector<EdgeRecord>> edges;
    QStringList folders;
    for (const AttemptSummary& attempt : attempts) {
        if (stop.stop_requested())
            return answer;
        const auto record = AttemptFiles::readRecord(attempt.folder);
        const auto steps = readEdges(attempt.folder);
        if (!record)
            answer.problems << record.error().message;
        if (!steps)
            answer.problems << steps.error().message;
        compared.append({ attempt.number, attempt.folder, record ? *record : attempt.record,
            AttemptFiles::readFindings(attempt.folder) });
        edges.append(steps ? countedSteps(*steps, compared.last().record) : QVector<EdgeRecord>());
        compared.last().steps = edges.last();
        compared.last().before
            = stepsBefore(compared.last().record, AttemptStore(QFileInfo(attempt.folder).path()));
        answer.curves.names << QString::number(attempt.number);
        answer.curves.steps.append(
            stepsOverTime(attempt.number, edges.last(), points).onTopOf(doneBefore(compared.last())));
        folders << attempt.folder;
    }
    answer.curves.resources.curves.resize(attempts.size());
    answer.curves.resources.uses.resize(attempts.size());
    if (const auto curves = resourceCurves(folders, points))
        answer.curves.resources = *curves;
    else
        answer.problems << curves.error().message;
    for (qsizetype i = 0; i < compared.size(); ++i) {
        ResourceUse& use = answer.curves.resources.uses[i];
        use.peakMemory = std::max(use.peakMemory, compared[i].record.peakMemory); // samples may miss it
        compared[i].use = use;
    }
    answer.rows = compareAttempts(compared);
    answer.steps = compareSteps(edges);
    const ComparedAttempt& first = compared.first();
    for (const ComparedAttempt& other : compared.mid(1)) {
        const auto parting = divergentStages(first.record, first.folder, other.record, other.folder, stop);
        if (!parting)
            answer.problems << parting.error().message;
        answer.logs.append(parting ? std::optional(*parting) : std::nullopt);
    }
    answer.problems.removeDuplicates();
    return answer;
}

void ComparisonView::show(const Answer& answer)
{
    m_answer = answer;
    m_everything->setEnabled(true);
    QStringList sentences = answer.problems;
    if (std::any_of(m_attempts.begin(), m_attempts.end(),
            [](const AttemptSummary& attempt) { return isOfLog(attempt.record); }))
        sentences << tr(
            "Settings, tools and times that are not in a log are unknown, and count as no difference.");
    showText(m_state, sentences.join(u'\n'));
    fillDifferences();
    fillSteps();
    m_logs->showPlaces(m_attempts, answer.logs);
    m_curves->show(answer.curves);
}

QStringList ComparisonView::headings(const QString& first) const
{
    constexpr qsizetype fewest = 5; // that have no room for the word "Attempt"
    QStringList headings { first };
    for (const AttemptSummary& attempt : m_attempts)
        headings << (m_attempts.size() < fewest ? tr("Attempt %1: %2") : tr("%1: %2"))
                        .arg(attempt.number)
                        .arg(stateWord(attempt.record));
    return headings;
}

void ComparisonView::fillDifferences()
{
    const bool isAll = m_everything->isChecked();
    m_differences->begin(headings(tr("What")));
    QString group;
    for (const ComparedRow& row : std::as_const(m_answer.rows)) {
        if (!row.differs && !isAll)
            continue;
        if (group != row.group)
            m_differences->addGroup(comparedGroupTitle(row.group));
        group = row.group;
        QStringList values;
        for (qsizetype i = 0; i < row.values.size(); ++i) {
            const QString value = shownValue(row, row.values[i]);
            values << (row.notes[i].isEmpty() ? value
                                              : tr("%1 (%2)").arg(value, comparedNoteText(row.notes[i])));
        }
        QTreeWidgetItem* item = m_differences->addRow(row.label, values);
        for (int column = 1; isAll && row.differs && column < item->columnCount(); ++column)
            item->setFont(column, boldFont(m_differences->font()));
    }
    m_differences->end(tr("Nothing that is known of these attempts differs."));
    showLeftOut();
}

void ComparisonView::fillSteps()
{
    m_steps->begin(headings(tr("Step")));
    if (!m_answer.steps.kinds.isEmpty())
        m_steps->addGroup(tr("All steps by kind, with the times of parallel steps added up"));
    for (const ComparedKind& kind : std::as_const(m_answer.steps.kinds)) {
        QStringList values;
        for (qsizetype i = 0; i < kind.counts.size(); ++i)
            values << orDash(kindText(kind, i));
        m_steps->addRow(kindWord(kind.kind), values);
    }
    if (const QString alike = alikeText(m_answer.steps); !alike.isEmpty())
        m_steps->addGroup(alike);
    m_stepNames = namesOf(m_answer.steps.steps + m_answer.steps.alone);
    addSteps(tr("Steps whose times differ most"), m_answer.steps.steps);
    addSteps(tr("Steps that only one of them finished"), m_answer.steps.alone);
    m_steps->end(tr("None of these attempts has steps."));
}

void ComparisonView::addSteps(const QString& title, const QVector<ComparedStep>& steps)
{
    m_steps->addLongGroup(title, steps, mostSteps, [this](const ComparedStep& step) { addStep(step); });
}

// As formatDuration() rounds the time of a step.
static Milliseconds rounded(Milliseconds time)
{
    const qint64 unit = time.count() < 9950 ? 100 : 1000;
    return Milliseconds((time.count() + unit / 2) / unit * unit);
}

// Times and their difference are read side by side.
void ComparisonView::addStep(const ComparedStep& step)
{
    QStringList times;
    for (const auto& time : step.times)
        times << (time ? formatDuration(*time) : orDash({}));
    if (step.times.size() == 2 && step.times[0] && step.times[1]) {
        const Milliseconds more = rounded(*step.times[1]) - rounded(*step.times[0]);
        if (more.count() != 0)
            times[1] = (more.count() < 0 ? tr("%1 (%2 less)") : tr("%1 (%2 more)"))
                           .arg(times[1], formatDuration(std::chrono::abs(more)));
    }
    m_steps->addRow(m_stepNames.value(step.output), times, step.output);
}

}
