// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configured/CleanAdvice.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace torchmason {

class FolderCounter;
struct FolderCount;

// What leaves the build folder before it is configured, and how much that is.
class CleanField : public QWidget {
    Q_OBJECT

public:
    explicit CleanField(QWidget* parent = nullptr);

    void setLevel(CleanLevel level);
    // Counts what lies in the folder, unless it is being counted or was.
    void setFolder(const QString& folder);
    // Counts again: a build may have filled it.
    void recount();

    // The box that is chosen from, so that a form can make boxes below each other equally wide.
    QWidget* box() const;

signals:
    void levelChosen(torchmason::CleanLevel level);

private:
    CleanLevel level() const;
    void describe();
    void showCount(const FolderCount& count);

    QComboBox* m_level = nullptr;
    QLabel* m_note = nullptr;
    FolderCounter* m_counter = nullptr;
    QString m_folder;
    QString m_count; // in words
};

}
