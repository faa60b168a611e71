// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/PseudoTranslator.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTreeWidget>

#include <algorithm>

using namespace torchmason;

// The explanation beside the list of flags.
class FlagDetailTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_wizard->resize(1200, 800);
        openFlags();
    }
    void cleanup() { tearDown(); }
    void nothingIsCut_data();
    void nothingIsCut();
    void anEstimateIsNamedWhereACostIs();
    void nothingScrollsSideways();
    void cardsAreWhole();
    void theCurrentCardIsInSight();
    void cardsWrapWithLargeLetters();
    void headingsOfCardsAreWhole();
    void valuesStandBelowLongNames();
    void noFlagNeedsNoScrollBar();

private:
    // The first text that has less room than it needs, or stands in another one.
    QString cutText()
    {
        const QWidget* detail = find<QScrollArea>("flagDetailScroll")->widget();
        QRect before;
        for (const QLabel* label : detail->findChildren<QLabel*>(Qt::FindDirectChildrenOnly)) {
            if (label->isHidden())
                continue;
            const int needed
                = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            if (label->height() < needed || label->geometry().intersects(before)
                || !detail->rect().contains(label->geometry()))
                return label->text();
            before = label->geometry();
        }
        return {};
    }
};

void FlagDetailTest::nothingIsCut_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : { "DEBUG", "USE_DISTRIBUTED", "USE_CUDA", "TORCH_CUDA_ARCH_LIST", "MAX_JOBS" })
        newRow(name, name);
}

void FlagDetailTest::nothingIsCut()
{
    QFETCH(QString, name);
    type("flagSearch", name);
    QCOMPARE(withoutBreaks(find<QLabel>("flagName")->text()), name);
    QTRY_COMPARE(cutText(), QString());
    m_wizard->resize(1024, 700);
    QTRY_COMPARE(cutText(), QString());
}

// The sample project shows no costs of PyTorch.
void FlagDetailTest::anEstimateIsNamedWhereACostIs()
{
    type("flagSearch", "USE_DISTRIBUTED");
    auto* soft = find<QLabel>("flagSoft");
    QTRY_VERIFY(!soft->isHidden());
    m_draft->setCatalogue(threeProfiles());
    QTRY_VERIFY2(soft->isHidden(), qPrintable(soft->text()));
}

// In a language of long words.
void FlagDetailTest::nothingScrollsSideways()
{
    PseudoTranslator translator;
    QCoreApplication::installTranslator(&translator);
    const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
    tearDown();
    setUp();
    m_wizard->resize(1150, 800);
    openFlags();
    m_draft->setFlag("USE_DISTRIBUTED", "OFF");
    for (const char* name : { "USE_CUDA", "USE_GLOO", "TORCH_CUDA_ARCH_LIST" }) {
        type("flagSearch", name);
        QTRY_COMPARE(find<QScrollArea>("flagDetailScroll")->horizontalScrollBar()->maximum(), 0);
        QTRY_COMPARE(cutText(), QString());
    }
}

// Names of cards take as many lines as they need, and no more.
void FlagDetailTest::cardsAreWhole()
{
    type("flagSearch", "TORCH_CUDA_ARCH_LIST");
    auto* tree = find<QTreeWidget>("archTree");
    const auto isWhole = [tree] {
        constexpr int cards = 2;
        for (int row = 0; row < tree->topLevelItemCount(); ++row) {
            const QTreeWidgetItem* item = tree->topLevelItem(row);
            const QRect place = tree->visualItemRect(item);
            const QRect room(0, 0, tree->columnWidth(cards) - spacing::inner, QWIDGETSIZE_MAX);
            const QFontMetrics letters(item->font(cards).bold() ? boldFont(tree->font()) : tree->font());
            const QRect text = letters.boundingRect(room, Qt::TextWordWrap, item->text(cards));
            const int blank = place.height() - text.height();
            if (blank < 0 || blank >= spacing::inner + letters.lineSpacing() || text.width() > room.width())
                return false;
        }
        return tree->topLevelItemCount() > 0;
    };
    for (const int width : { 944, 1024, 1196, 1400, 1900 }) {
        m_wizard->resize(width, 800);
        QTRY_VERIFY2(isWhole(), qPrintable(QString::number(width)));
        QTRY_COMPARE(tree->verticalScrollBar()->maximum(), 0); // all rows stand in the page, which scrolls
    }
}

// The tree is as high as all its rows, and the page around it scrolls.
void FlagDetailTest::theCurrentCardIsInSight()
{
    m_wizard->resize(1024, 700);
    type("flagSearch", "TORCH_CUDA_ARCH_LIST");
    auto* tree = find<QTreeWidget>("archTree");
    const QWidget* page = find<QScrollArea>("flagDetailScroll")->viewport();
    const auto isInSight = [&](int row) {
        const QRect place = tree->visualItemRect(tree->topLevelItem(row));
        const int top = tree->viewport()->mapTo(page, place.topLeft()).y();
        return top >= 0 && top + place.height() <= page->height();
    };
    QTRY_VERIFY(tree->topLevelItemCount() > 0);
    const int last = tree->topLevelItemCount() - 1;
    QTRY_COMPARE(cutText(), QString());
    QTRY_VERIFY(!isInSight(last));
    m_wizard->activateWindow();
    tree->setFocus();
    QTRY_VERIFY(tree->hasFocus());
    QTest::keyClick(tree, Qt::Key_End);
    QCOMPARE(tree->currentItem(), tree->topLevelItem(last));
    QTRY_VERIFY(isInSight(last));
    QTest::keyClick(tree, Qt::Key_Home);
    QTRY_VERIFY(isInSight(0));
}

// In the smallest window: half of the page has no room for the usual width.
void FlagDetailTest::cardsWrapWithLargeLetters()
{
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(921, 670);
    type("flagSearch", "TORCH_CUDA_ARCH_LIST");
    const auto* tree = find<QTreeWidget>("archTree");
    QTRY_VERIFY(tree->topLevelItemCount() > 0);
    const auto* area = find<QScrollArea>("flagDetailScroll");
    QTRY_COMPARE(area->horizontalScrollBar()->maximum(), 0);
    QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
    QTRY_VERIFY(tree->header()->length() <= tree->viewport()->width());
    QTRY_COMPARE(cutText(), QString());
    const auto wrapped = [tree] {
        int lines = 0;
        for (int row = 0; row < tree->topLevelItemCount(); ++row)
            lines = std::max(
                lines, tree->visualItemRect(tree->topLevelItem(row)).height() / tree->fontMetrics().height());
        return lines;
    };
    QTRY_VERIFY(wrapped() > 1);
}

// Other languages have longer ones.
void FlagDetailTest::headingsOfCardsAreWhole()
{
    type("flagSearch", "TORCH_CUDA_ARCH_LIST");
    auto* tree = find<QTreeWidget>("archTree");
    QTRY_VERIFY(tree->topLevelItemCount() > 0);
    tree->headerItem()->setText(1, "PTX later");
    QFont font = m_wizard->font();
    font.setPointSizeF(font.pointSizeF() + 1); // columns are fitted again
    m_wizard->setFont(font);
    QTRY_VERIFY(tree->header()->sectionSize(1) >= tree->header()->sectionSizeHint(1));
}

// Where a column of names leaves them no room.
void FlagDetailTest::valuesStandBelowLongNames()
{
    FactList facts;
    facts.add("A name", "a value");
    facts.add("Another", "one more");
    const QList<QLabel*> parts = facts.findChildren<QLabel*>(); // name, value, name, value
    QCOMPARE(parts.size(), 4);
    const auto isStacked = [&](int width) {
        facts.resize(width, 200);
        facts.layout()->activate();
        const bool below
            = parts[1]->y() > parts[0]->geometry().bottom() && parts[2]->y() > parts[1]->geometry().bottom();
        return below && parts[1]->x() == parts[0]->x();
    };
    facts.show();
    QVERIFY(!isStacked(300));
    QVERIFY(parts[1]->x() > parts[0]->geometry().right());
    QVERIFY(isStacked(parts[2]->sizeHint().width() + 10));
    QVERIFY(!isStacked(300));
}

// Where a search finds nothing after a flag that was higher than the page.
void FlagDetailTest::noFlagNeedsNoScrollBar()
{
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(921, 670);
    const auto* bar = find<QScrollArea>("flagDetailScroll")->verticalScrollBar();
    type("flagSearch", "USE_CUDA");
    QTRY_VERIFY(bar->maximum() > 0);
    type("flagSearch", "xyzzy");
    QTRY_VERIFY(find<QLabel>("flagName")->isHidden());
    QTRY_COMPARE(bar->maximum(), 0);
}

QTEST_MAIN(FlagDetailTest)
#include "FlagDetailTest.moc"
