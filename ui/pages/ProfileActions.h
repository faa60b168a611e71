// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QToolButton;

namespace torchmason {

// What can be done with the shown profile and its file, below the list.
class ProfileActions : public QWidget {
    Q_OBJECT

public:
    explicit ProfileActions(QWidget* parent = nullptr);

    // What the buttons are about.
    struct Subject {
        bool isReadable = false;
        bool isOwn = false;
        bool hasEdits = false; // changes that the user made on top of it
    };
    void setSubject(const Subject& subject);

signals:
    void duplicateRequested();
    void saveRequested();
    void importRequested();
    void exportRequested();
    void removeRequested();
    void showFileRequested();

private:
    QToolButton* add(int row, int column, const QString& name, const QString& iconName, const QString& text,
        const QString& toolTip);

    QGridLayout* m_layout = nullptr;
    QToolButton* m_duplicate = nullptr;
    QToolButton* m_save = nullptr;
    QToolButton* m_export = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_showFile = nullptr;
};

}
