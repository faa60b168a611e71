// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/WrappingRow.h"

#include <QPushButton>
#include <QTest>

#include <memory>

using namespace torchmason;

namespace {

// Three buttons, and two behind a stretch.
struct Row {
    explicit Row(bool wraps)
    {
        for (int i = 0; i < 5; ++i)
            buttons << new QPushButton(QStringLiteral("Button %1").arg(i), &widget);
        const auto& b = buttons;
        if (wraps)
            widget.setLayout(new WrappingRow(spacing::inner,
                { b[0], b[1], Part::gap(spacing::group), b[2], Part::stretch(), b[3], b[4] }));
        else
            rowOf(&widget, {}, spacing::inner,
                { b[0], b[1], Part::gap(spacing::group), b[2], Part::stretch(), b[3], b[4] });
    }
    QVector<QRect> placesIn(const QSize& size)
    {
        widget.layout()->activate();
        widget.layout()->setGeometry({ {}, size });
        QVector<QRect> places;
        for (const QPushButton* button : std::as_const(buttons))
            places << button->geometry();
        return places;
    }

    QWidget widget;
    QVector<QPushButton*> buttons;
};

}

class WrappingRowTest : public QObject {
    Q_OBJECT

private slots:
    // Where there is room, nothing tells them apart.
    void aWideOneIsARow()
    {
        Row row(false);
        Row wrapping(true);
        const QSize hint = row.widget.sizeHint();
        QCOMPARE(wrapping.widget.sizeHint(), hint);
        QCOMPARE(wrapping.widget.heightForWidth(hint.width()), hint.height());
        for (const int more : { 0, 100 }) {
            const QSize size(hint.width() + more, hint.height());
            QCOMPARE(wrapping.placesIn(size), row.placesIn(size));
        }
    }

    void aNarrowOneGoesOnBelow()
    {
        Row row(true);
        const int whole = row.widget.sizeHint().width();
        const int line = row.widget.sizeHint().height();
        const int least = row.widget.minimumSizeHint().width();
        QVERIFY(least < whole / 3);
        for (int width = whole - 1; width >= least; --width) {
            const int height = row.widget.heightForWidth(width);
            QVERIFY(height > line);
            const QVector<QRect> places = row.placesIn({ width, height });
            for (qsizetype i = 0; i < places.size(); ++i) {
                QVERIFY(QRect(0, 0, width, height).contains(places[i]));
                QVERIFY(places[i].width() >= std::min(width, row.buttons[i]->sizeHint().width()));
                for (qsizetype other = 0; other < i; ++other)
                    QVERIFY(!places[i].intersects(places[other]));
            }
            QCOMPARE(places[3].left(), 0); // stood behind the stretch
            QVERIFY(places[3].top() > places[2].bottom());
        }
    }

    // However far apart the parts of a line are.
    void linesStandCloseTogether()
    {
        QWidget widget;
        QPushButton above(QStringLiteral("Above"), &widget);
        QPushButton below(QStringLiteral("Below"), &widget);
        widget.setLayout(new WrappingRow(spacing::group, { &above, &below }));
        const int width = widget.sizeHint().width();
        QCOMPARE(width, above.sizeHint().width() + spacing::group + below.sizeHint().width());
        const int line = widget.sizeHint().height();
        QCOMPARE(widget.heightForWidth(width - 1), 2 * line + spacing::inner);
    }

    void whatIsHiddenTakesNoRoom()
    {
        Row row(true);
        const int whole = row.widget.sizeHint().width();
        row.buttons[1]->hide();
        const int without = row.widget.sizeHint().width();
        QCOMPARE(without, whole - row.buttons[1]->sizeHint().width() - spacing::inner);
        QCOMPARE(row.widget.heightForWidth(without), row.widget.sizeHint().height());
    }

    // As the title of a low page.
    void aGapBehindWhatIsHiddenTakesNoRoom()
    {
        Row row(true);
        row.buttons[0]->hide();
        row.buttons[1]->hide();
        const QSize size = row.widget.sizeHint();
        const QVector<QRect> places = row.placesIn(size);
        QCOMPARE(places[2].left(), 0);
        QCOMPARE(places[4].right(), size.width() - 1);
    }

    void itIsMirrored()
    {
        Row row(true);
        row.widget.setLayoutDirection(Qt::RightToLeft);
        const QSize size = row.widget.sizeHint();
        QCOMPARE(row.placesIn(size).first().right(), size.width() - 1);
    }
};

QTEST_MAIN(WrappingRowTest)
#include "WrappingRowTest.moc"
