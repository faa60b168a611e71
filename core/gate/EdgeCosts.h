// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QHash>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// The peak memory of edges, as measured on this machine, in a file that all attempts share; and what is
// expected of an edge that was never measured. The table of known heavy files is shipped.
class EdgeCosts {
public:
    // `build` names what makes the edges of two builds comparable, see core/attempt/EarlierTimes.h. Reads
    // what is there. A file that cannot be read is begun anew; `trouble` says why. `guessLimit`: of a
    // project whose files are known to take less than PyTorch's.
    explicit EdgeCosts(QString file, QString build, QString* trouble = nullptr,
        std::optional<Bytes> guessLimit = std::nullopt);
    static QString defaultFile();

    // The peak, from the surest source that there is: this file for a comparable build, this file for a build
    // with other settings, the shipped table, edges of the same target and language, a first guess by
    // language.
    Bytes expected(const QString& output, const QString& language) const;
    void learn(const QString& output, const QString& language, Bytes peak);
    // What ended one, which therefore needs at least as much.
    void learnAtLeast(const QString& output, Bytes peak);
    // Puts what was learned beside what other builds wrote meanwhile, and waits for one that writes. Nothing
    // to do is no error.
    Result<void> save(Milliseconds patience = Milliseconds(2000));

private:
    struct Measured {
        Bytes peak = 0;
        qint64 time = 0; // UTC seconds, so that the oldest go when there are too many
    };
    using Book = QHash<QString, Measured>; // build, newline, output

    void keep(const QString& key, Bytes peak);
    static Book read(const QString& file, QString* trouble);
    std::optional<Bytes> ofNeighbours(const QString& output, const QString& language) const;

    QString m_file;
    QString m_build;
    std::optional<Bytes> m_guessLimit;
    Book m_book;
    Book m_news;
    QHash<QString, Bytes> m_otherBuilds; // output -> the largest peak in any other build
    QHash<QString, QVector<Bytes>> m_neighbours; // target folder and language -> peaks of this build
};

}
