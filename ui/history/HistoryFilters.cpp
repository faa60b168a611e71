// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryFilters.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <utility>

namespace torchmason {

namespace {

constexpr int wordsShare = 3; // of what is left in a row, beside one for the profile

// Names are of others: shown in one line, looked for as they are. The first entry is for all of them.
void fill(QComboBox& box, QStringList names)
{
    const QString chosen = box.currentData().toString();
    if (!chosen.isEmpty())
        names << chosen;
    names.removeDuplicates(); // of thousands a few stay
    names.removeAll(QString());
    names.sort(Qt::CaseInsensitive);
    QStringList offered;
    for (int i = 1; i < box.count(); ++i)
        offered << box.itemData(i).toString();
    const bool hasChoice = names.size() > 1 || !chosen.isEmpty();
    box.setEnabled(hasChoice); // it keeps its place
    if (offered == names)
        return;
    const QSignalBlocker quiet(box);
    while (box.count() > 1)
        box.removeItem(1);
    for (const QString& name : names)
        box.addItem(inOneLine(withoutControls(name)), name);
    box.setCurrentIndex(std::max(0, box.findData(chosen)));
}

}

HistoryFilters::HistoryFilters(QWidget* list, QWidget* parent)
    : QWidget(parent)
    , m_words(new SearchField(
          QStringLiteral("historyFilter"), tr("Filter by words: profile, flag, finding, note..."), this))
{
    setObjectName(QStringLiteral("historyFilters"));
    m_words->setToolTip(tr("Only attempts that contain these words are shown"));
    m_words->setAccessibleName(tr("Filter"));
    m_words->setList(list);
    m_outcome = choice("historyOutcome", tr("All outcomes"), tr("Only attempts that ended like this"), 11);
    const std::pair<OutcomeWish, QString> outcomes[] = { { OutcomeWish::Succeeded, tr("Succeeded") },
        { OutcomeWish::Failed, tr("Failed") }, { OutcomeWish::Stopped, tr("Stopped or interrupted") },
        { OutcomeWish::Running, tr("Running") } };
    for (const auto& [wish, words] : outcomes)
        m_outcome->addItem(words, int(wish));
    m_outcome->setSizeAdjustPolicy(QComboBox::AdjustToContents); // its words are ours, and few
    m_profile = choice("historyProfile", tr("All profiles"), tr("Only attempts of this profile"), 11);
    m_tag = choice("historyTag", tr("All tags"), tr("Only attempts with this tag"), 6);
    m_clear = toolButton(this, "historyClear", nullptr, tr("Shows all attempts again"));
    m_clear->setText(tr("Clear"));
    m_clear->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred); // as high as its neighbours
    m_clear->setAccessibleName(tr("Clear the filters"));
    m_row = rowOf(spacing::inner, { { m_words, wordsShare }, m_outcome, { m_profile, 1 }, m_tag, m_clear });
    m_lines = columnOf(this, {}, spacing::inner, { m_row });
    connect(m_words, &QLineEdit::textChanged, this, &HistoryFilters::tell);
    connect(m_clear, &QToolButton::clicked, this, &HistoryFilters::clear);
    offer({});
    m_clear->setEnabled(false);
}

// Words that are typed are read again: where the choices leave too few letters of them, those stand below.
void HistoryFilters::fitWords()
{
    constexpr int leastLetters = 24;
    const int shown = leastLetters * m_words->fontMetrics().averageCharWidth();
    const int own = m_isOneRow ? m_words->sizeHint().width() : -spacing::inner;
    const bool fits = width() >= m_row->sizeHint().width() - own + shown;
    if (std::exchange(m_isOneRow, fits) == fits)
        return;
    (fits ? m_lines : m_row)->removeWidget(m_words);
    (fits ? m_row : m_lines)->insertWidget(0, m_words, fits ? wordsShare : 0);
}

// Another font makes the choices wider, too.
bool HistoryFilters::event(QEvent* event)
{
    if (m_lines && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        fitWords();
    return QWidget::event(event);
}

QComboBox* HistoryFilters::choice(
    const char* name, const QString& everything, const QString& toolTip, int letters)
{
    auto* box = named(new FocusWheelComboBox(this), name, toolTip, toolTip);
    box->addItem(everything);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    const int letter = box->fontMetrics().horizontalAdvance(u'X');
    const int shown = (box->fontMetrics().horizontalAdvance(everything) + letter - 1) / letter;
    box->setMinimumContentsLength(std::max(letters, shown)); // a translation may be longer
    connect(box, &QComboBox::currentIndexChanged, this, &HistoryFilters::tell);
    return box;
}

void HistoryFilters::offer(const QVector<AttemptSummary>& attempts)
{
    QStringList profiles;
    QStringList tags;
    for (const AttemptSummary& attempt : attempts) {
        profiles << attempt.record.request.profileName;
        tags << attempt.notes.tags;
    }
    fill(*m_profile, profiles);
    fill(*m_tag, tags);
}

QString HistoryFilters::text() const
{
    return m_words->text().trimmed();
}

AttemptFilter HistoryFilters::filter() const
{
    return { m_words->text().simplified().split(u' ', Qt::SkipEmptyParts), m_tag->currentData().toString(),
        OutcomeWish(m_outcome->currentData().toInt()), m_profile->currentData().toString() };
}

void HistoryFilters::clear()
{
    {
        const QSignalBlocker quiet(this);
        m_words->clear();
        for (QComboBox* box : { m_outcome, m_profile, m_tag })
            box->setCurrentIndex(0);
    }
    if (m_clear->hasFocus())
        m_words->setFocus(); // the button has nothing more to do
    tell();
}

void HistoryFilters::tell()
{
    m_clear->setEnabled(filter() != AttemptFilter());
    emit changed();
}

}
