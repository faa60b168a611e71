// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QStringList>

class QLabel;

namespace torchmason {

// "Show 7 more", below the beginning of a list. Whoever shows the list adds the rest when it is pressed.
class MoreButton : public QPushButton {
    Q_OBJECT

public:
    MoreButton(QAnyStringView name, QWidget* parent);

    // How many are not shown; hidden where that is none.
    void setCount(qsizetype count);
    // Goes when all is shown. The keyboard stays at `shown`, where the rest begins: at the next field it
    // would scroll the page to there.
    void giveWayTo(QWidget& shown);
};

// Lines of which only the first ones are shown until the user wants them all. The label has the name, the
// button the name + "More".
class CutText : public QWidget {
    Q_OBJECT

public:
    // Shows nothing at first.
    CutText(const QString& name, qsizetype mostLines, QWidget* parent = nullptr);

    // Hidden where there are none. What the user has opened stays open as long as there are too many lines.
    void setLines(const QStringList& lines);

private:
    void showLines();

    QStringList m_lines;
    qsizetype m_mostLines;
    bool m_isWhole = false;
    QLabel* m_label = nullptr;
    MoreButton* m_more = nullptr;
};

}
