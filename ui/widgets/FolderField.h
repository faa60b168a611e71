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
    // Absolute: a relative path and "~" begin at the home folder. Empty while nothing is typed.
    QString fullPath() const;
    // What is taken while the field is empty.
    void setPlaceholder(const QString& path);
    // The picker offers files.
    void pickFiles() { m_isFile = true; }
    // The button opens a menu with these two texts: pick a folder, or a file.
    void offerFiles(const QString& folder, const QString& file);
    bool isBeingEdited() const; // has the focus and unfinished text

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void pathEdited(const QString& path); // on every key
    void pathChosen(const QString& path); // after leaving the field or picking, where it has changed

private:
    void browse();
    void pick(bool isFile);
    void tellChosen();
    void fitPlaceholder();

    QString m_label;
    QString m_placeholder; // whole
    QString m_told; // the path of the last setPath() or pathChosen()
    bool m_isFile = false;
    QLineEdit* m_edit = nullptr;
    QToolButton* m_browse = nullptr;
};

}
