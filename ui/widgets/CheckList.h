// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QHash>
#include <QMap>
#include <QSet>
#include <QVector>
#include <QWidget>

class QVBoxLayout;

namespace torchmason {

class CheckRowWidget;

// Rows of checks under headings of groups. A row that stays keeps its widget and position while probes
// answer.
class CheckList : public QWidget {
    Q_OBJECT

public:
    explicit CheckList(QWidget* parent = nullptr);

    // Programs that the user chose in place of detected ones, key -> path. Set it before setRows(). Rows
    // whose program was really taken are marked.
    void setOverrides(const QMap<QString, QString>& overrides) { m_overrides = overrides; }
    void setRows(const QVector<CheckRow>& rows, bool looking);
    // Ids of the rows without an answer yet. Set it before setRows().
    void setPending(const QSet<QString>& ids) { m_pending = ids; }
    // Checks run, so no other can be asked for. Set it before setRows().
    void setChecking(bool checking) { m_isChecking = checking; }
    // Only rows in which all of these words stand are shown, with the headings above them.
    void search(const QString& words);
    bool showsAny() const;
    // Without headings the rows stand one after the other, in the order given.
    void setGrouped(bool grouped) { m_grouped = grouped; }
    CheckRowWidget* rowWidget(const QString& id) const;
    // The row or heading that is there, or the next one below; null where none is.
    QWidget* partAt(int y) const;
    int count() const { return int(m_order.size()); }

signals:
    void checkAgainRequested();
    void chooseRequested(const QString& overrideKey);
    void foundRequested(const QString& overrideKey);
    void changeRequested(const torchmason::Change& change);
    void fieldRequested(torchmason::BuildField field);

private:
    void arrange(const QVector<CheckRow>& rows);
    void showFound();
    bool isFound(const CheckRowWidget& row) const;
    bool isChosen(const CheckRow& row) const;
    int focusedRow() const;
    void focusNear(int place);
    QWidget* createHeading(const QString& group);

    QVBoxLayout* m_layout = nullptr;
    bool m_grouped = true;
    bool m_isChecking = false;
    QMap<QString, QString> m_overrides;
    QSet<QString> m_pending;
    QStringList m_searched; // words
    QStringList m_order; // ids with their groups, as arranged
    QHash<QString, CheckRowWidget*> m_rows;
    QVector<QWidget*> m_headings;
};

}
