// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/pages/FlagFixes.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeView>

#include <algorithm>

using namespace torchmason;

// What the page of the flags says of columns without room and of flags that are to fix, and that saying so
// moves nothing.
class FlagHintsTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        openFlags();
    }
    void cleanup() { tearDown(); }
    void hiddenColumnsAreToldAndCanBeSeen();
    void whatIsToFixIsSaidAtItsFlag();
    void whatAFixCostsIsSaid();
    void aSwitchMovesNoColumn();
    void longTextsWrapWhereThereIsRoomBelow();

private:
    QTreeView& flags() { return *find<QTreeView>("flagTable"); }
    bool isHidden(FlagModel::Column column) { return flags().isColumnHidden(column); }
    QString current() { return flags().currentIndex().data(FlagModel::NameRole).toString(); }
    void chooseScope(FlagFilter::Scope scope)
    {
        auto* box = find<QComboBox>("flagScope");
        box->setCurrentIndex(box->findData(int(scope)));
    }
    QModelIndex rowOf(const QString& name)
    {
        const QAbstractItemModel* rows = flags().model();
        const QModelIndexList found = rows->match(
            rows->index(0, 0), FlagModel::NameRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.first();
    }
    bool isToFix(const QString& name) { return rowOf(name).data(FlagModel::ToFixRole).toBool(); }
    QVector<int> widths()
    {
        QVector<int> all;
        for (int column = 0; column < FlagModel::StarColumn; ++column)
            all << flags().columnWidth(column);
        return all;
    }
};

void FlagHintsTest::hiddenColumnsAreToldAndCanBeSeen()
{
    QFont font = m_wizard->font();
    font.setPointSize(14);
    m_wizard->setFont(font);
    m_wizard->resize(921, 670);
    m_wizard->grab();
    auto* columns = find<QPushButton>("flagColumns");
    QTRY_VERIFY(isHidden(FlagModel::DefaultColumn));
    QTRY_VERIFY(columns->isVisible());
    QVERIFY2(columns->text().endsWith(" hidden)"), qPrintable(columns->text()));
    QVERIFY2(columns->toolTip().contains("Default"), qPrintable(columns->toolTip()));
    columns->click();
    for (const auto column : { FlagModel::OriginColumn, FlagModel::NoteColumn, FlagModel::DefaultColumn })
        QTRY_VERIFY(!isHidden(column));
    QTRY_VERIFY(flags().horizontalScrollBar()->maximum() > 0);
    QVERIFY(columns->isVisible()); // to take it back
    columns->click();
    QTRY_VERIFY(isHidden(FlagModel::DefaultColumn));
    QTRY_COMPARE(flags().horizontalScrollBar()->maximum(), 0);
    m_wizard->resize(2500, 700);
    QTRY_VERIFY(!isHidden(FlagModel::DefaultColumn));
    QTRY_VERIFY(!columns->isVisible());
}

// The machine of the harness has no ROCm.
void FlagHintsTest::whatIsToFixIsSaidAtItsFlag()
{
    m_draft->setFlag("USE_CUDA", "OFF");
    const auto* toFix = find<QLabel>("flagsToFix");
    const auto* fixes = find("flagFixes");
    QVERIFY(!isToFix("USE_ROCM"));
    QVERIFY(!toFix->text().contains("USE_ROCM"));
    m_draft->setFlag("USE_ROCM", "ON");
    QTRY_VERIFY(isToFix("USE_ROCM"));
    QVERIFY(!isToFix("USE_CUDA")); // no fix changes it
    QVERIFY(rowOf("USE_ROCM").siblingAtColumn(FlagModel::NoteColumn).data().toString().contains("ROCm"));
    QVERIFY2(toFix->isVisible() && toFix->text().contains("USE_ROCM"), qPrintable(toFix->text()));

    type("flagSearch", "use_numpy");
    QCOMPARE(current(), "USE_NUMPY");
    QVERIFY(!fixes->isVisible());
    emit find<QLabel>("flagsToFix")->linkActivated("USE_ROCM");
    QCOMPARE(current(), "USE_ROCM");
    QVERIFY(fixes->isVisible());
    // The solver answers later.
    const auto fix = [fixes]() -> QPushButton* {
        for (QPushButton* button : fixes->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->isEnabled() && button->accessibleName().contains("USE_ROCM"))
                return button;
        }
        return nullptr;
    };
    QTRY_VERIFY(fix());
    fix()->click();
    QTRY_VERIFY(!isToFix("USE_ROCM"));
    QVERIFY(m_draft->configuration().flagValue("USE_ROCM") != "ON");
    QTRY_VERIFY(!fixes->isVisible());
    QVERIFY(!toFix->text().contains("USE_ROCM"));
}

void FlagHintsTest::whatAFixCostsIsSaid()
{
    Change change = setFlagChange("USE_ROCM", "OFF");
    change.caveat = "Without it the card is not used.";
    CheckRow row;
    row.id = "rocm";
    row.changes = { change };
    FlagFixes fixes;
    fixes.showRows({ row });
    const auto labels = fixes.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
        [&change](const QLabel* label) { return label->text() == change.caveat; }));
}

// Notes of other flags come and go with it.
void FlagHintsTest::aSwitchMovesNoColumn()
{
    m_draft->setFlag("USE_CUDA", "OFF");
    m_draft->setFlag("USE_ROCM", "OFF");
    QTRY_VERIFY(rowOf("USE_NUMPY").isValid());
    flags().setCurrentIndex(rowOf("USE_NUMPY"));
    for (int width = 1000; width <= 1400; width += 25) {
        m_draft->setFlag("USE_ROCM", "OFF");
        QCoreApplication::processEvents();
        m_wizard->resize(width, 700);
        m_wizard->grab();
        QCoreApplication::processEvents();
        const QVector<int> before = widths();
        m_draft->setFlag("USE_ROCM", "ON");
        QTRY_VERIFY(isToFix("USE_ROCM"));
        QCoreApplication::processEvents();
        QCOMPARE(widths(), before);
    }
}

void FlagHintsTest::longTextsWrapWhereThereIsRoomBelow()
{
    m_draft->setFlag("MY_FLAGS", QString("-DSOME=1 ").repeated(11).trimmed(), "STRING");
    chooseScope(FlagFilter::Scope::Changed);
    const auto height = [this] {
        const QModelIndex value = rowOf("MY_FLAGS").siblingAtColumn(FlagModel::ValueColumn);
        flags().scrollTo(value);
        return flags().visualRect(value).height();
    };
    const int twoLines = 2 * flags().fontMetrics().lineSpacing();
    QTRY_VERIFY2(height() >= twoLines, qPrintable(QString::number(height())));
    QVERIFY(flags().verticalScrollBar()->maximum() == 0);
    chooseScope(FlagFilter::Scope::All);
    QTRY_VERIFY2(height() < twoLines, qPrintable(QString::number(height())));
}

QTEST_MAIN(FlagHintsTest)
#include "FlagHintsTest.moc"
