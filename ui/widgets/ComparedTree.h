// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QTreeWidget>
#include <QVector>

#include <functional>
#include <optional>

namespace torchmason {

// Groups of rows: a name, and what attempts tell of it. Cells are plain text, whole in their tool tips unless
// they are very long; then those say how to get the rest. Names and long values have the room that short
// values do not need; a row without values goes over all columns.
class ComparedTree : public QTreeWidget {
    Q_OBJECT

public:
    ComparedTree(
        const char* objectName, const QString& toolTip, const QString& accessibleName, QWidget* parent);

    // Cells that are too long for their columns have up to so many lines; else they are cut in the middle. A
    // delegate of one's own is set before.
    void wrapCells(int mostLines);

    void setValueFont(const QFont& letters) { m_valueFont = letters; } // that of the tree otherwise

    void begin(const QStringList& headings); // empties it
    void addGroup(const QString& title); // the next rows are in it
    QTreeWidgetItem* addRow(const QString& name, const QStringList& values, const QString& toolTip = {});
    // A folded row for what a long group goes on with. The rows are added when it is opened; what takes
    // longer is put there by fill().
    using AddRows = std::function<void(QTreeWidgetItem* rest)>;
    // Again where its letters were changed.
    void measure(const QTreeWidgetItem& row);
    void addRest(const QString& title, const AddRows& addRows);
    // A group of `items`, each of which `add` makes a row of; those beyond `most` stand behind a folded row.
    // Nothing where there are none.
    template <typename Item, typename Add>
    void addLongGroup(const QString& title, const QVector<Item>& items, qsizetype most, Add add)
    {
        if (!items.isEmpty())
            addGroup(title);
        for (const Item& item : items.mid(0, most))
            add(item);
        const QVector<Item> rest = items.mid(most);
        if (!rest.isEmpty())
            addRest(tr("and %Ln more", nullptr, int(rest.size())), [rest, add](QTreeWidgetItem*) {
                for (const Item& item : rest)
                    add(item);
            });
    }
    // What `addRows` adds stands below the row, and nothing else does.
    void fill(QTreeWidgetItem* row, const std::function<void()>& addRows);
    void fillRests(); // all of them; they stay folded
    // Opens the groups; `nothing` is said where there is no row.
    void end(const QString& nothing);

signals:
    void fitted(); // its columns to other letters

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int rowHeight() const;
    void measureHeadings();
    void fitNames();
    void fitValues();
    void wrapLater();
    void fitRows();
    QFont fontOf(const QTreeWidgetItem& row, int column) const;
    int neededHeight(const QTreeWidgetItem& row, int column) const;
    void openRest(QTreeWidgetItem* rest);
    void scrollToCurrentRow();

    QTreeWidgetItem* m_into = nullptr; // has the next rows
    QHash<QTreeWidgetItem*, AddRows> m_rests; // that were not opened yet
    QVector<int> m_widest; // of each column
    std::optional<QFont> m_valueFont;
    int m_mostLines = 1;
    bool m_willWrap = false;
    int m_nameWidth = 0; // as it was fitted; another one was dragged
};

}
