// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QVector>
#include <QWidget>

#include <optional>
#include <utility>

class QLabel;

namespace torchmason {

// Small values beside the charts: free disk space, where the machine tells it, the pressure of now, and what
// the memory gate holds back, where there is one. As many lines as its width needs.
class ResourceBar : public QWidget {
    Q_OBJECT

public:
    explicit ResourceBar(QWidget* parent = nullptr);

    // Forgets what was shown: another attempt comes.
    void clear();
    // Whether there are samples, or will be; figures are shown then, with dashes for what is not known. The
    // height is the same without.
    void setMeasured(bool measured);
    // Whether the build has a memory gate: its figures have their place before the first of them is known.
    void setGated(bool gated);
    // Of a build that has ended what its last seconds waited for says nothing, and the free space is not
    // that of now.
    void setOver(bool over);
    void showSample(const Sample& sample);
    void showPeak(std::optional<Bytes> peak);
    int neededHeight(int width) const;

protected:
    bool event(QEvent* event) override;

private:
    using Figure = std::pair<QLabel*, QLabel*>; // caption and value

    template <typename Place> int walk(int width, Place place) const;
    void arrange();
    static int widthOf(const Figure& figure);
    static QVector<int> columnsFor(const QVector<Figure>& figures, int width);
    // `widest` is the longest value that is expected.
    QLabel* add(const QString& caption, const QString& spoken, const char* name, const QString& widest,
        const QString& tip);

    bool hasPlace(const QLabel* value) const;
    void showFigures();
    static void setValue(QLabel* label, const QString& text);

    QVector<Figure> m_figures;
    QLabel* m_peak = nullptr;
    QLabel* m_memory = nullptr;
    QLabel* m_cpu = nullptr;
    QLabel* m_io = nullptr;
    QLabel* m_disk = nullptr;
    QLabel* m_heldBack = nullptr;
    QLabel* m_startedAgain = nullptr;
    bool m_measured = false;
    bool m_gated = true;
    bool m_over = false;
    std::optional<GateSample> m_gate; // of the newest sample
};

}
