// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/Profile.h"

#include <QStackedWidget>

class QLabel;
class QTableWidget;

namespace torchmason {

struct ProfileDifference;

// What differs between two profiles, side by side; a sentence where nothing does. Where it is narrow, names
// stand above the values, which have the width.
class ProfileDifferences : public QStackedWidget {
    Q_OBJECT

public:
    explicit ProfileDifferences(QWidget* parent = nullptr);

    void compare(const Profile& left, const Profile& right);

private:
    bool isNarrow() const;
    void fill();
    void addDifference(const ProfileDifference& difference, int place);
    void setStacked(bool stacked);
    void fit();
    void fitShown();
    int nameWidth() const;
    void fitColumns();
    void fitHeadings();
    bool eventFilter(QObject* watched, QEvent* event) override;

    Profile m_left;
    Profile m_right;
    bool m_isStacked = false; // names above values
    QTableWidget* m_table = nullptr;
    QLabel* m_same = nullptr;
};

}
