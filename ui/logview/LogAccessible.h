// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogCopy.h"

#include <QAccessibleWidget>
#include <QStringList>
#include <QVector>

namespace torchmason {

class LogView;

// A LogView as a screen reader gets it: text that cannot be changed, with a caret and a selection. The text
// is a passage of the log, the rows in sight and some before and behind them, because a log may be larger
// than memory and than what offsets can count, and lengths of lines are known only where they are read. It
// moves when the view leaves it, so that offsets stay while somebody reads on. Where the caret lies outside,
// it is told at the end that is nearer to it.
class LogAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    static constexpr qint64 fewestRows = 200; // of a passage, where the log has as many

    explicit LogAccessible(LogView* view);
    ~LogAccessible() override;

    // Every LogView that is made from now on has one.
    static void install();
    // The view tells what has happened; that is nothing while nobody has asked for an interface.
    static void tellRows(LogView& view); // there are others, or others of their lines
    static void tellScrolled(LogView& view);
    static void tellCaret(LogView& view);
    // Who hears of it in place of Qt, which says nothing where no screen reader is. A door for tests.
    static void setListener(void (*listener)(QAccessibleEvent& event));

    QString text(QAccessible::Text kind) const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    void selection(int index, int* start, int* end) const override;
    int selectionCount() const override;
    void addSelection(int start, int end) override;
    void removeSelection(int index) override;
    void setSelection(int index, int start, int end) override;
    int cursorPosition() const override;
    void setCursorPosition(int position) override;
    QString text(int start, int end) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override; // empty where it is out of sight
    int offsetAtPoint(const QPoint& point) const override;
    void scrollToSubstring(int start, int end) override;
    QString attributes(int offset, int* start, int* end) const override;

private:
    struct Passage {
        qint64 row = 0; // the first one
        QStringList rows;
        QVector<int> starts; // of the rows in the text
        QString text; // of the rows, with line breaks between them
        qint64 end() const { return row + rows.size(); }
    };
    LogView& view() const;
    const Passage& passage() const;
    qint64 firstRow() const;
    void read() const;
    void follow(bool rowsChanged);
    static void tell(QAccessibleEvent& event);
    int offsetOf(LogPosition position) const;
    qsizetype rowAt(int offset) const; // of the passage's
    LogPosition positionOf(int offset) const;

    mutable bool m_isRead = false; // somebody has asked for it
    mutable Passage m_passage;
};

}
