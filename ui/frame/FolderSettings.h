// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "ui/widgets/Theme.h"

#include <QVector>
#include <QWidget>

class QFormLayout;
class QLabel;

namespace torchmason {

class Banner;
class FolderField;

// Opens it in the desktop's own program, and makes it first where it is not there.
void openOwnFolder(QObject* context, const QString& folder);

// Where the program keeps things: three folders that can be put elsewhere, and those that are only shown.
class FolderSettings : public QWidget {
    Q_OBJECT

public:
    explicit FolderSettings(QWidget* parent = nullptr);

    // While something builds, the folders stay where they are, and the page says so.
    void setBuilding(bool building);

signals:
    void changed();

private:
    void createNotice();
    void showWords();
    void tell(Tone tone, const QString& sentence);
    void addChoice(QFormLayout& form, AppPaths::Place place, const QString& name, const QString& label);
    void addShown(QFormLayout& form, const QString& name, const QString& label, const QString& folder);
    void change(AppPaths::Place place);
    void showFolder(AppPaths::Place place);
    QString sentenceAfter(AppPaths::Place place, const QString& before) const;

    QVector<FolderField*> m_fields; // by place
    QLabel* m_about = nullptr;
    Banner* m_notice = nullptr; // what became of a change
    Banner* m_locked = nullptr; // why no folder can be changed now
    bool m_building = false;
};

}
