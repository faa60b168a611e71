// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/NotesDialog.h"

#include "ui/widgets/Banner.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>

namespace torchmason {

NotesDialog::NotesDialog(int attempt, const AttemptNotes& notes, QWidget* parent)
    : QDialog(parent)
    , m_tags(named(new QLineEdit(notes.tags.join(u' '), this), "notesTags",
          tr("Short words, with spaces between them"), tr("Tags")))
    , m_note(named(new QPlainTextEdit(notes.note, this), "notesText", {}, tr("Note")))
    , m_problem(named(new Banner(this), "notesProblem"))
{
    setWindowTitle(tr("Note and tags of attempt %1").arg(attempt));
    m_note->setTabChangesFocus(true);
    m_problem->hide();
    auto* tags = new QLabel(tr("&Tags: short words, with spaces between them"), this);
    tags->setBuddy(m_tags);
    auto* note = new QLabel(tr("&Note"), this);
    note->setBuddy(m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &NotesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NotesDialog::reject);
    columnOf(this, pageMargins, spacing::inner,
        { tags, m_tags, m_problem, note, { m_note, 1 }, plainText(this, "notesHint"),
            Part::gap(spacing::group - spacing::inner), buttons });
    findChild<QLabel*>(QStringLiteral("notesHint"))
        ->setText(tr("Tidying up does not delete attempts that have a note or a tag."));
    resize(withinScreen(*this, { 75 * fontMetrics().averageCharWidth(), 20 * fontMetrics().height() }));
}

void NotesDialog::accept()
{
    AttemptNotes notes;
    static const QRegularExpression between(QStringLiteral("[\\s,]+"));
    for (const QString& word : m_tags->text().split(between, Qt::SkipEmptyParts)) {
        const auto tag = normalizedTag(word);
        if (!tag) {
            m_problem->setMessage(Tone::Bad, tr("\"%1\": %2").arg(word, tag.error().message));
            m_problem->show();
            m_tags->setSelection(int(m_tags->text().indexOf(word)), int(word.size()));
            return m_tags->setFocus();
        }
        if (!notes.tags.contains(*tag))
            notes.tags << *tag;
    }
    notes.note = m_note->toPlainText().trimmed();
    m_notes = notes;
    QDialog::accept();
}

}
