// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/EdgeCosts.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class EdgeCostsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void whatIsMeasuredIsExpected();
    void smallProjectsAreGuessedSmall();
    void otherBuildsAreTheNextBest();
    void neighboursTellOfWhatIsNew();
    void heavyOnesAreKnown_data();
    void heavyOnesAreKnown();
    void twoBuildsLoseNothing();
    void tensOfThousandsAreKept();
    void whyNothingIsWrittenIsSaid();
    void aBrokenFileIsBegunAnew_data();
    void aBrokenFileIsBegunAnew();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("a/costs.json")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QString object = QStringLiteral("src/CMakeFiles/mine.dir/core/Device.cpp.o");
const QString language = QStringLiteral("C++");
const Bytes guess = 700 * mebibyte; // where nothing is known of a C++ file
const QString release = QStringLiteral("pytorch|Release||gcc 12");

}

void EdgeCostsTest::whatIsMeasuredIsExpected()
{
    {
        EdgeCosts costs(file(), release);
        QCOMPARE(costs.expected(object, language), guess);
        costs.learn(object, language, 300 * mebibyte);
        costs.learn(object, language, 0); // not seen at all: no news
        QVERIFY(costs.save().ok());
    }
    const EdgeCosts costs(file(), release);
    QCOMPARE(costs.expected(object, language), 300 * mebibyte);
}

void EdgeCostsTest::smallProjectsAreGuessedSmall()
{
    EdgeCosts costs(file(), QStringLiteral("sample|Release||gcc 12"), nullptr, 250 * mebibyte);
    QCOMPARE(costs.expected(object, language), 250 * mebibyte);
    QCOMPARE(costs.expected(object, QStringLiteral("C")), 100 * mebibyte);
    costs.learn(object, language, 300 * mebibyte); // what is measured is no guess
    QCOMPARE(costs.expected(object, language), 300 * mebibyte);
}

void EdgeCostsTest::otherBuildsAreTheNextBest()
{
    EdgeCosts debug(file(), QStringLiteral("pytorch|Debug||gcc 12"));
    debug.learn(object, language, 500 * mebibyte);
    QVERIFY(debug.save().ok());
    const EdgeCosts costs(file(), release);
    QCOMPARE(costs.expected(object, language), 500 * mebibyte);
}

void EdgeCostsTest::neighboursTellOfWhatIsNew()
{
    EdgeCosts costs(file(), release);
    for (int index = 0; index < 10; ++index)
        costs.learn(QStringLiteral("src/CMakeFiles/mine.dir/%1.cpp.o").arg(index), language,
            Bytes(100 + index) * mebibyte);
    QCOMPARE(costs.expected(object, language), 109 * mebibyte);
    const QString elsewhere = QStringLiteral("caffe2/CMakeFiles/torch_cpu.dir/x.cpp.o");
    QCOMPARE(costs.expected(elsewhere, language), guess);
    QCOMPARE(costs.expected(object, QStringLiteral("C")), 100 * mebibyte);
}

void EdgeCostsTest::heavyOnesAreKnown_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("isKnown");
    const QString flash = QStringLiteral(
        "caffe2/CMakeFiles/torch_cuda.dir/__/aten/src/ATen/native/transformers/cuda/flash_attn/kernels/"
        "flash_bwd_hdim256_fp16_sm80.cu.o");
    QTest::newRow("flash attention") << flash << QStringLiteral("CUDA") << true;
    QTest::newRow("its C++ side") << flash << QStringLiteral("C++") << false;
    QTest::newRow("variable type") << QStringLiteral(
        "caffe2/CMakeFiles/torch_cpu.dir/__/torch/csrc/autograd/generated/VariableType_2.cpp.o")
                                   << QStringLiteral("C++") << true;
    QTest::newRow("a usual one") << object << QStringLiteral("C++") << false;
}

void EdgeCostsTest::heavyOnesAreKnown()
{
    QFETCH(QString, output);
    QFETCH(QString, kind);
    QFETCH(bool, isKnown);
    const EdgeCosts costs(file(), release);
    const Bytes cost = costs.expected(output, kind);
    QCOMPARE(cost != costs.expected(QStringLiteral("no/such.o"), kind), isKnown);
    if (isKnown)
        QVERIFY(cost > gibibyte);
}

void EdgeCostsTest::twoBuildsLoseNothing()
{
    EdgeCosts one(file(), release);
    EdgeCosts two(file(), QStringLiteral("other|Release||gcc 12"));
    one.learn(QStringLiteral("a.o"), language, mebibyte);
    two.learn(QStringLiteral("b.o"), language, mebibyte);
    QVERIFY(one.save().ok());
    QVERIFY(two.save().ok());
    const EdgeCosts costs(file(), release);
    QCOMPARE(costs.expected(QStringLiteral("a.o"), language), mebibyte);
    QCOMPARE(costs.expected(QStringLiteral("b.o"), language), mebibyte);
}

// As many as several builds of PyTorch leave; the launchers wait while they are written.
void EdgeCostsTest::tensOfThousandsAreKept()
{
    constexpr int many = 50'000;
    EdgeCosts costs(file(), release);
    for (int index = 0; index < many; ++index)
        costs.learn(QStringLiteral("caffe2/CMakeFiles/torch_cpu.dir/%1.cpp.o").arg(index), language,
            mebibyte * Bytes(1 + index));
    QVERIFY(costs.save().ok());
    costs.learn(object, language, mebibyte);
    QVERIFY(costs.save().ok());
    const EdgeCosts again(file(), release);
    QCOMPARE(again.expected(QStringLiteral("caffe2/CMakeFiles/torch_cpu.dir/49999.cpp.o"), language),
        mebibyte * many);
    QCOMPARE(again.expected(object, language), mebibyte);
}

// It is not another build that keeps the lock where none can be made.
void EdgeCostsTest::whyNothingIsWrittenIsSaid()
{
    write(m_folder->filePath(QStringLiteral("file")));
    EdgeCosts costs(m_folder->filePath(QStringLiteral("file/costs.json")), QStringLiteral("b"));
    costs.learn(QStringLiteral("a.o"), QStringLiteral("C++"), gibibyte);
    const auto saved = costs.save(Milliseconds(10));
    QVERIFY(!saved);
    QVERIFY2(saved.error().message.startsWith(
                 QStringLiteral("Cannot write ") + m_folder->filePath(QStringLiteral("file"))),
        qPrintable(saved.error().message));
}

void EdgeCostsTest::aBrokenFileIsBegunAnew_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no JSON") << QByteArray("\x81\x30 not JSON");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("of a later version") << QByteArray(R"({"schema": 9, "builds": {}})");
}

void EdgeCostsTest::aBrokenFileIsBegunAnew()
{
    QFETCH(QByteArray, content);
    QVERIFY(QDir().mkpath(QFileInfo(file()).path()));
    write(file(), content);
    QString trouble;
    EdgeCosts costs(file(), release, &trouble);
    QVERIFY2(trouble.contains(file()), qPrintable(trouble));
    costs.learn(object, language, mebibyte);
    QVERIFY(costs.save().ok());
    QString again;
    QCOMPARE(EdgeCosts(file(), release, &again).expected(object, language), mebibyte);
    QVERIFY2(again.isEmpty(), qPrintable(again));
}

QTEST_GUILESS_MAIN(EdgeCostsTest)
#include "EdgeCostsTest.moc"
