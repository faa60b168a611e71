// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QLabel;
class QTableWidget;

namespace torchmason {

struct Profile;

// What differs between two profiles, side by side; a sentence where nothing does.
class ProfileDifferences : public QStackedWidget {
    Q_OBJECT

public:
    explicit ProfileDifferences(QWidget* parent = nullptr);

    void compare(const Profile& left, const Profile& right);

private:
    int nameWidth() const;
    void fitColumns();
    void fitHeadings();
    bool eventFilter(QObject* watched, QEvent* event) override;

    QTableWidget* m_table = nullptr;
    QLabel* m_same = nullptr;
};

}
