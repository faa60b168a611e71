// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/Appearance.h"
#include "ui/models/Background.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace torchmason {

class CutText;
class FolderSettings;
class KeepField;
class LogSettings;

// The few things that are a matter of taste, and where the program keeps its files.
class SettingsPage : public QWidget {
    Q_OBJECT

public:
    explicit SettingsPage(QWidget* parent = nullptr);

    void setAppearance(Appearance appearance);
    // While something builds, folders cannot be changed.
    void setBuilding(bool building);

signals:
    void appearanceChosen(torchmason::Appearance appearance);
    void lettersChanged(); // of logs
    void foldersChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* appearanceField();
    QWidget* languageField();
    void addBuilding(QFormLayout& form);
    QCheckBox* checkBox(const QString& name, const QString& key, const QString& text, const QString& toolTip);

    QComboBox* m_appearance = nullptr;
    QLabel* m_restart = nullptr; // said once another language is chosen
    LogSettings* m_log = nullptr;
    KeepField* m_keep = nullptr;
    FolderSettings* m_folders = nullptr;
    CutText* m_ruleProblems = nullptr;
    LatestQuery m_rulesQuery { this };
};

}
