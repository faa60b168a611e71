// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparisonView.h"

#include "core/store/AttemptFiles.h"
#include "ui/history/ComparedCurves.h"
#include "ui/models/Settings.h"
#include "ui/text/EdgeText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTextDocument>
#include <QTreeWidget>

namespace torchmason {

namespace {

constexpr int mostSteps = 20;

QString lineName(const LogExcerpt& place, qsizetype shown)
{
    return shown < place.shown.size() ? QString::number(place.first + shown) : QStringLiteral("–");
}

// Also where the log has ended: behind its last line.
bool isPlace(const LogExcerpt& place, qsizetype shown)
{
    return place.line > 0 ? place.first + shown == place.line : shown == place.shown.size();
}

}

ComparisonView::ComparisonView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_state(plainText(this, "comparisonState"))
    , m_everything(named(new QCheckBox(tr("Also what is the same"), this), "comparisonEverything",
          tr("Shows also what does not differ")))
    , m_tree(named(new QTreeWidget(this), "comparisonTable",
          tr("One column for each attempt; a dash where it has nothing to tell"),
          tr("What differs between the attempts")))
    , m_curves(new ComparedCurves(this))
{
    setObjectName(QStringLiteral("comparison"));
    m_title->setFont(headlineFont(font()));
    auto* back = pushButton(
        this, "comparisonBack", "previous", tr("Back to the list"), tr("Back to all attempts (Esc)"));
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ComparisonView::closed);
    connect(back, &QPushButton::clicked, this, &ComparisonView::closed);
    connect(m_everything, &QCheckBox::toggled, this, &ComparisonView::fill);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(false);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    setFocusProxy(m_tree);
    setTabOrder(back, m_everything);
    setTabOrder(m_everything, m_tree);
    setTabOrder(m_tree, m_curves);
    columnOf(this, {}, spacing::inner,
        { rowOf(spacing::inner, { { back }, { m_title, 1 }, { m_everything } }), m_state,
            { createParts(), 1 } });
}

// The table above the curves; how high they are is kept.
QSplitter* ComparisonView::createParts()
{
    auto* parts = named(new QSplitter(Qt::Vertical, this), "comparisonParts");
    parts->addWidget(m_tree);
    parts->addWidget(m_curves);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(true);
    m_curves->setMinimumHeight(140);
    m_curves->hide();
    const QString setting = QStringLiteral("history/comparisonParts");
    parts->restoreState(settings()->value(setting).toByteArray());
    connect(parts, &QSplitter::splitterMoved, this,
        [parts, setting] { settings()->setValue(setting, parts->saveState()); });
    return parts;
}

void ComparisonView::compare(const QVector<AttemptSummary>& attempts)
{
    m_numbers.clear();
    m_answer = {};
    m_everything->setEnabled(false); // until there is something
    QStringList headings { QString() };
    QStringList names;
    for (const AttemptSummary& attempt : attempts) {
        m_numbers << attempt.number;
        names << QString::number(attempt.number);
        headings << tr("Attempt %1: %2").arg(attempt.number).arg(stateWord(attempt.record));
    }
    m_title->setText(tr("Attempts %1 compared").arg(names.join(QStringLiteral(", "))));
    showText(m_state, tr("Comparing…"));
    m_curves->hide();
    m_tree->clear();
    m_tree->setColumnCount(int(headings.size()));
    m_tree->setHeaderLabels(headings);
    m_tree->header()->setSectionResizeMode(QHeaderView::Stretch);
    m_query.forget();
    m_query.ask(
        {}, [attempts](const std::stop_token& stop) { return answerFor(attempts, stop); },
        [this](const Answer& answer) { show(answer); });
}

void ComparisonView::stop()
{
    m_query.forget();
}

// Reads the records whole: those of the list come without their plans.
ComparisonView::Answer ComparisonView::answerFor(
    const QVector<AttemptSummary>& attempts, const std::stop_token& stop)
{
    Answer answer;
    QVector<ComparedAttempt> compared;
    QVector<QVector<EdgeRecord>> edges;
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
        edges.append(steps ? *steps : QVector<EdgeRecord>());
    }
    answer.rows = compareAttempts(compared);
    answer.steps = compareSteps(edges);
    const ComparedAttempt& first = compared.first();
    for (const ComparedAttempt& other : compared.mid(1)) {
        const auto parting
            = firstDivergentStage(first.record, first.folder, other.record, other.folder, stop);
        if (!parting)
            answer.problems << parting.error().message;
        answer.logs.append(parting ? *parting : std::nullopt);
    }
    constexpr int points = 400; // more cannot be told apart on a screen
    QStringList folders;
    for (const AttemptSummary& attempt : attempts)
        folders << attempt.folder;
    if (const auto curves = resourceCurves(folders, points))
        answer.curves = *curves;
    else
        answer.problems << curves.error().message;
    answer.problems.removeDuplicates();
    return answer;
}

void ComparisonView::show(const Answer& answer)
{
    m_answer = answer;
    m_everything->setEnabled(true);
    QStringList names;
    for (const int number : std::as_const(m_numbers))
        names << tr("attempt %1").arg(number);
    m_curves->show(answer.curves, names);
    m_curves->setVisible(m_curves->hasCurves());
    fill();
}

void ComparisonView::fill()
{
    showText(m_state, m_answer.problems.join(u'\n'));
    m_tree->clear();
    addRows();
    addCores();
    addKinds();
    addSteps();
    addLogs();
    m_tree->expandAll();
    if (m_tree->topLevelItemCount() > 0)
        m_tree->setCurrentItem(m_tree->topLevelItem(0));
    else if (m_answer.problems.isEmpty())
        showText(m_state, tr("Nothing that is known of these attempts differs."));
}

QTreeWidgetItem* ComparisonView::addGroup(const QString& title)
{
    auto* group = new QTreeWidgetItem(m_tree, { title });
    QFont bold = m_tree->font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    return group;
}

void ComparisonView::addRow(QTreeWidgetItem* group, const QString& name, const QStringList& values)
{
    auto* row = new QTreeWidgetItem(group, QStringList { name } + values);
    for (int column = 0; column < row->columnCount(); ++column)
        row->setToolTip(column, Qt::convertFromPlainText(row->text(column), Qt::WhiteSpaceNormal));
}

void ComparisonView::addRows()
{
    QTreeWidgetItem* group = nullptr;
    QString shown;
    for (const ComparedRow& row : std::as_const(m_answer.rows)) {
        if (!row.differs && !m_everything->isChecked())
            continue;
        if (!group || shown != row.group)
            group = addGroup(comparedGroupTitle(row.group));
        shown = row.group;
        QStringList values;
        for (qsizetype i = 0; i < row.values.size(); ++i) {
            const QString value = row.values[i].isEmpty() ? QStringLiteral("–") : row.values[i];
            values << (row.notes[i].isEmpty() ? value : tr("%1 (%2)").arg(value, row.notes[i]));
        }
        addRow(group, row.label, values);
    }
}

// The peak of memory stands among the rows of the outcome.
void ComparisonView::addCores()
{
    QStringList values;
    for (const auto& curve : std::as_const(m_answer.curves.curves)) {
        const auto cores = figuresOf(curve).meanCores;
        values << (cores ? QLocale().toString(*cores, 'f', 1) : QStringLiteral("–"));
    }
    if (values.isEmpty() || (!m_everything->isChecked() && values.count(values.first()) == values.size()))
        return;
    addRow(addGroup(tr("Cores")), tr("Busy on average"), values);
}

void ComparisonView::addKinds()
{
    QTreeWidgetItem* group = nullptr;
    for (const ComparedKind& kind : std::as_const(m_answer.steps.kinds)) {
        QStringList values;
        for (qsizetype i = 0; i < kind.counts.size(); ++i)
            values << (kind.counts[i] == 0
                    ? QStringLiteral("–")
                    : tr("%1 in %2").arg(QString::number(kind.counts[i]), formatDuration(kind.times[i])));
        if (!m_everything->isChecked() && values.count(values.value(0)) == values.size())
            continue;
        if (!group)
            group = addGroup(tr("All steps by kind"));
        addRow(group, kindWord(kind.kind), values);
    }
}

void ComparisonView::addSteps()
{
    const auto add = [this](const QString& title, const QVector<ComparedStep>& steps) {
        if (steps.isEmpty())
            return;
        QTreeWidgetItem* group = addGroup(title);
        for (const ComparedStep& step : steps.mid(0, mostSteps)) {
            QStringList times;
            for (const auto& time : step.times)
                times << (time ? formatDuration(*time) : QStringLiteral("–"));
            addRow(group, stepName(step.output), times);
            group->child(group->childCount() - 1)
                ->setToolTip(0, Qt::convertFromPlainText(step.output, Qt::WhiteSpaceNormal));
        }
    };
    add(tr("Steps whose times differ most"), m_answer.steps.steps);
    add(tr("Steps that only one of them made"), m_answer.steps.alone);
}

void ComparisonView::addLogs()
{
    for (qsizetype i = 0; i < m_answer.logs.size(); ++i) {
        const auto& parting = m_answer.logs[i];
        if (!parting)
            continue;
        QTreeWidgetItem* group = addGroup(tr("Where the logs of %1 and %2 part, in stage %3")
                                              .arg(m_numbers.first())
                                              .arg(m_numbers.value(i + 1))
                                              .arg(parting->stage));
        const LogExcerpt& left = parting->place.left;
        const LogExcerpt& right = parting->place.right;
        for (qsizetype line = 0; line < std::max(left.shown.size(), right.shown.size()); ++line) {
            QStringList values(m_numbers.size());
            values[0] = left.shown.value(line);
            values[i + 1] = right.shown.value(line);
            const QString leftLine = lineName(left, line);
            const QString rightLine = lineName(right, line);
            const QString name = leftLine == rightLine ? tr("Line %1").arg(leftLine)
                                                       : tr("Lines %1 and %2").arg(leftLine, rightLine);
            addRow(
                group, isPlace(left, line) || isPlace(right, line) ? tr("%1, here").arg(name) : name, values);
        }
    }
}

}
