// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/InstallTarget.h"
#include "core/stages/InstallPlace.h"
#include "ui/models/Background.h"
#include "ui/widgets/StateMark.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;

namespace torchmason {

class FolderField;
class IconLabel;

// The Python environment that a wheel is installed into, and what is there now.
class InstallField : public QWidget {
    Q_OBJECT

public:
    explicit InstallField(QWidget* parent = nullptr);

    InstallTarget target() const;
    void setTarget(const InstallTarget& target); // emits nothing
    // The text below the field while no environment is named.
    void setHint(const QString& hint);
    // The wheel, where it is packed already: it is for one version of Python.
    void setWheel(const QString& file) { m_wheel = file; }
    // Minimum height of the text below, in lines, where the layout around it must not move.
    void reserveLines(int lines);
    // What was found at the environment that is named now; nothing until the answer comes.
    const std::optional<InstallPlace>& place() const { return m_place; }

signals:
    void environmentEdited(); // on every key
    void dependenciesChosen();
    void looked(); // place() has changed

private:
    void createWidgets();
    void lookAgain();
    void takePlace(const InstallPlace& place);
    void showPlace();
    void say(std::optional<Mark> mark, const QString& text);

    FolderField* m_environment = nullptr;
    QCheckBox* m_dependencies = nullptr;
    IconLabel* m_icon = nullptr;
    QLabel* m_words = nullptr;
    LatestQuery m_query;
    QString m_asked; // the environment that was asked for last
    QString m_hint;
    QString m_wheel;
    std::optional<InstallPlace> m_place;
};

}
