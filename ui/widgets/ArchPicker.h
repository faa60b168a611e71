// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/ArchChoices.h"

#include <QWidget>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace torchmason {

// The architectures that a build compiles for, with their cards, whose names wrap, those of this machine
// first. Entries of the list that are not shown, for example names, are kept.
class ArchPicker : public QWidget {
    Q_OBJECT

public:
    explicit ArchPicker(QWidget* parent = nullptr);

    void setChoices(const QVector<ArchChoice>& choices, const QString& archsOfMachine);
    void setList(const QString& list); // emits nothing
    QString list() const { return m_list; }
    // Where there is room for names of a few words in a line.
    int wantedWidth() const { return m_wantedWidth; }

signals:
    void listEdited(const QString& list);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    int longestWord() const; // pixels
    int roomOfCards() const; // pixels
    void fitRows();
    void createTree();
    void fill();
    void showList();
    void showRow(const QTreeWidgetItem* item);
    void take(QTreeWidgetItem* item, int column);
    void edit(const QString& list);

    QVector<ArchChoice> m_choices;
    QString m_archsOfMachine;
    QString m_list;
    int m_wantedWidth = 0;
    int m_fitted = 0; // room of the cards that the rows are made for, pixels
    QTreeWidget* m_tree = nullptr;
    QPushButton* m_found = nullptr;
};

}
