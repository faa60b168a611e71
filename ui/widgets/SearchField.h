// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QLabel;

namespace torchmason {

// A field that searches a list below it. Return and Down go to that list and nowhere else: not to the next
// page with something that the search does not even show. Escape takes away what was typed, and where nothing
// is, it goes back to what is searched. Undo and redo are the window's where there is nothing typed to undo
// or redo.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    SearchField(const QString& name, const QString& words, QWidget* parent = nullptr);

    void setList(QWidget* list) { m_list = m_searched = list; }
    void setSearched(QWidget* searched) { m_searched = searched; } // where Return means another thing
    // What was found, at the end of the field: of a fixed width, which is taken from what is typed while the
    // label says something. Its owner calls placeCount() after that has changed.
    void setCount(QLabel* count);
    void placeCount();
    QSize sizeHint() const override; // with and without a count

signals:
    void listEntered(); // before the list has the keyboard

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* m_count = nullptr;
    QWidget* m_list = nullptr;
    QWidget* m_searched = nullptr;
};

}
