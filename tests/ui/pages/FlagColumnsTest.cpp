// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/Theme.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyle>
#include <QTreeView>

#include <algorithm>

using namespace torchmason;

// How the columns of the flags share the room.
class FlagColumnsTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        openFlags();
    }
    void cleanup() { tearDown(); }
    void theValueKeepsItsRoom_data();
    void theValueKeepsItsRoom();
    void aLongValueComesBeforeNotes();
    void aValueOfTheUserTakesNoColumnAway();
    void allStandInTheSmallestWindow_data();
    void allStandInTheSmallestWindow();
    void defaultsAreWholeInALargeWindow();
    void longNamesTakeNoRoomFromValues();
    void aValueThatIsSetHasItsRoomAtOnce();
    void namesGetWhatTheyNeed();
    void namesAreWhole_data();
    void namesAreWhole();
    void nothingIsCutBesideBlanks();
    void whatHasNoRoomGivesWay();
    void chosenWidthsStay();
    void theSelectionReachesTheEdge();
    void defaultsAreNeverSlivers();
    void widthsFollowTheRowsOfTheScope();
    void aPressElsewhereChoosesNoWidths();
    void notesAreWholeInThreeLines_data();
    void notesAreWholeInThreeLines();
    void aSingleNoteIsRead();
    void shortTextsTakeNoRoomFromNotes();
    void anEmptyListDoesNotScroll();
    void nothingMovesByScrollingOrSearching();
    void switchesAreWhole();
    void allColumnsAreInSight_data();
    void allColumnsAreInSight();
    void whatIsFoundIsNotCutBesideBlanks_data();
    void whatIsFoundIsNotCutBesideBlanks();
    void aFoundNameTakesTheBlanksOfValues_data();
    void aFoundNameTakesTheBlanksOfValues();
    void aFoundDefaultIsWholeBesideBlanks();

private:
    QTreeView& flags() { return *find<QTreeView>(QStringLiteral("flagTable")); }
    void chooseScope(FlagFilter::Scope scope)
    {
        auto* box = find<QComboBox>(QStringLiteral("flagScope"));
        box->setCurrentIndex(box->findData(int(scope)));
    }
    void showSmall(int width, int points)
    {
        QFont font = m_wizard->font();
        if (points > 0)
            font.setPointSize(points);
        m_wizard->setFont(font);
        m_wizard->resize(width, 670);
    }
    bool isInSight(FlagModel::Column column)
    {
        const int left = flags().header()->sectionViewportPosition(column);
        return left >= 0 && left + flags().columnWidth(column) <= flags().viewport()->width();
    }
    QModelIndex rowOf(const QString& name)
    {
        const QAbstractItemModel* rows = flags().model();
        for (int group = 0; group < rows->rowCount(); ++group) {
            const QModelIndex parent = rows->index(group, 0);
            const QModelIndexList found
                = rows->match(rows->index(0, 0, parent), FlagModel::NameRole, name, 1, Qt::MatchExactly);
            if (!found.isEmpty())
                return found.first();
        }
        return {};
    }
    // What the texts of the list need, in pixels with the margins of a cell, the shortest first.
    QVector<int> needed(FlagModel::Column column)
    {
        QVector<int> all { 0 };
        const QAbstractItemModel* rows = flags().model();
        const int margins
            = spacing::inner + (column == FlagModel::NameColumn ? 2 * flags().indentation() : 0);
        for (int group = 0; group < rows->rowCount(); ++group) {
            const QModelIndex parent = rows->index(group, 0);
            for (int row = 0; row < rows->rowCount(parent); ++row) {
                const QString text = rows->index(row, column, parent).data().toString();
                all << margins + flags().fontMetrics().horizontalAdvance(text);
            }
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    int usualWidth(FlagModel::Column column) // nine of ten
    {
        const QVector<int> all = needed(column);
        return all[(all.size() - 1) * 9 / 10];
    }
    int longest(FlagModel::Column column) { return needed(column).last(); }
    int longestValue() // with its check box
    {
        return longest(FlagModel::ValueColumn) + flags().style()->pixelMetric(QStyle::PM_IndicatorWidth)
            + 2 * spacing::inner;
    }
    QVector<int> widths()
    {
        QVector<int> all;
        for (int column = 0; column < FlagModel::StarColumn; ++column) // the last one ends at the edge
            all << flags().columnWidth(column);
        return all;
    }
};

void FlagColumnsTest::theValueKeepsItsRoom_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("text");
    // The last is what the smallest window leaves.
    for (const int width : { 1600, 1000, 944 }) {
        QTest::addRow("%d pixels", width) << width << 1.0;
        QTest::addRow("%d pixels, large text", width) << width << 1.5;
    }
}

void FlagColumnsTest::theValueKeepsItsRoom()
{
    QFETCH(int, width);
    QFETCH(double, text);
    QFont font = m_wizard->font();
    font.setPointSizeF(font.pointSizeF() * text);
    m_wizard->setFont(font);
    m_wizard->resize(width, 700);
    QCoreApplication::processEvents();
    flags().scrollTo(rowOf(QStringLiteral("CMAKE_CUDA_COMPILER_LAUNCHER")));
    QCoreApplication::processEvents();
    const int character = flags().fontMetrics().averageCharWidth();
    const int value = flags().columnWidth(FlagModel::ValueColumn);
    const int usual = text == 1.0 ? longest(FlagModel::ValueColumn) : usualWidth(FlagModel::ValueColumn);
    QVERIFY2(value >= qMin(12 * character, usual),
        qPrintable(QStringLiteral("%1 of %2 pixels, a character has %3")
                       .arg(value)
                       .arg(flags().viewport()->width())
                       .arg(character)));
    // Notes and defaults, and at worst who set a value, give way where names would be cut in three lines.
    for (const auto column : { FlagModel::NameColumn, FlagModel::ValueColumn, FlagModel::StarColumn })
        QVERIFY(!flags().isColumnHidden(column) && flags().columnWidth(column) > 0);
    const bool hasDefaults = !flags().isColumnHidden(FlagModel::DefaultColumn);
    const bool hasNotes = !flags().isColumnHidden(FlagModel::NoteColumn);
    const int names = flags().columnWidth(FlagModel::NameColumn);
    QVERIFY(!hasNotes || flags().columnWidth(FlagModel::NoteColumn) >= 9 * character);
    if (text == 1.0)
        QVERIFY(hasNotes && hasDefaults);
    const int beyond = flags().header()->length() - flags().viewport()->width();
    QVERIFY2(beyond <= 0, qPrintable(QString::number(beyond)));
    QCOMPARE(flags().horizontalScrollBar()->maximum(), 0);
    const int launcher
        = flags().fontMetrics().horizontalAdvance(QStringLiteral("CMAKE_CUDA_COMPILER_LAUNCHER"));
    if (width == 1600 && text == 1.0) {
        QVERIFY(names > launcher + 2 * flags().indentation());
        QVERIFY(value > flags().fontMetrics().horizontalAdvance(QStringLiteral("set by USE_CCACHE")));
    }
}

void FlagColumnsTest::aLongValueComesBeforeNotes()
{
    const QString value = QStringLiteral("-O2 -fno-omit-frame-pointer -g1");
    m_draft->setFlag(QStringLiteral("MY_FLAGS"), value, QStringLiteral("STRING"));
    m_wizard->resize(1600, 700);
    QCoreApplication::processEvents();
    flags().scrollTo(rowOf(QStringLiteral("MY_FLAGS")));
    QFont font = flags().font();
    font.setBold(true); // as what the user set
    const int room = flags().columnWidth(FlagModel::ValueColumn);
    QVERIFY2(room > QFontMetrics(font).horizontalAdvance(value), qPrintable(QString::number(room)));
}

// It is cut only where the others have their least.
void FlagColumnsTest::aValueOfTheUserTakesNoColumnAway()
{
    const QString value = QStringLiteral("-O2 -fno-omit-frame-pointer");
    m_draft->setFlag(QStringLiteral("MY_FLAGS"), value, QStringLiteral("STRING"));
    const int needed = QFontMetrics(boldFont(flags().font())).horizontalAdvance(value) + spacing::inner;
    const int character = flags().fontMetrics().averageCharWidth();
    int whole = 0;
    for (int width = 960; width <= 1600; width += 40) {
        m_wizard->resize(width, 700);
        m_wizard->grab();
        const bool isCut = flags().columnWidth(FlagModel::ValueColumn) < needed;
        whole += isCut ? 0 : 1;
        for (const auto column : { FlagModel::NoteColumn, FlagModel::DefaultColumn })
            QVERIFY2(!flags().isColumnHidden(column), qPrintable(QString::number(width)));
        QVERIFY2(!isCut || flags().columnWidth(FlagModel::NoteColumn) <= 15 * character,
            qPrintable(QString::number(width)));
    }
    QVERIFY(whole > 0);
}

void FlagColumnsTest::allStandInTheSmallestWindow_data()
{
    QTest::addColumn<FlagFilter::Scope>("scope");
    QTest::addColumn<SourceKind>("source");
    QTest::newRow("basic ones") << FlagFilter::Scope::Basic << SourceKind::Git;
    QTest::newRow("all") << FlagFilter::Scope::All << SourceKind::Git;
    QTest::newRow("basic ones, sample project") << FlagFilter::Scope::Basic << SourceKind::Sample;
    QTest::newRow("all, sample project") << FlagFilter::Scope::All << SourceKind::Sample;
}

void FlagColumnsTest::allStandInTheSmallestWindow()
{
    QFETCH(FlagFilter::Scope, scope);
    QFETCH(SourceKind, source);
    ProfileCatalogue profiles = threeProfiles();
    for (Profile& profile : profiles.profiles)
        profile.source.kind = source;
    m_draft->setCatalogue(profiles);
    m_wizard->goTo(Wizard::FlagsStep);
    chooseScope(scope);
    showSmall(944, 0);
    m_wizard->grab();
    for (int column = 0; column <= FlagModel::StarColumn; ++column) {
        QTRY_VERIFY2(!flags().isColumnHidden(column), qPrintable(QString::number(column)));
        QVERIFY2(flags().columnWidth(column) >= flags().header()->sectionSizeHint(column)
                || column == FlagModel::StarColumn,
            qPrintable(QString::number(column)));
    }
    QCOMPARE(flags().horizontalScrollBar()->maximum(), 0);
    const int shortDefault = flags().fontMetrics().horizontalAdvance(QStringLiteral("OFF"));
    QVERIFY(flags().columnWidth(FlagModel::DefaultColumn) >= shortDefault + spacing::inner);
}

void FlagColumnsTest::defaultsAreWholeInALargeWindow()
{
    m_wizard->resize(1840, 1100);
    m_wizard->grab();
    QTRY_COMPARE_GE(flags().columnWidth(FlagModel::DefaultColumn), longest(FlagModel::DefaultColumn));
}

// They are wrapped before values of a word or two are cut.
void FlagColumnsTest::longNamesTakeNoRoomFromValues()
{
    chooseScope(FlagFilter::Scope::All);
    const int value
        = flags().fontMetrics().horizontalAdvance(QStringLiteral("does not apply")) + spacing::inner;
    int cut = 0;
    for (int width = 1120; width <= 1600; width += 40) { // from a window of 1200 pixels on
        m_wizard->resize(width, 700);
        m_wizard->grab();
        cut += flags().columnWidth(FlagModel::NameColumn) < longest(FlagModel::NameColumn) ? 1 : 0;
        QVERIFY2(
            flags().columnWidth(FlagModel::ValueColumn) >= qMin(value, usualWidth(FlagModel::ValueColumn)),
            qPrintable(QString::number(width)));
    }
    QVERIFY(cut > 0);
}

// Not only when the window gets another size.
void FlagColumnsTest::aValueThatIsSetHasItsRoomAtOnce()
{
    const QString usual = QStringLiteral("-fsome-option=of-the-others-here -O2");
    const QString own = QStringLiteral("-O2 -fno-omit-frames");
    const auto setFirst = [&](const QString& value, ValueOrigin origin) {
        RequestWishes edits = m_draft->edits();
        for (int number = 1; number <= 3; ++number)
            edits.configuration.setFlag(
                { QStringLiteral("LONG_").repeated(12) + QString::number(number), number == 1 ? value : usual,
                    QStringLiteral("STRING"), number == 1 ? origin : ValueOrigin::Fix });
        m_draft->change(QStringLiteral("values"), edits);
        QCoreApplication::processEvents();
    };
    const auto valueWidth = [this] { return flags().columnWidth(FlagModel::ValueColumn); };
    chooseScope(FlagFilter::Scope::Changed);
    int gained = 0;
    for (int width = 921; width <= 1700; width += 40) {
        setFirst(usual, ValueOrigin::Fix);
        showSmall(width, 14);
        m_wizard->grab();
        const int needed = QFontMetrics(boldFont(flags().font())).horizontalAdvance(own) + spacing::inner;
        const int before = valueWidth();
        setFirst(own, ValueOrigin::User);
        const int atOnce = valueWidth();
        for (const int size : { width + 1, width }) {
            m_wizard->resize(size, 670);
            m_wizard->grab();
        }
        QCOMPARE_GE(atOnce, qMin(valueWidth(), needed));
        gained += before < needed && atOnce >= needed ? 1 : 0;
    }
    QVERIFY(gained > 0);
}

void FlagColumnsTest::namesAreWhole_data()
{
    QTest::addColumn<FlagFilter::Scope>("scope");
    QTest::addColumn<int>("points");
    QTest::newRow("basic ones") << FlagFilter::Scope::Basic << 0;
    QTest::newRow("basic ones, large letters") << FlagFilter::Scope::Basic << 14;
    QTest::newRow("all, large letters") << FlagFilter::Scope::All << 14;
}

// In the smallest window, where the long ones take more than a line.
void FlagColumnsTest::namesAreWhole()
{
    QFETCH(FlagFilter::Scope, scope);
    QFETCH(int, points);
    showSmall(points == 0 ? 921 : 1024, points);
    chooseScope(scope);
    m_wizard->grab();
    const int room = FlagDelegate::roomOf(flags(), FlagModel::NameColumn);
    const QFontMetrics letters = flags().fontMetrics();
    int wrapped = 0;
    const QAbstractItemModel* rows = flags().model();
    for (int group = 0; group < rows->rowCount(); ++group) {
        const QModelIndex parent = rows->index(group, 0);
        for (int row = 0; row < rows->rowCount(parent); ++row) {
            const QModelIndex cell = rows->index(row, FlagModel::NameColumn, parent);
            const QString name = cell.data().toString();
            QVERIFY2(FlagDelegate::showsAll(name, letters, room), qPrintable(name));
            if (letters.horizontalAdvance(name) <= room - spacing::inner)
                continue;
            ++wrapped;
            flags().scrollTo(cell);
            QVERIFY2(flags().visualRect(cell).height() >= 2 * letters.lineSpacing(), qPrintable(name));
        }
    }
    QVERIFY(wrapped > 0 || points == 0);
}

// They are wrapped only where the others have no more than what is good.
void FlagColumnsTest::namesGetWhatTheyNeed()
{
    chooseScope(FlagFilter::Scope::All);
    const int character = flags().fontMetrics().averageCharWidth();
    const int names = longest(FlagModel::NameColumn);
    int wide = 0;
    for (int width = 1000; width <= 3000; width += 100) {
        m_wizard->resize(width, 700);
        m_wizard->grab();
        const bool isCut = flags().columnWidth(FlagModel::NameColumn) < names;
        wide += isCut ? 0 : 1;
        QVERIFY2(!isCut || flags().columnWidth(FlagModel::ValueColumn) <= 18 * character,
            qPrintable(QString::number(width)));
        QVERIFY2(!isCut || flags().columnWidth(FlagModel::NoteColumn) <= 19 * character,
            qPrintable(QString::number(width)));
    }
    QVERIFY(wide > 0);
}

// A value of a hundred letters is whole where a window of this width has the room.
void FlagColumnsTest::nothingIsCutBesideBlanks()
{
    m_draft->setFlag(
        QStringLiteral("MY_FLAGS"), QStringLiteral("-DSOME=1 ").repeated(11), QStringLiteral("STRING"));
    chooseScope(FlagFilter::Scope::All);
    m_wizard->resize(5000, 900);
    m_wizard->grab();
    for (const auto column : { FlagModel::NameColumn, FlagModel::ValueColumn, FlagModel::DefaultColumn })
        QVERIFY2(flags().columnWidth(column) >= longest(column), qPrintable(QString::number(column)));
}

void FlagColumnsTest::whatHasNoRoomGivesWay()
{
    const auto isShown = [this](FlagModel::Column column) { return !flags().isColumnHidden(column); };
    showSmall(921, 14);
    m_wizard->grab();
    QTRY_VERIFY(!isShown(FlagModel::DefaultColumn));
    QTRY_COMPARE(flags().horizontalScrollBar()->maximum(), 0);
    m_wizard->resize(2000, 700);
    m_wizard->grab();
    for (const auto column : { FlagModel::OriginColumn, FlagModel::NoteColumn, FlagModel::DefaultColumn })
        QTRY_VERIFY(isShown(column));
}

// What comes back where there is room again is as wide as it needs.
void FlagColumnsTest::chosenWidthsStay()
{
    showSmall(921, 14);
    m_wizard->grab();
    QTRY_VERIFY(flags().isColumnHidden(FlagModel::DefaultColumn));
    const int chosen = flags().columnWidth(FlagModel::NameColumn) + 7;
    QTest::mousePress(m_wizard->windowHandle(), Qt::LeftButton, {}, { 2, 2 });
    flags().header()->resizeSection(FlagModel::NameColumn, chosen);
    QTest::mouseRelease(m_wizard->windowHandle(), Qt::LeftButton, {}, { 2, 2 });
    m_wizard->resize(2000, 700);
    m_wizard->grab();
    QTRY_VERIFY(!flags().isColumnHidden(FlagModel::DefaultColumn));
    QCOMPARE(flags().columnWidth(FlagModel::NameColumn), chosen);
    QVERIFY(flags().columnWidth(FlagModel::DefaultColumn)
        >= flags().header()->sectionSizeHint(FlagModel::DefaultColumn));
}

// Also where all rows fit and no scroll bar stands beside them.
void FlagColumnsTest::theSelectionReachesTheEdge()
{
    m_wizard->resize(1600, 700);
    m_draft->setFlag(QStringLiteral("USE_MKLDNN"), QStringLiteral("OFF"));
    chooseScope(FlagFilter::Scope::Changed);
    m_wizard->grab();
    QTRY_COMPARE(flags().verticalScrollBar()->maximum(), 0);
    QTRY_COMPARE(flags().header()->length(), flags().viewport()->width());
}

void FlagColumnsTest::defaultsAreNeverSlivers()
{
    for (int width = 1000; width <= 1600; width += 12) {
        m_wizard->resize(width, 700);
        m_wizard->grab();
        QVERIFY2(flags().isColumnHidden(FlagModel::DefaultColumn)
                || flags().columnWidth(FlagModel::DefaultColumn)
                    >= flags().header()->sectionSizeHint(FlagModel::DefaultColumn),
            qPrintable(QString::number(width)));
    }
}

void FlagColumnsTest::widthsFollowTheRowsOfTheScope()
{
    m_wizard->resize(1200, 700);
    chooseScope(FlagFilter::Scope::Changed);
    m_wizard->grab();
    const QVector<int> ofNone = widths();
    m_draft->setFlag(QStringLiteral("CMAKE_CUDA_COMPILER_LAUNCHER"), QStringLiteral("some_launcher"),
        QStringLiteral("STRING"));
    QTRY_VERIFY(widths() != ofNone);
    m_wizard->grab();
    const QVector<int> ofOne = widths();
    chooseScope(FlagFilter::Scope::All);
    chooseScope(FlagFilter::Scope::Changed);
    m_wizard->grab();
    QTRY_COMPARE(widths(), ofOne);
}

void FlagColumnsTest::aPressElsewhereChoosesNoWidths()
{
    for (const int width : { 1600, 1000, 1100, 1600 }) { // what came late is fitted, too
        m_wizard->resize(width, 700);
        m_wizard->grab();
    }
    const QVector<int> before = widths();
    m_wizard->resize(1000, 700);
    m_wizard->grab();
    QTest::mousePress(m_wizard->windowHandle(), Qt::LeftButton, {}, { 2, 2 });
    QVERIFY(QGuiApplication::mouseButtons() != Qt::NoButton);
    m_wizard->resize(1100, 700);
    m_wizard->grab();
    QTest::mouseRelease(m_wizard->windowHandle(), Qt::LeftButton, {}, { 2, 2 });
    m_wizard->resize(1600, 700);
    m_wizard->grab();
    QTRY_COMPARE(widths(), before);
}

void FlagColumnsTest::notesAreWholeInThreeLines_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("a window of 1680 pixels") << 1600;
    QTest::newRow("a window of 2000 pixels") << 1920;
}

void FlagColumnsTest::notesAreWholeInThreeLines()
{
    QFETCH(int, width);
    chooseScope(FlagFilter::Scope::All);
    m_wizard->resize(width, 700);
    m_wizard->grab();
    QTRY_VERIFY(!flags().isColumnHidden(FlagModel::NoteColumn));
    const int room = flags().columnWidth(FlagModel::NoteColumn);
    const QFontMetrics letters = flags().fontMetrics();
    int notes = 0;
    int cutInOneLine = 0;
    int cut = 0;
    const QAbstractItemModel* rows = flags().model();
    for (int group = 0; group < rows->rowCount(); ++group) {
        const QModelIndex parent = rows->index(group, 0);
        for (int row = 0; row < rows->rowCount(parent); ++row) {
            const QModelIndex cell = rows->index(row, FlagModel::NoteColumn, parent);
            const QString note = cell.data().toString();
            const bool isLong = letters.horizontalAdvance(note) > room - spacing::inner;
            notes += note.isEmpty() ? 0 : 1;
            cutInOneLine += isLong ? 1 : 0;
            cut += FlagDelegate::showsAll(note, letters, room) ? 0 : 1;
            flags().scrollTo(cell);
            if (isLong)
                QVERIFY2(flags().visualRect(cell).height() >= 2 * letters.lineSpacing(), qPrintable(note));
        }
    }
    const QString told = QStringLiteral("%1 notes in %2 pixels: %3 are cut in one line, %4 in three")
                             .arg(notes)
                             .arg(room)
                             .arg(cutInOneLine)
                             .arg(cut);
    qInfo("%s", qPrintable(told));
    QVERIFY(notes > 0);
    QVERIFY2(cut <= cutInOneLine / 2 + 1, qPrintable(told));
}

void FlagColumnsTest::aSingleNoteIsRead()
{
    m_draft->setCatalogue(threeProfiles()); // of the sample
    m_draft->setFlag(QStringLiteral("CUDA_HOME"), QStringLiteral("/usr/local/cuda"), QStringLiteral("PATH"));
    showSmall(1020, 0);
    const QModelIndex note = rowOf(QStringLiteral("CUDA_HOME")).siblingAtColumn(FlagModel::NoteColumn);
    QCOMPARE(note.data().toString(), "PyTorch only");
    const int word = flags().fontMetrics().horizontalAdvance(QStringLiteral("PyTorch")) + spacing::inner;
    QTRY_VERIFY(
        flags().isColumnHidden(FlagModel::NoteColumn) || flags().columnWidth(FlagModel::NoteColumn) >= word);
}

void FlagColumnsTest::shortTextsTakeNoRoomFromNotes()
{
    m_wizard->resize(1800, 900);
    m_wizard->grab();
    QVERIFY(flags().columnWidth(FlagModel::NoteColumn) >= longest(FlagModel::NoteColumn));
    QCOMPARE(flags().header()->textElideMode(), Qt::ElideRight);
}

void FlagColumnsTest::anEmptyListDoesNotScroll()
{
    QFont font = m_wizard->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    m_wizard->setFont(font);
    m_wizard->resize(1100, 700);
    chooseScope(FlagFilter::Scope::Changed);
    m_wizard->grab();
    QCOMPARE(flags().model()->rowCount(), 0);
    QVERIFY(flags().header()->length() <= flags().viewport()->width()
        || flags().isColumnHidden(FlagModel::DefaultColumn));
}

// Unless what is found would be cut.
void FlagColumnsTest::nothingMovesByScrollingOrSearching()
{
    chooseScope(FlagFilter::Scope::All);
    for (const int width : { 1000, 1280, 1900 }) {
        m_wizard->resize(width, 700);
        m_wizard->grab();
        QCoreApplication::processEvents();
        const QVector<int> before = widths();
        flags().scrollTo(rowOf(QStringLiteral("CMAKE_CXX_USE_RESPONSE_FILE_FOR_INCLUDES")));
        QCOMPARE(widths(), before);
        find<QLineEdit>(QStringLiteral("flagSearch"))->setText(QStringLiteral("response"));
        m_wizard->grab();
        QCoreApplication::processEvents();
        if (before[FlagModel::NameColumn] >= longest(FlagModel::NameColumn)
            && before[FlagModel::ValueColumn] >= longestValue()
            && before[FlagModel::DefaultColumn] >= longest(FlagModel::DefaultColumn))
            QCOMPARE(widths(), before);
        find<QLineEdit>(QStringLiteral("flagSearch"))->clear();
        QTRY_COMPARE(widths(), before);
    }
}

// Off, too, and in bold, with large letters in the smallest window.
void FlagColumnsTest::switchesAreWhole()
{
    showSmall(902, 14);
    m_wizard->grab();
    const int needed = flags().style()->pixelMetric(QStyle::PM_IndicatorWidth) + 2 * spacing::inner
        + QFontMetrics(boldFont(flags().font())).horizontalAdvance(QStringLiteral("OFF"));
    QTRY_VERIFY(flags().columnWidth(FlagModel::ValueColumn) >= needed);
    QTRY_COMPARE(flags().horizontalScrollBar()->maximum(), 0);
}

void FlagColumnsTest::allColumnsAreInSight_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("points");
    for (const char* text : { "", "TORCH_CUDA_ARCH_LIST", "use_gloo", "cuda_home", "xyzzy" }) {
        QTest::addRow("\"%s\", large letters", text) << text << 921 << 14;
        QTest::addRow("\"%s\"", text) << text << 944 << 0;
    }
}

// In the smallest window, also where a list is empty.
void FlagColumnsTest::allColumnsAreInSight()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QFETCH(int, points);
    showSmall(width, points);
    find<QLineEdit>(QStringLiteral("flagSearch"))->setText(text);
    for (const auto scope : { FlagFilter::Scope::Changed, FlagFilter::Scope::Basic }) {
        chooseScope(scope);
        QTRY_VERIFY(isInSight(FlagModel::StarColumn));
        QTRY_COMPARE(flags().horizontalScrollBar()->maximum(), 0);
    }
    for (const auto column : { FlagModel::NameColumn, FlagModel::ValueColumn })
        QVERIFY(isInSight(column) && flags().columnWidth(column) > flags().indentation());
}

void FlagColumnsTest::whatIsFoundIsNotCutBesideBlanks_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("points");
    QTest::newRow("a small window") << 921 << 0;
    QTest::newRow("large letters") << 1020 << 14;
}

void FlagColumnsTest::whatIsFoundIsNotCutBesideBlanks()
{
    QFETCH(int, width);
    QFETCH(int, points);
    const QString value = QStringLiteral("/opt/cuda-13.0");
    m_draft->setFlag(QStringLiteral("CUDA_HOME"), value, QStringLiteral("PATH"));
    showSmall(width, points);
    find<QLineEdit>(QStringLiteral("flagSearch"))->setText(QStringLiteral("cuda_home"));
    QTRY_VERIFY(rowOf(QStringLiteral("CUDA_HOME")).isValid());
    const QFontMetrics letters(boldFont(flags().font()));
    QTRY_VERIFY(
        flags().columnWidth(FlagModel::ValueColumn) >= letters.horizontalAdvance(value) + spacing::inner);
    QVERIFY(flags().columnWidth(FlagModel::NameColumn) >= longest(FlagModel::NameColumn));
}

void FlagColumnsTest::aFoundNameTakesTheBlanksOfValues_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("a text") << "TORCH_CUDA_ARCH_LIST";
    QTest::newRow("switches") << "use_gloo";
}

void FlagColumnsTest::aFoundNameTakesTheBlanksOfValues()
{
    QFETCH(QString, text);
    showSmall(921, 14);
    find<QLineEdit>(QStringLiteral("flagSearch"))->setText(text);
    const auto isFair = [this] {
        const int value = qMax(flags().header()->sectionSizeHint(FlagModel::ValueColumn), longestValue());
        return flags().columnWidth(FlagModel::NameColumn) >= longest(FlagModel::NameColumn)
            || flags().columnWidth(FlagModel::ValueColumn) <= value;
    };
    QTRY_VERIFY(isFair());
}

// Then its note, which wraps, takes what is left.
void FlagColumnsTest::aFoundDefaultIsWholeBesideBlanks()
{
    const auto hasBlank = [this](FlagModel::Column column, int needed) {
        return flags().columnWidth(column) > qMax(flags().header()->sectionSizeHint(column), needed);
    };
    const auto isFair = [&](FlagModel::Column column) {
        return flags().columnWidth(column) >= longest(column)
            || (!hasBlank(FlagModel::NameColumn, longest(FlagModel::NameColumn))
                && !hasBlank(FlagModel::ValueColumn, longestValue()));
    };
    int gained = 0;
    for (int width = 1000; width <= 1700; width += 50) {
        find<QLineEdit>(QStringLiteral("flagSearch"))->clear();
        m_wizard->resize(width, 700);
        m_wizard->grab();
        QCoreApplication::processEvents();
        const int before = flags().columnWidth(FlagModel::DefaultColumn);
        find<QLineEdit>(QStringLiteral("flagSearch"))->setText(QStringLiteral("TORCH_CUDA_ARCH_LIST"));
        QTRY_COMPARE(flags().model()->rowCount(), 1);
        QTRY_VERIFY2(isFair(FlagModel::DefaultColumn), qPrintable(QString::number(width)));
        const bool isWhole
            = flags().columnWidth(FlagModel::DefaultColumn) >= longest(FlagModel::DefaultColumn);
        if (before >= longest(FlagModel::DefaultColumn) || !isWhole)
            continue;
        QTRY_VERIFY2(isFair(FlagModel::NoteColumn), qPrintable(QString::number(width)));
        ++gained;
    }
    QVERIFY(gained > 0);
}

QTEST_MAIN(FlagColumnsTest)
#include "FlagColumnsTest.moc"
