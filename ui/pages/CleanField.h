// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"
#include "ui/models/Background.h"
#include "ui/widgets/ChoiceField.h"

namespace torchmason {

struct FolderSize;

// What leaves the build folder before it is configured, and how much that is.
class CleanField : public ChoiceField {
    Q_OBJECT

public:
    explicit CleanField(QWidget* parent = nullptr);

    void setLevel(CleanLevel level);
    // Counts what lies in the folder, unless it is being counted or was.
    void setFolder(const QString& folder);
    // Counts again: a build may have filled it.
    void recount();

signals:
    void levelChosen(torchmason::CleanLevel level);

private:
    CleanLevel level() const;
    void describe();
    void showCount(const FolderSize& count);

    LatestQuery m_countQuery;
    QString m_folder;
    QString m_count; // in words
};

}
