// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/frame/HelpPage.h"
#include "ui/frame/Questions.h"
#include "ui/frame/Translations.h"
#include "ui/panels/Card.h"
#include "ui/panels/ProgressStrip.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/InstallField.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStyleOption>
#include <QTimer>

#include <cmath>
#include <memory>

using namespace torchmason;

namespace {

// From the left.
QVector<int> inkedColumns(const QImage& picture, const QRect& area)
{
    const QColor ground = picture.pixelColor(0, 0);
    QVector<int> columns;
    for (int x = area.left(); x <= area.right(); ++x) {
        bool isInked = false;
        for (int y = area.top(); y <= area.bottom(); ++y)
            isInked = isInked || picture.pixelColor(x, y) != ground;
        if (isInked)
            columns.append(x);
    }
    return columns;
}

}

// The window where the system's language has no translation, or is written from right to left.
class LanguageTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void cleanup()
    {
        tearDown();
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QLocale::setDefault(QLocale::c());
    }

    void numbersAreInTheLanguageOfTheSentences()
    {
        const QLocale arabic(QLocale::Arabic, QLocale::Egypt);
        QLocale::setDefault(arabic);
        QCOMPARE(QLocale().toString(5871), QStringLiteral("٥٬٨٧١"));
        const Translations translations(arabic);
        QCOMPARE(QLocale().toString(5871), QStringLiteral("5,871"));
        QCOMPARE(QCoreApplication::translate("torchmason::Wizard", "%n changed", nullptr, 3),
            QStringLiteral("3 changed"));
    }

    // Qt may have another one, by translations that a desktop has loaded.
    void layoutIsInTheDirectionOfTheSentences()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const Translations translations(QLocale(QLocale::Arabic, QLocale::Egypt));
        QCOMPARE(QApplication::layoutDirection(), Qt::LeftToRight);
        const Translations reversed(QLocale(QLocale::Arabic, QLocale::Egypt), true);
        QCOMPARE(QApplication::layoutDirection(), Qt::RightToLeft);
    }

    void pathsAndSentencesHaveTheirDirection_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("sentence") << QStringLiteral("2 things to fix") << Qt::LeftToRight;
        QTest::newRow("Arabic") << QStringLiteral("شيئان") << Qt::RightToLeft;
        QTest::newRow("path") << QStringLiteral("/usr/bin/c++") << Qt::LeftToRight;
        QTest::newRow("Arabic folder") << QStringLiteral("/ملف/c++") << Qt::LeftToRight;
        QTest::newRow("Windows") << QStringLiteral("C:\\ملف") << Qt::LeftToRight;
        QTest::newRow("empty") << QString() << Qt::LeftToRight;
    }
    void pathsAndSentencesHaveTheirDirection()
    {
        QFETCH(QString, text);
        QTEST(directionOf(text), "direction");
    }

    // The ink of its letters comes in the same order; a fraction of a pixel may lie between.
    void aPathIsNotTurnedAround()
    {
        const auto ink = [](Qt::LayoutDirection direction) {
            ElidedLabel label(QStringLiteral("/usr/bin/c++"));
            label.resize(label.sizeHint());
            label.setLayoutDirection(direction);
            const QImage picture = label.grab().toImage();
            const int middle = picture.width() / 2;
            int sides[2] = {};
            for (int x = 0; x < picture.width(); ++x) {
                for (int y = 0; y < picture.height(); ++y)
                    sides[x > middle] += 255 - picture.pixelColor(x, y).lightness();
            }
            return double(sides[0]) / sides[1];
        };
        QVERIFY(ink(Qt::LeftToRight) > 1.1); // letters before, plus signs after
        QVERIFY2(std::abs(ink(Qt::RightToLeft) - ink(Qt::LeftToRight)) < 0.1,
            qPrintable(QStringLiteral("%1, %2").arg(ink(Qt::RightToLeft)).arg(ink(Qt::LeftToRight))));
    }

    // Beside its name, which stands at the right there.
    void aValueStandsBesideItsName_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("figure") << QStringLiteral("19.6 GB");
        QTest::newRow("English") << QStringLiteral("gcc 12");
        QTest::newRow("Arabic") << QStringLiteral("شيئان");
    }
    void aValueStandsBesideItsName()
    {
        QFETCH(QString, value);
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const auto style = std::make_unique<ApplicationStyle>();
        FactList facts;
        facts.add(QStringLiteral("Peak"), value);
        for (QLabel* label : facts.findChildren<QLabel*>())
            label->setStyle(style.get());
        facts.resize(600, facts.sizeHint().height());
        facts.show();
        const auto firstInk = [&facts] {
            const QImage picture = facts.grab().toImage();
            return inkedColumns(picture, picture.rect()).value(0, picture.width());
        };
        QTRY_VERIFY2(firstInk() > 400 && firstInk() < 580, qPrintable(QString::number(firstInk())));
    }

    void marksStandWhereLinesBegin()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        ApplicationStyle style;
        BulletLabel list;
        list.setStyle(&style);
        list.setLines({ QStringLiteral("One."), QStringLiteral("Another one.") });
        list.resize(300, list.heightForWidth(300));
        const QImage picture = list.grab().toImage();
        const int half = picture.height() / 2;
        const QVector<int> upper = inkedColumns(picture, { 0, 0, 300, half });
        const QVector<int> lower = inkedColumns(picture, { 0, half, 300, half });
        QVERIFY(upper.first() > 150 && lower.first() > 150);
        QCOMPARE(upper.last(), lower.last()); // the marks
        QVERIFY(upper.last() > 285);
    }

    void aMarkStandsBeforeItsWords()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        StateMark mark;
        mark.setWordWrap(true); // it may have more room than it needs
        mark.setMark(Mark::Bad, QStringLiteral("to fix"));
        mark.resize(300, mark.sizeHint().height());
        const QImage picture = mark.grab().toImage();
        const QVector<int> ink = inkedColumns(picture, picture.rect());
        QVERIFY(ink.value(0) > 150);
        QVERIFY(ink.last() >= 300 - StateMark::iconSide(mark.fontMetrics()));
    }

    // Whatever their letters are.
    void sentencesBeginWhereTheLayoutDoes()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const Qt::Alignment right = Qt::AlignRight | Qt::AlignAbsolute;
        Banner banner;
        banner.setMessage(Tone::Accent, QStringLiteral("See it all"));
        QCOMPARE(banner.findChild<QLabel*>()->alignment() & Qt::AlignHorizontal_Mask, right);
        InstallField field;
        field.reserveLines(2);
        bool isTurned = false;
        for (const auto* words : field.findChildren<QLabel*>())
            isTurned = isTurned || (words->alignment() & Qt::AlignHorizontal_Mask) == right;
        QVERIFY(isTurned);
        const SearchField search(QStringLiteral("search"), QStringLiteral("Search in this log"));
        QCOMPARE(search.alignment() & Qt::AlignHorizontal_Mask, right); // a count is at the other end
    }

    void listsOfQuestionsBeginWhereTheLayoutDoes()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        QString said;
        QTimer::singleShot(0, this, [&said] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            said = box->text();
            box->reject();
        });
        QVERIFY(!askForDefaults(nullptr, { QStringLiteral("Text size"), QStringLiteral("Theme") }));
        QVERIFY2(said.contains(QStringLiteral("•</td></tr>")), qPrintable(said)); // behind its line
    }

    void noSentenceSaysOnWhichSideTheBarIs()
    {
        const HelpPage help;
        for (const auto* words : help.findChildren<QLabel*>())
            QVERIFY2(!words->text().contains(QStringLiteral("on the left")), qPrintable(words->text()));
    }

    void distancesAreTurnedWithTheirLayout()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        QWidget row;
        auto* part = new QWidget(&row);
        rowOf(&row, { 12, 0, 4, 0 }, 0, { part });
        row.resize(200, 20);
        row.grab(); // it is laid out
        QCOMPARE(part->geometry(), QRect(4, 0, 184, 20));
    }

    void whatFillsBeginsWhereLinesDo_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("left to right") << Qt::LeftToRight;
        QTest::newRow("right to left") << Qt::RightToLeft;
    }
    void whatFillsBeginsWhereLinesDo()
    {
        QFETCH(Qt::LayoutDirection, direction);
        QApplication::setLayoutDirection(direction);
        const auto beginsWith = [direction](QWidget& part, int inside, const QColor& colour) {
            part.resize(300, 40);
            const QImage picture = part.grab().toImage();
            const int end = picture.width() - 1 - inside;
            const bool isTurned = direction == Qt::RightToLeft;
            const int middle = picture.height() / 2;
            return picture.pixelColor(isTurned ? end : inside, middle) == colour
                && picture.pixelColor(isTurned ? inside : end, middle) != colour;
        };
        ProgressStrip strip;
        strip.setTone(Tone::Bad);
        strip.setSteps(30, 0, 0, 100);
        QVERIFY(beginsWith(strip, 10, toneColour(Tone::Bad, strip.palette())));
        Card card;
        card.setTone(Tone::Bad);
        QVERIFY(beginsWith(card, 1, toneColour(Tone::Bad, card.palette())));
        Banner banner;
        banner.setMessage(Tone::Bad, QStringLiteral("Oh"));
        QVERIFY(beginsWith(banner, 1, toneColour(Tone::Bad, banner.palette())));
    }

    void partsAreWhole()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        setUp();
        m_wizard->goTo(Wizard::ProfileStep);
        const auto* splitter = find<QSplitter>(QStringLiteral("profileSplitter"));
        const auto isInside
            = [splitter](int part) { return splitter->rect().contains(splitter->widget(part)->geometry()); };
        QTRY_VERIFY(splitter->width() > 400 && isInside(0) && isInside(1));
    }

    // Dots, units and slashes stay at their end.
    void wordsAreReadTheSameInAReversedLayout_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : { "2.7 s", "100 %", "C++", "Export...", "/tmp/source was not" })
            QTest::newRow(text) << QString(text);
    }
    void wordsAreReadTheSameInAReversedLayout()
    {
        QFETCH(QString, text);
        const ApplicationStyle style;
        const auto picture = [&](Qt::LayoutDirection direction) {
            QImage image(300, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setLayoutDirection(direction);
            style.drawItemText(
                &painter, { 0, 0, 300, 30 }, Qt::AlignCenter, {}, true, text, QPalette::NoRole);
            QStyleOptionViewItem cell;
            cell.rect = { 0, 30, 300, 30 };
            cell.direction = direction;
            cell.displayAlignment = Qt::AlignCenter;
            cell.features = QStyleOptionViewItem::HasDisplay;
            cell.text = text;
            style.drawControl(QStyle::CE_ItemViewItem, &cell, &painter, nullptr);
            painter.end();
            return image;
        };
        QCOMPARE(picture(Qt::RightToLeft), picture(Qt::LeftToRight));
    }

    // Headings of figures end with a space, so that the next one does not touch them.
    void headingsKeepTheirDistanceInAReversedLayout()
    {
        const ApplicationStyle style;
        const auto inkOf = [&style](Qt::LayoutDirection direction) {
            QImage image(400, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QFont large = painter.font();
            large.setPixelSize(40);
            painter.setFont(large);
            painter.setLayoutDirection(direction);
            QStyleOptionHeader heading;
            heading.rect = image.rect();
            heading.direction = direction;
            heading.state = QStyle::State_Enabled;
            heading.textAlignment = Qt::AlignRight | Qt::AlignVCenter;
            heading.fontMetrics = painter.fontMetrics();
            heading.text = QStringLiteral("oHo") + QChar(0x2009);
            style.drawControl(QStyle::CE_HeaderLabel, &heading, &painter, nullptr);
            painter.end();
            return inkedColumns(image, image.rect());
        };
        const QVector<int> usual = inkOf(Qt::LeftToRight);
        const QVector<int> turned = inkOf(Qt::RightToLeft);
        QVERIFY(!usual.isEmpty() && !turned.isEmpty());
        const int apart = 399 - usual.last();
        QVERIFY2(std::abs(turned.first() - apart) <= 1,
            qPrintable(QStringLiteral("%1, %2").arg(apart).arg(turned.first())));
    }

    // Of figures, too, which stand at the right.
    void aCutHeadingShowsItsBeginning()
    {
        const ApplicationStyle style;
        const auto picture = [&style](const QString& text, Qt::Alignment side) {
            QImage image(100, 30, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionHeader heading;
            heading.rect = image.rect();
            heading.state = QStyle::State_Enabled;
            heading.textAlignment = side | Qt::AlignVCenter;
            heading.fontMetrics = painter.fontMetrics();
            heading.text = text;
            style.drawControl(QStyle::CE_HeaderLabel, &heading, &painter, nullptr);
            painter.end();
            return image;
        };
        const QString peak = QStringLiteral("Largest memory of all of its processes");
        for (const Qt::Alignment side : { Qt::AlignLeft, Qt::AlignRight }) {
            QCOMPARE(picture(peak, side), picture(peak + QStringLiteral(" since the beginning"), side));
            QVERIFY(picture(peak, side) != picture(QStringLiteral("A ") + peak, side));
        }
        QVERIFY(picture("Kind", Qt::AlignLeft) != picture("Kind", Qt::AlignRight));
    }

    void fieldsOfPathsAndCommandsStay()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        setUp();
        m_wizard->goTo(Wizard::ReviewStep);
        QCOMPARE(m_wizard->layoutDirection(), Qt::RightToLeft);
        QCOMPARE(find<QLineEdit>(QStringLiteral("sourceFolder"))->layoutDirection(), Qt::LeftToRight);
        for (const auto* box : m_wizard->findChildren<CopyBox*>())
            QCOMPARE(box->findChild<QPlainTextEdit*>()->layoutDirection(), Qt::LeftToRight);
    }
};

QTEST_MAIN(LanguageTest)
#include "LanguageTest.moc"
