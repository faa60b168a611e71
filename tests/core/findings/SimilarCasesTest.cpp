// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/SimilarCases.h"

#include <QTest>

using namespace torchmason;

namespace {

Result<SimilarCases> threeCases()
{
    Json document = Json::parse(R"({"cases": [
        {"line": "/home/a/x/csrc/frob.cpp:12:3: error: 'frobnicate' is not a member of 'at::native::sparse'",
         "cause": "old torch", "solution": "newer torch", "url": "example.org/1"},
        {"line": "C:/b/y.cpp(99): error C2065: 'warble': undeclared identifier", "cause": "macro",
         "url": "example.org/2"}]})");
    // The weight of a word grows with the number of cases.
    for (int i = 0; i < 500; ++i)
        document["cases"].push_back(Json::parse(
            R"({"line": "ld: error: cannot find -lpurple", "cause": "library", "url": "example.org/3"})"));
    return SimilarCases::fromJson(document);
}

}

class SimilarCasesTest : public QObject {
    Q_OBJECT

private slots:
    void wordsDecideNotPathsAndNumbers();
    void nothingNearIsNothingTold();
    void shippedCasesAreReadable();

private:
    const Result<SimilarCases> m_cases = threeCases();
};

void SimilarCasesTest::wordsDecideNotPathsAndNumbers()
{
    QVERIFY(m_cases);
    const auto found = m_cases->nearest(
        QStringLiteral(
            "D:\\elsewhere\\frob.cu:900:1: error: 'frobnicate' is not a member of 'at::native::sparse'"),
        3);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().url, QStringLiteral("example.org/1"));
    QCOMPARE(found.first().solution, QStringLiteral("newer torch"));
    QVERIFY(found.first().similarity > 0.8);
}

void SimilarCasesTest::nothingNearIsNothingTold()
{
    QVERIFY(m_cases->nearest(QStringLiteral("CMake Error: no build program was found"), 3).isEmpty());
    QVERIFY(m_cases->nearest(QString(), 3).isEmpty());
    // The same line, and all of its words are frequent.
    QVERIFY(m_cases->nearest(QStringLiteral("ld: error: cannot find -lpurple"), 3).isEmpty());
}

void SimilarCasesTest::shippedCasesAreReadable()
{
    const auto cases = SimilarCases::load();
    QVERIFY2(cases, qPrintable(cases ? QString() : cases.error().message));
}

QTEST_GUILESS_MAIN(SimilarCasesTest)
#include "SimilarCasesTest.moc"
