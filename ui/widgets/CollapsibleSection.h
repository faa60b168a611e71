// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QToolButton;

namespace torchmason {

class SecondaryLabel;

// A collapsible part of a page: a title button and, while it is collapsed, a summary of the content; while it
// is open, what that is about. The object name of the button is name + "Toggle".
class CollapsibleSection : public QWidget {
    Q_OBJECT

public:
    // Takes the content over.
    CollapsibleSection(
        const QString& name, const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setSummary(const QString& summary, const QString& whileOpen = {});
    // Where the summary begins, so that it can stand in the columns of a form.
    void setTitleWidth(int width);
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

signals:
    void toggled(bool open); // by the user

private:
    void showSummary();

    QString m_closed;
    QString m_open;
    bool m_isOpen = false;
    QGridLayout* m_line = nullptr;
    QWidget* m_content = nullptr;
    QToolButton* m_toggle = nullptr;
    SecondaryLabel* m_summary = nullptr;
};

}
