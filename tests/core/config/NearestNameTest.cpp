// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/NearestName.h"
#include "tests/support/Rows.h"

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
    newRow("a letter too few", "USE_DISTRIBUED", "USE_DISTRIBUTED");
    newRow("a letter too many", "USE_MKLDNNN", "USE_MKLDNN");
    newRow("another letter", "BUILD_TESX", "BUILD_TEST");
    newRow("two that changed places", "USE_DISTRIBUTDE", "USE_DISTRIBUTED");
    newRow("small letters", "use_mkldnn", "USE_MKLDNN");
    newRow("between two", "USE_CUDN", "");
    newRow("too far", "USE_SOMETHING", "");
    newRow("short", "CUX", "");
    newRow("nothing", "", "");
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
