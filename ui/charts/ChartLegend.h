// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>

namespace torchmason {

// The title of a chart (where it has one), the selected time, and a swatch or a line with name and value for
// each series. Values have a reserved width, so that entries do not move while values change.
class ChartLegend : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString name;
        QString value;
        QColor colour;
        Qt::PenStyle line = Qt::NoPen; // of a line in place of the swatch
    };

    explicit ChartLegend(const QString& title, QWidget* parent = nullptr);

    // The longest value that is expected, "99.9 GB".
    void setWidestValue(const QString& value);
    void setEntries(const QVector<Entry>& entries);
    const QVector<Entry>& entries() const { return m_entries; }
    void setMoment(const QString& moment);
    // A few words behind the title.
    void setNote(const QString& note);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintSample(QPainter& painter, const QRect& place, const Entry& entry) const;

    QString m_title;
    QString m_widest;
    QString m_moment;
    QString m_note;
    QVector<Entry> m_entries;
};

}
