// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingsPage.h"

#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "ui/frame/FolderSettings.h"
#include "ui/frame/Language.h"
#include "ui/frame/LogSettings.h"
#include "ui/history/KeepField.h"
#include "ui/models/Settings.h"
#include "ui/widgets/CutText.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>

namespace torchmason {

namespace {

constexpr qsizetype mostRuleProblems = 10; // before the rest is asked for
constexpr int widest = 150; // characters: longer fields are far from their names

}

SettingsPage::SettingsPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("settingsPage"));
    auto* content = new QWidget;
    auto* form = new QFormLayout;
    form->setContentsMargins({});
    form->setHorizontalSpacing(spacing::group);
    form->setVerticalSpacing(spacing::inner);
    form->addRow(tr("Appearance"), appearanceField());
    form->addRow(tr("Language"), languageField());
    addBuilding(*form);
    m_log = new LogSettings(*form, content);
    connect(m_log, &LogSettings::lettersChanged, this, &SettingsPage::lettersChanged);
    m_keep = new KeepField(QStringLiteral("settingsKeep"), content);
    form->addRow(tr("Tidying up attempts"), m_keep);
    m_folders = new FolderSettings(content);
    connect(m_folders, &FolderSettings::changed, this, &SettingsPage::foldersChanged);
    m_ruleProblems = new CutText(QStringLiteral("settingsRuleProblems"), mostRuleProblems, content);
    columnOf(content, pageMargins, spacing::group,
        { headline(tr("Settings"), content), form, sectionTitle(tr("Folders"), content), m_folders,
            m_ruleProblems, Part::stretch() });
    alignNames({ content, m_folders });
    content->setMaximumWidth(widest * fontMetrics().averageCharWidth());
    columnOf(this, {}, 0, { { scrolled(content, QStringLiteral("settingsScroll"), tr("Settings")), 1 } });
}

QWidget* SettingsPage::appearanceField()
{
    m_appearance = named(new FocusWheelComboBox(this), "settingsAppearance",
        tr("Light or dark, or as the desktop says"), tr("Appearance"));
    m_appearance->addItem(tr("As the system"), int(Appearance::System));
    m_appearance->addItem(tr("Light"), int(Appearance::Light));
    m_appearance->addItem(tr("Dark"), int(Appearance::Dark));
    m_appearance->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_appearance, &QComboBox::activated, this,
        [this] { emit appearanceChosen(Appearance(m_appearance->currentData().toInt())); });
    return m_appearance;
}

QWidget* SettingsPage::languageField()
{
    auto* field = new QWidget(this);
    auto* box = named(new FocusWheelComboBox(field), "settingsLanguage",
        tr("The language of the window; logs, reports and the command line stay English"), tr("Language"));
    box->addItem(tr("As the system"), QString());
    for (const QString& code : shippedLanguages())
        box->addItem(QLocale(code).nativeLanguageName(), code);
    box->setCurrentIndex(std::max(0, box->findData(chosenLanguage())));
    m_restart = named(new QLabel(tr("From the next start on."), field), "settingsRestart");
    m_restart->hide();
    rowOf(field, {}, spacing::inner, { box, m_restart, Part::stretch() });
    field->setFocusProxy(box);
    connect(box, &QComboBox::activated, this, [this, box] {
        setChosenLanguage(box->currentData().toString());
        m_restart->show();
    });
    return field;
}

void SettingsPage::addBuilding(QFormLayout& form)
{
    form.addRow(tr("While building"),
        checkBox(QStringLiteral("settingsKeepAwake"), QStringLiteral("build/keepAwake"),
            tr("Keep the machine awake"),
            tr("The machine does not go to sleep by itself while a build runs; the screen may")));
    form.addRow(tr("At the end"),
        checkBox(QStringLiteral("settingsNotify"), QStringLiteral("build/notify"), tr("Show a notification"),
            tr("Tells how the build ended while you look at something else")));
}

// The rules are read again each time: their writer looks here for mistakes.
void SettingsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_log->read();
    m_keep->read();
    m_rulesQuery.ask(
        {}, [](const std::stop_token&) { return loadRules()->problems(); },
        [this](const QStringList& problems) { m_ruleProblems->setLines(problems); });
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

void SettingsPage::setBuilding(bool building)
{
    m_folders->setBuilding(building);
}

}
