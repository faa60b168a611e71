// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solver/Solver.h"

#include <QObject>

#include <optional>

namespace torchmason {

// Tries on another thread what would make a build possible: it asks all checks some hundred times. One search
// runs at a time; of the cases that come meanwhile the last one is searched next.
class ChangeSearch : public QObject {
    Q_OBJECT

public:
    explicit ChangeSearch(QObject* parent = nullptr);

    void search(const BuildCase& wanted);
    // The case is another one: what was found no longer counts.
    void forget();
    // nullptr while nothing is known of the case that was given last.
    const Solution* found() const { return m_found ? &*m_found : nullptr; }

signals:
    void changed();

private:
    void start(const BuildCase& wanted);
    void take(const Solution& solution);

    std::optional<BuildCase> m_next;
    std::optional<Solution> m_found;
    bool m_isSearching = false;
    bool m_isOutdated = false; // the search that runs is of an earlier case
};

}
