// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/NearestName.h"

#include <QTest>

using namespace torchmason;

class NearestNameTest : public QObject {
    Q_OBJECT

private slots:
    void isFound_data();
    void isFound();
};

void NearestNameTest::isFound_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("meant");
    QTest::newRow("a letter too few") << "USE_DISTRIBUED"
                                      << "USE_DISTRIBUTED";
    QTest::newRow("a letter too many") << "USE_MKLDNNN"
                                       << "USE_MKLDNN";
    QTest::newRow("another letter") << "BUILD_TESX"
                                    << "BUILD_TEST";
    QTest::newRow("two that changed places") << "USE_DISTRIBUTDE"
                                             << "USE_DISTRIBUTED";
    QTest::newRow("small letters") << "use_mkldnn"
                                   << "USE_MKLDNN";
    QTest::newRow("between two") << "USE_CUDN"
                                 << "";
    QTest::newRow("too far") << "USE_SOMETHING"
                             << "";
    QTest::newRow("short") << "CUX"
                           << "";
    QTest::newRow("nothing") << ""
                             << "";
}

void NearestNameTest::isFound()
{
    const QStringList names { QStringLiteral("USE_CUDA"), QStringLiteral("USE_CUDNN"),
        QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("USE_MKLDNN"), QStringLiteral("BUILD_TEST"),
        QStringLiteral("CUB") };
    QFETCH(QString, written);
    QTEST(nearestName(written, names), "meant");
}

QTEST_GUILESS_MAIN(NearestNameTest)
#include "NearestNameTest.moc"
