// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace torchmason {

class FolderField;

// One line of a dialog: the folder that pip takes packages from, and from nowhere else. Left empty it says
// where they come from then.
class WheelsRow : public QWidget {
    Q_OBJECT

public:
    // `name` is the object name of the field.
    explicit WheelsRow(const QString& name, QWidget* parent = nullptr);

    void setUsual(const QString& words); // what an empty field stands for
    QString folder() const; // absolute; empty: as usual

signals:
    void edited(); // with every letter

private:
    FolderField* m_field = nullptr;
};

}
