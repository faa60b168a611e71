// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/HighContrast.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/charts/ChartColours.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/NavigationBar.h"
#include "ui/logview/SearchTerms.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/widgets/BarDelegate.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/PrimaryButton.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/StepList.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QFocusFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QSet>
#include <QSpinBox>
#include <QSplitter>
#include <QStyle>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>
#include <QTreeView>

using namespace torchmason;

namespace {

enum class Look { Light, Dark, HighContrast, KdeHighContrast, BreezeDark };

void show(Look look)
{
    applyAppearance(look == Look::Light ? Appearance::Light : Appearance::Dark);
    if (look == Look::HighContrast)
        QApplication::setPalette(highContrastPalette());
    if (look == Look::KdeHighContrast)
        QApplication::setPalette(kdeHighContrastPalette());
    if (look == Look::BreezeDark)
        QApplication::setPalette(breezeDarkPalette());
    completePalette();
}

// The kinds of events that come to an object.
class SeenEvents : public QObject {
public:
    QSet<QEvent::Type> types;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        types.insert(event->type());
        return false;
    }
};

// Where there is one ground, what cannot be used has one, too.
bool hasEdge(const QWidget& widget)
{
    if (qobject_cast<const QCheckBox*>(&widget))
        return true;
    const bool isSeen = widget.isEnabled() || hasOneGround(widget.palette());
    if (const auto* button = qobject_cast<const QToolButton*>(&widget))
        return !button->autoRaise() && isSeen;
    if (const auto* button = qobject_cast<const QPushButton*>(&widget))
        return !button->isFlat() && isSeen;
    const bool isField = qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget);
    const bool isPart = qobject_cast<const QAbstractSpinBox*>(widget.parentWidget())
        || qobject_cast<const QComboBox*>(widget.parentWidget());
    return (isField && !isPart && isSeen) || qobject_cast<const QTreeView*>(&widget);
}

}

// What is painted on the pages of the wizard, in palettes of ours and of platforms: text has 4.5:1
// against its ground, the edges of what can be used have 3:1.
class ContrastTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup()
    {
        tearDown();
        applyAppearance(Appearance::Light);
    }
    void edges_data() { addPages(); }
    void edges();
    void texts_data() { addPages(); }
    void texts();
    void steps_data() { addPages(); }
    void steps();
    void theOpenEntryHasABar();
    void aFieldWithTheFocusHasARing();
    void aTabAndAQuietButtonHaveAFrame();
    void aLinkHasAFrame();
    void menusHaveEdges_data()
    {
        QTest::addColumn<int>("look");
        QTest::addColumn<double>("least");
        QTest::newRow("dark") << int(Look::Dark) << 1.5; // as quiet as lines between areas
        QTest::newRow("high contrast") << int(Look::HighContrast) << 3.0;
    }
    void menusHaveEdges();
    void fieldsThatCannotBeUsed();
    void buttonsThatCannotBeUsed();
    void edgesOfTroughs();
    void dataIsSeen();
    void theBarOfASelectedRowIsSeen();
    void theBarBehindTextIsSeen();
    void whatIsSmallIsSeen();
    void theBandIsSeen();
    void theRingOfTheRailIsSeen();
    void aChangeOfColoursChangesNoStyle();
    void onlyWhatIsNotReadIsChanged();
    void coloursOfThePlatformMayChange();

private:
    void addPages()
    {
        QTest::addColumn<int>("look");
        QTest::addColumn<int>("step");
        const char* const looks[]
            = { "light", "dark", "high contrast", "high contrast of KDE", "Breeze Dark" };
        for (int look = 0; look < 5; ++look) {
            for (int step = 0; step < Wizard::StepCount; ++step)
                QTest::addRow("%s, step %d", looks[look], step + 1) << look << step;
        }
    }
    QImage page()
    {
        QFETCH(int, look);
        QFETCH(int, step);
        show(Look(look));
        m_wizard->resize(1280, 1600);
        m_wizard->goTo(Wizard::Step(step));
        m_wizard->setFocus(); // what has the focus has an edge of its own
        QCoreApplication::processEvents();
        return m_wizard->grab().toImage();
    }
    QRect placeOf(const QWidget& widget) const
    {
        return { widget.mapTo(m_wizard.get(), QPoint()), widget.size() };
    }
    QList<QWidget*> shown() const
    {
        QList<QWidget*> found = m_wizard->findChildren<QWidget*>();
        found.removeIf([this](const QWidget* widget) {
            return !widget->isVisible() || widget->visibleRegion().boundingRect() != widget->rect()
                || !m_wizard->rect().adjusted(2, 2, -2, -2).contains(placeOf(*widget));
        });
        return found;
    }
};

void ContrastTest::edges()
{
    const QImage picture = page();
    int measured = 0;
    for (const QWidget* widget : shown()) {
        if (!hasEdge(*widget))
            continue;
        const QRect place = placeOf(*widget);
        const int middle = place.top() + (qobject_cast<const QTreeView*>(widget) ? 5 : place.height() / 2);
        const QColor outside = picture.pixelColor(place.left() - 2, middle);
        const double edge = strongest(picture, QRect(place.left(), middle, 3, 1), outside);
        QVERIFY2(edge >= 3, qPrintable(QStringLiteral("%1: %2").arg(widget->objectName()).arg(edge)));
        ++measured;
    }
    QVERIFY(measured >= 1);
}

void ContrastTest::texts()
{
    page();
    int measured = 0;
    for (const QWidget* widget : shown()) {
        const QPalette palette = widget->palette();
        QColor ink;
        QColor ground = palette.color(QPalette::Window);
        if (const auto* field = qobject_cast<const QLineEdit*>(widget); field && field->isEnabled()) {
            ink = palette.color(QPalette::PlaceholderText);
            ground = palette.color(QPalette::Base);
        } else if (qobject_cast<const QLabel*>(widget)) {
            ink = palette.color(widget->foregroundRole());
        } else {
            continue;
        }
        const double contrast = contrastRatio(mixed(ink, ground, ink.alphaF()), ground);
        QVERIFY2(
            contrast >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(widget->objectName()).arg(contrast)));
        ++measured;
    }
    QVERIFY(measured >= 1);
}

// Also those that were not reached.
void ContrastTest::steps()
{
    const QImage picture = page();
    for (const QWidget* button : m_wizard->findChildren<StepButton*>()) {
        const QRect place = placeOf(*button);
        const QColor ground = picture.pixelColor(place.center().x(), place.top() + 3);
        const QRect words = place.adjusted(48, 4, -4, -4);
        const double contrast = strongest(picture, words, ground);
        QVERIFY2(
            contrast >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(button->objectName()).arg(contrast)));
    }
}

// The faint ground of other looks cannot be told from black.
void ContrastTest::theOpenEntryHasABar()
{
    show(Look::HighContrast);
    const auto bar = [](QWidget& entry) {
        entry.resize(100, 60);
        return strongest(entry.grab().toImage(), QRect(0, 30, 5, 1), Qt::black);
    };
    StepButton step(1, "Step");
    NavigationButton place("place", "history", "Place", "A place");
    QVERIFY(bar(step) < 2 && bar(place) < 2);
    step.setCurrent(true);
    place.setCurrent(true);
    QVERIFY(bar(step) >= 3 && bar(place) >= 3);
}

// One pixel in another hue is not seen.
void ContrastTest::aFieldWithTheFocusHasARing()
{
    for (const Look look : { Look::Light, Look::HighContrast }) {
        show(look);
        QWidget window;
        auto* first = new QLineEdit(&window);
        auto* second = new QLineEdit(&window);
        columnOf(&window, pageMargins, spacing::inner, { first, second });
        window.show();
        window.activateWindow();
        first->setFocus();
        QTRY_VERIFY(first->hasFocus());
        QTest::keyClick(first, Qt::Key_Tab);
        QTRY_VERIFY(second->hasFocus());
        QTest::keyClick(second, Qt::Key_Tab);
        QTRY_VERIFY(first->hasFocus());
        const auto* ring = window.findChild<QFocusFrame*>();
        QCOMPARE(ring && ring->isVisible(), look == Look::HighContrast);
        // Who goes on with the mouse sees where it is.
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, second->geometry().center());
        QTRY_VERIFY(second->hasFocus());
        QVERIFY(!ring || !ring->isVisible());
    }
}

void ContrastTest::aTabAndAQuietButtonHaveAFrame()
{
    for (const Look look :
        { Look::Light, Look::Dark, Look::HighContrast, Look::KdeHighContrast, Look::BreezeDark }) {
        show(look);
        QWidget window;
        auto* first = new QLineEdit(&window);
        auto* quiet = new QToolButton(&window);
        quiet->setText("1 error");
        quiet->setAutoRaise(true);
        auto* bar = new QTabBar(&window);
        bar->addTab("Progress");
        columnOf(&window, pageMargins, spacing::inner, { first, quiet, bar });
        window.show();
        window.activateWindow();
        first->setFocus();
        QTRY_VERIFY(first->hasFocus());
        // The lines that stand upright at the left, and what they stand on.
        const auto frame = [&window](const QWidget& control, int ground, int from) {
            const QImage picture = window.grab().toImage();
            const QPoint left = control.mapTo(&window, QPoint(0, control.height() / 2));
            return strongest(picture, QRect(left.x() + from, left.y(), 4, 1),
                picture.pixelColor(left.x() + ground, left.y()));
        };
        QVERIFY(frame(*quiet, -2, 0) < 1.5);
        QTest::keyClick(first, Qt::Key_Tab);
        QTRY_VERIFY(quiet->hasFocus());
        QVERIFY2(frame(*quiet, -2, 0) >= 3, qPrintable(QString::number(int(look))));
        QVERIFY(frame(*bar, 2, 3) < 1.5);
        QTest::keyClick(quiet, Qt::Key_Tab);
        QTRY_VERIFY(bar->hasFocus());
        QVERIFY2(frame(*bar, 2, 3) >= 3, qPrintable(QString::number(int(look))));
    }
}

// Seen as a whole line above letters that are no higher than an x; Qt's own is dotted.
void ContrastTest::aLinkHasAFrame()
{
    for (const Look look :
        { Look::Light, Look::Dark, Look::HighContrast, Look::KdeHighContrast, Look::BreezeDark }) {
        show(look);
        QWidget window;
        auto* first = new QLineEdit(&window);
        auto* link = new LinkLabel(&window);
        link->setText("<a href=\"2\">some sums</a>");
        link->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        columnOf(&window, pageMargins, spacing::inner, { first, link });
        window.show();
        window.activateWindow();
        first->setFocus();
        QTRY_VERIFY(first->hasFocus());
        const auto hasLine = [&window, link] {
            const QImage picture = window.grab().toImage();
            const QFontMetrics letters(link->font());
            const QPoint top = link->mapTo(&window, QPoint(letters.averageCharWidth(), 0));
            const QColor ground = picture.pixelColor(top.x(), top.y() - 3);
            for (int y = top.y() - 1; y < top.y() + letters.ascent() - letters.xHeight() - 1; ++y) {
                int seen = 0;
                for (int x = 0; x < 3 * letters.averageCharWidth(); ++x)
                    seen += contrastRatio(picture.pixelColor(top.x() + x, y), ground) >= 3 ? 1 : 0;
                if (seen == 3 * letters.averageCharWidth())
                    return true;
            }
            return false;
        };
        QVERIFY2(!hasLine(), qPrintable(QString::number(int(look))));
        QTest::keyClick(first, Qt::Key_Tab);
        QTRY_COMPARE(link->selectedText(), "some sums");
        QVERIFY2(hasLine(), qPrintable(QString::number(int(look))));
    }
}

void ContrastTest::menusHaveEdges()
{
    QFETCH(int, look);
    QFETCH(double, least);
    show(Look(look));
    QMenu menu;
    QAction* first = menu.addAction("First");
    QAction* between = menu.addSeparator();
    menu.addAction("Second");
    menu.adjustSize();
    const QImage picture = menu.grab().toImage();
    const int middle = menu.actionGeometry(first).center().y();
    const QColor ground = picture.pixelColor(2, middle);
    QVERIFY(strongest(picture, QRect(0, middle, 1, 1), ground) >= least);
    const QRect line = menu.actionGeometry(between);
    QVERIFY(strongest(picture, QRect(line.center().x(), line.top(), 1, line.height()), ground) >= least);
}

// Quieter than what can be used, and still seen.
void ContrastTest::fieldsThatCannotBeUsed()
{
    for (const Look look : { Look::Light, Look::Dark }) {
        show(look);
        QWidget page;
        page.resize(200, 60);
        auto* number = new QSpinBox(&page);
        number->setGeometry(20, 20, 100, 24);
        number->setEnabled(false);
        const QImage picture = page.grab().toImage();
        QVERIFY(strongest(picture, QRect(20, 32, 2, 1), picture.pixelColor(10, 32)) >= 2);
    }
}

// All buttons have one edge, and one that cannot be used a paler one.
void ContrastTest::buttonsThatCannotBeUsed()
{
    for (const Look look : { Look::Light, Look::Dark }) {
        show(look);
        QWidget page;
        page.resize(200, 60);
        QPushButton push(&page);
        QToolButton tool(&page);
        const auto edgeOf = [&page](QAbstractButton& button, bool isEnabled) {
            button.setGeometry(20, 20, 100, 24);
            button.setEnabled(isEnabled);
            button.raise();
            const QImage picture = page.grab().toImage();
            return strongest(picture, QRect(20, 32, 1, 1), picture.pixelColor(10, 32));
        };
        const double ofPush = edgeOf(push, true);
        const double pale = edgeOf(push, false);
        const double ofTool = edgeOf(tool, true);
        const double paleTool = edgeOf(tool, false);
        const auto said = [](double one, double other) {
            return QStringLiteral("%1 and %2").arg(one).arg(other).toUtf8();
        };
        QVERIFY2(qAbs(ofPush - ofTool) < 0.3, said(ofPush, ofTool));
        QVERIFY2(qAbs(pale - paleTool) < 0.3, said(pale, paleTool));
        QVERIFY2(paleTool < ofTool, said(paleTool, ofTool));
    }
}

// What is not done yet, and a button that cannot be used; a look with two grounds needs no edge there.
void ContrastTest::edgesOfTroughs()
{
    QCOMPARE(lineColour(lightPalette()), troughColour(lightPalette()));
    QCOMPARE(lineColour(darkPalette()), troughColour(darkPalette()));
    show(Look::HighContrast);
    ProgressStrip strip;
    strip.setSteps(1, 0, 0, 10);
    PrimaryButton button;
    button.setEnabled(false);
    CopyBox box;
    for (QWidget* widget :
        { static_cast<QWidget*>(&strip), static_cast<QWidget*>(&button), static_cast<QWidget*>(&box) }) {
        widget->resize(200, 40);
        const QImage picture = widget->grab().toImage();
        const double edge = strongest(picture, QRect(195, 20, 5, 1), Qt::black);
        QVERIFY2(
            edge >= 3, qPrintable(QStringLiteral("%1: %2").arg(widget->metaObject()->className()).arg(edge)));
    }
}

// How much is left to do, and what can be dragged.
void ContrastTest::whatIsSmallIsSeen()
{
    for (const Look look : { Look::Light, Look::Dark }) {
        show(look);
        ProgressStrip strip;
        strip.setSteps(1, 0, 0, 10);
        strip.resize(200, 12);
        const QColor ground = strip.palette().color(QPalette::Window);
        QVERIFY(strongest(strip.grab().toImage(), QRect(150, 0, 1, 12), ground) >= 3);
        QSplitter splitter(Qt::Vertical);
        splitter.setHandleWidth(4);
        splitter.addWidget(new QWidget);
        splitter.addWidget(new QWidget);
        splitter.resize(200, 100);
        splitter.show();
        const QImage handle = splitter.handle(1)->grab().toImage();
        QVERIFY(strongest(handle, handle.rect(), ground) >= 3);
        const QImage mark = markIcon(Mark::NotReached)
                                .pixmap(QSize(16, 16))
                                .toImage()
                                .convertToFormat(QImage::Format_ARGB32);
        QImage shown(mark.size(), QImage::Format_RGB32);
        shown.fill(QApplication::palette().color(QPalette::Base));
        QPainter(&shown).drawImage(0, 0, mark);
        QVERIFY(strongest(shown, shown.rect(), QApplication::palette().color(QPalette::Base)) >= 3);
    }
}

void ContrastTest::theBandIsSeen()
{
    for (const Look look : { Look::Light, Look::Dark }) {
        show(look);
        const ChartColours colours = ChartColours::of(QApplication::palette());
        QVERIFY(contrastRatio(colours.expected, colours.base) >= 1.5);
        QVERIFY(contrastRatio(colours.expectedEdge, colours.base) >= 3);
        QVERIFY(contrastRatio(colours.othersEdge, colours.base) >= 3);
    }
}

// Also where nothing of it is filled.
void ContrastTest::theRingOfTheRailIsSeen()
{
    for (const Look look : { Look::Light, Look::Dark }) {
        show(look);
        for (const bool isCurrent : { true, false }) {
            NavigationBar bar;
            NavigationButton& button = bar.button(NavigationBar::Build);
            button.setCurrent(isCurrent);
            button.setProgress(0, AttemptState::Running, false);
            bar.resize(bar.sizeHint());
            const QImage picture = bar.grab().toImage();
            const QRect area = button.geometry();
            const int side = grown(24, button.fontMetrics());
            const QPoint middle(area.center().x(), area.top() + 10 + side / 2);
            const double seen
                = strongest(picture, QRect(middle, QSize(1, side / 2 + 1)), picture.pixelColor(middle));
            QVERIFY2(seen >= 1.5, qPrintable(QString::number(seen)));
        }
    }
}

void ContrastTest::dataIsSeen()
{
    show(Look::HighContrast);
    const ChartColours colours = ChartColours::of(QApplication::palette());
    QVERIFY(contrastRatio(colours.expected, Qt::black) >= 3);
    QVERIFY(contrastRatio(colours.others, Qt::black) >= 3);
    QTableWidget table(1, 1);
    auto* cell = new QTableWidgetItem;
    cell->setData(Qt::UserRole, 0.5);
    table.setItem(0, 0, cell);
    table.setItemDelegate(new BarDelegate(Qt::UserRole, &table));
    const QImage picture = table.viewport()->grab().toImage();
    const QRect area = table.visualItemRect(cell);
    const int middle = area.left() + area.width() / 4;
    QVERIFY(strongest(picture, QRect(middle, area.top(), 1, area.height()), Qt::black) >= 3);
    const QRect digits = area.adjusted(2, area.height() / 4, -2, -area.height() / 4);
    QVERIFY(strongest(picture, digits, Qt::black) < 1.1); // nothing runs through them
    SearchTerms terms;
    terms.keep({ LogQuery::Kind::Text, "error" });
    const auto* term = terms.findChild<QToolButton*>("logTerm");
    QVERIFY(contrastRatio(term->icon().pixmap(16).toImage().pixelColor(0, 8), Qt::black) >= 3);
}

void ContrastTest::theBarOfASelectedRowIsSeen()
{
    for (const Look look :
        { Look::Light, Look::Dark, Look::HighContrast, Look::KdeHighContrast, Look::BreezeDark }) {
        show(look);
        QTableWidget table(1, 1);
        auto* cell = new QTableWidgetItem;
        cell->setData(Qt::UserRole, 0.5);
        table.setItem(0, 0, cell);
        table.setItemDelegate(new BarDelegate(Qt::UserRole, &table));
        table.selectAll();
        const QImage picture = table.viewport()->grab().toImage();
        const QRect area = table.visualItemRect(cell);
        const auto at = [&](double share) {
            const int column = area.left() + int(area.width() * share);
            return strongest(picture, QRect(column, area.top() + 2, 1, area.height() - 4),
                picture.pixelColor(column, area.center().y()));
        };
        QVERIFY2(at(0.25) >= 3, qPrintable(QString::number(at(0.25))));
        QVERIFY2(at(0.75) < 1.5, qPrintable(QString::number(at(0.75))));
    }
}

// And the text on it is read.
void ContrastTest::theBarBehindTextIsSeen()
{
    for (const Look look : { Look::Light, Look::Dark, Look::BreezeDark }) {
        show(look);
        QTableWidget table(1, 1);
        auto* cell = new QTableWidgetItem;
        cell->setData(Qt::UserRole, 0.5);
        table.setItem(0, 0, cell);
        table.setItemDelegate(new BarDelegate(Qt::UserRole, &table));
        const QImage picture = table.viewport()->grab().toImage();
        const QRect area = table.visualItemRect(cell);
        const QColor bar = picture.pixelColor(area.left() + area.width() / 4, area.center().y());
        const QColor ground = picture.pixelColor(area.left() + area.width() * 3 / 4, area.center().y());
        QVERIFY2(contrastRatio(bar, ground) >= 1.9, qPrintable(QString::number(contrastRatio(bar, ground))));
        const double read = contrastRatio(QApplication::palette().color(QPalette::Text), bar);
        QVERIFY2(read >= 4.5, qPrintable(QString::number(read)));
    }
}

// Another style would make every widget anew, which takes its time.
void ContrastTest::aChangeOfColoursChangesNoStyle()
{
    applyAppearance(Appearance::Light);
    const QPointer<QStyle> style = QApplication::style();
    m_wizard->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_wizard.get()));
    QCoreApplication::processEvents();
    SeenEvents seen;
    m_wizard->installEventFilter(&seen);
    applyAppearance(Appearance::Dark);
    QVERIFY(style);
    QCOMPARE(QApplication::style(), style.data());
    QTRY_COMPARE(m_wizard->palette().color(QPalette::Window), darkPalette().color(QPalette::Window));
    QTRY_VERIFY(seen.types.contains(QEvent::Paint));
    QVERIFY(seen.types.contains(QEvent::PaletteChange));
    QVERIFY(!seen.types.contains(QEvent::StyleChange));
}

void ContrastTest::onlyWhatIsNotReadIsChanged()
{
    for (const QPalette& palette :
        { lightPalette(), darkPalette(), highContrastPalette(), lightHighContrastPalette() })
        QVERIFY(readablePalette(palette) == palette);
    for (const QPalette& palette : { lightPalette(), darkPalette() }) // a field that cannot be used looks so
        QCOMPARE(palette.color(QPalette::Disabled, QPalette::PlaceholderText),
            palette.color(QPalette::Disabled, QPalette::Text));
    for (const QPalette& palette : { kdeHighContrastPalette(), breezeDarkPalette() }) {
        const QPalette whole = readablePalette(palette);
        for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText }) {
            QCOMPARE(whole.color(QPalette::Active, role), palette.color(QPalette::Active, role));
            const QColor ground = whole.color(QPalette::Disabled, QPalette::Window);
            QVERIFY(contrastRatio(whole.color(QPalette::Disabled, role), ground) >= 3);
        }
        for (const auto group : { QPalette::Active, QPalette::Inactive, QPalette::Disabled })
            QVERIFY(contrastRatio(whole.color(group, QPalette::HighlightedText),
                        whole.color(group, QPalette::Highlight))
                >= 4.5); // selected rows
        QVERIFY(readablePalette(whole) == whole);
    }
}

void ContrastTest::coloursOfThePlatformMayChange()
{
    MainWindow window;
    applyAppearance(Appearance::Light);
    QApplication::setPalette(breezeDarkPalette());
    QTRY_COMPARE(QApplication::palette().color(QPalette::PlaceholderText),
        readablePalette(breezeDarkPalette()).color(QPalette::PlaceholderText));
}

QTEST_MAIN(ContrastTest)
#include "ContrastTest.moc"
