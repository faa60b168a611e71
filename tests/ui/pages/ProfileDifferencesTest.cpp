// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileDifferences.h"
#include "tests/ui/support/WizardHarness.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Theme.h"

#include <QTableWidget>

using namespace torchmason;

// Two profiles side by side.
class ProfileDifferencesTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aDefaultStandsWhereNothingIsSet();
    void defaultsAreThoseOfTheProfile();
    void sourcesAreToldInWords();
    void needsAreCalledAsInTheDetail();
    void linesOfNeighboursStandApart();
    void namesHaveTheRoomFirst();
    void namesStandAboveValuesWhereItIsNarrow();

private:
    const QTableWidget& compared(ProfileDifferences& shown);
    // The two values; empty where the row is missing.
    static QStringList sides(const QTableWidget& table, const QString& field);

    Profile m_left;
    Profile m_right;
};

void ProfileDifferencesTest::init()
{
    m_left = profileNamed("left", "s");
    m_left.platforms = { Platform::Linux };
    m_left.source.kind = SourceKind::Git;
    m_left.source.version = "2.6.0";
    m_right = m_left;
    m_right.name = "right";
}

const QTableWidget& ProfileDifferencesTest::compared(ProfileDifferences& shown)
{
    shown.resize(800, 500);
    shown.show();
    shown.compare(m_left, m_right);
    return *findIn<QTableWidget>(shown, "profileDifferences");
}

QStringList ProfileDifferencesTest::sides(const QTableWidget& table, const QString& field)
{
    for (int row = 0; row < table.rowCount(); ++row) {
        if (table.item(row, 0)->text() == field)
            return { table.item(row, 1)->text(), table.item(row, 2)->text() };
    }
    return {};
}

void ProfileDifferencesTest::aDefaultStandsWhereNothingIsSet()
{
    m_left.configuration.setFlag({ "USE_CUDA", "OFF", "BOOL" });
    m_left.configuration.setFlag({ "NOBODY_KNOWS_IT", "1", {} });
    m_right.configuration.setEnvironment({ "MAX_JOBS", QString("4") });
    ProfileDifferences shown;
    const QTableWidget& table = compared(shown);
    QCOMPARE(sides(table, "USE_CUDA"), (QStringList { "OFF", "ON (default)" }));
    QCOMPARE(sides(table, "NOBODY_KNOWS_IT"), (QStringList { "1", "–" }));
    QCOMPARE(sides(table, "$MAX_JOBS"), (QStringList { "not set (default)", "4" }));
}

void ProfileDifferencesTest::defaultsAreThoseOfTheProfile()
{
    QCOMPARE(unsetValue("USE_FLASH_ATTENTION", m_left), "ON");
    m_right.platforms = { Platform::Windows };
    QCOMPARE(unsetValue("USE_FLASH_ATTENTION", m_right), "OFF");
    m_right.source.version = "1.12.1"; // which does not have it yet
    QCOMPARE(unsetValue("USE_FLASH_ATTENTION", m_right), "");
    QCOMPARE(unsetValue("TOUR_FAILURE", m_left), "");
    m_right.source.kind = SourceKind::Sample;
    QCOMPARE(unsetValue("TOUR_FAILURE", m_right), "none");
    QCOMPARE(unsetValue("USE_CUDA", m_right), "");
    // The variable of that name says it.
    m_left.configuration.setEnvironment({ "USE_CUDA", QString("0") });
    QCOMPARE(unsetValue("USE_CUDA", m_left), "");
}

void ProfileDifferencesTest::needsAreCalledAsInTheDetail()
{
    m_left.needs.computeCapabilities = { "8.0" };
    m_left.needs.disk = 30 * gibibyte;
    ProfileDifferences shown;
    const QTableWidget& table = compared(shown);
    QCOMPARE(sides(table, "Graphics card").value(0), "8.0");
    QCOMPARE(table.rowCount(), 1); // of the disk the detail has the estimate
}

void ProfileDifferencesTest::sourcesAreToldInWords()
{
    m_right.source.kind = SourceKind::DebianSource;
    ProfileDifferences shown;
    QCOMPARE(
        sides(compared(shown), "Source"), (QStringList { "a Git repository", "a Debian source package" }));
}

void ProfileDifferencesTest::linesOfNeighboursStandApart()
{
    m_left.notes = "1\n2\n3";
    ProfileDifferences shown;
    const QTableWidget& table = compared(shown);
    QCOMPARE(table.rowCount(), 1);
    QVERIFY(table.rowHeight(0) >= 3 * table.fontMetrics().height() + 2 * spacing::small);
}

// Those of flags are whole where they take no more than half; one of many more letters has a third.
void ProfileDifferencesTest::namesHaveTheRoomFirst()
{
    const QString name = "TORCH_CUDA_ARCH_LIST";
    m_left.configuration.setFlag({ name, "8.9", {} });
    ProfileDifferences shown;
    const QTableWidget& table = compared(shown);
    const int whole = table.fontMetrics().horizontalAdvance(name);
    shown.resize(whole * 7 / 2, 500);
    QTRY_VERIFY(table.viewport()->width() < whole * 4);
    QVERIFY(table.columnWidth(0) > whole);
    QVERIFY(table.columnWidth(0) <= table.viewport()->width() / 2);
    m_left.patches = { { QString("folder/").repeated(20), "a", "b", "why", {} } };
    shown.compare(m_left, m_right);
    QCOMPARE(table.rowCount(), 2);
    QVERIFY(table.columnWidth(0) > whole && table.columnWidth(0) <= table.viewport()->width() / 2);
    m_left.configuration = {};
    shown.compare(m_left, m_right);
    QTRY_COMPARE(table.columnWidth(0), table.viewport()->width() / 3);
}

// Three columns would be of a few words each, and with large letters in a small window of six letters.
void ProfileDifferencesTest::namesStandAboveValuesWhereItIsNarrow()
{
    m_left.summary = "One architecture: the shortest build, and the smallest result";
    m_left.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", "8.9", {} });
    ProfileDifferences shown;
    const QTableWidget& table = compared(shown);
    QCOMPARE(table.rowCount(), 2);
    QVERIFY(!table.isColumnHidden(0));
    auto* cells = findIn<QTableWidget>(shown, "profileDifferences");
    cells->setCurrentCell(1, 2);
    const int letter = table.fontMetrics().averageCharWidth();
    shown.resize(30 * letter, 500);
    QTRY_VERIFY(table.isColumnHidden(0));
    QCOMPARE(table.rowCount(), 4);
    QCOMPARE(std::pair(table.currentRow(), table.currentColumn()), std::pair(3, 2)); // the same value
    QVERIFY(table.selectionModel()->isRowSelected(3));
    cells->setCurrentCell(2, 1);
    QCOMPARE(table.item(0, 1)->text(), "Summary");
    QCOMPARE(table.item(1, 1)->text(), m_left.summary);
    QCOMPARE(table.item(1, 2)->text(), m_right.summary);
    QCOMPARE(table.item(2, 1)->text(), "TORCH_CUDA_ARCH_LIST");
    QCOMPARE(table.columnSpan(2, 1), 2);
    QTRY_COMPARE_GE(table.columnWidth(1), 12 * letter);
    QCOMPARE(table.columnWidth(1) + table.columnWidth(2), table.viewport()->width()); // nothing scrolls
    QTRY_COMPARE_GE(table.rowHeight(1), 4 * table.fontMetrics().height());
    shown.resize(70 * letter, 500);
    QCoreApplication::processEvents();
    QVERIFY(table.isColumnHidden(0));
    shown.resize(800, 500);
    QTRY_VERIFY(!table.isColumnHidden(0));
    QCOMPARE(sides(table, "TORCH_CUDA_ARCH_LIST").first(), "8.9");
    QCOMPARE(std::pair(table.currentRow(), table.currentColumn()), std::pair(1, 0)); // the same name
}

QTEST_MAIN(ProfileDifferencesTest)
#include "ProfileDifferencesTest.moc"
