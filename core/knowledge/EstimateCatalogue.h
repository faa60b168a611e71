// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// The least and the most to expect.
struct Span {
    double low = 0;
    double high = 0;

    Span& operator+=(const Span& other);
    Span scaled(const Span& factor) const { return { low * factor.low, high * factor.high }; }
    bool operator==(const Span&) const = default;
};

// What an estimate of the table rests on.
struct EstimateSource {
    QString what; // "flash attention for one architecture"
    QString confidence; // "high", "medium", "low"
    QString source; // in words
};

// A part of a build.
struct WorkPart : EstimateSource {
    QString id;
    QString option; // of PyTorch that decides on it; may be empty
    QString since; // release; empty: no bound
    QString before;
    Span coreSeconds; // of a full core of a desktop processor, shared by all jobs
    Span serialSeconds; // that cannot be shared by jobs
    Span disk; // bytes in the build folder
    Span libraries; // bytes of what is linked
    Span wheel; // bytes
};

struct WorkFactor : EstimateSource {
    QString id;
    QStringList models; // parts of the names of processors that it is for
    Span time; // 1.3: thirty percent more
    Span disk;
};

struct JobMemory : EstimateSource {
    QString id;
    Span bytes; // usual, and at its worst
};

struct TreeSize : EstimateSource {
    QString id; // as sourceKindId() names it
    Span bytes;
};

// What builds take, from resources/knowledge/estimates.json, which is parsed once: pointers that it answers
// live as long as the program, and are null where it has no such row.
class EstimateCatalogue {
public:
    static Result<EstimateCatalogue> load();

    const QVector<WorkPart>& parts() const { return m_parts; }
    const QVector<WorkFactor>& factors() const { return m_factors; }
    // The row for a release; an empty one counts as new.
    const WorkPart* part(const QString& id, const QString& release) const;
    const WorkFactor* factor(const QString& id) const;
    const WorkFactor* factorForProcessor(const QString& model) const;
    const JobMemory* job(const QString& id) const;
    const TreeSize* tree(const QString& id) const;

private:
    QVector<WorkPart> m_parts;
    QVector<WorkFactor> m_factors;
    QVector<JobMemory> m_jobs;
    QVector<TreeSize> m_trees;
};

}
