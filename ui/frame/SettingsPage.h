// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/Appearance.h"
#include "ui/frame/Questions.h"
#include "ui/models/Background.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace torchmason {

class CutText;
class FolderSettings;
class KeepField;
class LogSettings;
class SearchField;

// The few things that are a matter of taste, and where the program keeps its files.
class SettingsPage : public QWidget {
    Q_OBJECT

public:
    explicit SettingsPage(QWidget* parent = nullptr);

    void setAppearance(Appearance appearance); // as it is now; says where that is not what is kept
    // While something builds, folders cannot be changed.
    void setBuilding(bool building);
    // What can be changed elsewhere, too: as the settings say now.
    void readFields();
    void showAll(); // whatever is searched for

    // A door for tests.
    void setDefaultsQuestion(DefaultsQuestion question) { m_question = std::move(question); }

signals:
    void appearanceChosen(torchmason::Appearance appearance);
    void textSizeChosen(int percent);
    void lettersChanged(); // of logs
    void foldersChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* appearanceField();
    QWidget* textSizeField();
    QWidget* languageField();
    QVBoxLayout* createTop();
    void search(const QString& words);
    void watchFields();
    void showWhetherChanged();
    void goToDefaults();
    void addBuilding(QFormLayout& form);
    QCheckBox* checkBox(const QString& name, const QString& key, const QString& text, const QString& toolTip);

    QComboBox* m_appearance = nullptr;
    QComboBox* m_textSize = nullptr;
    QComboBox* m_language = nullptr;
    QLabel* m_restart = nullptr; // said once another language is chosen
    QCheckBox* m_keepAwake = nullptr;
    QCheckBox* m_notify = nullptr;
    LogSettings* m_log = nullptr;
    KeepField* m_keep = nullptr;
    FolderSettings* m_folders = nullptr;
    CutText* m_ruleProblems = nullptr;
    QWidget* m_content = nullptr;
    QLabel* m_foldersTitle = nullptr;
    SearchField* m_search = nullptr;
    QLabel* m_nothing = nullptr; // said where no setting is found
    QPushButton* m_defaults = nullptr;
    DefaultsQuestion m_question = askForDefaults;
    LatestQuery m_rulesQuery { this };
};

}
