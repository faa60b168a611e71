// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>

#include <limits>
#include <optional>

namespace torchmason {

// The title of a chart (where it has one), the selected time, and a swatch or a line with name and value for
// each series. Values have a reserved width, so that entries do not move while values change. Where there is
// little room, entries wrap, and values stand below their names; then the last entries go with their values,
// and in a single line the name of the first one goes. Without a title only the first one has a value where
// they wrap. What has no room is in the tool tip.
class ChartLegend : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString name;
        QString value;
        QColor colour;
        Qt::PenStyle line = Qt::NoPen; // of a line in place of the swatch
        Qt::BrushStyle fill = Qt::SolidPattern; // of the swatch
        bool isRing = false; // in place of it, as points are drawn
        QColor edge = {}; // of the swatch, broader than the usual one
    };

    struct Scale { // of the colours of a field
        QColor low;
        QColor high;
    };

    // A few words behind the title, and before them the scale that they are about.
    struct Note {
        QString words;
        QString shorter = {}; // where those have no room
        std::optional<Scale> scale = {};
    };

    explicit ChartLegend(const QString& title, QWidget* parent = nullptr);

    // The longest value that is expected, "99.9 GB".
    void setWidestValue(const QString& value);
    // A usual one, "at 10:00:00": where it has no room behind the title, moments have a line of their own.
    void setWidestMoment(const QString& moment);
    // All that may be set: the lines that they need are there from the start.
    void setPossible(const QVector<QVector<Entry>>& possible);
    void setEntries(const QVector<Entry>& entries);
    const QVector<Entry>& entries() const { return m_entries; }
    void setMoment(const QString& moment);
    const QString& moment() const { return m_moment; }
    void setNote(const Note& note);
    const QString& note() const { return m_note.words; } // all of them
    QString shownNote() const; // what has room: all words, the shorter ones or none
    int lines() const { return m_lines; } // of entries
    // Of entries in a chart of this height, whose curves need so many lines of text; one at least.
    void fitBeside(int curveLines, int height);
    int leastHeight() const { return heightWith(1 + int(m_isMomentBelow)); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        int x = 0; // from the margin
        int line = 0;
        int nameWidth = 0; // 0: the value only
        int valueWidth = 0; // 0: the name only
        bool isValueBelow = false;
    };
    enum class Values { Beside, Wrapped };
    // In the way that has most of them.
    QVector<Place> places(const QVector<Entry>& entries) const;
    QVector<Place> placesWith(const QVector<Entry>& entries, Values values) const;
    static int linesOf(const QVector<Place>& shown);
    int heightWith(int lines) const;
    void fitWidth();
    void fitLines(int least);
    void nameWhatIsCut();
    bool isAnyCut() const; // of the entries
    int behindTitle() const;
    int roomOfMoment() const;
    int noteIndent() const; // behind its scale
    bool hasRoomFor(const QString& note, int moment) const;
    int usualMoment() const; // how wide it is
    void paintTitle(QPainter& painter, const QRect& first) const;
    void paintNote(QPainter& painter, const QRect& place, const QString& words) const;
    void paintSample(QPainter& painter, const QRect& place, const Entry& entry) const;

    QString m_title;
    QString m_widest;
    QString m_widestMoment;
    bool m_isMomentBelow = false; // the title
    QString m_moment;
    Note m_note;
    QVector<Entry> m_entries;
    QVector<QVector<Entry>> m_possible;
    int m_lines = 1; // below that of the title
    int m_mostLines = std::numeric_limits<int>::max();
};

}
