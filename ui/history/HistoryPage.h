// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListWidget;

namespace torchmason {

// All attempts that this machine remembers, newest first.
class HistoryPage : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPage(QWidget* parent = nullptr);

public slots:
    // Reads the attempts folder again, on another thread.
    void refresh();

signals:
    void openRequested(const QString& folder);

private:
    QListWidget* m_list = nullptr;
};

}
