// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/ApplicationStyle.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/Appearance.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
#include <QSpinBox>
#include <QStyleOption>

using namespace torchmason;

// What Fusion leaves to us: fields that stand in one line, and dialogs.
class ApplicationStyleTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_home = freshHome();
        applyAppearance(Appearance::Light);
    }
    void edgesOfFieldsStandInOneLine();
    void textsOfFieldsHaveRoomBesideThem();
    void buttonsOfDialogsStandAsOthers();
    void aQuestionIsNotUnknown();
    void iconsOfSelectedEntriesAreSeen();
    void arrowsAreAsLargeAsLetters();
    void boxesHaveRoomForTheirWords();
    void menusAreAsHighAsAButton();

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

// The button of a running build stands beside them, above a line of one pixel.
void ApplicationStyleTest::menusAreAsHighAsAButton()
{
    QMenuBar bar;
    QAction* file = bar.addMenu("File")->menuAction();
    bar.show();
    QVERIFY2(bar.actionGeometry(file).height() >= 25, qPrintable(QString::number(bar.height())));
}

void ApplicationStyleTest::edgesOfFieldsStandInOneLine()
{
    QWidget page;
    page.resize(300, 60);
    auto* number = new QSpinBox(&page);
    auto* text = new QLineEdit(&page);
    number->setGeometry(20, 20, 100, 24);
    text->setGeometry(140, 20, 100, 24);
    const QImage picture = page.grab().toImage();
    const QColor ground = page.palette().color(QPalette::Window);
    for (const QWidget* field : { static_cast<QWidget*>(number), static_cast<QWidget*>(text) }) {
        const int middle = field->x() + 40;
        for (const int y : { field->geometry().top(), field->geometry().bottom() })
            QVERIFY2(
                strongest(picture, QRect(middle, y, 1, 1), ground) >= 3, field->metaObject()->className());
    }
}

void ApplicationStyleTest::textsOfFieldsHaveRoomBesideThem()
{
    QLineEdit field("HHH");
    field.resize(field.sizeHint());
    const QImage picture = field.grab().toImage();
    const QColor ground = field.palette().color(QPalette::Base);
    int from = 2; // after the edge
    const int middle = field.height() / 2;
    while (from < field.width() && strongest(picture, QRect(from, middle - 3, 1, 6), ground) < 2)
        ++from;
    QVERIFY2(from >= 5 && from <= 8, qPrintable(QString::number(from)));
}

void ApplicationStyleTest::buttonsOfDialogsStandAsOthers()
{
    const QDialogButtonBox box(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    QCOMPARE(box.layout()->spacing(), spacing::inner);
}

// The mark of what is not known stands for a state.
void ApplicationStyleTest::aQuestionIsNotUnknown()
{
    const QIcon question = QApplication::style()->standardIcon(QStyle::SP_MessageBoxQuestion);
    QVERIFY(!question.isNull());
    QVERIFY(question.pixmap(32).toImage() != markIcon(Mark::Unknown).pixmap(32).toImage());
}

// As the words beside them, which have the colour for the highlighted row.
void ApplicationStyleTest::iconsOfSelectedEntriesAreSeen()
{
    const auto light = qScopeGuard([] { applyAppearance(Appearance::Light); });
    for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
        applyAppearance(appearance);
        QMenu menu;
        QAction* entry = menu.addAction(icon(QStringLiteral("stop")), QStringLiteral(" "));
        menu.resize(menu.sizeHint());
        menu.setActiveAction(entry);
        const QImage picture = menu.grab().toImage();
        const QRect inside = menu.actionGeometry(entry).adjusted(3, 3, -3, -3);
        const QColor ground = picture.pixelColor(inside.bottomRight());
        QCOMPARE(ground, menu.palette().color(QPalette::Highlight));
        QVERIFY(strongest(picture, inside, ground) >= 3);
    }
}

void ApplicationStyleTest::arrowsAreAsLargeAsLetters()
{
    const auto arrowWidth = [](double text) {
        QComboBox box;
        QFont font = box.font();
        font.setPointSizeF(font.pointSizeF() * text);
        box.setFont(font);
        box.resize(200, 3 * box.fontMetrics().height());
        const QImage picture = box.grab().toImage();
        const QColor ground = picture.pixelColor(box.width() / 2, box.height() / 2);
        int width = 0; // inside of the edges
        for (int x = box.width() / 2; x < box.width() - 3; ++x)
            width += strongest(picture, QRect(x, 3, 1, box.height() - 6), ground) > 1.5 ? 1 : 0;
        return width;
    };
    const int usual = arrowWidth(1);
    QVERIFY2(usual >= 4 && usual <= 12, qPrintable(QString::number(usual)));
    QVERIFY(arrowWidth(1.75) >= usual + 3);
}

void ApplicationStyleTest::boxesHaveRoomForTheirWords()
{
    const QString words = QStringLiteral("Same as the system");
    for (const int points : { 9, 11, 14, 20, 28 }) {
        QComboBox box;
        QFont font = box.font();
        font.setPointSize(points);
        box.setFont(font);
        box.addItem(words);
        box.resize(box.sizeHint());
        QStyleOptionComboBox option;
        option.initFrom(&box);
        const int room
            = box.style()
                  ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box)
                  .width()
            - 2; // as it is drawn
        QVERIFY2(room >= box.fontMetrics().horizontalAdvance(words), qPrintable(QString::number(points)));
    }
}

QTEST_MAIN(ApplicationStyleTest)
#include "ApplicationStyleTest.moc"
