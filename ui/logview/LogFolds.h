// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogRows.h"

#include <QSet>
#include <QVector>

#include <functional>
#include <optional>

namespace torchmason {

// Lines that can be folded away below their first one: stages below their heading, and what a step of the
// build printed below ninja's line for it. Steps lie within stages. Lines count from 0.
class LogFolds {
public:
    struct Fold {
        qint64 line = 0; // stays in sight
        qint64 count = 0; // of the lines below it
        bool hasFailed = false;
        bool operator==(const Fold&) const = default;
    };
    // More steps than these have no folds, so that the table stays small.
    static constexpr qsizetype mostSteps = 100'000;

    // Both ascending. What was folded stays so where its first line is the same one.
    void setStages(const QVector<Fold>& stages) { m_stages = stages; }
    // `heads`: lines that ninja printed for a step, or as its last word; `failures`: lines "FAILED: ...";
    // `end`: behind the last line of which both are known.
    void setSteps(const QVector<qint64>& heads, const QVector<qint64>& failures, qint64 end);
    bool isEmpty() const { return m_stages.isEmpty() && m_steps.isEmpty(); }
    const QVector<Fold>& stages() const { return m_stages; }

    // What begins here and has lines below it: a stage that wrote nothing cannot be folded.
    std::optional<Fold> foldAt(qint64 line) const;
    bool isFolded(qint64 line) const { return m_folded.contains(line); }
    void setFolded(qint64 line, bool folded);
    // All steps; those that failed are open where they are not meant too.
    void foldSteps(bool alsoFailed);
    void unfoldAll() { m_folded.clear(); }
    // Unfolds what hides this line. False where nothing does.
    bool reveal(qint64 line);
    // The line itself, or the first one of the outermost fold that hides it.
    qint64 shownFor(qint64 line) const;
    // First line of the innermost fold that holds this line below its first one; nullopt where none does.
    std::optional<qint64> foldAround(qint64 line) const;
    // Lines have other numbers now. Stages are set again by the owner.
    void moveLines(const std::function<qint64(qint64 line)>& moved);

    // What is in sight of a document that may still grow; nullopt where that is all.
    std::optional<LogRows> rows() const;

private:
    QVector<Fold> m_stages;
    QVector<Fold> m_steps;
    QSet<qint64> m_folded; // first lines
};

}
