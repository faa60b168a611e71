// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

class QBoxLayout;
class QWidget;

namespace torchmason {

class CaptionedValue;

// What HeaderLines places.
struct HeaderParts {
    QWidget* icon = nullptr;
    QWidget* state = nullptr;
    QWidget* words = nullptr; // which attempt it is, and its messages
    CaptionedValue* steps = nullptr;
    CaptionedValue* elapsed = nullptr;
    CaptionedValue* left = nullptr;
    QWidget* jobsCaption = nullptr;
    QWidget* jobs = nullptr;
    QWidget* stop = nullptr;
    QWidget* mini = nullptr;
};

// Where the parts of an AttemptHeader stand: all in one line where there is room; else the figures, the
// words or both have a line of their own below it, in this order.
class HeaderLines {
public:
    // `header` has a column as its layout that begins with first().
    HeaderLines(QWidget& header, const HeaderParts& parts);

    QBoxLayout* first() const { return m_first; }
    // Again where the width, the letters, the words or what is shown have changed. `isLive`: more may come.
    void fit(bool isLive);

private:
    bool isNarrow() const;
    QVector<int> needs(bool isLive) const;
    void forgetSizes(); // of the lines
    bool areWordsBeside() const; // the figures, below the state
    int lackOfWords() const; // pixels, beside them, where all is as narrow as it can be
    int cutOfWords() const; // the same as they stand now
    bool hasRoomToKeep() const;
    int firstWidth() const; // that it needs
    void fitFigures(bool isLive);
    void fitWords();
    void reservePlaces(bool isLive);
    QBoxLayout* lines() const;

    QWidget& m_header;
    QVector<int> m_fitted; // the needs of the last time
    bool m_keepsRoom = true; // for longer figures
    HeaderParts m_parts;
    QBoxLayout* m_names = nullptr; // state and words
    QBoxLayout* m_figures = nullptr;
    QBoxLayout* m_first = nullptr;
};

}
