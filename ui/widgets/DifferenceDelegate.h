// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/WrappedDelegate.h"

#include <QString>
#include <QVector>

#include <utility>

namespace torchmason {

// Where `text` says something else than `other`: first characters and lengths, in whole words; a number
// with its unit is one. Nothing where it only says less, and where little is the same.
QVector<std::pair<int, int>> differingParts(const QString& text, const QString& other);

// Values beside each other, from the second column on. What differs from the first value is marked, and
// where a value is too long for its cell, it begins shortly before that. In values shorter than `shortest`
// nothing is marked: they are read at once.
class DifferenceDelegate : public WrappedDelegate {
    Q_OBJECT

public:
    explicit DifferenceDelegate(QObject* parent, qsizetype shortest = 0);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // First letter and length of each; empty where nothing is marked.
    QVector<std::pair<int, int>> markedParts(const QModelIndex& index) const;

private:
    qsizetype m_shortest;
};

}
