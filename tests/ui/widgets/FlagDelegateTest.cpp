// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a value that has choices, by keys.
#include "ui/widgets/FlagDelegate.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/FlagModel.h"

#include <QStandardItemModel>
#include <QTreeView>

using namespace torchmason;

class FlagDelegateTest : public QObject {
    Q_OBJECT

private slots:
    void choicesByKeys_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("chosen");
        QTest::newRow("next") << "two" << int(Qt::Key_Down) << "three";
        QTest::newRow("before") << "two" << int(Qt::Key_Up) << "one";
        QTest::newRow("not set") << QString() << int(Qt::Key_Down) << "one";
        QTest::newRow("of a newer tree") << "four" << int(Qt::Key_Down) << "one";
        QTest::newRow("letter") << "two" << int(Qt::Key_X) << "x"; // in place of the value
    }
    void choicesByKeys()
    {
        QFETCH(QString, value);
        QFETCH(int, key);
        QFETCH(QString, chosen);
        for (const Qt::Key end : { Qt::Key_Return, Qt::Key_Tab }) {
            QStandardItemModel model(1, FlagModel::ColumnCount);
            const QModelIndex cell = model.index(0, FlagModel::ValueColumn);
            model.setData(cell, value);
            model.setData(cell, QStringList { "one", "two", "three" }, FlagModel::ChoicesRole);
            FlagDelegate delegate;
            QTreeView view;
            view.setModel(&model);
            view.setItemDelegate(&delegate);
            view.show();
            view.edit(cell);
            auto* box = findIn<QComboBox>(view, "flagEditor");
            QCOMPARE(box->currentText(), value);
            QTest::keyClick(box, Qt::Key(key));
            QTest::keyClick(box, end);
            QTRY_COMPARE(cell.data().toString(), chosen);
        }
    }
};

QTEST_MAIN(FlagDelegateTest)
#include "FlagDelegateTest.moc"
