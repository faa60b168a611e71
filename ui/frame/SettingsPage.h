// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/Appearance.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace torchmason {

// The few things that are a matter of taste, and where the program keeps its files.
class SettingsPage : public QWidget {
    Q_OBJECT

public:
    explicit SettingsPage(QWidget* parent = nullptr);

    void setAppearance(Appearance appearance);

signals:
    void appearanceChosen(torchmason::Appearance appearance);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* editorField();
    void showRuleProblems(const QStringList& problems);
    QCheckBox* checkBox(const QString& name, const QString& key, const QString& text, const QString& toolTip);

    QComboBox* m_appearance = nullptr;
    QLabel* m_ruleProblems = nullptr;
};

}
