// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/HelpTopic.h"

#include <QWidget>

class QLabel;
class QScrollArea;

namespace torchmason {

// What the page is for that one comes from, what the program does, its keys, its version and licence.
class HelpPage : public QWidget {
    Q_OBJECT

public:
    explicit HelpPage(QWidget* parent = nullptr);

    void showTopic(HelpTopic topic);

signals:
    void guideWanted(const QString& place);
    void tourWanted();

private:
    QWidget* createTop(QWidget* parent);
    QWidget* createKeys(QWidget* parent);

    HelpTopic m_shown = HelpTopic::Machine;
    QLabel* m_title = nullptr;
    QLabel* m_topic = nullptr;
    QScrollArea* m_scroll = nullptr;
};

}
