// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Icons.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/Contrast.h"
#include "ui/frame/Appearance.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/StepList.h"
#include "ui/widgets/SvgShapes.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QScopeGuard>
#include <QTest>
#include <QToolButton>
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

}

// Icons and colours on every palette.
class IconsTest : public QObject {
    Q_OBJECT

private slots:
    void iconsShowInk_data();
    void iconsShowInk();
    void iconsFollowThePalette();
    void backIsWhereLinesBegin();
    void drawingsAreRead();
    void tonesCanBeRead_data();
    void tonesCanBeRead();
    void iconsAreAsLargeAsLetters();
};

void IconsTest::iconsShowInk_data()
{
    QTest::addColumn<QString>("name");
    icon("stop").pixmap(16, 16); // loads the resources
    const QFileInfoList files = QDir(":/torchmason/icons").entryInfoList({ "*.svg" });
    QVERIFY(files.size() > 40);
    for (const QFileInfo& file : files)
        newRow(qPrintable(file.baseName()), file.baseName());
}

void IconsTest::iconsShowInk()
{
    QFETCH(QString, name);
    for (const QPalette& palette : { lightPalette(), darkPalette() }) {
        QApplication::setPalette(palette);
        for (int side : { 16, 48 })
            QVERIFY(inkedPixels(icon(name).pixmap(QSize(side, side), 1.0).toImage()) >= side / 4);
    }
}

void IconsTest::iconsFollowThePalette()
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

void IconsTest::backIsWhereLinesBegin()
{
    const auto picture = [](const char* name) { return icon(name).pixmap(QSize(48, 48), 1.0).toImage(); };
    const QImage back = picture("chevron-left");
    const QImage forth = picture("chevron-right");
    const QImage down = picture("chevron-down");
    QVERIFY(back != forth);
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const auto usual = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    QCOMPARE(picture("chevron-left"), forth);
    QCOMPARE(picture("chevron-right"), back);
    QCOMPARE(picture("chevron-down"), down);
}

void IconsTest::drawingsAreRead()
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

void IconsTest::tonesCanBeRead_data()
{
    QTest::addColumn<bool>("dark");
    newRow("light", false);
    newRow("dark", true);
}

void IconsTest::tonesCanBeRead()
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

void IconsTest::iconsAreAsLargeAsLetters()
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

QTEST_MAIN(IconsTest)
#include "IconsTest.moc"
