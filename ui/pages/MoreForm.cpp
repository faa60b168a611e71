// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MoreForm.h"

#include "core/request/TreeBackend.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/PackagesField.h"
#include "ui/pages/PythonField.h"
#include "ui/text/TipText.h"
#include "ui/widgets/ChoiceField.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/InstallField.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace torchmason {

namespace {

QString pythonText(const MachineFacts& machine)
{
    const QString path = machine.overridePath(QStringLiteral("python"));
    return path.isEmpty() ? QString() : MoreForm::tr("Python %1").arg(QDir::toNativeSeparators(path));
}

// "numpy==1.26.4" -> "numpy 1.26.4"
QString packagesText(const QStringList& packages)
{
    QString text = packages.join(QStringLiteral(", "));
    return text.replace(QStringLiteral("=="), QStringLiteral(" "));
}

QString environmentText(const RequestWishes& edits)
{
    const QString packages = packagesText(edits.packages);
    if (edits.venv == false)
        return MoreForm::tr("no separate environment");
    if (!packages.isEmpty())
        return MoreForm::tr("separate environment with %1").arg(packages);
    return edits.venv ? MoreForm::tr("separate environment") : QString();
}

QString installText(const InstallTarget& install)
{
    if (!install.isWanted())
        return {};
    const QString place = QDir::toNativeSeparators(install.environment);
    return (install.dependencies ? MoreForm::tr("installed into %1")
                                 : MoreForm::tr("installed without its dependencies into %1"))
        .arg(place);
}

}

MoreForm::MoreForm(BuildDraft& draft, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
{
    createWidgets();
    layOut();
    connectAll();
    connectInstall();
    refresh();
}

void MoreForm::createWidgets()
{
    m_python = new PythonField(m_draft, this);
    createEnvironment();
    m_tag = named(new QLineEdit(this), "releaseTag",
        tr("A tag, branch or commit of the repository, fetched instead of the profile's"), tr("Release"));
    m_tag->setClearButtonEnabled(true);
    m_install = new InstallField(this);
}

void MoreForm::createEnvironment()
{
    m_venv = new ChoiceField(QStringLiteral("ownEnvironment"), tr("Separate environment"), this);
    m_venv->box()->setToolTip(
        tipText(tr("A virtual environment beside the build folder, made of that Python, with exactly "
                   "the packages that the build needs; your own Python stays as it is")));
    m_venv->addChoice(tr("as the profile says"), QVariant());
    m_venv->addChoice(tr("yes"), true);
    m_venv->addChoice(tr("no"), false);
    m_packages = new PackagesField(this);
    m_wheels = new FolderField(QStringLiteral("wheelsFolder"), tr("Folder of Python packages"), this);
}

QLabel* MoreForm::addRow(const QString& text, QWidget* field, Qt::Alignment alignment)
{
    const int row = m_grid->rowCount();
    QLabel* words = fieldLabel(this, text, field);
    m_grid->addWidget(words, row, 0, alignment);
    m_grid->addWidget(field, row, 1);
    return words;
}

void MoreForm::layOut()
{
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(visualMargins({ spacing::row, 0, 0, 0 }, *this));
    m_grid->setHorizontalSpacing(spacing::group);
    m_grid->setVerticalSpacing(spacing::inner);
    m_grid->setColumnStretch(1, 1);
    const Qt::Alignment firstLine = Qt::AlignTop; // of a field that has several
    addRow(tr("&Python"), m_python, firstLine);
    addRow(tr("Separate e&nvironment"), m_venv, firstLine);
    addRow(tr("Pac&kages"), m_packages, firstLine);
    addRow(tr("Packa&ges from"), m_wheels);
    m_tagName = addRow(tr("Rele&ase"), m_tag);
    addRow(tr("&Install into"), m_install, firstLine);
}

int MoreForm::nameWidth() const
{
    return buddyWidth(*this);
}

void MoreForm::setColumnWidths(int names, int boxes)
{
    setNameHeight(*this, m_tag->sizeHint().height());
    m_grid->setColumnMinimumWidth(0, names);
    m_venv->box()->setFixedWidth(boxes);
}

// Typing into one field is one step of the undo stack.
void MoreForm::connectAll()
{
    connect(m_venv, &ChoiceField::chosen, this, [this](const QVariant& value) {
        m_draft.edit(tr("change the environment"), {}, [&](RequestWishes& edits) {
            edits.venv = value.isValid() ? std::optional(value.toBool()) : std::nullopt;
        });
    });
    connect(m_packages, &PackagesField::packagesEdited, this, [this](const QStringList& packages) {
        m_draft.edit(tr("change the packages"), QStringLiteral("packages"),
            [&](RequestWishes& edits) { edits.packages = packages; });
    });
    connect(m_wheels, &FolderField::pathEdited, this, [this](const QString& path) {
        m_draft.edit(tr("change where packages come from"), QStringLiteral("wheels"),
            [&](RequestWishes& edits) { edits.wheels = QDir::fromNativeSeparators(path.trimmed()); });
    });
    connect(m_tag, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_draft.edit(tr("change the release"), QStringLiteral("tag"),
            [&](RequestWishes& edits) { edits.tag = text.trimmed(); });
    });
    connect(&m_draft, &BuildDraft::derivedChanged, this, &MoreForm::refresh);
}

void MoreForm::connectInstall()
{
    const auto take = [this](const QString& what, const QString& key) {
        m_draft.edit(what, key, [this](RequestWishes& edits) { edits.install = m_install->target(); });
    };
    connect(m_install, &InstallField::environmentEdited, this,
        [=] { take(tr("change where the wheel is installed"), QStringLiteral("install")); });
    connect(m_install, &InstallField::dependenciesChosen, this,
        [=] { take(tr("change what is installed with the wheel"), {}); });
}

void MoreForm::refresh()
{
    m_python->refresh();
    refreshEnvironment();
    refreshRelease();
    refreshInstall();
}

void MoreForm::refreshEnvironment()
{
    const Profile* profile = m_draft.profile();
    const RequestWishes& edits = m_draft.edits();
    const PythonEnvironment& made = m_draft.draftedRequest().python;
    m_venv->setChoice(edits.venv ? QVariant(*edits.venv) : QVariant());
    const QString place = QDir::toNativeSeparators(made.folder);
    const bool isForPackages = !edits.venv && profile && !profile->python.venv;
    m_venv->setNote(!made.isWanted() ? tr("None: the build runs in the Python above.")
            : isForPackages          ? tr("Made for the packages below, in %1").arg(place)
                                     : tr("Made in %1").arg(place));
    m_packages->setPackages(edits.packages);
    const bool fromProfile = profile && !profile->python.packages.isEmpty();
    m_packages->setPlaceholder(
        fromProfile ? profile->python.packages.join(u' ') : tr("none besides what the source tree requires"));
    if (QDir::fromNativeSeparators(m_wheels->path().trimmed()) != edits.wheels)
        m_wheels->setPath(QDir::toNativeSeparators(edits.wheels));
    m_wheels->setPlaceholder(profile && !profile->python.wheels.isEmpty()
            ? QDir::toNativeSeparators(profile->python.wheels)
            : tr("the network, as pip is set up"));
}

// Only a repository has releases to choose from; one that was chosen for another profile can be taken back.
void MoreForm::refreshRelease()
{
    const Profile* profile = m_draft.profile();
    const bool isGit = profile && profile->source.kind == SourceKind::Git;
    for (QWidget* widget : { static_cast<QWidget*>(m_tagName), static_cast<QWidget*>(m_tag) })
        widget->setVisible(isGit || !m_draft.edits().tag.isEmpty());
    if (m_tag->text().trimmed() != m_draft.edits().tag)
        m_tag->setText(m_draft.edits().tag);
    m_tag->setPlaceholderText(isGit ? profile->source.tag : tr("none: the source is not a repository"));
}

// What is set can always be taken back.
void MoreForm::refreshInstall()
{
    const InstallTarget& target = m_draft.edits().install;
    const QString& backend = m_draft.draftedRequest().backend;
    const bool isWheel = wantsWheel(backend);
    m_install->setTarget(target);
    m_install->setEnabled(isWheel || target.isWanted());
    m_install->setHint(isWheel ? tr("Nowhere: the wheel stays where it was packed.")
                               : tr("Only a wheel can be installed; choose it under Result."));
}

QString MoreForm::summary() const
{
    const RequestWishes& edits = m_draft.edits();
    QStringList parts { pythonText(m_draft.machine()), environmentText(edits) };
    if (!edits.wheels.isEmpty())
        parts << tr("packages from %1").arg(QDir::toNativeSeparators(edits.wheels));
    if (!edits.tag.isEmpty())
        parts << tr("tag %1").arg(edits.tag);
    if (!edits.patches.isEmpty())
        parts << tr("patches (%1)").arg(patchesText(edits.patches));
    parts << installText(edits.install);
    parts.removeAll(QString());
    if (parts.isEmpty())
        return wantsWheel(m_draft.draftedRequest().backend)
            ? tr("Python, its packages, the release, and where the wheel is installed: as the profile says")
            : tr("Python, its packages and the release: as the profile says");
    QString text = parts.join(QStringLiteral("; "));
    text[0] = text[0].toUpper();
    return text;
}

}
