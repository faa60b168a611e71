// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedLogs.h"

#include "ui/models/Background.h"
#include "ui/text/StateText.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/DifferenceDelegate.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype placesAtOnce = 20; // of a stage, when further ones are asked for
// What a linker misses stands at the end of its line; the box below has the rest.
constexpr int linesOfCell = 4;
constexpr int linesOfLine = 6; // of the chosen one; more are scrolled
constexpr int lackingRole = Qt::UserRole; // whether this log has no such line

}

ComparedLogs::ComparedLogs(QWidget* parent)
    : QWidget(parent)
    , m_tree(new ComparedTree("comparisonLogs",
          tr("Where the log of the first attempt and that of another one differ. Both lines of the chosen "
             "row are shown in full below; Tab goes there."),
          tr("Where the logs differ"), this))
    , m_lines(new QWidget(this))
    , m_leftLine(named(new CopyBox(m_lines), "comparisonLeftLine"))
    , m_rightLine(named(new CopyBox(m_lines), "comparisonRightLine"))
{
    m_tree->setItemDelegate(new DifferenceDelegate(m_tree));
    m_tree->wrapCells(linesOfCell);
    QFont letters; // of any size
    letters.setFamilies(monospaceFont(font()).families()); // a compiler points at columns
    m_tree->setValueFont(letters);
    setFocusProxy(m_tree);
    for (CopyBox* box : { m_leftLine, m_rightLine }) {
        box->setMaximumLines(linesOfLine);
        setPlaceKept(*box, true); // each stays on its side
    }
    rowOf(m_lines, {}, spacing::inner, { { m_leftLine, 1, Qt::AlignTop }, { m_rightLine, 1, Qt::AlignTop } });
    m_lines->hide();
    columnOf(this, {}, spacing::inner, { { m_tree, 1 }, m_lines });
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ComparedLogs::showCurrent);
}

ComparedLogs::~ComparedLogs()
{
    m_stop.request_stop();
}

void ComparedLogs::forget()
{
    m_stop.request_stop();
    m_stop = {};
    m_tree->begin({ QString() });
    showCurrent(); // a tree that is emptied does not tell
}

// Each as wide as the other, also where one log has no such line. They take room of the list.
void ComparedLogs::showCurrent()
{
    const QTreeWidgetItem* row = m_tree->currentItem();
    const bool hasLines = row && !(row->text(1) + row->text(2)).isEmpty();
    for (auto [box, column] : { std::pair(m_leftLine, 1), std::pair(m_rightLine, 2) }) {
        const bool isThere = hasLines && !row->data(column, lackingRole).toBool();
        box->setText(isThere ? row->text(column) : QString());
        box->setVisible(isThere);
        box->setSubject(tr("%1: %2").arg(m_tree->headerItem()->text(column), row ? row->text(0) : QString()));
    }
    m_lines->setVisible(hasLines);
}

// A log of the first attempt beside that of one other: lines need the room.
void ComparedLogs::showPlaces(const QVector<AttemptSummary>& attempts, const Places& places)
{
    forget();
    m_first = attempts.first();
    const auto name = [](const AttemptSummary& attempt) {
        return tr("Attempt %1: %2").arg(attempt.number).arg(stateWord(attempt.record));
    };
    m_tree->begin({ tr("Where"), name(m_first),
        attempts.size() == 2 ? name(attempts.last()) : tr("The other attempt") });
    QStringList same;
    int read = 0;
    for (qsizetype i = 0; i < places.size(); ++i) {
        const AttemptSummary& other = attempts[i + 1];
        if (!places[i])
            continue;
        ++read;
        for (const StageDivergence& parting : *places[i])
            addStage(other, parting);
        if (places[i]->isEmpty())
            same << QString::number(other.number);
    }
    if (!same.isEmpty() && same.size() < places.size())
        m_tree->addGroup(tr("The log of attempt %1 says the same as that of %2, as far as both have it.")
                             .arg(m_first.number)
                             .arg(same.join(QStringLiteral(", "))));
    m_tree->end(read > 0 ? tr("The logs say the same, as far as all attempts have them.")
                         : tr("None of these logs can be read."));
}

void ComparedLogs::addStage(const AttemptSummary& other, const StageDivergence& parting)
{
    m_tree->addGroup((parting.place.isOfFailedStep
            ? tr("Where a step failed, and the logs of %1 and %2 differ, in stage %3")
            : tr("Where the logs of %1 and %2 differ, in stage %3"))
                         .arg(m_first.number)
                         .arg(other.number)
                         .arg(stageTitle(m_first.record, parting.stage)));
    addLines(parting.place, other.number);
    addFurther(tr("More differences in this stage"),
        { parting.stage, m_first.folder, other.folder, other.number }, 1);
}

void ComparedLogs::addLines(const LogDivergence& place, int rightNumber)
{
    const LogExcerpt& left = place.left;
    const LogExcerpt& right = place.right;
    for (const auto& [number, log] : { std::pair(m_first.number, left), std::pair(rightNumber, right) }) {
        if (endsThere(log)) // that a line lacks, its row says
            addSentence(missingText(number, log));
    }
    const auto nameOf = [](const LogExcerpt& excerpt, qsizetype shown) {
        return shown < 0 ? QString() : QString::number(excerpt.first + shown);
    };
    const ShownRows rows = linesSideBySide(place);
    const qsizetype here = partingRow(place, rows);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const auto [leftShown, rightShown] = rows[i];
        QStringList numbers { nameOf(left, leftShown), nameOf(right, rightShown) };
        numbers.removeAll(QString());
        numbers.removeDuplicates();
        const bool differs = i == here && leftShown >= 0 && rightShown >= 0;
        const QString name = numbers.size() < 2
            ? (differs ? tr("Line %1 differs") : tr("Line %1")).arg(numbers.join(QString()))
            : (differs ? tr("Lines %1 and %2 differ") : tr("Lines %1 and %2"))
                  .arg(numbers.first(), numbers.last());
        QTreeWidgetItem* row = m_tree->addRow(name,
            { left.shown.value(leftShown, lackingText()), right.shown.value(rightShown, lackingText()) });
        for (const auto& [column, shown] : { std::pair(1, leftShown), std::pair(2, rightShown) }) {
            row->setData(column, lackingRole, shown < 0);
            if (shown < 0)
                row->setFont(column, QFont()); // words of ours
            else // as logs are in every layout
                row->setTextAlignment(column, Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter);
        }
        for (int column = 0; i == here && column < row->columnCount(); ++column)
            row->setFont(column, boldFont(row->font(column))); // one mark over both sides
        m_tree->measure(*row);
    }
}

// A folded row: logs are long, and are read once more when it is opened.
void ComparedLogs::addFurther(const QString& title, const Pair& pair, qsizetype skipped)
{
    m_tree->addRest(title, [this, pair, skipped](QTreeWidgetItem* rest) {
        addSentence(tr("Reading the logs…"));
        read(rest, pair, skipped);
    });
}

void ComparedLogs::read(QTreeWidgetItem* rest, const Pair& pair, qsizetype skipped)
{
    runInBackground(
        diskPool(), this,
        [pair, skipped, stop = m_stop.get_token()] {
            return divergencesIn(
                pair.stage, pair.leftFolder, pair.rightFolder, { skipped, placesAtOnce }, stop);
        },
        [this, rest, pair, skipped, stop = m_stop.get_token()](const Result<QVector<LogDivergence>>& places) {
            if (!stop.stop_requested()) // else the row is gone
                m_tree->fill(rest, [&] { addPlaces(places, pair, skipped); });
        });
}

void ComparedLogs::addPlaces(
    const Result<QVector<LogDivergence>>& places, const Pair& pair, qsizetype skipped)
{
    if (!places)
        return addSentence(places.error().message);
    if (places->isEmpty())
        addSentence(tr("No more differences: from here on the logs say the same."));
    for (qsizetype i = 0; i < places->size(); ++i) {
        QTreeWidgetItem* head = m_tree->addRow(tr("Difference %L1").arg(skipped + i + 1), {});
        head->setFont(0, boldFont(head->font(0)));
        addLines(places.value()[i], pair.right);
    }
    if (places->size() == placesAtOnce)
        addFurther(tr("More differences"), pair, skipped + placesAtOnce);
}

void ComparedLogs::addSentence(const QString& text)
{
    m_tree->addRow(text, {});
}

}
