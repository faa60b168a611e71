// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/Contrast.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/pages/ProfileDetail.h"
#include "ui/panels/FixList.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/DifferenceDelegate.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StepList.h"
#include "ui/widgets/SvgShapes.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFrame>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOption>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

#include <algorithm>

using namespace torchmason;

namespace {

int inkedPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 127;
    }
    return count;
}

CheckRow row(const QString& id, CheckState state)
{
    CheckRow made;
    made.id = id;
    made.group = "tools";
    made.title = id;
    made.state = state;
    made.fixText = state == CheckState::Pass ? QString() : "Install it.";
    return made;
}

}

class WidgetsTest : public QObject {
    Q_OBJECT

private slots:
    void whatDiffersIsMarked_data();
    void whatDiffersIsMarked();
    void whatDiffersIsInSight();
    void longNamesHaveTheRoomThatValuesDoNotNeed();
    void iconsShowInk_data();
    void iconsShowInk();
    void iconsFollowThePalette();
    void iconsAreAsLargeAsLetters();
    void aBoxElidesItsChoice();
    void aLongChangeLeavesTheRowNarrow();
    void drawingsAreRead();
    void tonesCanBeRead_data();
    void tonesCanBeRead();
    void elidedLabelKeepsTheWholeText();
    void whatLooksLikeHtmlIsShownAsItIs();
    void picturesOfNotesAreNotFetched();
    void linesOfAListBeginBelowEachOther();
    void copyBoxCopiesAll();
    void copyBoxIsAsHighAsItsLines();
    void copyBoxBreaksAtSpaces();
    void copyBoxKeepsItsHeight();
    void framesAreWholeAtAnyScale();
    void fixesKeepRoomForTheirButtons();
    void numbersKeepTheirUnits();
    void checkRowsKeepTheirWidgets();
    void theKeyboardStaysNearASolvedProblem();
    void aFailingRowOpensItsFix();
    void whatARowOpensIsBroughtIntoSight();
    void aCommandBesideAButtonIsAnotherWay();
    void columnsAgreeWhateverRowsHold();
    void chosenIsSaidOfWhatWasTaken_data();
    void chosenIsSaidOfWhatWasTaken();
};

void WidgetsTest::iconsShowInk_data()
{
    QTest::addColumn<QString>("name");
    icon("stop").pixmap(16, 16); // loads the resources
    const QFileInfoList files = QDir(":/torchmason/icons").entryInfoList({ "*.svg" });
    QVERIFY(files.size() > 40);
    for (const QFileInfo& file : files)
        newRow(qPrintable(file.baseName()), file.baseName());
}

void WidgetsTest::iconsShowInk()
{
    QFETCH(QString, name);
    for (const QPalette& palette : { lightPalette(), darkPalette() }) {
        QApplication::setPalette(palette);
        for (int side : { 16, 48 })
            QVERIFY(inkedPixels(icon(name).pixmap(QSize(side, side), 1.0).toImage()) >= side / 4);
    }
}

void WidgetsTest::iconsFollowThePalette()
{
    const auto inkOf = [](const QPalette& palette, QIcon::Mode mode) {
        QApplication::setPalette(palette);
        return QColor(icon("stop").pixmap(QSize(48, 48), 1.0, mode).toImage().pixel(24, 11));
    };
    const QColor light = inkOf(lightPalette(), QIcon::Normal);
    const QColor dark = inkOf(darkPalette(), QIcon::Normal);
    QVERIFY(light.lightness() < 90);
    QVERIFY(dark.lightness() > 180);
    QVERIFY(inkOf(lightPalette(), QIcon::Disabled).lightness() > light.lightness());
}

void WidgetsTest::drawingsAreRead()
{
    const auto boundsOf = [](const char* element) {
        const SvgDrawing drawing = readSvg(QByteArray("<svg>") + element + "</svg>");
        return drawing.shapes.isEmpty() ? QRectF() : drawing.shapes.first().path.boundingRect();
    };
    QCOMPARE(boundsOf("<path d=\"M 1 2 L 5 2 L 5 8 L 1 8 Z\"/>"), QRectF(1, 2, 4, 6));
    QCOMPARE(boundsOf("<path d=\"M 0 0 C 0 4 8 4 8 0\"/>"), QRectF(0, 0, 8, 3));
    QCOMPARE(boundsOf("<circle cx=\"5\" cy=\"5\" r=\"2\"/>"), QRectF(3, 3, 4, 4));
    QCOMPARE(boundsOf("<path d=\"\"/>"), QRectF());
    QTest::ignoreMessage(QtWarningMsg, "Icon: \"h\" is no command of a path.");
    QCOMPARE(boundsOf("<path d=\"M 1 1 L 3 1 h 9\"/>"), QRectF(1, 1, 2, 0));
}

void WidgetsTest::tonesCanBeRead_data()
{
    QTest::addColumn<bool>("dark");
    newRow("light", false);
    newRow("dark", true);
}

void WidgetsTest::tonesCanBeRead()
{
    QFETCH(bool, dark);
    const QPalette palette = dark ? darkPalette() : lightPalette();
    for (Tone tone : { Tone::Neutral, Tone::Good, Tone::Warning, Tone::Bad, Tone::Accent }) {
        const QColor ink = toneColour(tone, palette);
        for (QPalette::ColorRole ground : { QPalette::Window, QPalette::Base, QPalette::AlternateBase })
            QVERIFY2(contrastRatio(ink, palette.color(ground)) >= 4.5, qPrintable(ink.name()));
        QVERIFY2(contrastRatio(ink, toneBackground(tone, palette)) >= 4.5, qPrintable(ink.name()));
    }
}

void WidgetsTest::elidedLabelKeepsTheWholeText()
{
    const QString path = QStringLiteral("/a/very/long/folder/").repeated(10);
    ElidedLabel label(path);
    label.resize(100, 20);
    QCOMPARE(label.toolTip(), path);
    label.actions().first()->trigger();
    QCOMPARE(QApplication::clipboard()->text(), path);
}

// A picture in HTML is fetched, perhaps from another computer: names come from files and bundles of others.
void WidgetsTest::whatLooksLikeHtmlIsShownAsItIs()
{
    const QString name = "<img src=\"//evil.example/x.png\">";
    for (const Appearance appearance : { Appearance::Light, Appearance::System }) {
        applyAppearance(appearance);
        Banner banner;
        banner.setMessage(Tone::Bad, name);
        banner.show();
        const auto labels = banner.findChildren<QLabel*>();
        QVERIFY(!labels.isEmpty());
        for (const QLabel* label : labels)
            QVERIFY(label->textFormat() != Qt::AutoText && label->textFormat() != Qt::RichText);
        QToolTip::showText(QPoint(10, 10), name, &banner);
        const auto tips = QApplication::topLevelWidgets();
        const auto tip = std::find_if(
            tips.begin(), tips.end(), [](const QWidget* widget) { return widget->inherits("QTipLabel"); });
        QVERIFY(tip != tips.end());
        QCOMPARE(qobject_cast<QLabel*>(*tip)->textFormat(), Qt::PlainText);
        QCOMPARE(QToolTip::text(), name);
        QToolTip::hideText();
    }
}

void WidgetsTest::picturesOfNotesAreNotFetched()
{
    RankedProfile ranked;
    ranked.profile.notes = "**Bold** <img src='/tmp/a.png'> ![name](/tmp/b.png) 1 < 2";
    ProfileDetail detail;
    detail.showProfile(ranked);
    for (const QLabel* label : detail.findChildren<QLabel*>()) {
        if (label->textFormat() != Qt::MarkdownText)
            continue;
        QTextDocument document;
        document.setMarkdown(label->text());
        QString text = document.toPlainText();
        QCOMPARE(text.remove(QChar(0x200b)), "Bold <img src='/tmp/a.png'> name 1 < 2");
        QVERIFY(!document.toHtml().contains("<img"));
        return;
    }
    QFAIL("no label shows the notes");
}

// What a log or a profile says is shown as it is, and heard without marks.
void WidgetsTest::linesOfAListBeginBelowEachOther()
{
    BulletLabel list;
    list.setLines({ "One <b>thing</b>.", "Another." }, "It may be:");
    QTextDocument shown;
    shown.setHtml(list.text());
    const QStringList lines = shown.toPlainText().split(u'\n', Qt::SkipEmptyParts);
    QVERIFY2(lines.contains("One <b>thing</b>."), qPrintable(lines.join(u'|')));
    QCOMPARE(list.accessibleName(), "It may be:\nOne <b>thing</b>.\nAnother.");
    list.setLines({ "Alone." });
    QVERIFY(!list.text().contains(u'•'));
    list.setLines({});
    QVERIFY(list.isHidden());
}

void WidgetsTest::copyBoxCopiesAll()
{
    CopyBox box;
    box.setText("cmake -S \"a b\"\nninja");
    box.findChild<QToolButton*>("copyBoxButton")->click();
    QCOMPARE(QApplication::clipboard()->text(), "cmake -S \"a b\"\nninja");
}

void WidgetsTest::copyBoxBreaksAtSpaces()
{
    CopyBox box;
    box.resize(460, 100);
    box.show();
    const QString command = QStringLiteral(
        "python3 -m pip install torch==2.14.1 --index-url https://download.pytorch.org/whl/cu126");
    auto* edit = box.findChild<QPlainTextEdit*>();
    const auto isBroken = [edit] { return edit->toPlainText().contains(u'\n'); };
    box.setText(command);
    QTRY_VERIFY(isBroken());
    QCOMPARE(edit->toPlainText().replace(u'\n', u' '), command);
    QCOMPARE(edit->document()->blockCount(), 1);
    QCOMPARE(box.text(), command);
    edit->selectAll();
    edit->copy();
    QCOMPARE(QApplication::clipboard()->text(), command);
    box.resize(4000, 100);
    QTRY_VERIFY(!isBroken());
    QCOMPARE(edit->toPlainText(), command);
}

// A page gets another line, and is made higher only after that: until then its parts share what is missing.
void WidgetsTest::copyBoxKeepsItsHeight()
{
    QWidget page;
    auto* box = new CopyBox(&page);
    columnOf(&page, {}, 0, { box })->setSizeConstraint(QLayout::SetNoConstraint);
    box->setText("one\ntwo\nthree");
    page.resize(400, 300);
    page.show();
    const int height = box->height();
    QCOMPARE(height, box->sizeHint().height());
    page.resize(400, height - 5);
    QCOMPARE(box->height(), height);
    box->setText("one");
    page.resize(400, 300);
    QTRY_COMPARE(box->height(), box->sizeHint().height());
    QVERIFY(box->height() < height);
}

void WidgetsTest::fixesKeepRoomForTheirButtons()
{
    FixList list;
    Fix fix { "on", "set-flag", "Switch it on", "Sets it.", {} };
    list.setFixes({ fix }, false);
    const QSize before = list.sizeHint();
    fix.changes = QStringList { "IT=ON" };
    list.setFixes({ fix }, true);
    QCOMPARE(list.sizeHint().height(), before.height());
    QVERIFY(list.findChild<QPushButton*>("fix-on"));
}

void WidgetsTest::numbersKeepTheirUnits()
{
    const QString space(QChar::Nbsp);
    QCOMPARE(keptTogether("8.0, 40.0 GB"), "8.0, 40.0" + space + "GB");
    QCOMPARE(keptTogether("525 or newer for CUDA 12.6"), "525 or newer for CUDA" + space + "12.6");
    QCOMPARE(keptTogether("24 cores, 48 threads"), "24 cores, 48 threads");
    QCOMPARE(keptTogether("10 GBs of 2 CUDAs"), "10 GBs of 2 CUDAs");
}

// What stands inside a frame begins and ends at whole pixels, and so do its edges.
void WidgetsTest::framesAreWholeAtAnyScale()
{
    const ApplicationStyle style;
    QFrame frame;
    constexpr int side = 20;
    for (const double scale : { 1.0, 1.25, 1.5, 1.75, 2.0 }) {
        for (int left = 0; left < 4; ++left) {
            QImage image(100, 100, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.scale(scale, scale);
            painter.translate(left, left);
            QStyleOption option;
            option.rect = QRect(0, 0, side, side);
            option.state = QStyle::State_Enabled;
            option.palette = QPalette(QColor(0xef, 0xef, 0xef));
            style.drawPrimitive(QStyle::PE_Frame, &option, &painter, &frame);
            painter.fillRect(option.rect.adjusted(1, 1, -1, -1), Qt::white);
            painter.end();
            const int middle = qRound((left + side / 2) * scale);
            int across = 0;
            int down = 0;
            for (int at = 0; at < image.width(); ++at) {
                across += image.pixelColor(at, middle) == Qt::white ? 0 : 1;
                down += image.pixelColor(middle, at) == Qt::white ? 0 : 1;
            }
            QVERIFY2(across >= 2 && down >= 2, qPrintable(QString::number(scale)));
            QVERIFY(across <= 4 && down <= 4);
        }
    }
}

void WidgetsTest::copyBoxIsAsHighAsItsLines()
{
    CopyBox box;
    box.setMaximumLines(5);
    box.resize(400, 100);
    box.show();
    const auto heightOf = [&](const QString& text) {
        box.setText(text);
        return box.sizeHint().height();
    };
    const int one = heightOf("x");
    const int two = heightOf("x\nx");
    QCOMPARE(heightOf("x\nx\nx") - two, two - one);
    // A bar would take room, and wrap what has just fitted.
    const auto* edit = box.findChild<QPlainTextEdit*>();
    QCOMPARE(edit->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
    heightOf("x\nx\nx\nx\nx\nx");
    QCOMPARE(edit->verticalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
    // A line that is broken counts as often as it is broken, also after the box has become narrower.
    const QString broken = QStringLiteral("word ").repeated(40);
    QVERIFY(heightOf(broken) > two);
    box.setText(QStringLiteral("word ").repeated(10));
    const int wide = box.sizeHint().height();
    box.resize(150, 100);
    QTRY_VERIFY(box.sizeHint().height() > wide);
    QCOMPARE(heightOf(QStringLiteral("word ").repeated(400)), one + 4 * (two - one));
    // What all has room is not scrolled, whatever the letters.
    box.resize(400, 100);
    box.setText("one\ntwo\nthree\nfour\nfive");
    for (const int points : { 7, 8, 9, 10, 11, 12, 14, 18 }) {
        QFont font = box.font();
        font.setPointSize(points);
        box.setFont(font);
        QCoreApplication::sendPostedEvents();
        box.grab();
        QCOMPARE(box.findChild<QPlainTextEdit*>()->verticalScrollBar()->maximum(), 0);
    }
}

void WidgetsTest::checkRowsKeepTheirWidgets()
{
    CheckList list;
    list.setRows({ row("cmake", CheckState::Unknown), row("git", CheckState::Unknown) }, true);
    CheckRowWidget* before = list.rowWidget("git");
    list.setRows({ row("cmake", CheckState::Pass), row("git", CheckState::Pass) }, false);
    QCOMPARE(list.rowWidget("git"), before);
    list.setRows({ row("git", CheckState::Pass) }, false);
    QCOMPARE(list.rowWidget("git"), before);
    QVERIFY(!list.rowWidget("cmake"));
}

// Whoever solves one problem by the keyboard goes on with the next.
void WidgetsTest::theKeyboardStaysNearASolvedProblem()
{
    auto* list = new CheckList;
    QScrollArea* page = scrolled(list, "page", "Page");
    const auto problem = [](const QString& id) {
        CheckRow made = row(id, CheckState::Fail);
        made.changes = { setFlagChange("A", id) };
        return made;
    };
    list->setRows({ problem("one"), problem("two") }, false);
    page->resize(600, 400);
    page->show();
    page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page));
    auto* first = list->rowWidget("one")->findChild<QPushButton*>("check-one-change1");
    QVERIFY(first);
    first->setFocus();
    list->setRows({ problem("two") }, false);
    QVERIFY(list->rowWidget("two")->isAncestorOf(page->window()->focusWidget()));
    list->setRows({ row("two", CheckState::Pass) }, false);
    list->setRows({}, false);
    QCOMPARE(page->window()->focusWidget(), page);
    delete page;
}

void WidgetsTest::aFailingRowOpensItsFix()
{
    CheckRowWidget widget("ninja");
    widget.setRow(row("ninja", CheckState::Fail), true);
    QVERIFY(!widget.isOpen()); // still being looked for
    widget.setRow(row("ninja", CheckState::Fail), false);
    QVERIFY(widget.isOpen());
    widget.setOpen(false);
    widget.setRow(row("ninja", CheckState::Fail), false);
    QVERIFY(!widget.isOpen()); // closed by the user: stays closed
    widget.setRow(row("ninja", CheckState::Pass), false);
    QVERIFY(!widget.isOpen());
}

void WidgetsTest::whatARowOpensIsBroughtIntoSight()
{
    auto* list = new CheckList;
    const std::unique_ptr<QScrollArea> page(scrolled(list, "page", "Page"));
    QVector<CheckRow> rows;
    for (const char* id : { "one", "two", "three", "four", "five", "six" }) {
        rows << row(id, CheckState::Unknown);
        rows.last().fixCommand = "sudo apt install ninja-build";
    }
    page->resize(600, 150);
    page->show();
    list->setRows(rows, false);
    CheckRowWidget* last = list->rowWidget("six");
    auto* toggle = last->findChild<QToolButton*>("check-six-toggle");
    const auto isSeen = [last, &page] {
        const QPoint end = last->mapTo(page->viewport(), last->rect().bottomLeft());
        return end.y() <= page->viewport()->rect().bottom() + 1;
    };
    QTRY_VERIFY(page->verticalScrollBar()->maximum() > 0);
    page->ensureWidgetVisible(toggle, 0, 0);
    const int before = page->verticalScrollBar()->maximum();
    toggle->click();
    QTRY_VERIFY(page->verticalScrollBar()->maximum() > before);
    QTRY_VERIFY(isSeen());
}

void WidgetsTest::aCommandBesideAButtonIsAnotherWay()
{
    CheckRow made = row("ninja", CheckState::Fail);
    made.fixCommand = "sudo apt install ninja-build";
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    const auto* words = widget.findChild<QLabel*>("check-ninja-by-hand");
    QVERIFY(words->isHidden());
    made.changes = { setFlagChange("USE_NINJA", "OFF") };
    widget.setRow(made, false);
    widget.resize(800, 400);
    widget.show();
    QVERIFY(words->isVisible());
    const auto top = [&widget](const QWidget* part) { return part->mapTo(&widget, QPoint()).y(); };
    QVERIFY(top(words) > top(widget.findChild<QPushButton*>("check-ninja-change1")));
    QVERIFY(top(words) < top(widget.findChild<CopyBox*>()));
    made.fixCommand.clear();
    widget.setRow(made, false);
    QVERIFY(words->isHidden());
}

void WidgetsTest::columnsAgreeWhateverRowsHold()
{
    CheckRow plain = row("git", CheckState::Pass);
    plain.fixText.clear();
    plain.fixCommand.clear();
    plain.found = plain.need = "2.39";
    plain.state = CheckState::Unknown; // the widest word
    CheckRow full = row("cmake", CheckState::Pass);
    full.found = "3.25.1";
    full.where = "/usr/bin/cmake";
    full.need = QString("a long list of modules ").repeated(12);
    full.overrideKey = "cmake";
    CheckList list;
    list.setRows({ plain, full }, false);
    list.resize(1000, 600);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    const auto place = [&](const char* name) {
        const auto* widget = list.findChild<QWidget*>(name);
        return QRect(widget->mapTo(&list, QPoint()), widget->size());
    };
    QVERIFY(!list.findChild<QWidget*>("check-git-toggle")->isVisible());
    QVERIFY(list.findChild<QWidget*>("check-cmake-toggle")->isVisible());
    for (const char* column : { "found-text", "need" }) {
        const auto left = [&](const char* row) {
            return place(qPrintable(QStringLiteral("check-%1-%2").arg(row, column))).left();
        };
        QCOMPARE(left("git"), left("cmake"));
    }
    QCOMPARE(place("check-cmake-where").top() - place("check-cmake-found-text").bottom(), 3);
    // What is needed stands below where there is no room for it.
    list.resize(500, 600);
    QTRY_COMPARE(place("check-cmake-need").left(), place("check-cmake-where").left());
    QVERIFY(place("check-cmake-need").top() > place("check-cmake-where").bottom());
}

void WidgetsTest::chosenIsSaidOfWhatWasTaken_data()
{
    QTest::addColumn<QString>("overridden");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("where");
    QTest::addColumn<bool>("said");
    const QString mine = "/opt/g++";
    const QString other = "/usr/bin/g++";
    const QString found = "PATH";
    newRow("it was taken", mine, chosenByUser(), other, true);
    newRow("it was found by itself, too", mine, found, mine, true);
    newRow("another one was taken", mine, found, other, false);
    newRow("nothing was chosen", QString(), found, mine, false);
}

void WidgetsTest::chosenIsSaidOfWhatWasTaken()
{
    QFETCH(QString, overridden);
    QFETCH(QString, source);
    QFETCH(QString, where);
    QFETCH(bool, said);
    CheckRow made = row("compiler", CheckState::Pass);
    made.overrideKey = "cxx";
    made.source = source;
    made.where = where;
    CheckList list;
    if (!overridden.isEmpty())
        list.setOverrides({ { made.overrideKey, overridden } });
    list.setRows({ made }, false);
    const CheckRowWidget* widget = list.rowWidget(made.id);
    QCOMPARE(!widget->findChild<QLabel*>("check-compiler-chosen")->isHidden(), said);
    // Taken back can be all that was chosen.
    const auto* back = widget->findChild<QAbstractButton*>("check-compiler-found");
    QCOMPARE(back->isHidden(), overridden.isEmpty());
}

// A row is as wide as the page, whatever path a change names; what is cut stands in the tip.
void WidgetsTest::aLongChangeLeavesTheRowNarrow()
{
    CheckRow made = row("wheel", CheckState::Fail);
    made.changes = { setFlagChange("BUILD_FOLDER", "/home/" + QString("folder-of-a-group/").repeated(20)) };
    CheckRowWidget widget(made.id);
    widget.setRow(made, false);
    widget.setOpen(true);
    QVERIFY2(widget.minimumSizeHint().width() < 800,
        qPrintable(QString::number(widget.minimumSizeHint().width())));
    const auto* button = widget.findChild<QAbstractButton*>("check-wheel-change1");
    QCOMPARE(button->accessibleName(), made.changes.first().title);
    QVERIFY(button->toolTip().contains("folder-of-a-group/folder-of-a-group"));
    made.changes.first().title
        = "Give the build an environment of its own in /srv/" + QString("folder-of-a-group/").repeated(20);
    widget.setRow(made, false);
    const QString shown = widget.findChild<QAbstractButton*>("check-wheel-change1")->text();
    QVERIFY2(shown.startsWith("Give the build an environment of its own in /srv/"), qPrintable(shown));
    QVERIFY(shown.contains(u'…'));
}

void WidgetsTest::aBoxElidesItsChoice()
{
    applyAppearance(Appearance::Light);
    const auto pictureOf = [](const QString& choice) {
        QComboBox box;
        box.addItem(choice);
        box.resize(120, 30);
        return box.grab().toImage();
    };
    const QString words = "TheProfileWithTheLongestNameOfAll";
    bool isElided = false;
    for (int letters = 1; letters < words.size(); ++letters)
        isElided = isElided || pictureOf(words) == pictureOf(words.left(letters) + u'…');
    QVERIFY(isElided);
    QVERIFY(pictureOf("Short") != pictureOf("Short…"));
}

void WidgetsTest::iconsAreAsLargeAsLetters()
{
    applyAppearance(Appearance::Light);
    IconLabel label(36);
    QToolButton button;
    QTreeWidget list;
    StepButton step(1, "Step");
    step.setNarrow(true);
    const auto sides = [&] {
        return QVector<int> { label.width(), button.iconSize().width(),
            list.style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, &list) };
    };
    const auto write = [&](int pixels) {
        QFont font;
        font.setPixelSize(pixels);
        for (QWidget* widget : std::initializer_list<QWidget*> { &label, &button, &list, &step })
            widget->setFont(font);
        return label.fontMetrics().height();
    };
    write(9);
    QCOMPARE(sides(), QVector<int>({ 36, 16, 16 }));
    const int height = write(24);
    QVERIFY(height > 24);
    QCOMPARE(sides(), QVector<int>({ 36 * height / 16, height, height }));
    QCOMPARE(step.sizeHint().height(), 24 * height / 16 + height + 20);
    const QIcon clear = QApplication::style()->standardIcon(QStyle::SP_LineEditClearButton);
    QCOMPARE(clear.pixmap(48).width(), 48); // drawn, no picture that is scaled
}

void WidgetsTest::whatDiffersIsMarked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("part");
    newRow("a whole word", "cc -DUSE_MPI=1 x.c", "cc -DUSE_NCCL=1 x.c", "DUSE_MPI");
    newRow("a number", "took 1203 s", "took 1303 s", "1203");
    newRow("at the end", "-c x.obj", "-c x.o", "obj");
    newRow("two", "[12/90] cc -c one.c", "[13/90] cc -c two.c", "12|one");
    newRow("more in the middle", "a b c", "a c", "b ");
    newRow("less", "a c", "a b c", "");
    newRow("repeated", "-x -x -x", "-x -x", " -x");
    newRow("all of it", "yes", "no", "");
    newRow("most of it", "one: two three", "four: five six", "");
    newRow("beside nothing", "yes", "", "");
}

void WidgetsTest::whatDiffersIsMarked()
{
    QFETCH(QString, text);
    QFETCH(QString, other);
    QStringList parts;
    for (const auto& [first, length] : differingParts(text, other))
        parts << text.mid(first, length);
    QTEST(parts.join(u'|'), "part");
}

// A compiler's command is longer than its column: the part that differs is in sight all the same.
void WidgetsTest::whatDiffersIsInSight()
{
    applyAppearance(Appearance::Light);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.setItemDelegate(new DifferenceDelegate(&tree));
    tree.resize(500, 200);
    const QColor mark = toneBackground(Tone::Warning, tree.palette());
    const auto marks = [&](const QString& left, const QString& right) {
        tree.begin({ "Stage", "One", "Two" });
        tree.addGroup("Group");
        tree.addRow("Line 1", { left, right });
        tree.end({});
        tree.show();
        const QImage image = tree.viewport()->grab().toImage();
        const int middle = tree.columnViewportPosition(2);
        bool inColumn[2] {};
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                inColumn[x > middle] |= image.pixelColor(x, y) == mark;
        }
        return std::pair(inColumn[0], inColumn[1]);
    };
    const QString includes = QString("-Isome/folder ").repeated(30);
    QCOMPARE(marks(includes + "-DONE " + includes, includes + "-DTWO " + includes), std::pair(true, true));
    QCOMPARE(marks(includes, includes), std::pair(false, false));
    QCOMPARE(marks("yes", "no"), std::pair(false, false)); // there is nothing to look for
}

void WidgetsTest::longNamesHaveTheRoomThatValuesDoNotNeed()
{
    const QString name = QString("a part of a name ").repeated(5);
    ComparedTree tree("tree", {}, "Tree", nullptr);
    tree.resize(1400, 200);
    tree.show();
    const auto fill = [&](const QString& value) {
        tree.begin({ "What", "One", "Two" });
        tree.addGroup("Group");
        tree.addRow(name, { value, value });
        tree.end({});
        return tree.columnWidth(0);
    };
    const int whole = tree.fontMetrics().horizontalAdvance(name);
    QVERIFY(fill(QString("value ").repeated(60)) < whole);
    QVERIFY(fill("1 s") > whole);
    tree.resize(500, 200);
    QTRY_VERIFY(tree.columnWidth(0) < whole);
    tree.resize(1400, 200);
    QTRY_VERIFY(tree.columnWidth(0) > whole);
}

QTEST_MAIN(WidgetsTest)
#include "WidgetsTest.moc"
