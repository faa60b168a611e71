// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a value that has choices, by keys, values that cannot be edited, and the width of names.
#include "ui/widgets/FlagDelegate.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/Appearance.h"
#include "ui/models/FlagModel.h"

#include <QAbstractItemView>
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
            QComboBox* box = edit(value);
            QCOMPARE(box->currentText(), value);
            QTest::keyClick(box, Qt::Key(key));
            QCOMPARE(m_cell.data().toString(), value); // not yet
            QTest::keyClick(box, end);
            QTRY_COMPARE(m_cell.data().toString(), chosen);
        }
    }

    void aChoiceFromTheListIsTakenAtOnce()
    {
        QComboBox* box = edit("two");
        box->showPopup();
        QTest::keyClick(box->view(), Qt::Key_Down);
        QTest::keyClick(box->view(), Qt::Key_Return);
        QTRY_COMPARE(m_cell.data().toString(), "three");
    }

    // As wide as if it grew by a character until each of them is whole.
    void namesAreMeasuredInThreeLines_data()
    {
        QTest::addColumn<QStringList>("names");
        newRow("none", QStringList());
        newRow("one word", QStringList { "Distributed" });
        newRow("a long word after a longer name",
            QStringList { "Build the tests of the C++ library too", "TORCH_DISTRIBUTED=ON/OFF",
                "Incomprehensibilities" });
        newRow("the longest last",
            QStringList { "CUDA", "Use the system's protobuf", "Flash and memory efficient attention",
                "Architectures of the cards for which kernels are compiled, with those of newer ones" });
    }
    void namesAreMeasuredInThreeLines()
    {
        QFETCH(QStringList, names);
        const QFontMetrics letters { QFont() };
        int grown = 0;
        for (const QString& name : names) {
            while (!FlagDelegate::showsAll(name, letters, grown))
                grown += letters.averageCharWidth();
        }
        QCOMPARE(FlagDelegate::leastWidth(names, letters), grown);
    }

    void rowsOfChoicesHaveRoom()
    {
        QComboBox* box = edit("two");
        box->showPopup();
        const QAbstractItemView* rows = box->view();
        const int row = rows->visualRect(rows->model()->index(0, 0)).height();
        QVERIFY2(row >= rows->fontMetrics().height() + 8, qPrintable(QString::number(row)));
        box->hidePopup();
    }

    // In a row that a note makes two lines high; alone they make none higher.
    void aDefaultGoesOnInTheNextLine()
    {
        QTreeView view;
        QStandardItemModel model(2, FlagModel::ColumnCount);
        const QString words = "sea sun"; // no letter reaches from line to line
        for (int row = 0; row < 2; ++row) {
            model.setData(model.index(row, 0), true, FlagModel::PresentRole);
            model.setData(model.index(row, FlagModel::DefaultColumn), words);
        }
        model.setData(model.index(0, FlagModel::NoteColumn), words);
        view.setFocusPolicy(Qt::NoFocus);
        view.setWordWrap(true);
        view.setModel(&model);
        view.setItemDelegate(&m_delegate);
        const int narrow = view.fontMetrics().horizontalAdvance("sea su");
        for (const int column : { FlagModel::NoteColumn, FlagModel::DefaultColumn })
            view.setColumnWidth(column, narrow);
        view.resize(900, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QImage picture = view.viewport()->grab().toImage();
        const auto linesIn = [&](int row) {
            const QRect cell = view.visualRect(model.index(row, FlagModel::DefaultColumn));
            int lines = 0;
            bool wasInk = false;
            for (int y = cell.top() + 1; y < cell.bottom(); ++y) {
                const QRect line(cell.left() + 1, y, cell.width() - 2, 1);
                const bool isInk = strongest(picture, line, view.palette().color(QPalette::Base)) > 1.5;
                lines += isInk && !wasInk ? 1 : 0;
                wasInk = isInk;
            }
            return lines;
        };
        QCOMPARE(linesIn(0), 2);
        QCOMPARE(linesIn(1), 1);
    }

    // Only its box is paler: the row behind the text is that of the others.
    void aLockedValueIsReadInASelectedRow()
    {
        for (const Appearance appearance : { Appearance::Dark, Appearance::Light }) {
            applyAppearance(appearance);
            QStandardItemModel model(1, FlagModel::ColumnCount);
            model.setData(model.index(0, 0), true, FlagModel::PresentRole);
            auto* value = new QStandardItem("OFF");
            value->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            model.setItem(0, FlagModel::ValueColumn, value);
            QTreeView view;
            view.setFocusPolicy(Qt::NoFocus);
            view.setModel(&model);
            view.setItemDelegate(&m_delegate);
            view.resize(900, 100);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            view.setCurrentIndex(value->index());
            const QImage picture = view.viewport()->grab().toImage();
            const QRect cell = view.visualRect(value->index());
            const QColor row = view.palette().color(QPalette::Highlight);
            QCOMPARE(picture.pixelColor(cell.right() - 1, cell.center().y()), row);
            QVERIFY2(strongest(picture, cell, row) >= 4.5, qPrintable(appearanceId(appearance)));
        }
    }

private:
    QComboBox* edit(const QString& value)
    {
        m_view = std::make_unique<QTreeView>();
        m_model = std::make_unique<QStandardItemModel>(1, FlagModel::ColumnCount);
        m_cell = m_model->index(0, FlagModel::ValueColumn);
        m_model->setData(m_cell, value);
        m_model->setData(m_cell, QStringList { "one", "two", "three" }, FlagModel::ChoicesRole);
        m_view->setModel(m_model.get());
        m_view->setItemDelegate(&m_delegate);
        m_view->show();
        m_view->edit(m_cell);
        return findIn<QComboBox>(*m_view, "flagEditor");
    }

    FlagDelegate m_delegate;
    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<QTreeView> m_view;
    QModelIndex m_cell;
};

QTEST_MAIN(FlagDelegateTest)
#include "FlagDelegateTest.moc"
