// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/panels/OneAttempt.h"
#include "ui/frame/Appearance.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/CaptionedValue.h"

#include <QImage>
#include <QLabel>

#include <algorithm>

namespace torchmason {

inline bool holdsColour(QWidget& widget, const QColor& colour)
{
    const QImage image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        if (std::find(line, line + image.width(), colour.rgb()) != line + image.width())
            return true;
    }
    return false;
}

// An attempt and the view that shows it, in light colours.
class AttemptHarness : protected OneAttempt {
protected:
    void setUp()
    {
        makeAttempt();
        applyAppearance(Appearance::Light);
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 1000);
    }
    void tearDown() { m_view.reset(); }

    QLabel* label(const char* name) const { return m_view->findChild<QLabel*>(QLatin1String(name)); }
    CaptionedValue* figure(const char* name) const
    {
        return m_view->findChild<CaptionedValue*>(QLatin1String(name));
    }
    QString state() const { return label("attemptState")->text(); }

    // A failed attempt with curves, a finding and a log of 90 lines.
    void makeFailed()
    {
        m_attempt->addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 90, 100));
        m_attempt->endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
        m_attempt->addSamples(0, 60, 4, QStringLiteral("compile"), 9000, 3);
        m_attempt->addFindings({ FakeAttempt::missingWork(80) });
        m_attempt->end(AttemptState::Failed, 60);
    }

    void open(const QString& folder)
    {
        m_view->openAttempt(folder);
        m_view->show();
    }

    std::unique_ptr<AttemptView> m_view;
};

}
