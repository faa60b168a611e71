// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandQuery.h"
#include "tests/support/Rows.h"

using namespace torchmason;

// What is typed into the command palette, without a window.
class CommandQueryTest : public QObject {
    Q_OBJECT

private slots:
    void wordsHaveRanks_data();
    void wordsHaveRanks();
    void theBeginningOfAWordComesFirst();
    void whatWasTypedIsMarked();
};

void CommandQueryTest::wordsHaveRanks_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("title");
    QTest::addColumn<bool>("found");
    newRow("a whole word", "history", "Show History", true);
    newRow("its beginning", "his", "Show History", true);
    newRow("beginnings that follow", "shhi", "Show History", true);
    newRow("one letter of each", "umk", "USE_MKLDNN", true);
    newRow("a part between lines", "mkldnn", "USE_MKLDNN", true);
    newRow("inside of a word", "tory", "Show History", true);
    newRow("in another order", "history show", "Show History", true);
    newRow("one word too many", "history page", "Show History", false);
    newRow("letters that are scattered", "sry", "Show History", false);
    newRow("a word that is left out", "ad", "All big dogs", false);
    newRow("signs only", "-- ..", "Show History", true);
    newRow("a number is no part of another", "14", "Attempt 4", false);
}

void CommandQueryTest::wordsHaveRanks()
{
    QFETCH(QString, typed);
    QFETCH(QString, title);
    QFETCH(bool, found);
    QCOMPARE(CommandQuery(typed).rankOf(wordsOf(title), {}).has_value(), found);
}

void CommandQueryTest::theBeginningOfAWordComesFirst()
{
    const QStringList better[]
        = { wordsOf("A profile"), wordsOf("All profiles"), wordsOf("Pro files"), wordsOf("Reprofile") };
    std::optional<int> before = -1;
    for (const QStringList& words : better) {
        const auto rank = CommandQuery("profile").rankOf(words, {});
        QVERIFY2(rank && *rank > *before, qPrintable(words.join(u' ')));
        before = rank;
    }
    QVERIFY(CommandQuery("gpu").rankOf(wordsOf("USE_CUDA"), wordsOf("graphics gpu")) > before);
    // Where a word stands does not count.
    QCOMPARE(CommandQuery("profile").rankOf(wordsOf("Profiles"), {}),
        CommandQuery("profile").rankOf(wordsOf("All profiles"), {}));
}

void CommandQueryTest::whatWasTypedIsMarked()
{
    using Places = QVector<std::pair<int, int>>;
    QCOMPARE(CommandQuery("dis").placesIn("Undiscovered disk"), (Places { { 13, 3 } }));
    QCOMPARE(CommandQuery("tory sh").placesIn("Show History"), (Places { { 8, 4 }, { 0, 2 } }));
    QCOMPARE(CommandQuery("umk").placesIn("USE_MKLDNN"), Places());
}

QTEST_GUILESS_MAIN(CommandQueryTest)
#include "CommandQueryTest.moc"
