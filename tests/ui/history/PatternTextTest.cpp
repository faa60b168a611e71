// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/PatternText.h"

#include <QTest>

using namespace torchmason;

// What the sentences of patterns have no room for.
class PatternTextTest : public QObject {
    Q_OBJECT

private slots:
    void allAttemptsAndClausesAreNamed()
    {
        AttemptPattern found;
        QStringList clauses;
        for (int i = 1; i <= 20; ++i) {
            found.attempts << 2 * i; // no row that a sentence would shorten
            clauses << QStringLiteral("clause %1").arg(i);
        }
        found.values = clauses;
        AttemptPattern slower;
        slower.attempts = { 50 };
        slower.others = { 41, 43 };
        const QStringList lines = wholePatterns({ found, slower }).split(u'\n');
        QCOMPARE(lines.size(), 22);
        QVERIFY2(lines.first().startsWith(QLatin1String("Attempts: 2, 4, ")), qPrintable(lines.first()));
        QVERIFY2(lines.first().endsWith(QLatin1String(", 38, 40")), qPrintable(lines.first()));
        QCOMPARE(lines.mid(1, 20), clauses);
        QCOMPARE(lines.last(), QStringLiteral("Attempts: 50; compared with: 41, 43"));
    }
};

QTEST_GUILESS_MAIN(PatternTextTest)
#include "PatternTextTest.moc"
