// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogQuery.h"

#include <QVector>
#include <QWidget>

namespace torchmason {

// The terms of earlier searches that stay marked, each in a colour of its own, as a row of buttons. A click
// on one searches for it again. Hidden where there is none.
class SearchTerms : public QWidget {
    Q_OBJECT

public:
    static constexpr int most = 5;

    struct Term {
        LogQuery query;
        int colour = 0; // see searchColour()
    };

    explicit SearchTerms(QWidget* parent = nullptr);

    // False where it is kept already, or as many are kept as there are colours.
    bool keep(const LogQuery& query);
    void drop(const LogQuery& query);
    // The one that is searched for.
    void setCurrent(const LogQuery& query);
    const QVector<Term>& terms() const { return m_terms; }

signals:
    void changed();
    void chosen(const torchmason::LogQuery& query);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeButtons();

    QVector<Term> m_terms;
    LogQuery m_current;
    QWidget* m_row = nullptr;
};

// Behind a term that is kept: text stays readable on it. The hues differ for colour-blind eyes, too.
QColor searchColour(int number, const QPalette& palette);

// Behind a hit of the search that is on; the ground of its line is seen through it.
QColor hitColour(const QPalette& palette);

}
