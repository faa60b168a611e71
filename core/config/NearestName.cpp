// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/NearestName.h"

#include <QVector>

#include <algorithm>
#include <numeric>
#include <utility>

namespace torchmason {

namespace {

// Letters to insert, to leave out or to replace (Levenshtein).
int distance(const QString& left, const QString& right)
{
    QVector<int> costs(right.size() + 1);
    std::iota(costs.begin(), costs.end(), 0);
    for (qsizetype row = 0; row < left.size(); ++row) {
        int diagonal = std::exchange(costs[0], int(row) + 1);
        for (qsizetype column = 0; column < right.size(); ++column) {
            const int replaced = diagonal + (left[row].toLower() != right[column].toLower());
            diagonal = costs[column + 1];
            costs[column + 1] = std::min({ replaced, diagonal + 1, costs[column] + 1 });
        }
    }
    return costs.last();
}

}

QString nearestName(const QString& name, const QStringList& names)
{
    int fewest = std::min(3, int(name.size()) / 4) + 1;
    QString nearest;
    for (const QString& other : names) {
        const int away = distance(name, other);
        if (away < fewest)
            nearest = other;
        else if (away == fewest)
            nearest.clear();
        fewest = std::min(fewest, away);
    }
    return nearest;
}

}
