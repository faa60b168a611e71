// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/TrendPanel.h"

#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "ui/charts/TrendChart.h"
#include "ui/models/Settings.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QLabel>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

const QString openKey = QStringLiteral("history/trend");

// Of what is drawn.
QString shapesText(const QVector<TrendPoint>& points)
{
    const auto any = [&points](const auto& is) { return std::any_of(points.begin(), points.end(), is); };
    QStringList sentences;
    if (any([](const TrendPoint& point) { return point.isWhole(); }))
        sentences << TrendPanel::tr("Dot: a whole build without a cache.");
    if (any([](const TrendPoint& point) { return !point.failed && !point.isWhole(); }))
        sentences << TrendPanel::tr("Ring: with a cache (\"cached\"), or on top of an earlier build "
                                    "(\"partial\"), so its time says little.");
    if (any([](const TrendPoint& point) { return point.failed; }))
        sentences << TrendPanel::tr("Cross: failed.");
    if (drawsCompiling(points))
        sentences << TrendPanel::tr("Dashed line: the compiling alone.");
    sentences << TrendPanel::tr("All are builds on this machine.");
    return sentences.join(u' ');
}

}

TrendPanel::TrendPanel(QWidget* parent)
    : QWidget(parent)
    , m_chart(named(new TrendChart, "historyTrendChart",
          tr("Builds of the selected attempt's profile; click on one, or go there with Left and Right and "
             "press Return, to select it"),
          tr("Trend")))
    , m_shapes(named(secondaryText(QString(), this), "historyTrendShapes"))
    , m_nothing(plainText(nullptr, "historyNoTrend"))
{
    auto* content = new QWidget;
    columnOf(content, {}, spacing::small, { m_chart, m_shapes, m_nothing });
    m_section = new CollapsibleSection(QStringLiteral("historyTrend"), tr("&Trend"), content, this);
    columnOf(this, {}, 0, { m_section });
    m_section->setOpen(settings()->value(openKey).toBool());
    connect(m_section, &CollapsibleSection::toggled, this, [this](bool open) {
        settings()->setValue(openKey, open);
        emit changed();
    });
    connect(m_chart, &TrendChart::picked, this, &TrendPanel::picked);
}

bool TrendPanel::isOpen() const
{
    return m_section->isOpen();
}

// Thousands of attempts are gone through once for each profile that is looked at.
QVector<TrendPoint> TrendPanel::pointsOf(const BuildRequest& request, const QVector<AttemptSummary>& attempts)
{
    const ProfileName profile(request.profileId, request.profileName);
    if (m_profile != profile) {
        m_points = trendOf(request, attempts, m_apart.value(profile));
        m_profile = profile;
        readOptions(request, attempts);
    }
    return m_points;
}

// Once for each profile and attempt: options do not change, while states do every second. In another folder
// are other attempts of the same numbers.
void TrendPanel::readOptions(const BuildRequest& request, const QVector<AttemptSummary>& attempts)
{
    const QString key = QStringList { request.profileId, request.profileName,
        QString::number(attempts.size()), attempts.first().folder }
                            .join(u'|');
    m_options.ask(
        key, [=](const std::stop_token&) { return attemptsOfOtherOptions(request, attempts); },
        [this, profile = m_profile](const QSet<int>& others) {
            if (std::exchange(m_apart[profile], others) == others)
                return;
            forget();
            emit changed();
        });
}

void TrendPanel::showTrendOf(const AttemptSummary* selected, const QVector<AttemptSummary>& attempts)
{
    const bool isKnown = selected && selected->error.isEmpty();
    const QVector<TrendPoint> points
        = isKnown ? pointsOf(selected->record.request, attempts) : QVector<TrendPoint>();
    const qsizetype succeeded
        = std::count_if(points.begin(), points.end(), [](const TrendPoint& point) { return !point.failed; });
    const QString profile
        = isKnown ? inOneLine(withoutControls(selected->record.request.profileName)) : QString();
    const bool isLog = isKnown && isOfLog(selected->record);
    const bool isTrend = succeeded >= 2 && !isLog;
    m_nothing->setText(isLog ? tr("A log from elsewhere has no times, and so no trend.")
            : !selected      ? tr("The builds of the selected attempt's profile will be here.")
            : !isKnown       ? tr("The selected attempt cannot be read, and so has no trend.")
            : succeeded == 0
            ? tr("No build of \"%1\" has succeeded on this machine so far; a trend needs two.").arg(profile)
            : tr("One build of \"%1\" has succeeded on this machine so far; a trend needs two.")
                  .arg(profile));
    if (isTrend)
        m_section->setSummary(tr("%1: %2").arg(profile, trendText(points)), profile);
    else
        m_section->setSummary(m_nothing->text());
    m_chart->setVisible(isTrend);
    m_shapes->setText(shapesText(points));
    m_shapes->setVisible(isTrend);
    m_nothing->setVisible(!isTrend);
    m_chart->showPoints(isTrend ? points : QVector<TrendPoint>(), isKnown ? selected->number : 0);
}

}
