// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace torchmason {

class FolderField;

// A row of a dialog: the only folder that pip takes packages from. While it is empty, the placeholder names
// the usual source.
class WheelsRow : public QWidget {
    Q_OBJECT

public:
    // `name` is the object name of the field.
    explicit WheelsRow(const QString& name, QWidget* parent = nullptr);

    void setUsual(const QString& words); // the placeholder
    QString folder() const; // absolute; empty: the usual source

signals:
    void edited(); // with every letter

private:
    FolderField* m_field = nullptr;
};

}
