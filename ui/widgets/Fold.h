// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace torchmason {

class ElidedLabel;

// A part of a page behind one line: a title to press and, while it is folded, a quiet summary of what is
// inside. The title's button is called name + "Toggle".
class Fold : public QWidget {
    Q_OBJECT

public:
    // Takes the content over.
    Fold(const QString& name, const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setSummary(const QString& summary);
    bool isOpen() const;
    void setOpen(bool open);

private:
    void showState(bool open);

    QWidget* m_content = nullptr;
    QToolButton* m_toggle = nullptr;
    ElidedLabel* m_summary = nullptr;
};

}
