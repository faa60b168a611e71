// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;

namespace torchmason {

// Lines "name: value" whose values can be copied. Values that would have less room than their names stand
// below these.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    void add(const QString& name, const QString& value); // nothing where the value is empty
    void clear(); // and hides it: show() brings all facts at once, where else each would come by itself

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    int nameWidth() const;
    void place(QWidget* name, QWidget* value);

    QGridLayout* m_grid; // name, value, name, value...
    bool m_isStacked = false;
};

}
