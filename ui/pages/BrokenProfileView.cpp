// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/BrokenProfileView.h"

#include "ui/text/ProfileText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/StateMark.h"

#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace torchmason {

namespace {

constexpr qsizetype mostProblems = 20;
constexpr qint64 mostText = 4 * 1024 * 1024;

QLabel* plainText(const QString& name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(mostText) : QByteArray();
}

}

BrokenProfileView::BrokenProfileView(QWidget* parent)
    : QWidget(parent)
    , m_name(sectionTitle(QString(), this))
    , m_mark(new StateMark(this))
    , m_shadowed(plainText(QStringLiteral("brokenShadowed"), this))
    , m_file(quietText(QString(), this))
    , m_problems(new QVBoxLayout)
{
    setObjectName(QStringLiteral("brokenProfile"));
    m_name->setWordWrap(true);
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problems->setSpacing(spacing::inner);
    layOut();
}

void BrokenProfileView::layOut()
{
    auto* open = new QPushButton(icon(QStringLiteral("file")), tr("&Open file"), this);
    open->setObjectName(QStringLiteral("brokenOpen"));
    open->setToolTip(tr("Open the file in the program that this system uses for it"));
    auto* again = new QPushButton(icon(QStringLiteral("retry")), tr("&Read again"), this);
    again->setObjectName(QStringLiteral("brokenReadAgain"));
    again->setToolTip(tr("Read all profiles again; this happens by itself, too, when the file is saved"));
    connect(open, &QPushButton::clicked, this, &BrokenProfileView::openRequested);
    connect(again, &QPushButton::clicked, this, &BrokenProfileView::readAgainRequested);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(spacing::inner);
    buttons->addWidget(open);
    buttons->addWidget(again);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::group, 0, spacing::inner, spacing::group);
    layout->setSpacing(spacing::inner);
    layout->addWidget(m_name);
    layout->addWidget(m_mark);
    layout->addLayout(m_problems);
    layout->addWidget(m_shadowed);
    layout->addLayout(buttons);
    layout->addSpacing(spacing::inner);
    layout->addWidget(m_file);
    layout->addStretch();
}

void BrokenProfileView::showBroken(const BrokenProfile& broken)
{
    const int count = int(broken.errors.size());
    m_name->setText(broken.id);
    m_mark->setMark(Mark::Bad,
        count > 1 ? tr("%1 things in this file are wrong").arg(count) : tr("This file could not be read"));
    m_shadowed->setText(tr("This file stands for the profile \"%1\" that ships with the program. Until it is "
                           "right or gone, neither can be built.")
                            .arg(broken.shadowed));
    m_shadowed->setVisible(!broken.shadowed.isEmpty());
    m_file->setText(tr("File: %1").arg(QDir::toNativeSeparators(broken.file)));
    delete m_shown;
    m_shown = new QWidget(this);
    auto* inner = new QVBoxLayout(m_shown);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(spacing::inner);
    m_problems->addWidget(m_shown);
    const QByteArray text = textOf(broken.file);
    for (const ProfileProblem& problem : broken.errors.mid(0, mostProblems))
        addProblem(problem, text);
    if (count > mostProblems)
        inner->addWidget(quietText(tr("And %1 more.").arg(count - int(mostProblems)), m_shown));
    if (broken.errors.isEmpty())
        addProblem({ 0, 0, {}, broken.error }, {});
}

void BrokenProfileView::addProblem(const ProfileProblem& problem, const QByteArray& text)
{
    const QString where = problem.line > 0 ? tr("Line %1: ").arg(problem.line) : QString();
    const QString field = problem.field.isEmpty() ? QString() : problem.field + u' ';
    auto* sentence = plainText(QStringLiteral("brokenProblem"), m_shown);
    sentence->setText(where + field + problem.sentence);
    m_shown->layout()->addWidget(sentence);
    const QString excerpt = fileExcerpt(text, problem.line, problem.column);
    if (excerpt.isEmpty())
        return;
    auto* lines = plainText(QStringLiteral("brokenExcerpt"), m_shown);
    lines->setWordWrap(false);
    lines->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    lines->setFont(monospaceFont(lines->font()));
    lines->setText(excerpt);
    lines->setFrameShape(QFrame::StyledPanel);
    lines->setBackgroundRole(QPalette::Base);
    lines->setAutoFillBackground(true);
    lines->setMargin(spacing::inner);
    m_shown->layout()->addWidget(lines);
}

}
