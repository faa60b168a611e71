// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/CardGroups.h"

#include <QTest>

using namespace torchmason;

// Cards of which one row tells.
class CardGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void allCardsAreNamed()
    {
        HostFacts facts;
        for (const char* name : { "A10", "A40", "RTX 3060", "RTX 3090", "RTX 3090" }) {
            GpuFacts gpu;
            gpu.name = QLatin1String(name);
            gpu.computeCapability = QStringLiteral("8.6");
            facts.gpus << gpu;
        }
        const QVector<CardGroup> groups = cardsByCapability(facts);
        QCOMPARE(groups.size(), 1);
        QCOMPARE(groups.first().count, 5);
        QCOMPARE(groups.first().name(), QStringLiteral("A10, A40, RTX 3060, RTX 3090"));
    }
};

QTEST_GUILESS_MAIN(CardGroupsTest)
#include "CardGroupsTest.moc"
