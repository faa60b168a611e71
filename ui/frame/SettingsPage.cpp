// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingsPage.h"

#include "core/base/AppPaths.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "ui/logview/Editor.h"
#include "ui/models/Background.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QUrl>

namespace torchmason {

namespace {

QWidget* folderRow(const QString& name, const QString& folder, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* open = toolButton(row, name, "folder", SettingsPage::tr("Open this folder"));
    open->setAccessibleName(SettingsPage::tr("Open %1").arg(folder));
    QObject::connect(open, &QToolButton::clicked, row, [folder] {
        QDir().mkpath(folder);
        QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
    });
    rowOf(row, {}, usualSpacing, { open, { new ElidedLabel(QDir::toNativeSeparators(folder), row), 1 } });
    return row;
}

}

SettingsPage::SettingsPage(QWidget* parent)
    : QWidget(parent)
    , m_appearance(new QComboBox(this))
{
    setObjectName(QStringLiteral("settingsPage"));
    named(m_appearance, "settingsAppearance", tr("Light or dark, or as the desktop says"), tr("Appearance"));
    m_appearance->addItem(tr("As the system"), int(Appearance::System));
    m_appearance->addItem(tr("Light"), int(Appearance::Light));
    m_appearance->addItem(tr("Dark"), int(Appearance::Dark));
    m_appearance->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_appearance, &QComboBox::activated, this,
        [this] { emit appearanceChosen(Appearance(m_appearance->currentData().toInt())); });
    auto* form = new QFormLayout;
    form->setContentsMargins(12, 0, 0, 0);
    form->setHorizontalSpacing(spacing::group);
    form->setVerticalSpacing(spacing::inner);
    form->addRow(tr("Appearance"), m_appearance);
    form->addRow(tr("While building"),
        checkBox(QStringLiteral("settingsKeepAwake"), QStringLiteral("build/keepAwake"),
            tr("Keep the machine awake"),
            tr("The machine does not go to sleep by itself while a build runs; the screen may")));
    form->addRow(tr("At the end"),
        checkBox(QStringLiteral("settingsNotify"), QStringLiteral("build/notify"), tr("Show a notification"),
            tr("Tells how the build ended while you look at something else")));
    form->addRow(tr("Editor"), editorField());
    form->addRow(tr("Attempts"), folderRow(QStringLiteral("openAttempts"), AppPaths::attemptsFolder(), this));
    form->addRow(
        tr("Your profiles"), folderRow(QStringLiteral("openProfiles"), AppPaths::userProfilesFolder(), this));
    form->addRow(tr("Your rules"), folderRow(QStringLiteral("openRules"), AppPaths::userRulesFolder(), this));
    m_ruleProblems = plainText(this, "settingsRuleProblems");
    m_ruleProblems->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_ruleProblems->hide();
    form->addRow(QString(), m_ruleProblems);
    form->addRow(tr("Work folder"), folderRow(QStringLiteral("openWork"), AppPaths::workFolder(), this));
    form->addRow(tr("Settings"), folderRow(QStringLiteral("openConfig"), AppPaths::configFolder(), this));
    columnOf(this, { spacing::page, spacing::page, spacing::page, spacing::page }, spacing::group,
        { headline(tr("Settings"), this), form,
            secondaryText(
                tr("Set the environment variable TORCHMASON_HOME to keep all of these below one folder."),
                this),
            Part::stretch() });
}

// The rules are read again each time: their writer looks here for mistakes.
void SettingsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    runInBackground(
        diskPool(), this, [] { return loadRules()->problems(); },
        [this](const QStringList& problems) { showRuleProblems(problems); });
}

void SettingsPage::showRuleProblems(const QStringList& problems)
{
    constexpr int mostShown = 10;
    QString text = problems.mid(0, mostShown).join(QLatin1Char('\n'));
    if (problems.size() > mostShown)
        text += QLatin1Char('\n') + tr("%n more", nullptr, int(problems.size()) - mostShown);
    m_ruleProblems->setText(text);
    m_ruleProblems->setVisible(!problems.isEmpty());
}

QWidget* SettingsPage::editorField()
{
    auto* field = named(new QLineEdit(editorText(editorCommand()), this), "settingsEditor",
        tr("What opens the files that a log names: a program and its arguments, in which {file} and {line} "
           "stand "
           "for the place. Put quotation marks around what has a space in it. Empty: what the desktop uses."),
        tr("Editor for files that a log names"));
    field->setPlaceholderText(
        tr("As the desktop says, or for example: %1").arg(QStringLiteral("kate --line {line} {file}")));
    field->setClearButtonEnabled(true);
    connect(field, &QLineEdit::textChanged, this,
        [](const QString& text) { setEditorCommand(editorFromText(text)); });
    return field;
}

// Both settings are on by default.
QCheckBox* SettingsPage::checkBox(
    const QString& name, const QString& key, const QString& text, const QString& toolTip)
{
    auto* box = named(new QCheckBox(text, this), name, toolTip);
    box->setChecked(settings()->value(key, true).toBool());
    connect(box, &QCheckBox::toggled, this, [key](bool on) { settings()->setValue(key, on); });
    return box;
}

void SettingsPage::setAppearance(Appearance appearance)
{
    m_appearance->setCurrentIndex(m_appearance->findData(int(appearance)));
}

}
