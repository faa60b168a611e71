// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogQuery.h"
#include "ui/logview/LogCopy.h"
#include "ui/logview/LogFolds.h"
#include "ui/logview/LogLink.h"
#include "ui/logview/LogReader.h"
#include "ui/models/Background.h"
#include "ui/models/PatientDisk.h"
#include "ui/text/Mark.h"

#include <QAbstractScrollArea>
#include <QMap>
#include <QSet>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>

class QTextLayout;

namespace torchmason {

class LogAccessible;
class LogDocument;
class LogScrollBar;

// What stands in the place of a stage's heading.
struct LogHeading {
    Mark mark = Mark::Unknown;
    QString title;
    QString detail; // "failed after 12 s"
};

// Shows a log of any size: only the lines in sight are read and painted. Rows are lines, those of a filter,
// or those that are not folded away. Lines count from 0 inside; on the screen from 1 in each stage's own log.
class LogView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit LogView(QWidget* parent = nullptr);
    ~LogView() override;

    // nullptr shows nothing. The document stays the owner's.
    void setDocument(LogDocument* document);
    // Whose disk may not answer: what is read of it is read here.
    PatientDisk& disk() { return m_disk; }
    // nullopt where there is no such stage, or the disk does not answer.
    std::optional<qint64> lineAtByte(const StagePlace& byte);
    // Nothing where the disk does not answer.
    FileLine lineAt(qint64 line);
    // What is shown of it: as it was when the document was taken last.
    const LogLayout& layout() const { return m_layout; }
    // The document has changed. What is current and in sight stays so, wherever its lines stand now; `rest`
    // tells the view all that goes with them: folds, filter, findings, bookmarks.
    void takeChange(const std::function<void()>& rest);
    // Only these lines (ascending) with so many around each, below their headings, or all where nullopt.
    void setFilter(const std::optional<QVector<qint64>>& lines, int context = 0);
    // What can be folded, and what is. A filter shows its lines whatever is folded.
    void setFolds(const LogFolds& folds);
    const LogFolds& folds() const { return m_folds; }
    void setHeadings(std::function<LogHeading(const QString& stage)> headingOf);
    void setFindingLines(const QVector<qint64>& lines);
    // What is marked in the lines in sight, each in its own colour.
    struct Highlight {
        LogQuery query;
        std::optional<int> colour; // searchColour(); of the search that is on: nullopt
    };
    void setHighlights(const QVector<Highlight>& highlights);
    // For so many lines in letters of the usual size, above the bar that moves long ones.
    int heightFor(int lines) const;
    void setFollowing(bool following);
    bool isFollowing() const { return m_following; }
    // The end of this stage is what is followed; empty: that of the document.
    void setFollowedStage(const QString& stage);
    qint64 followedLine() const;
    // By line, with their notes: shown in the gutter and the scroll bar.
    void setBookmarks(const QMap<qint64, QString>& notes);
    // What stands beside the line that begins with this byte of the stage's log: its time. Asked for the
    // lines in sight only; an empty function shows no such column.
    void setTimeColumn(std::function<QString(const StagePlace& byte)> timeOf);
    // Long lines go on in the next row of the screen. Only what is painted is wrapped, and scrolling goes by
    // whole lines: to wrap 20 million lines for an exact scroll bar would read the whole log. What of one
    // line is higher than the view is seen without wrapping only.
    void setWrapped(bool wrapped);
    // Finds the file that a link means; empty where there is none. Without it there are no links.
    void setLinkFolders(std::function<QStringList(const QString& stage)> foldersOf)
    {
        m_linkFolders = std::move(foldersOf);
    }
    // So many steps larger (or smaller) than the usual letters.
    void setZoom(int steps);
    // Empty: the system's font of fixed width.
    void setFontFamily(const QString& family);
    int zoom() const { return m_zoom; }
    // One sentence in place of lines, for an empty or missing log.
    void setNotice(const QString& sentence);
    QString notice() const; // also where the disk does not answer; empty where there are lines

    qint64 rowCount() const;
    // Where a line stands in the scroll bar, 0 to 1.
    double shareOfLine(qint64 line) const;
    qint64 currentLine() const { return m_cursor.line; }
    // Scrolls sideways until the first hit in it is seen.
    void showHit(const LogQuery& query);
    // Where it stands in the viewport; empty where it is out of sight.
    QRect currentRow();
    // Makes the line current, unfolds what hides it and scrolls so that it stands in the upper third.
    void goToLine(qint64 line);
    // Read from the disk now: for small selections. copy() leaves large ones to another thread.
    QString selectedText();
    QString currentLineText();
    // As it stands in the column of times.
    QString timeOfLine(qint64 line);
    // Whether the file is there that a line of this stage's log names first; told later, and never where the
    // line names none.
    void findFileOf(
        const QString& stage, const QString& line, const std::function<void(bool isThere)>& found);
    // For a screen reader, which has the text from LogAccessible: its number in its stage and what is folded
    // below it.
    QString descriptionOfLine(qint64 line);

public slots:
    void copy();
    void copyWithNumbers();
    void saveSelection();
    // The first one of the current line.
    void openLink();
    // The file that a line of this stage's log names first.
    void openFileOf(const QString& stage, const QString& line);
    void selectAll();

signals:
    void followingChanged(bool following);
    void foldsChanged(); // by the user, or because a line was gone to
    void currentLineChanged(qint64 line);
    void zoomRequested(int steps);
    void fileRequested(const QString& path, int line);
    void nextFindingRequested();
    void previousFindingRequested();
    // Something short to tell about what just happened.
    void noted(const QString& sentence);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    friend class LogAccessible;
    qint64 lineOfRow(qint64 row) const;
    qint64 rowOfLine(qint64 line) const;
    int visibleRows() const;
    int wholeRows();
    int heightOf(const FileLine& line) const;
    qint64 topRowFor(qint64 row);
    void keepInSight(qint64 top, bool wasGoneTo); // the current line
    int lineHeight() const;
    int gutterWidth() const;
    int timeWidth() const;
    int foldWidth() const; // of the triangles; 0 where nothing can be folded
    LogHeading headingOf(const QString& stage) const;
    static QString linesText(qint64 count);
    QString headingDetail(const FileLine& line) const;
    QString foldedText(const FileLine& line) const;
    QString textOfRow(const FileLine& line) const; // all that is painted behind the gutter
    void applyFolds();
    void foldAtCursor(bool folded);
    bool handleFoldKey(QKeyEvent* event);
    bool toggleFoldAt(const QPoint& point);
    void paintFold(QPainter& painter, const FileLine& line, int top);
    void paintHeading(QPainter& painter, const FileLine& line, const QRect& row);
    void setReaderLayout();
    QVector<FileLine> linesOfRows(qint64 first, qint64 count);
    const QVector<FileLine>& visibleLines();
    void updateRows(); // there are others than before
    void updateScrollBars();
    void showFindingMarks();
    void scrollToEnd();
    LogPosition caret() const; // where keys move from: the end that is followed
    void setCaret(LogPosition cursor, LogPosition anchor);
    void showRow(qint64 row);
    void moveCursor(qint64 row, bool select);
    bool handleMoveKey(QKeyEvent* event);
    LogPosition positionAt(const QPoint& point);
    struct LineLink {
        qint64 logLine = -1;
        LogLink link;
        QString stage;
        bool operator==(const LineLink& other) const
        {
            return logLine == other.logLine && link.start == other.link.start;
        }
    };
    std::optional<LineLink> linkAt(LogPosition position, bool first = false);
    // `found` gets the path later, or nothing where there is no such file.
    void findFile(
        LatestQuery& query, const LineLink& link, const std::function<void(const QString& path)>& found);
    void openLink(const LineLink& link);
    void showHovered(const std::optional<LineLink>& link);
    void hover(const QPoint& point, Qt::KeyboardModifiers modifiers);
    void paintGutter(QPainter& painter, const FileLine& line, int top, int height);
    void paintText(QPainter& painter, const FileLine& line, int top);
    void paintRow(QPainter& painter, const FileLine& line, const QRect& row);
    bool isCurrentHit(qint64 line) const;
    int layOut(QTextLayout& layout, const QString& text) const;
    std::pair<int, int> selectionIn(qint64 line, int length) const;
    std::optional<LogSelection> selection() const;
    void copySelected(const LogSelection& selected);
    void takeCopied(const CopiedLog& copied, bool wasLarge);
    void announceCurrentLine();

    LogDocument* m_document = nullptr;
    LogAccessible* m_spoken = nullptr; // of Qt; null until somebody has asked for it
    LogLayout m_layout;
    std::shared_ptr<LogReader> m_reader; // of m_disk's thread only
    PatientDisk m_disk;
    LogScrollBar* m_bar = nullptr;
    std::optional<LogRows> m_rows; // of the filter, or what is not folded away; all where there are none
    bool m_isFiltered = false;
    LogFolds m_folds;
    std::function<LogHeading(const QString& stage)> m_headingOf;
    QVector<qint64> m_findings;
    QMap<qint64, QString> m_bookmarks;
    struct Marker {
        LogQueryMatcher matcher;
        std::optional<int> colour;
    };
    QVector<Marker> m_highlights;
    std::function<QString(const StagePlace& byte)> m_timeOf;
    QString m_notice;
    QVector<FileLine> m_visible;
    bool m_visibleIsStale = true;
    std::function<QStringList(const QString& stage)> m_linkFolders;
    LatestQuery m_fileQuery { this, LatestQuery::Order::OneByOne };
    LatestQuery m_hoverQuery { this, LatestQuery::Order::OneByOne };
    LatestQuery m_findingQuery { this, LatestQuery::Order::OneByOne }; // the same for findFileOf()
    std::optional<LineLink> m_pointedAt; // with Ctrl held, whether its file is there or not
    std::optional<LineLink> m_hovered;
    QFont m_usualFont;
    int m_zoom = 0;
    int m_wheelTurned = 0; // eighths of a degree that were no whole step yet
    bool m_wrapped = false;
    int m_widest = 0; // of the lines that were painted, in pixels
    bool m_isWidestOld = false; // some of them are folded away: it begins anew with the next painting
    LogPosition m_anchor;
    LogPosition m_cursor;
    int m_copyNumber = 0; // only the newest copy reaches the clipboard
    bool m_following = true;
    bool m_keepsCurrent = false; // in sight: it was gone to, and nobody has scrolled or gone on since
    QString m_followedStage;
};

}
