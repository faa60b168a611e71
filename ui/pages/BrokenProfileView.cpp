// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/BrokenProfileView.h"

#include "core/base/RegularFile.h"
#include "ui/models/PatientDisk.h"
#include "ui/models/Settings.h"
#include "ui/text/ProfileText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CutText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/WrappingRow.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>

namespace torchmason {

namespace {

constexpr qsizetype mostProblems = 20; // before the rest is asked for
constexpr qint64 mostText = 4 * 1024 * 1024;

QByteArray textOf(const QString& path)
{
    RegularFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(mostText) : QByteArray();
}

// Of each line what has room, around the place that is wrong.
class ExcerptLabel : public QLabel {
public:
    ExcerptLabel(const QByteArray& text, const ProfileProblem& problem, QWidget* parent)
        : QLabel(parent)
        , m_text(text)
        , m_line(problem.line)
        , m_column(problem.column)
    {
        setObjectName(QStringLiteral("brokenExcerpt"));
        setLayoutDirection(Qt::LeftToRight); // as files are; "^" stands below its column
        setTextFormat(Qt::PlainText);
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setFont(monospaceFont(font()));
        setFrameShape(QFrame::StyledPanel);
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        setMargin(spacing::inner);
        setText(fileExcerpt(m_text, m_line, m_column));
        setToolTip(tipText(QLabel::text())); // where it is cut
        setAccessibleName(QLabel::text());
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QLabel::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent* event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            fit();
    }

private:
    void fit()
    {
        const QString many(100, u'0');
        const int room = contentsRect().width() - 2 * margin();
        const auto letters = room * many.size() / fontMetrics().horizontalAdvance(many);
        setText(fileExcerpt(m_text, m_line, m_column, int(letters) - 1)); // QLabel indents by half of one
    }

    QByteArray m_text;
    int m_line;
    int m_column;
};

}

BrokenProfileView::BrokenProfileView(QWidget* parent)
    : QWidget(parent)
    , m_name(sectionTitle(QString(), this))
    , m_mark(new StateMark(this))
    , m_shadowed(plainText(this, "brokenShadowed"))
    , m_file(secondaryText(QString(), this))
    , m_problems(new QVBoxLayout)
{
    setObjectName(QStringLiteral("brokenProfile"));
    m_name->setWordWrap(true);
    m_mark->setWordWrap(true); // its words must not push those of the others out of sight
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problems->setSpacing(spacing::inner);
    layOut();
}

void BrokenProfileView::layOut()
{
    auto* open = pushButton(this, "brokenOpen", "file", tr("&Open file"),
        tr("Open the file in the program that this system uses for it"));
    auto* again = pushButton(this, "brokenReadAgain", "retry", tr("&Read again"),
        tr("Read all profiles again; this happens by itself, too, when the file is saved"));
    connect(open, &QPushButton::clicked, this, &BrokenProfileView::openRequested);
    connect(again, &QPushButton::clicked, this, &BrokenProfileView::readAgainRequested);
    auto* buttons = new WrappingRow(spacing::inner, { open, again });
    columnOf(this, { 0, 0, spacing::inner, spacing::group }, spacing::inner,
        { m_name, m_mark, m_problems, m_shadowed, buttons, Part::gap(spacing::inner), m_file,
            Part::stretch() });
}

void BrokenProfileView::showBroken(const BrokenProfile& broken)
{
    const int count = int(broken.errors.size());
    m_name->setText(broken.id);
    m_mark->setMark(Mark::Bad,
        count > 1 ? tr("%n things in this file are wrong", nullptr, count) : tr("This file cannot be read"));
    m_shadowed->setText(tr("This file replaces the profile \"%1\" that ships with the program. Until you "
                           "correct or delete this file, neither profile can be used.")
                            .arg(broken.shadowed));
    m_shadowed->setVisible(!broken.shadowed.isEmpty());
    m_file->setText(tr("File: %1").arg(QDir::toNativeSeparators(broken.file)));
    delete m_shown;
    m_shown = new QWidget(this);
    auto* inner = new QVBoxLayout(m_shown);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(spacing::inner);
    m_problems->addWidget(m_shown);
    // Without its lines where the disk does not answer.
    const QByteArray text
        = configDisk().askIfAwake([file = broken.file] { return textOf(file); }).value_or(QByteArray());
    const qsizetype cut = m_whole == broken.file ? broken.errors.size() : mostProblems;
    for (const ProfileProblem& problem : broken.errors.mid(0, cut))
        addProblem(problem, text);
    if (const QVector<ProfileProblem> rest = broken.errors.mid(cut); !rest.isEmpty())
        addMore(rest, text, broken.file);
    if (broken.errors.isEmpty())
        addProblem({ 0, 0, {}, broken.error }, {});
}

void BrokenProfileView::addMore(
    const QVector<ProfileProblem>& rest, const QByteArray& text, const QString& file)
{
    auto* more = new MoreButton(QStringLiteral("brokenMore"), m_shown);
    m_shown->layout()->addWidget(more);
    m_shown->layout()->setAlignment(more, Qt::AlignLeft);
    more->setCount(rest.size());
    connect(more, &QPushButton::clicked, this, [this, more, rest, text, file] {
        m_whole = file;
        QWidget* first = addProblem(rest.first(), text);
        for (const ProfileProblem& problem : rest.mid(1))
            addProblem(problem, text);
        first->show();
        more->giveWayTo(*first);
    });
}

QWidget* BrokenProfileView::addProblem(const ProfileProblem& problem, const QByteArray& text)
{
    const QString wrong = problemSentence(problem);
    auto* sentence = plainText(m_shown, "brokenProblem");
    sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    sentence->setText(problem.line > 0 ? tr("Line %1: %2").arg(problem.line).arg(wrong) : wrong);
    m_shown->layout()->addWidget(sentence);
    if (!fileExcerpt(text, problem.line, problem.column).isEmpty())
        m_shown->layout()->addWidget(new ExcerptLabel(text, problem, m_shown));
    return sentence;
}

}
