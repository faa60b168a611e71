// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingsPage.h"

#include "core/base/AppPaths.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "ui/models/Background.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace torchmason {

namespace {

QWidget* folderRow(const QString& name, const QString& folder, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* open = new QToolButton(row);
    open->setObjectName(name);
    open->setIcon(icon(QStringLiteral("folder")));
    open->setToolTip(SettingsPage::tr("Open this folder"));
    open->setAccessibleName(SettingsPage::tr("Open %1").arg(folder));
    QObject::connect(open, &QToolButton::clicked, row, [folder] {
        QDir().mkpath(folder);
        QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
    });
    layout->addWidget(open);
    layout->addWidget(new ElidedLabel(QDir::toNativeSeparators(folder), row), 1);
    return row;
}

}

SettingsPage::SettingsPage(QWidget* parent)
    : QWidget(parent)
    , m_appearance(new QComboBox(this))
{
    setObjectName(QStringLiteral("settingsPage"));
    m_appearance->setObjectName(QStringLiteral("settingsAppearance"));
    m_appearance->setAccessibleName(tr("Appearance"));
    m_appearance->setToolTip(tr("Light or dark, or as the desktop says"));
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
    form->addRow(tr("Attempts"), folderRow(QStringLiteral("openAttempts"), AppPaths::attemptsFolder(), this));
    form->addRow(
        tr("Your profiles"), folderRow(QStringLiteral("openProfiles"), AppPaths::userProfilesFolder(), this));
    form->addRow(tr("Your rules"), folderRow(QStringLiteral("openRules"), AppPaths::userRulesFolder(), this));
    m_ruleProblems = new QLabel(this);
    m_ruleProblems->setObjectName(QStringLiteral("settingsRuleProblems"));
    m_ruleProblems->setTextFormat(Qt::PlainText);
    m_ruleProblems->setWordWrap(true);
    m_ruleProblems->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_ruleProblems->hide();
    form->addRow(QString(), m_ruleProblems);
    form->addRow(tr("Work folder"), folderRow(QStringLiteral("openWork"), AppPaths::workFolder(), this));
    form->addRow(tr("Settings"), folderRow(QStringLiteral("openConfig"), AppPaths::configFolder(), this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::page, spacing::page, spacing::page, spacing::page);
    layout->setSpacing(spacing::group);
    layout->addWidget(headline(tr("Settings"), this));
    layout->addLayout(form);
    layout->addWidget(quietText(
        tr("Set the environment variable TORCHMASON_HOME to keep all of these below one folder."), this));
    layout->addStretch();
}

// Whoever writes a pack comes here to see whether it is read.
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
        text += QLatin1Char('\n') + tr("%1 more").arg(problems.size() - mostShown);
    m_ruleProblems->setText(text);
    m_ruleProblems->setVisible(!problems.isEmpty());
}

// Both are on until somebody turns them off.
QCheckBox* SettingsPage::checkBox(
    const QString& name, const QString& key, const QString& text, const QString& toolTip)
{
    auto* box = new QCheckBox(text, this);
    box->setObjectName(name);
    box->setToolTip(toolTip);
    box->setChecked(settings()->value(key, true).toBool());
    connect(box, &QCheckBox::toggled, this, [key](bool on) { settings()->setValue(key, on); });
    return box;
}

void SettingsPage::setAppearance(Appearance appearance)
{
    m_appearance->setCurrentIndex(m_appearance->findData(int(appearance)));
}

}
