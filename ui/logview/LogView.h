// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogCopy.h"
#include "ui/logview/LogQuery.h"
#include "ui/logview/LogReader.h"

#include <QAbstractScrollArea>
#include <QSet>
#include <QVector>

#include <memory>
#include <optional>

class QTextLayout;

namespace torchmason {

class LogDocument;
class LogScrollBar;

// Shows a log of any size: only the lines in sight are read and painted. Rows are lines, or the lines of a
// filter. Lines count from 0 inside and from 1 on the screen.
class LogView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit LogView(QWidget* parent = nullptr);
    ~LogView() override;

    // nullptr shows nothing. The document stays the owner's.
    void setDocument(LogDocument* document);
    LogDocument* document() const { return m_document; }
    // Only these lines (ascending), or all where nullopt.
    void setFilter(std::optional<QVector<qint64>> lines);
    void setFindingLines(const QVector<qint64>& lines);
    // Occurrences in the lines in sight are marked.
    void setHighlight(const LogQuery& query);
    void setFollowing(bool following);
    bool isFollowing() const { return m_following; }
    // One sentence in place of lines, for an empty or missing log.
    void setNotice(const QString& sentence);

    qint64 rowCount() const;
    qint64 currentLine() const { return m_cursor.line; }
    // Makes the line current and scrolls so that it stands in the upper third.
    void goToLine(qint64 line);
    // Read from the disk now: for small selections. copy() leaves large ones to another thread.
    QString selectedText() const;
    QString currentLineText();

public slots:
    void copy();
    void selectAll();
    // The document has more lines than before.
    void documentGrown();

signals:
    void followingChanged(bool following);
    void currentLineChanged(qint64 line);
    void nextFindingRequested();
    void previousFindingRequested();
    // Something short to tell about what just happened.
    void noted(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    qint64 lineOfRow(qint64 row) const;
    qint64 rowOfLine(qint64 line) const;
    int visibleRows() const;
    int lineHeight() const;
    int gutterWidth() const;
    const QVector<FileLine>& visibleLines();
    FileLine lineAt(qint64 line);
    void updateScrollBars();
    void showFindingMarks();
    void scrollToEnd();
    void moveCursor(qint64 row, bool select);
    bool handleMoveKey(QKeyEvent* event);
    LogPosition positionAt(const QPoint& point);
    void paintGutter(QPainter& painter, const FileLine& line, int top);
    void paintText(QPainter& painter, const FileLine& line, int top);
    void layOut(QTextLayout& layout, const QString& text) const;
    std::pair<int, int> selectionIn(qint64 line, int length) const;
    std::optional<LogSelection> selection() const;
    void takeCopied(const CopiedLog& copied, bool wasLarge);
    void announceCurrentLine();

    LogDocument* m_document = nullptr;
    std::unique_ptr<LogReader> m_reader;
    LogScrollBar* m_bar = nullptr;
    std::optional<QVector<qint64>> m_filter;
    QVector<qint64> m_findings;
    std::unique_ptr<LogQueryMatcher> m_highlight;
    QString m_notice;
    QVector<FileLine> m_visible;
    bool m_visibleIsStale = true;
    int m_widest = 0; // of the lines that were painted, in pixels
    LogPosition m_anchor;
    LogPosition m_cursor;
    int m_copyNumber = 0; // only the newest copy reaches the clipboard
    bool m_following = true;
};

}
