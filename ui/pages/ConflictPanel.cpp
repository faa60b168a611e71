// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ConflictPanel.h"

#include "core/base/Core.h"
#include "ui/models/BuildDraft.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QGridLayout>
#include <QHash>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace torchmason {

namespace {

using Kind = EditConflict::Kind;
constexpr int shownRows = 4; // at most
constexpr int shareOfPage = 5; // what the rows have at most, so that some profiles stay in sight

QString nameOf(const EditConflict& conflict)
{
    static const QHash<Kind, const char*> names {
        { Kind::Jobs, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Jobs") },
        { Kind::Targets, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Targets") },
        { Kind::SourceFolder, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Source folder") },
        { Kind::BuildFolder, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Build folder") },
        { Kind::Cache, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Compiler cache") },
        { Kind::SkippedStages, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Skipped stages") },
        { Kind::Patches, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Patches") },
        { Kind::Result, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Result") },
        { Kind::Tag, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Release") },
        { Kind::Venv, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Separate environment") },
        { Kind::Wheels, QT_TRANSLATE_NOOP("torchmason::ConflictPanel", "Packages from") },
    };
    const char* name = names.value(conflict.kind);
    return name ? ConflictPanel::tr(name) : conflict.name; // flags, variables and packages have their own
}

// A value as it is shown: some are kept as words of a file format.
QString wordOf(const EditConflict& conflict, const QString& value)
{
    if (conflict.kind == Kind::Result)
        return value == QLatin1String("wheel") ? ConflictPanel::tr("wheel")
                                               : ConflictPanel::tr("libraries only");
    if (conflict.kind == Kind::Venv)
        return value == QLatin1String("yes") ? ConflictPanel::tr("yes") : ConflictPanel::tr("no");
    return value;
}

QString mineOf(const EditConflict& conflict)
{
    return conflict.mine.isEmpty() ? ConflictPanel::tr("not passed") : wordOf(conflict, conflict.mine);
}

QString profilesOf(const EditConflict& conflict)
{
    if (!conflict.profiles.isEmpty())
        return wordOf(conflict, conflict.profiles);
    return conflict.kind == Kind::Targets                                        ? ConflictPanel::tr("all")
        : conflict.kind == Kind::SkippedStages || conflict.kind == Kind::Patches ? ConflictPanel::tr("none")
        : conflict.kind == Kind::Tag ? ConflictPanel::tr("no repository")
                                     : ConflictPanel::tr("not passed");
}

}

ConflictPanel::ConflictPanel(BuildDraft& draft, QWidget* parent)
    : QFrame(parent)
    , m_draft(draft)
    , m_question(new QLabel(this))
    , m_rows(new QWidget)
    , m_grid(new QGridLayout(m_rows))
{
    setObjectName(QStringLiteral("profileConflicts"));
    m_question->setWordWrap(true);
    auto* sign = new IconLabel(18, this);
    sign->setIcon(icon(QStringLiteral("warning"), Tone::Warning));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(spacing::group);
    m_grid->setVerticalSpacing(0); // names stand apart from what is above them
    m_grid->setColumnStretch(1, 1); // so that a value of the profile is beside the user's
    createButtons();
    auto* buttons = rowOf(usualSpacing, { Part::stretch(), m_keepAll, m_takeAll });
    m_area = scrolled(m_rows, QStringLiteral("conflictRows"), tr("What differs"));
    m_area->viewport()->setAutoFillBackground(false);
    m_rows->setAutoFillBackground(false);
    auto* question = rowOf(spacing::inner, { { sign, 0, Qt::AlignTop }, { m_question, 1 } });
    columnOf(this, { spacing::row, spacing::inner, spacing::inner, spacing::inner }, spacing::inner,
        { question, m_area, buttons });
    connect(&m_draft, &BuildDraft::profileChanged, this, &ConflictPanel::askAgain);
    connect(&m_draft, &BuildDraft::editsChanged, this, &ConflictPanel::refresh);
    hide();
}

void ConflictPanel::createButtons()
{
    m_keepAll = named(new QPushButton(tr("Keep all of mine"), this), "conflictsKeepAll",
        tr("Use what you set for this profile, too"));
    m_takeAll = named(new QPushButton(tr("Take all of the profile's"), this), "conflictsTakeAll",
        tr("These values of yours are removed; Undo brings them back"));
    connect(m_keepAll, &QPushButton::clicked, this, [this] {
        m_kept += open();
        refresh();
    });
    connect(m_takeAll, &QPushButton::clicked, this, [this] { m_draft.takeProfileValues(open()); });
}

// Another profile says other things: what was answered for the last one does not count.
void ConflictPanel::askAgain()
{
    m_kept.clear();
    fill();
}

// What was asked is kept true; what was answered stays answered, and nothing is asked while typing.
void ConflictPanel::refresh()
{
    if (!isHidden())
        fill();
}

QVector<EditConflict> ConflictPanel::open() const
{
    QVector<EditConflict> conflicts = m_draft.conflicts();
    conflicts.removeIf([this](const EditConflict& conflict) { return m_kept.contains(conflict); });
    return conflicts;
}

void ConflictPanel::fill()
{
    m_shown = open();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        item->widget()->deleteLater(); // the button that was clicked may be among them
        item->widget()->hide();
        delete item;
    }
    const QString name = m_draft.profile() ? shownData(m_draft.profile()->name) : QString();
    m_question->setText(m_shown.size() == 1
            ? tr("One value of yours differs from \"%1\". Yours is used until you decide.").arg(name)
            : tr("%n values of yours differ from \"%1\". Yours are used until you decide.", nullptr,
                int(m_shown.size()))
                  .arg(name));
    for (int row = 0; row < m_shown.size(); ++row)
        addRow(row, m_shown[row]);
    fitRows();
    m_keepAll->setVisible(m_shown.size() > 1);
    m_takeAll->setVisible(m_shown.size() > 1);
    setVisible(!m_shown.isEmpty());
    emit changed();
}

void ConflictPanel::fitInto(int pageHeight)
{
    m_pageHeight = pageHeight;
    fitRows();
}

// Of a row that is scrolled the name is seen: there is more to decide.
void ConflictPanel::fitRows()
{
    const int twoLines = 2 * fontMetrics().height() + spacing::small;
    const int rowHeight = std::max(m_keepAll->sizeHint().height(), twoLines) + spacing::small;
    const int most = std::clamp(m_pageHeight / (shareOfPage * rowHeight), 1, shownRows);
    const int rows = std::max(1, int(m_shown.size()));
    m_area->setFixedHeight(std::min(rows * rowHeight, most * rowHeight + rowHeight / 2));
}

// The values stand below the name, so that large letters cut neither of them.
void ConflictPanel::addRow(int row, const EditConflict& conflict)
{
    const QString name = nameOf(conflict);
    const int line = 2 * row;
    const QString title
        = m_shown.size() > 1 ? tr("%1 of %2: %3").arg(row + 1).arg(m_shown.size()).arg(name) : name;
    auto* label = named(new ElidedLabel(title, m_rows), QStringLiteral("conflictName-") + name, title, title);
    label->setContentsMargins(0, row > 0 ? 2 * spacing::small : 0, 0, 0);
    m_grid->addWidget(label, line, 0, 1, 2);
    const QString values[]
        = { tr("yours: %1").arg(mineOf(conflict)), tr("profile: %1").arg(profilesOf(conflict)) };
    for (int column = 0; column < 2; ++column) {
        auto* value = new ElidedLabel(values[column], m_rows);
        value->setSecondary(true);
        m_grid->addWidget(value, line + 1, column);
    }
    auto* keep = named(new QPushButton(tr("Keep mine"), m_rows), QStringLiteral("conflictKeep-") + name, {},
        tr("Keep mine for %1").arg(name));
    auto* take = named(new QPushButton(tr("Take the profile's"), m_rows),
        QStringLiteral("conflictTake-") + name, {}, tr("Take the profile's value of %1").arg(name));
    keep->setToolTip(keep->accessibleName());
    take->setToolTip(tr("Your value is removed; Undo brings it back"));
    auto* buttons = new QWidget(m_rows);
    rowOf(buttons, {}, spacing::inner, { keep, take });
    m_grid->addWidget(buttons, line, 2, 2, 1);
    connect(keep, &QPushButton::clicked, this, [this, conflict] {
        m_kept.append(conflict);
        refresh();
    });
    connect(take, &QPushButton::clicked, this, [this, conflict] { m_draft.takeProfileValues({ conflict }); });
}

void ConflictPanel::paintEvent(QPaintEvent*)
{
    paintBanner(*this, Tone::Warning);
}

}
