// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/DropContent.h"
#include "ui/models/Background.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QMimeData;

namespace torchmason {

// Files may be dropped on any place of the window: while they are dragged, this lies over it and says what
// will happen, or why nothing will. It hears of them before the widgets below do.
class DropShade : public QWidget {
    Q_OBJECT

public:
    explicit DropShade(QWidget* window);

    // Once the window is on the screen.
    void watch();

signals:
    void dropped(torchmason::DropContent::Use use, const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    bool begin(const QMimeData& mime);
    void take(const DropContent& content);
    void drop();
    void giveUp();
    void finish();

    QStringList m_paths;
    DropContent m_content;
    bool m_isKnown = false; // what they are
    bool m_isDropped = false; // before it was known, or nothing can be done with them
    LatestQuery m_query { this };
    QTimer m_lingering; // how long a reason stays to be read, and a disk has to answer after the drop
    QLabel* m_sentence = nullptr;
    QLabel* m_names = nullptr;
};

}
