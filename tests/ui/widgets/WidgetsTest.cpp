// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Rows.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/pages/ProfileDetail.h"
#include "ui/text/BreakableText.h"
#include "ui/text/CheckText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/StepList.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QStyleOption>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

using namespace torchmason;

// Labels, boxes and frames.
class WidgetsTest : public QObject {
    Q_OBJECT

private slots:
    void elidedLabelKeepsTheWholeText();
    void whatLooksLikeHtmlIsShownAsItIs();
    void aLongTipHasSeveralLines_data();
    void aLongTipHasSeveralLines();
    void picturesOfNotesAreNotFetched();
    void linesOfAListBeginBelowEachOther();
    void numbersKeepTheirUnits();
    void framesAreWholeAtAnyScale();
    void linesAreEquallyThick();
    void headingsOfSeveralLinesAreWhole();
    void aBoxElidesItsChoice();
    void aBoxHasRoomForItsChoice();
    void theCursorLeavesSelectedWordsAsTheyAre();
    void aStepThatCannotBeOpenedSaysWhy();
    void aNarrowStepElidesItsNameUnlessItIsCurrent();
    void aBannerOfOneLineKeepsItsButtonWhole();
    void theIconStandsBesideTheFirstLine();
    void longFactsAreWholeAtAnyWidth();
    void aNarrowMarkWrapsItsWord();
    void aMarkHasRoomForItsWord();
};

void WidgetsTest::elidedLabelKeepsTheWholeText()
{
    const QString path = QStringLiteral("/a/very/long/folder/").repeated(10);
    ElidedLabel label(path);
    label.resize(100, 20);
    QCOMPARE(label.toolTip().remove(u'\n'), path);
    label.actions().first()->trigger();
    QCOMPARE(QApplication::clipboard()->text(), path);
    const QString end = QStringLiteral(" · attempt 7");
    label.setText(path, end);
    QCOMPARE(label.text(), path + end);
    label.resize(label.fontMetrics().horizontalAdvance(end + QStringLiteral("/a/very/long")), 20);
    QVERIFY2(label.shownText().endsWith(end), qPrintable(label.shownText()));
    QVERIFY2(label.shownText().startsWith(u'/'), qPrintable(label.shownText()));
    label.resize(label.fontMetrics().horizontalAdvance(end), 20); // and something of the rest is seen
    QVERIFY2(label.shownText().startsWith(u'/'), qPrintable(label.shownText()));
    label.resize(label.sizeHint());
    QCOMPARE(label.shownText(), label.text());
    label.setText(path);
    label.setShorter({ QStringLiteral("a folder in a folder"), QStringLiteral("a") });
    QCOMPARE(label.text(), path);
    label.resize(label.sizeHint().width(), 20);
    QCOMPARE(label.shownText(), path);
    label.resize(label.width() - 10, 20);
    QCOMPARE(label.shownText(), "a folder in a folder");
    label.resize(label.fontMetrics().horizontalAdvance(QStringLiteral("a")) + 1, 20);
    QCOMPARE(label.shownText(), "a");
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

void WidgetsTest::aLongTipHasSeveralLines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const QString words = QStringLiteral("123456789 ").repeated(9); // as long as a line, with the blank
    const QString folders = QStringLiteral("/23456789").repeated(9);
    const QString letters(90, u'x');
    newRow("nothing", "", "");
    newRow("short", "<p>a</p>\n  b", "<p>a</p>\n  b");
    newRow("as long as a line", letters, letters);
    newRow("words", words + "a b", words.trimmed() + "\na b");
    newRow("a path", folders + "/23456789/a b", folders + "/\n23456789/a b");
    newRow("one word", letters + letters + "a", letters + '\n' + letters + "\na");
    newRow("the second line", "a\n" + words + "b", "a\n" + words.trimmed() + "\nb");
}

void WidgetsTest::aLongTipHasSeveralLines()
{
    QFETCH(QString, text);
    QTEST(tipText(text), "shown");
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
    const QStringList lines = withoutBreaks(shown.toPlainText()).split(u'\n', Qt::SkipEmptyParts);
    QVERIFY2(lines.contains("One <b>thing</b>."), qPrintable(lines.join(u'|')));
    QCOMPARE(list.accessibleName(), "It may be:\nOne <b>thing</b>.\nAnother.");
    list.setLines({ "Alone." });
    QVERIFY(!list.text().contains(u'•'));
    list.setLines({});
    QVERIFY(list.isHidden());
}

void WidgetsTest::numbersKeepTheirUnits()
{
    const QString space(QChar::Nbsp);
    QCOMPARE(keptTogether("8.0, 40.0 GB"), "8.0, 40.0" + space + "GB");
    QCOMPARE(keptTogether("525 or newer for CUDA 12.6"), "525 or newer for CUDA" + space + "12.6");
    QCOMPARE(keptTogether("24 cores, 48 threads"), "24 cores, 48 threads");
    QCOMPARE(keptTogether("10 GBs of 2 CUDAs"), "10 GBs of 2 CUDAs");
    QCOMPARE(keptTogether("from /home/me / you"), "from /" + QString(QChar(0x2060)) + "home/me / you");
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

// Letters that are not whole pixels wide, in a box that is as wide as it asks to be.
void WidgetsTest::aBoxHasRoomForItsChoice()
{
    applyAppearance(Appearance::Light);
    for (const QString words : { "All stages", "Configure", "Errors and warnings", "Wheel" }) {
        for (double points = 8; points < 15; points += 0.5) {
            QFont letters = QApplication::font();
            letters.setPointSizeF(points);
            letters.setHintingPreference(QFont::PreferNoHinting);
            const auto pictureOf = [&](int wider) {
                QComboBox box;
                box.setFont(letters);
                box.addItem(words);
                box.resize(box.sizeHint().width() + wider, 40);
                const int shown = box.fontMetrics().horizontalAdvance(words);
                return box.grab(QRect(4, 4, shown, 32)).toImage();
            };
            QVERIFY2(pictureOf(0) == pictureOf(40), qPrintable(QString("%1, %2 pt").arg(words).arg(points)));
        }
    }
}

// Wherever they stand, also where a pixel is one and a half of the screen.
void WidgetsTest::linesAreEquallyThick()
{
    SeparatorLine line(Qt::Horizontal);
    line.resize(20, 1);
    for (const double scale : { 1.0, 1.25, 1.5, 1.75, 2.0, 3.0 }) {
        for (int top = 0; top < 8; ++top) {
            QImage image(60, 60, QImage::Format_RGB32);
            image.setDevicePixelRatio(scale);
            image.fill(Qt::white);
            line.render(&image, QPoint(0, top), {}, QWidget::RenderFlags());
            int thickness = 0;
            for (int y = 0; y < image.height(); ++y)
                thickness += image.pixelColor(10, y) == Qt::white ? 0 : 1;
            QVERIFY2(thickness == int(scale), qPrintable(QStringLiteral("%1 at %2").arg(scale).arg(top)));
        }
    }
}

// Each line has the room, all of them as one would not.
void WidgetsTest::headingsOfSeveralLinesAreWhole()
{
    const QFontMetrics letters { QFont() };
    const auto drawn = [&letters](const QStyle& style, const QString& text) {
        QStyleOptionHeader heading;
        heading.text = text;
        heading.fontMetrics = letters;
        heading.state = QStyle::State_Enabled;
        heading.textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
        heading.rect = QRect(0, 0, letters.horizontalAdvance("a long name") + 2, 4 * letters.height());
        QImage image(heading.rect.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        style.drawControl(QStyle::CE_HeaderLabel, &heading, &painter, nullptr);
        painter.end();
        return image;
    };
    const ApplicationStyle style;
    const PlainTextStyle plain(QStringLiteral("fusion"));
    QCOMPARE(drawn(style, "a long name\nof a thing"), drawn(plain, "a long name\nof a thing"));
    QVERIFY(
        drawn(style, "a long name of a thing") != drawn(plain, "a long name of a thing")); // cut with dots
}

void WidgetsTest::theCursorLeavesSelectedWordsAsTheyAre()
{
    const ApplicationStyle style;
    const QColor ground = QPalette().color(QPalette::Highlight);
    const auto drawn = [&style](QStyle::State selected, const QColor& under) {
        QImage image(40, 20, QImage::Format_RGB32);
        image.fill(under);
        QPainter painter(&image);
        QStyleOptionFocusRect cell;
        cell.rect = image.rect();
        cell.state
            = QStyle::State_Enabled | QStyle::State_Item | QStyle::State_KeyboardFocusChange | selected;
        style.drawPrimitive(QStyle::PE_FrameFocusRect, &cell, &painter, nullptr);
        painter.end();
        return std::array { image.pixelColor(20, 10), image.pixelColor(20, 2), image.pixelColor(20, 0) };
    };
    const auto selected = drawn(QStyle::State_Selected, ground);
    QCOMPARE(selected[0], ground);
    QVERIFY(selected[1] != ground);
    const QColor base = QPalette().color(QPalette::Base);
    QVERIFY(drawn(QStyle::State_None, base)[2] != base); // else nobody sees where it is
}

void WidgetsTest::aStepThatCannotBeOpenedSaysWhy()
{
    StepList steps;
    steps.addStep("first", "Machine");
    steps.addStep("second", "Profile");
    const auto* first = steps.findChild<StepButton*>("first");
    const auto* second = steps.findChild<StepButton*>("second");
    QCOMPARE(first->toolTip(), "Go to \"Machine\"");
    QCOMPARE(second->toolTip(), "Opens after \"Machine\": press Next there");
    steps.setDetail(1, Mark::Waiting, "as before");
    QCOMPARE(second->toolTip(), "as before\nOpens after \"Machine\": press Next there");
    steps.setReached(1);
    QCOMPARE(second->toolTip(), "as before");
    steps.setDetail(1, Mark::Waiting, {});
    QCOMPARE(second->toolTip(), "Go to \"Profile\"");
    steps.setCurrent(1); // one is there
    QCOMPARE(second->toolTip(), QString());
    QCOMPARE(first->toolTip(), "Go to \"Machine\"");
}

void WidgetsTest::aNarrowStepElidesItsNameUnlessItIsCurrent()
{
    const QString name = "A step with a name of far too many words";
    StepButton step(1, name);
    step.setNarrow(true);
    const int whole = QFontMetrics(boldFont(step.font())).horizontalAdvance(name);
    QVERIFY(step.sizeHint().width() < whole);
    step.setDetail(Mark::Waiting, "1 to fix");
    QCOMPARE(step.toolTip(), name + "\n1 to fix");
    step.resize(step.sizeHint());
    const int room = step.width() - 2 * spacing::inner;
    StepButton elided(1, step.fontMetrics().elidedText(name, Qt::ElideRight, room));
    QVERIFY(elided.text() != name);
    elided.setNarrow(true);
    elided.resize(step.size());
    QCOMPARE(step.grab().toImage(), elided.grab().toImage());
    step.setCurrent(true);
    QVERIFY(step.sizeHint().width() > whole);
    step.setNarrow(false);
    QCOMPARE(step.toolTip(), "1 to fix");
}

// Large letters and a long name: the words give way.
void WidgetsTest::aBannerOfOneLineKeepsItsButtonWhole()
{
    QFont large = QApplication::font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    Banner banner;
    banner.setFont(large);
    banner.setOneLine();
    const QPushButton* button = banner.addButton("Show it", "show", {});
    const QString text = QString("Attempt 1, %1, is building.").arg(QString("a long name ").repeated(20));
    banner.setMessage(Tone::Accent, text);
    QCOMPARE(banner.text(), text);
    for (const int width : { 2000, 600, 300, 10 }) {
        banner.resize(width, banner.sizeHint().height());
        banner.show();
        banner.grab();
        QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(QString::number(width)));
        QVERIFY(banner.rect().contains(button->geometry()));
        const auto* words = banner.findChild<ElidedLabel*>();
        QVERIFY(words->isVisible() && words->toolTip() == tipText(text));
        QVERIFY(!words->geometry().intersects(button->geometry()));
    }
}

void WidgetsTest::theIconStandsBesideTheFirstLine()
{
    Banner banner;
    banner.addButton("Take", "take", {});
    banner.setMessage(Tone::Accent, QString("Several words and more of them. ").repeated(6).trimmed());
    banner.resize(2000, 60);
    banner.show();
    const auto* icon = banner.findChild<IconLabel*>();
    const auto* words = banner.findChild<QLabel*>();
    QTRY_COMPARE_LE(std::abs(icon->geometry().center().y() - words->geometry().center().y()), 1);
    banner.resize(300, banner.heightForWidth(300));
    QTRY_COMPARE(icon->y(), words->y());
    banner.resize(300, banner.heightForWidth(300) + 60);
    QTRY_COMPARE(icon->y(), words->y());
    QVERIFY(words->alignment() & Qt::AlignTop); // and its text begins there
    Banner narrow; // from the start
    narrow.setMessage(Tone::Accent, banner.text());
    narrow.resize(300, narrow.heightForWidth(300) + 60);
    narrow.show();
    const auto* label = narrow.findChild<QLabel*>();
    QTRY_COMPARE(narrow.findChild<IconLabel*>()->y(), label->y());
    QVERIFY(label->alignment() & Qt::AlignTop);
}

// Qt's form takes a line from them at a single width; what was high once in a narrow place may stay so.
void WidgetsTest::longFactsAreWholeAtAnyWidth()
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* facts = new FactList(content);
    column->addWidget(facts);
    column->addStretch();
    const std::unique_ptr<QScrollArea> area(scrolled(content, "facts", "Facts"));
    facts->add("Time", "about 30 minutes more on eight cores with one architecture");
    facts->add("Known from",
        "Notes of a builder for A100 on Google Cloud, November 2025\npytorch issue 150647 (GPU code per "
        "architecture)\nRELEASE.md and release notes of PyTorch 2.14");
    for (const QLabel* label : content->findChildren<QLabel*>()) // its first line is that of its name
        QVERIFY(label->alignment() & Qt::AlignTop);
    area->show();
    const int letter = area->fontMetrics().averageCharWidth();
    for (int width = 24 * letter; width < 60 * letter; ++width) {
        area->resize(width, 200);
        QCoreApplication::processEvents();
        for (const QLabel* label : content->findChildren<QLabel*>())
            QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                qPrintable(QStringLiteral("%1 at %2").arg(label->text()).arg(width)));
    }
    area->resize(200 * letter, 200);
    QTRY_VERIFY(facts->height() <= 5 * area->fontMetrics().lineSpacing());
    QCOMPARE(facts->height(), facts->heightForWidth(facts->width()));
}

void WidgetsTest::aNarrowMarkWrapsItsWord()
{
    QWidget page;
    auto* mark = new StateMark(&page);
    mark->setWordWrap(true);
    mark->setMark(Mark::Bad, "6 things in this file are wrong");
    columnOf(&page, {}, 0, { mark, Part::stretch() });
    const QSize line = mark->sizeHint();
    page.resize(2 * line.width(), 300);
    page.show();
    QTRY_COMPARE(mark->height(), line.height());
    const QImage inOneLine = mark->grab().toImage();
    page.resize(line.width() * 2 / 3, 300);
    QTRY_VERIFY(mark->height() >= 2 * line.height());
    QCOMPARE(mark->width(), page.width());
    const QImage wrapped = mark->grab().toImage();
    const QRect second(0, line.height(), mark->width(), line.height());
    const QImage lineBelow = wrapped.copy(second);
    const QImage blank = inOneLine.copy(inOneLine.width() - 20, 0, 10, 10); // beside the words
    bool isWritten = false;
    for (int y = 0; y < lineBelow.height(); ++y) {
        for (int x = 0; x < lineBelow.width(); ++x)
            isWritten = isWritten || lineBelow.pixel(x, y) != blank.pixel(0, 0);
    }
    QVERIFY(isWritten);
}

// Widths of words are parts of a pixel more or less than their rounded advance.
void WidgetsTest::aMarkHasRoomForItsWord()
{
    StateMark mark;
    for (const char* word : { "to fix", "good", "warning", "not known", "optional" }) {
        mark.setMark(Mark::Bad, QLatin1String(word));
        for (double size = 8; size <= 20; size += 0.25) {
            QFont font;
            font.setPointSizeF(size);
            mark.setFont(font);
            const QSize room = mark.sizeHint();
            mark.resize(room);
            const QImage fits = mark.grab().toImage();
            mark.resize(3 * room.width(), room.height());
            QCOMPARE(mark.grab(QRect({}, room)).toImage(), fits);
        }
    }
}

QTEST_MAIN(WidgetsTest)
#include "WidgetsTest.moc"
