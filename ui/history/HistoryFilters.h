// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFilter.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QToolButton;

namespace torchmason {

class SearchField;

// Which attempts the history shows: a field for words, and a choice each of outcome, profile and tag. A
// choice that has nothing to offer is hidden.
class HistoryFilters : public QWidget {
    Q_OBJECT

public:
    // `list`: what is filtered.
    explicit HistoryFilters(QWidget* list, QWidget* parent = nullptr);

    // Names of profiles and tags as these attempts have them. What is chosen stays, also where it is gone.
    void offer(const QVector<AttemptSummary>& attempts);
    AttemptFilter filter() const;
    QString text() const; // that the words are of
    void clear();

signals:
    void changed();

protected:
    bool event(QEvent* event) override;

private:
    QComboBox* choice(const char* name, const QString& everything, const QString& toolTip, int letters);
    void fitWords();
    void tell();

    bool m_isOneRow = true; // else the field for words has a line of its own
    QBoxLayout* m_row = nullptr;
    QBoxLayout* m_lines = nullptr;
    SearchField* m_words = nullptr;
    QComboBox* m_outcome = nullptr;
    QComboBox* m_profile = nullptr;
    QComboBox* m_tag = nullptr;
    QToolButton* m_clear = nullptr;
};

}
