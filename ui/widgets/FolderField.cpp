// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/FolderField.h"

#include "ui/text/TipText.h"
#include "ui/widgets/Parts.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace torchmason {

FolderField::FolderField(const QString& name, const QString& label, QWidget* parent)
    : QWidget(parent)
    , m_label(label)
    , m_edit(new QLineEdit(this))
    , m_browse(toolButton(this, name + QStringLiteral("Browse"), "choose", tr("Choose: %1").arg(label)))
{
    named(m_edit, name, label, label);
    m_edit->setClearButtonEnabled(true);
    m_edit->setLayoutDirection(Qt::LeftToRight); // a path is one in every layout
    rowOf(this, {}, spacing::small, { { m_edit, 1 }, m_browse });
    setFocusProxy(m_edit);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textEdited, this, &FolderField::pathEdited);
    connect(m_edit, &QLineEdit::editingFinished, this, &FolderField::tellChosen);
    connect(m_browse, &QToolButton::clicked, this, &FolderField::browse);
}

void FolderField::setPath(const QString& path)
{
    m_told = path;
    if (m_edit->text() != path)
        m_edit->setText(path);
}

QString FolderField::path() const
{
    return m_edit->text();
}

// "~" is accepted as in a shell; a relative path begins at the home folder.
QString FolderField::fullPath() const
{
    const QString typed = QDir::fromNativeSeparators(path().trimmed());
    const bool isTilde = typed == QLatin1String("~") || typed.startsWith(QLatin1String("~/"));
    return typed.isEmpty() ? typed
                           : QDir::cleanPath(QDir::home().absoluteFilePath(isTilde ? typed.mid(2) : typed));
}

bool FolderField::isBeingEdited() const
{
    return m_edit->hasFocus() && m_edit->text() != m_told;
}

void FolderField::tellChosen()
{
    if (m_edit->text() == m_told)
        return;
    m_told = m_edit->text();
    emit pathChosen(m_told);
}

void FolderField::setPlaceholder(const QString& path)
{
    m_placeholder = path;
    fitPlaceholder();
    m_edit->setToolTip(path.isEmpty() ? m_label : tipText(tr("%1; if empty: %2").arg(m_label, path)));
}

// Qt cuts its end, in which folders differ. Of a sentence it is the beginning that tells most.
void FolderField::fitPlaceholder()
{
    const bool isPath = QDir::fromNativeSeparators(m_placeholder).contains(u'/');
    const int room = m_edit->contentsRect().width() - 2 * spacing::inner;
    m_edit->setPlaceholderText(
        m_edit->fontMetrics().elidedText(m_placeholder, isPath ? Qt::ElideMiddle : Qt::ElideRight, room));
}

bool FolderField::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
        fitPlaceholder();
    return QWidget::eventFilter(watched, event);
}

void FolderField::offerFiles(const QString& folder, const QString& file)
{
    auto* menu = named(new QMenu(m_browse), m_browse->objectName() + QStringLiteral("Menu"));
    menu->addAction(folder, this, [this] { pick(false); });
    menu->addAction(file, this, [this] { pick(true); });
    m_browse->setMenu(menu);
    m_browse->setPopupMode(QToolButton::InstantPopup);
}

void FolderField::browse()
{
    if (!m_browse->menu())
        pick(m_isFile);
}

// Symbolic links are not resolved: the interpreter of a virtual environment is a link to its base Python.
void FolderField::pick(bool isFile)
{
    const QString start = path().isEmpty() ? m_placeholder : path();
    const QString chosen = isFile
        ? QFileDialog::getOpenFileName(this, m_label, start, {}, nullptr, QFileDialog::DontResolveSymlinks)
        : QFileDialog::getExistingDirectory(
            this, m_label, start, QFileDialog::ShowDirsOnly | QFileDialog::DontResolveSymlinks);
    if (chosen.isEmpty())
        return;
    m_edit->setText(QDir::toNativeSeparators(chosen));
    emit pathEdited(m_edit->text());
    tellChosen();
}

}
