// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace torchmason {

// A folder, or a file, that can be typed or picked. `name` is the object name of the line edit; the button is
// called name + "Browse".
class FolderField : public QWidget {
    Q_OBJECT

public:
    FolderField(const QString& name, const QString& label, QWidget* parent = nullptr);

    void setPath(const QString& path); // emits nothing
    QString path() const;
    // As a program takes it: absolute, a relative one and "~" from home; empty while nothing is typed.
    QString fullPath() const;
    // What is taken while the field is empty.
    void setPlaceholder(const QString& path);
    // The picker offers files.
    void pickFiles() { m_isFile = true; }
    // The button asks first which of the two is picked; these are the words of its menu.
    void offerFiles(const QString& folder, const QString& file);
    bool isBeingEdited() const; // typed, and not yet left

signals:
    void pathEdited(const QString& path); // with every letter
    void pathChosen(const QString& path); // when it is left or picked, and only where it has changed

private:
    void browse();
    void pick(bool isFile);
    void tellChosen();

    QString m_label;
    QString m_told; // what was set or told last
    bool m_isFile = false;
    QLineEdit* m_edit = nullptr;
    QToolButton* m_browse = nullptr;
};

}
