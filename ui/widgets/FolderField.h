// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace torchmason {

// A folder that can be typed or picked. `name` is the object name of the line edit; the button is called
// name + "Browse".
class FolderField : public QWidget {
    Q_OBJECT

public:
    FolderField(const QString& name, const QString& label, QWidget* parent = nullptr);

    void setPath(const QString& path); // emits nothing
    QString path() const;
    // What is taken while the field is empty.
    void setPlaceholder(const QString& path);

signals:
    void pathEdited(const QString& path);

private:
    void browse();

    QString m_label;
    QLineEdit* m_edit = nullptr;
    QToolButton* m_browse = nullptr;
};

}
