// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildChoice.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/HighContrast.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/MemoryChart.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/GuideDialog.h"
#include "ui/history/AttemptTable.h"
#include "ui/logview/LogView.h"
#include "ui/models/FlagModel.h"
#include "ui/panels/StagesPanel.h"
#include "ui/panels/StepTabs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/RowTable.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QPainter>
#include <QPushButton>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyleOption>
#include <QTabBar>
#include <QTabWidget>
#include <QTreeView>
#include <QTreeWidget>

#include <memory>

using namespace torchmason;

namespace {

QColor ground()
{
    return QApplication::palette().color(QPalette::Window);
}

QImage picture(QWidget& widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

// What the style paints on this ground.
QImage painted(QStyle::PrimitiveElement element, QStyleOption& option, const QColor& under)
{
    QImage image(option.rect.size(), QImage::Format_RGB32);
    image.fill(under);
    option.palette = QApplication::palette();
    QPainter painter(&image);
    QApplication::style()->drawPrimitive(element, &option, &painter);
    return image;
}

}

// Where all grounds are the same, in a dark and a light palette of high contrast: the edges of areas,
// messages and rows have 3:1. Other palettes are quieter.
class EdgesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }
    void cleanup() { applyAppearance(Appearance::Light); }
    void areas_data() { addLooks(); }
    void areas();
    void boxesToCopyFrom_data()
    {
        addLooks();
        QTest::newRow("usual light") << lightPalette();
        QTest::newRow("usual dark") << darkPalette();
    }
    void boxesToCopyFrom();
    void headings_data() { addLooks(); }
    void headings();
    void tabs_data()
    {
        addLooks();
        QTest::newRow("usual light") << lightPalette();
        QTest::newRow("usual dark") << darkPalette();
    }
    void tabs();
    void messages_data() { addLooks(); }
    void messages();
    void chips_data() { addLooks(); }
    void chips();
    void theCursor_data()
    {
        addLooks();
        QTest::newRow("usual light") << lightPalette();
        QTest::newRow("usual dark") << darkPalette();
    }
    void theCursor();
    void theCursorOfASelectedRow_data()
    {
        addLooks();
        QTest::newRow("usual light") << lightPalette();
        QTest::newRow("usual dark") << darkPalette();
    }
    void theCursorOfASelectedRow();
    void theFrameOfARowIsAroundAllItsCells();
    void emptyBoxes_data()
    {
        addLooks();
        QTest::newRow("usual") << lightPalette();
    }
    void emptyBoxes();
    void boxesThatCannotBeUsed_data()
    {
        addLooks();
        QTest::newRow("usual light") << lightPalette();
        QTest::newRow("usual dark") << darkPalette();
    }
    void boxesThatCannotBeUsed();
    void choicesHaveTheEdgesOfButtons_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::addColumn<bool>("isEnabled");
        QTest::newRow("light") << lightPalette() << true;
        QTest::newRow("dark") << darkPalette() << true;
        QTest::newRow("light, not to be used") << lightPalette() << false;
        QTest::newRow("dark, not to be used") << darkPalette() << false;
    }
    void choicesHaveTheEdgesOfButtons();
    void aChangeOfColours();

private:
    static void addLooks()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("dark") << highContrastPalette();
        QTest::newRow("light") << lightHighContrastPalette();
    }
    static void show()
    {
        QFETCH(QPalette, palette);
        applyAppearance(Appearance::Dark);
        QApplication::setPalette(palette);
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void EdgesTest::areas()
{
    show();
    LogView log;
    ComparedTree tree("tree", "Tip", "Tree", nullptr);
    AttemptTable attempts;
    MemoryChart chart;
    StagesPanel stages;
    StepTabs steps;
    GuideDialog guide;
    const QList<QWidget*> areas { &log, &tree, &attempts, &chart, findIn(stages, "stageList"),
        findIn(steps, "runningEdges"), findIn(guide, "guideText") };
    for (QWidget* area : areas) {
        area->resize(300, 200);
        const QImage image = picture(*area);
        const double edge = strongest(image, QRect(0, image.height() / 2, 1, 1), ground());
        QVERIFY2(
            edge >= 3, qPrintable(QStringLiteral("%1: %2").arg(area->metaObject()->className()).arg(edge)));
    }
}

void EdgesTest::boxesToCopyFrom()
{
    show();
    CopyBox box;
    box.setText("cmake -S a -B b");
    box.resize(300, box.sizeHint().height());
    const QImage image = picture(box);
    const QRect edge(0, image.height() / 2, 1, 1);
    QVERIFY(strongest(image, edge, ground()) >= 3);
    QVERIFY(strongest(image, edge, QApplication::palette().color(QPalette::Base)) >= 3);
}

void EdgesTest::headings()
{
    show();
    QTreeWidget tree;
    tree.setHeaderLabels({ "One", "Two" });
    tree.resize(400, 200);
    tree.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tree));
    const QImage image = picture(*tree.header());
    const int between = tree.header()->sectionSize(0) - 1;
    QVERIFY(strongest(image, QRect(5, image.height() - 1, 1, 1), ground()) >= 3);
    QVERIFY(strongest(image, QRect(between, image.height() / 2, 1, 1), ground()) >= 3);
}

void EdgesTest::tabs()
{
    show();
    QTabWidget tabs;
    tabs.setDocumentMode(true);
    tabs.addTab(new QWidget, "First");
    tabs.addTab(new QWidget, "Second");
    tabs.resize(400, 200);
    tabs.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    const QImage image = picture(*tabs.tabBar());
    const QRect other = tabs.tabBar()->tabRect(1);
    QVERIFY(other.right() < image.width() - 10);
    QVERIFY(strongest(image, QRect(other.right(), other.center().y(), 1, 1), ground()) >= 3);
    QVERIFY(strongest(image, QRect(image.width() - 5, 0, 1, image.height()), ground()) >= 3);
}

void EdgesTest::messages()
{
    show();
    Banner banner;
    banner.setMessage(Tone::Neutral, "Message");
    banner.resize(300, 60);
    const QImage image = picture(banner);
    QVERIFY(strongest(image, QRect(image.width() - 1, image.height() / 2, 1, 1), ground()) >= 3);
}

void EdgesTest::chips()
{
    show();
    QStandardItemModel model(1, FlagModel::ColumnCount);
    model.setData(model.index(0, 0), int(ValueOrigin::Profile), FlagModel::OriginRole);
    model.setData(model.index(0, 0), true, FlagModel::PresentRole);
    const QModelIndex origin = model.index(0, FlagModel::OriginColumn);
    model.setData(origin, "profile");
    FlagDelegate delegate;
    QTreeView table;
    table.setModel(&model);
    table.setItemDelegate(&delegate);
    table.resize(700, 100);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const QRect cell = table.visualRect(origin);
    const QImage image = picture(*table.viewport());
    QVERIFY(strongest(image, QRect(cell.left() + 5, cell.center().y(), 3, 1), ground()) >= 3);
}

// Also of a row that is not selected, as headings of groups are.
void EdgesTest::theCursor()
{
    show();
    QStyleOptionFocusRect option;
    option.rect = QRect(0, 0, 100, 20);
    option.state = QStyle::State_Enabled | QStyle::State_Item;
    const QImage image = painted(QStyle::PE_FrameFocusRect, option, ground());
    QVERIFY(strongest(image, QRect(0, 10, 1, 1), ground()) >= 3);
    QTreeView rows;
    option.state = QStyle::State_Enabled; // as it draws one over all columns
    option.styleObject = &rows;
    const QImage row = painted(QStyle::PE_FrameFocusRect, option, ground());
    QVERIFY(strongest(row, QRect(0, 10, 1, 1), ground()) >= 3);
    QVERIFY(!hasOneGround(QApplication::palette()) || strongest(image, QRect(1, 10, 1, 1), ground()) >= 3);
}

// Inside of the row: the rows beside it may be as light as the frame.
void EdgesTest::theCursorOfASelectedRow()
{
    show();
    const QColor ground = QApplication::palette().color(QPalette::Highlight);
    const auto isSeen = [&ground](QStyleOptionFocusRect& option) {
        option.rect = QRect(0, 0, 100, 20);
        const QImage image = painted(QStyle::PE_FrameFocusRect, option, ground);
        return image.pixelColor(0, 10) == ground && strongest(image, QRect(0, 10, 5, 1), ground) >= 3;
    };
    QStyleOptionFocusRect cell;
    cell.state = QStyle::State_Enabled | QStyle::State_Item | QStyle::State_Selected;
    QVERIFY(isSeen(cell));
    QTreeView rows;
    QStyleOptionFocusRect row; // over all columns, as QTreeView draws one
    row.styleObject = &rows;
    row.backgroundColor = ground;
    QVERIFY(isSeen(row));
}

void EdgesTest::theFrameOfARowIsAroundAllItsCells()
{
    applyAppearance(Appearance::Light);
    QStandardItemModel cells(2, 3);
    RowTable table;
    table.setModel(&cells);
    table.setShowGrid(false);
    table.resize(500, 200);
    table.show();
    table.activateWindow();
    table.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&table));
    table.selectRow(0);
    table.setCurrentIndex(cells.index(0, 1));
    const QImage image = table.viewport()->grab().toImage();
    const QColor ground = table.palette().color(QPalette::Highlight);
    const auto frameAt
        = [&](int x) { return strongest(image, QRect(x, table.rowHeight(0) / 2, 5, 1), ground) >= 3; };
    QVERIFY(frameAt(0));
    QVERIFY(!frameAt(table.columnViewportPosition(1)));
    QVERIFY(!frameAt(table.columnViewportPosition(2) - 5));
}

void EdgesTest::emptyBoxes()
{
    show();
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, 16, 16);
    option.state = QStyle::State_Enabled | QStyle::State_Off | QStyle::State_Selected;
    const QColor row = QApplication::palette().color(QPalette::Highlight);
    const QImage image = painted(QStyle::PE_IndicatorItemViewItemCheck, option, row);
    QCOMPARE(image.pixelColor(8, 8), row);
    QVERIFY(strongest(image, QRect(0, 8, 3, 1), row) >= 3);
}

// They are seen, and look like others.
void EdgesTest::boxesThatCannotBeUsed()
{
    show();
    for (const QStyle::State row : { QStyle::State_None, QStyle::State_Selected }) {
        const QColor ground = QApplication::palette().color(row ? QPalette::Highlight : QPalette::Base);
        const auto box = [&](QStyle::State state) {
            QStyleOptionViewItem option;
            option.rect = QRect(0, 0, 16, 16);
            option.state = QStyle::State_Off | row | state;
            return painted(QStyle::PE_IndicatorItemViewItemCheck, option, ground);
        };
        const QImage locked = box(QStyle::State_None);
        const QColor usable = box(QStyle::State_Enabled).pixelColor(8, 8);
        QVERIFY(contrastRatio(locked.pixelColor(8, 8), usable) >= 1.3);
        QVERIFY(strongest(locked, QRect(0, 8, 3, 1), ground) >= 3);
    }
}

void EdgesTest::choicesHaveTheEdgesOfButtons()
{
    show();
    QFETCH(bool, isEnabled);
    const auto edgeOf = [isEnabled](QWidget& control) {
        control.setEnabled(isEnabled);
        control.resize(100, 24);
        return picture(control).pixelColor(0, 12);
    };
    QComboBox choice;
    QPushButton button;
    const QColor edge = edgeOf(button);
    QVERIFY(contrastRatio(edge, ground()) > 1.5);
    QCOMPARE(edgeOf(choice), edge);
}

void EdgesTest::aChangeOfColours()
{
    applyAppearance(Appearance::Light);
    ComparedTree tree("tree", "Tip", "Tree", nullptr);
    tree.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tree));
    QCOMPARE(tree.frameShape(), QFrame::NoFrame);
    QApplication::setPalette(highContrastPalette());
    QTRY_COMPARE(tree.frameShape(), QFrame::StyledPanel);
    applyAppearance(Appearance::Dark);
    QTRY_COMPARE(tree.frameShape(), QFrame::NoFrame);
}

QTEST_MAIN(EdgesTest)
#include "EdgesTest.moc"
