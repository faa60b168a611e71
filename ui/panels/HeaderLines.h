// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

class QBoxLayout;
class QLayout;
class QWidget;

namespace torchmason {

class CaptionedValue;

// What HeaderLines places.
struct HeaderParts {
    QWidget* icon = nullptr;
    QWidget* state = nullptr;
    QWidget* failing = nullptr; // what failed; beside the state
    QWidget* words = nullptr; // which attempt it is, and its messages
    CaptionedValue* steps = nullptr;
    CaptionedValue* elapsed = nullptr;
    CaptionedValue* left = nullptr;
    QWidget* showFailed = nullptr; // in the place of what is left
    QWidget* jobsCaption = nullptr;
    QWidget* jobs = nullptr;
    QWidget* stop = nullptr;
    QWidget* mini = nullptr;
};

// What a build that runs may show yet: its places are kept from the first second, so that nothing jumps when
// it comes.
struct HeaderRoom {
    bool moreMayCome = false;
    bool linesStay = false; // it has ended while it was shown
    int state = 0; // pixels more than it needs now
    int words = 0; // the same
};

// Where the parts of an AttemptHeader stand: all in one line where there is room; else the words, the
// figures or both have a line of their own below it, in this order.
class HeaderLines {
public:
    // `header` has a column as its layout that begins with first().
    HeaderLines(QWidget& header, const HeaderParts& parts);

    QBoxLayout* first() const { return m_first; }
    bool areWordsBeside() const; // the figures, below the state
    // Again where the width, the letters, the words or what is shown have changed.
    void fit(const HeaderRoom& room);

private:
    bool isNarrow() const;
    QVector<int> needs() const;
    void forgetSizes(); // of the lines
    int wordsWidth() const; // pixels that the words need
    int namesWidth() const; // pixels that state and words need at least
    int lackOfWords() const; // pixels, beside them, where all is as narrow as it can be
    int lineWidth() const; // that the first line needs
    int firstWidth() const; // the same with the figures in it, and with all words beside them
    void keepPlaces();
    void fitFigures();
    void fitWords();
    void fitJobs();
    QBoxLayout* lines() const;

    QWidget& m_header;
    QVector<int> m_fitted; // the needs of the last time
    int m_liveFirst = 0; // pixels that the first line needed with the figures in it, while the build ran
    int m_liveWords = 0; // the same with the words; 0: they need no more than the state
    HeaderRoom m_room;
    HeaderParts m_parts;
    QBoxLayout* m_names = nullptr; // state and words
    QLayout* m_left = nullptr; // what is left, or the way to what failed
    QBoxLayout* m_figures = nullptr;
    QBoxLayout* m_first = nullptr;
};

}
