// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingsPage.h"

#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "ui/frame/FolderSettings.h"
#include "ui/frame/Language.h"
#include "ui/frame/LogSettings.h"
#include "ui/frame/SettingDefaults.h"
#include "ui/frame/SettingSearch.h"
#include "ui/frame/TextSize.h"
#include "ui/history/KeepField.h"
#include "ui/models/Settings.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CutText.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShowEvent>
#include <QSpinBox>

namespace torchmason {

namespace {

constexpr qsizetype mostRuleProblems = 10; // before the rest is asked for
constexpr int widest = 150; // characters: longer fields are far from their names

QString appearanceName(Appearance appearance)
{
    return appearance == Appearance::System ? SettingsPage::tr("Same as the system")
        : appearance == Appearance::Light   ? SettingsPage::tr("Light")
                                            : SettingsPage::tr("Dark");
}

}

SettingsPage::SettingsPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("settingsPage"));
    auto* content = m_content = new QWidget;
    auto* form = new QFormLayout;
    form->setContentsMargins({});
    form->setHorizontalSpacing(spacing::group);
    form->setVerticalSpacing(spacing::inner);
    form->addRow(tr("Appearance"), appearanceField());
    form->addRow(tr("Text size"), textSizeField());
    form->addRow(tr("Language"), languageField());
    addBuilding(*form);
    m_log = new LogSettings(*form, content);
    connect(m_log, &LogSettings::lettersChanged, this, &SettingsPage::lettersChanged);
    m_keep = new KeepField(QStringLiteral("settingsKeep"), content);
    form->addRow(tr("Tidying up attempts"), m_keep);
    m_folders = new FolderSettings(content);
    connect(m_folders, &FolderSettings::changed, this, &SettingsPage::foldersChanged);
    m_ruleProblems = new CutText(QStringLiteral("settingsRuleProblems"), mostRuleProblems, content);
    m_foldersTitle = sectionTitle(tr("Folders"), content);
    m_nothing = named(secondaryText(tr("No setting has these words."), content), "settingsNothing");
    m_nothing->hide();
    columnOf(content, { spacing::page, 0, spacing::page, spacing::group }, spacing::group,
        { m_nothing, form, m_foldersTitle, m_folders, m_ruleProblems, Part::stretch() });
    alignNames({ content, m_folders });
    content->setMaximumWidth(widest * fontMetrics().averageCharWidth());
    QVBoxLayout* top = createTop();
    QScrollArea* scroll = scrolled(content, QStringLiteral("settingsScroll"), tr("Settings"));
    m_search->setList(scroll);
    columnOf(this, {}, spacing::group, { top, { scroll, 1 } });
    watchFields();
    readFields(); // the palette offers their values before the page is seen
}

QVBoxLayout* SettingsPage::createTop()
{
    m_search = new SearchField(QStringLiteral("settingsSearch"), tr("Search settings"), this);
    m_search->setToolTip(tr("All words must occur in the name of a setting or in what it says (Ctrl+F)"));
    m_search->setMaximumWidth(60 * fontMetrics().averageCharWidth());
    connect(m_search, &QLineEdit::textChanged, this, &SettingsPage::search);
    m_defaults = pushButton(this, "settingsDefaults", "undo", tr("Back to the defaults..."), {});
    connect(m_defaults, &QPushButton::clicked, this, &SettingsPage::goToDefaults);
    auto* row = rowOf(spacing::inner, { { m_search, 1 }, m_defaults, Part::stretch() });
    auto* top = columnOf(spacing::group, { headline(tr("Settings"), this), row });
    top->setContentsMargins(spacing::page, spacing::page, spacing::page, 0);
    return top;
}

void SettingsPage::search(const QString& words)
{
    const bool isAny = showSettingsWith(words, *m_content);
    const bool hasFolder = showSettingsWith(words, *m_folders);
    m_foldersTitle->setVisible(hasFolder);
    m_folders->setVisible(hasFolder);
    m_nothing->setVisible(!isAny);
}

void SettingsPage::showAll()
{
    m_search->clear();
}

QWidget* SettingsPage::appearanceField()
{
    m_appearance = named(new FocusWheelComboBox(this), "settingsAppearance",
        tr("Light or dark, or as the desktop says"), tr("Appearance"));
    for (const Appearance each : { Appearance::System, Appearance::Light, Appearance::Dark })
        m_appearance->addItem(appearanceName(each), int(each));
    m_appearance->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_appearance->setSizeAdjustPolicy(QComboBox::AdjustToContents); // also to "for this run"
    connect(m_appearance, &QComboBox::activated, this,
        [this] { emit appearanceChosen(Appearance(m_appearance->currentData().toInt())); });
    return m_appearance;
}

QWidget* SettingsPage::textSizeField()
{
    m_textSize = named(new FocusWheelComboBox(this), "settingsTextSize",
        tr("The size of the text in the whole window, relative to the system's (Ctrl+Plus, Ctrl+Minus, "
           "Ctrl+0)"),
        tr("Text size"));
    for (const int percent : textSizes())
        m_textSize->addItem(
            percent == usualTextSize ? tr("Same as the system") : tr("%1 %").arg(percent), percent);
    m_textSize->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_textSize, &QComboBox::activated, this,
        [this] { emit textSizeChosen(m_textSize->currentData().toInt()); });
    return m_textSize;
}

QWidget* SettingsPage::languageField()
{
    auto* field = new QWidget(this);
    auto* box = m_language = named(new FocusWheelComboBox(field), "settingsLanguage",
        tr("The language of the window; logs, reports and the command line stay English"), tr("Language"));
    box->addItem(tr("Same as the system"), QString());
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
    m_keepAwake = checkBox(QStringLiteral("settingsKeepAwake"), QStringLiteral("build/keepAwake"),
        tr("Keep the machine awake"),
        tr("The machine does not go to sleep by itself while a build runs; the screen may"));
    form.addRow(tr("While building"), m_keepAwake);
    m_notify = checkBox(QStringLiteral("settingsNotify"), QStringLiteral("build/notify"),
        tr("Show a notification"), tr("Says how the build ended when this window is not the active one"));
    form.addRow(tr("At the end"), m_notify);
}

// The rules are read again each time: their writer looks here for mistakes.
void SettingsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous() && !m_search->text().isEmpty()) { // of the visit before
        showAll();
        m_search->setFocus();
    }
    readFields();
    m_log->checkEditor();
    m_rulesQuery.ask(
        {}, [](const std::stop_token&) { return loadRules()->problems(); },
        [this](const QStringList& problems) { m_ruleProblems->setLines(problems); });
}

// The size of logs follows that of the window.
void SettingsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_log)
        m_log->read();
}

void SettingsPage::readFields()
{
    m_textSize->setCurrentIndex(m_textSize->findData(chosenTextSize()));
    m_log->read();
    m_keep->read();
    showWhetherChanged();
}

// Connected after the fields themselves, so the settings are written already.
void SettingsPage::watchFields()
{
    for (const QComboBox* box : m_content->findChildren<QComboBox*>())
        connect(box, &QComboBox::activated, this, &SettingsPage::showWhetherChanged);
    for (const QCheckBox* box : m_content->findChildren<QCheckBox*>())
        connect(box, &QCheckBox::toggled, this, &SettingsPage::showWhetherChanged);
    for (const QSpinBox* box : m_content->findChildren<QSpinBox*>())
        connect(box, &QSpinBox::valueChanged, this, &SettingsPage::showWhetherChanged);
    auto* editor = m_content->findChild<QLineEdit*>(QStringLiteral("settingsEditor"));
    connect(editor, &QLineEdit::textChanged, this, &SettingsPage::showWhetherChanged);
}

void SettingsPage::showWhetherChanged()
{
    const QStringList changed = changedSettings();
    m_defaults->setEnabled(!changed.isEmpty());
    m_defaults->setToolTip(changed.isEmpty()
            ? tr("All settings are at their defaults; folders do not count")
            : tipText(tr("Not at their defaults: %1").arg(changed.join(QStringLiteral(", ")))));
}

void SettingsPage::goToDefaults()
{
    if (!m_question(this, changedSettings()))
        return;
    const QString language = chosenLanguage();
    takeDefaults();
    m_language->setCurrentIndex(0);
    if (!language.isEmpty())
        m_restart->show();
    for (QCheckBox* box : { m_keepAwake, m_notify })
        box->setChecked(true);
    m_log->read();
    emit appearanceChosen(Appearance::System);
    emit textSizeChosen(usualTextSize);
    emit lettersChanged();
    readFields();
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
    const QVariant kept = settings()->value(QStringLiteral("window/appearance"), appearanceId(Appearance()));
    for (int at = 0; at < m_appearance->count(); ++at) {
        const auto each = Appearance(m_appearance->itemData(at).toInt());
        const QString name = appearanceName(each);
        const bool isForNow = each == appearance && appearanceId(each) != kept.toString();
        m_appearance->setItemText(at, isForNow ? tr("%1 (for this run)").arg(name) : name);
    }
    m_appearance->setCurrentIndex(m_appearance->findData(int(appearance)));
}

void SettingsPage::setBuilding(bool building)
{
    m_folders->setBuilding(building);
}

}
