// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/Trend.h"
#include "ui/models/Background.h"

#include <QHash>
#include <QSet>
#include <QWidget>

#include <utility>

class QLabel;

namespace torchmason {

class CollapsibleSection;
class TrendChart;

// How the builds of a profile went over time. Folded, it is one line; the settings keep which.
class TrendPanel : public QWidget {
    Q_OBJECT

public:
    explicit TrendPanel(QWidget* parent = nullptr);

    // The trend of the attempt's profile; nullptr: no attempt.
    void showTrendOf(const AttemptSummary* selected, const QVector<AttemptSummary>& attempts);
    // The attempts are others than before.
    void forget() { m_profile = {}; }
    bool isOpen() const;

signals:
    void picked(int number);
    void changed(); // what showTrendOf() has shown is not right any more, or it was opened or folded

private:
    QVector<TrendPoint> pointsOf(const BuildRequest& request, const QVector<AttemptSummary>& attempts);
    void readOptions(const BuildRequest& request, const QVector<AttemptSummary>& attempts);

    using ProfileName = std::pair<QString, QString>; // id and name
    ProfileName m_profile; // of m_points; empty: of none
    QVector<TrendPoint> m_points;
    // Attempts of other options than those they would go on with, as far as they were read.
    QHash<ProfileName, QSet<int>> m_apart;
    LatestQuery m_options { this };
    TrendChart* m_chart = nullptr;
    QLabel* m_shapes = nullptr; // what the marks mean
    QLabel* m_nothing = nullptr; // why there is no trend
    CollapsibleSection* m_section = nullptr;
};

}
