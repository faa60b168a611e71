// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/ConfigurationCheck.h"
#include "core/base/Json.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

QString sharedLog(const QString& name)
{
    const QString named = qEnvironmentVariable("TORCHMASON_SHARED");
    const QString shared = named.isEmpty() ? QStringLiteral(TORCHMASON_SOURCE "/../shared") : named;
    return shared + "/logs/" + name;
}

const QByteArray summaryOfBuild = "-- \n"
                                  "-- ******** Summary ********\n"
                                  "-- General:\n"
                                  "--   USE_CUDA              : OFF\n"
                                  "--     Protobuf compiler   : /usr/bin/protoc\n"
                                  "--   USE_DISTRIBUTED       : ON\n"
                                  "--     USE_MPI               : OFF\n"
                                  "-- Configuring done\n"
                                  "--   USE_MPI : ON\n";

const QByteArray cudaWarning = "CMake Warning at cmake/Dependencies.cmake:76 (message):\n"
                               "  Not compiling with CUDA.  Suppress this warning with -DUSE_CUDA=OFF.\n"
                               "Call Stack (most recent call first):\n"
                               "  CMakeLists.txt:861 (include)\n\n\n";

}

class ConfigurationCheckTest : public QObject {
    Q_OBJECT

private slots:
    void outputIsRead();
    void lastSummaryCounts();
    void whatIsGoneStops_data();
    void whatIsGoneStops();
    void whatDoesNotMatterDoesNot_data();
    void whatDoesNotMatterDoesNot();
    void whatIsToldDoesNotStop_data();
    void whatIsToldDoesNotStop();
    void reasonIsInCMakesWords();
    void sentenceIsRecognised();
    void missingBlasStops_data();
    void missingBlasStops();
    void endSaysWhatIsTrue();
    void healthyRealLogsGoOn();
    void realLogs_data();
    void realLogs();
};

void ConfigurationCheckTest::outputIsRead()
{
    const ConfigureOutput output = readConfigureOutput(cudaWarning
        + "-- Could NOT find CUDA (missing: CUDA_INCLUDE_DIRS) (found version \"13.0\")\r\n" + summaryOfBuild
        + "CMake Warning:\n  Manually-specified variables were not used by the project:\n\n    A\n    "
          "B_C\n\n\n"
          "-- Build files have been written to: /b\n");
    QCOMPARE(output.summary.size(), 3);
    QCOMPARE(output.summary.value("USE_MPI"), "OFF");
    QCOMPARE(output.warnings.size(), 2);
    QCOMPARE(output.warnings.first().line, 76);
    QCOMPARE(output.notFound.size(), 1);
    QCOMPARE(output.unused, (QStringList { "A", "B_C" }));
}

// onnx prints one as well.
void ConfigurationCheckTest::lastSummaryCounts()
{
    const ConfigureOutput output = readConfigureOutput(
        "-- ******** Summary ********\n--   USE_CUDA : ON\n--   ONNX_ML : ON\n-- \nother\n" + summaryOfBuild);
    QCOMPARE(output.summary.value("USE_CUDA"), "OFF");
    QVERIFY(!output.summary.contains("ONNX_ML"));
}

void ConfigurationCheckTest::whatIsGoneStops_data()
{
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QByteArray>("asked");
    newRow("cache alone", QByteArray("USE_CUDA:BOOL=OFF\n"), QByteArray(), QByteArray("USE_CUDA"));
    newRow("summary alone", QByteArray("USE_CUDA:BOOL=ON\n"), summaryOfBuild, QByteArray("USE_CUDA"));
    newRow("MPI", QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_MPI:BOOL=OFF\n"), QByteArray(),
        QByteArray("USE_MPI"));
    newRow("hidden MPI", QByteArray("USE_MPI:INTERNAL=ON\n"), summaryOfBuild, QByteArray("USE_MPI"));
    newRow("cuDNN of a CUDA that is there", QByteArray("USE_CUDA:BOOL=ON\nUSE_CUDNN:BOOL=OFF\n"),
        QByteArray(), QByteArray("USE_CUDNN"));
#ifndef Q_OS_WIN // nobody has NCCL there, so that it is not missed
    newRow("NCCL of a CUDA that is there",
        QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_CUDA:BOOL=ON\nUSE_NCCL:BOOL=OFF\n"), QByteArray(),
        QByteArray("USE_NCCL"));
    newRow("NCCL of ROCm",
        QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_CUDA:BOOL=OFF\nUSE_ROCM:BOOL=ON\nUSE_NCCL:BOOL=OFF\n"),
        QByteArray(), QByteArray("USE_NCCL"));
#endif
    newRow("NumPy", QByteArray("BUILD_PYTHON:BOOL=ON\nUSE_NUMPY:BOOL=OFF\n"), QByteArray(),
        QByteArray("USE_NUMPY"));
    newRow("oneDNN", QByteArray("USE_MKLDNN:BOOL=OFF\n"), QByteArray(), QByteArray("USE_MKLDNN"));
    newRow("0 is OFF", QByteArray("USE_CUDA:BOOL=0\n"), QByteArray(), QByteArray("USE_CUDA"));
    newRow("empty is OFF", QByteArray("USE_CUDA:BOOL=\n"), QByteArray(), QByteArray("USE_CUDA"));
}

void ConfigurationCheckTest::whatIsGoneStops()
{
    QFETCH(QByteArray, cache);
    QFETCH(QByteArray, log);
    QFETCH(QByteArray, asked);
    for (const char* wish : { "ON", "1", "TRUE", "yes" }) {
        const ConfigurationReport report = compareConfiguration(
            { userFlag(asked.constData(), wish) }, CMakeCache::parse(cache), readConfigureOutput(log));
        QVERIFY2(report.stops(), wish);
        QCOMPARE(report.differences.size(), 1);
    }
}

void ConfigurationCheckTest::whatDoesNotMatterDoesNot_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QByteArray>("cache");
    newRow("1", QByteArray("1"), QByteArray("X:BOOL=ON"));
    newRow("true", QByteArray("true"), QByteArray("X:BOOL=ON"));
    newRow("OFF and 0", QByteArray("OFF"), QByteArray("X:STRING=0"));
    newRow("OFF and empty", QByteArray("OFF"), QByteArray("X:STRING="));
    newRow(
        "dots in a path", QByteArray("/usr/bin/../bin/python3"), QByteArray("X:FILEPATH=/usr/bin/python3"));
    newRow("slash at the end", QByteArray("/usr/local/cuda/"), QByteArray("X:PATH=/usr/local/cuda"));
    newRow("bare name made absolute", QByteArray("g++-12"), QByteArray("X:FILEPATH=/usr/bin/g++-12"));
    newRow("not in the cache", QByteArray("ON"), QByteArray("Y:BOOL=OFF"));
    newRow("the same list", QByteArray("8.6;9.0+PTX"), QByteArray("X:STRING=8.6;9.0+PTX"));
}

void ConfigurationCheckTest::whatDoesNotMatterDoesNot()
{
    QFETCH(QByteArray, wish);
    QFETCH(QByteArray, cache);
    const ConfigurationReport report
        = compareConfiguration({ userFlag("X", wish.constData()) }, CMakeCache::parse(cache + '\n'), {});
    QCOMPARE(report.differences.size(), 0);
}

void ConfigurationCheckTest::whatIsToldDoesNotStop_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QString>("said");
    newRow("a smaller part", QByteArray("USE_FAKELOWP"), QByteArray("ON"),
        QByteArray("USE_FAKELOWP:BOOL=OFF"), "USE_FAKELOWP");
    newRow("derived: MPI without distributed", QByteArray("USE_MPI"), QByteArray("ON"),
        QByteArray("USE_DISTRIBUTED:BOOL=OFF\nUSE_MPI:BOOL=OFF"), "needs USE_DISTRIBUTED");
    newRow("derived: cuDNN without CUDA", QByteArray("USE_CUDNN"), QByteArray("ON"),
        QByteArray("USE_CUDA:BOOL=OFF\nUSE_CUDNN:BOOL=OFF"), "needs USE_CUDA");
    newRow("derived: NCCL without a card", QByteArray("USE_NCCL"), QByteArray("ON"),
        QByteArray("USE_CUDA:BOOL=OFF\nUSE_ROCM:BOOL=OFF\nUSE_NCCL:BOOL=OFF"), "needs USE_CUDA or USE_ROCM");
    newRow("NCCL without distributed", QByteArray("USE_NCCL"), QByteArray("ON"),
        QByteArray("USE_DISTRIBUTED:BOOL=OFF\nUSE_CUDA:BOOL=ON\nUSE_NCCL:BOOL=OFF"), "USE_NCCL");
    newRow("derived: NumPy without Python", QByteArray("USE_NUMPY"), QByteArray("ON"),
        QByteArray("BUILD_PYTHON:BOOL=OFF\nUSE_NUMPY:BOOL=OFF"), "needs BUILD_PYTHON");
    newRow("Kineto", QByteArray("USE_KINETO"), QByteArray("ON"), QByteArray("USE_KINETO:BOOL=OFF"),
        "USE_KINETO");
    newRow(
        "switched on", QByteArray("USE_CUDA"), QByteArray("OFF"), QByteArray("USE_CUDA:BOOL=ON"), "USE_CUDA");
    newRow("another value", QByteArray("BLAS"), QByteArray("MKL"), QByteArray("BLAS:STRING=Eigen"), "Eigen");
    newRow("another compiler", QByteArray("CMAKE_CXX_COMPILER"), QByteArray("/usr/bin/g++"),
        QByteArray("CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/clang++"), "clang++");
}

void ConfigurationCheckTest::whatIsToldDoesNotStop()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, wish);
    QFETCH(QByteArray, cache);
    QFETCH(QString, said);
    const ConfigurationReport report = compareConfiguration(
        { userFlag(name.constData(), wish.constData()) }, CMakeCache::parse(cache + '\n'), {});
    QVERIFY(!report.stops());
    QCOMPARE(report.differences.size(), 1);
    const QString sentence = differenceSentence(report.differences.first());
    QVERIFY2(sentence.contains(said), qPrintable(sentence));
}

void ConfigurationCheckTest::reasonIsInCMakesWords()
{
    const ConfigureOutput output = readConfigureOutput("CMake Warning at a.cmake:1 (message):\n"
                                                       "  Generated files need CUDA11 or NCUDA.\n\n\n"
        + cudaWarning + "-- Could NOT find MKL (missing: MKL_LIBRARIES)\n"
        + "-- Could NOT find CUDA (missing: CUDA_INCLUDE_DIRS)\n" + summaryOfBuild);
    const ConfigurationReport report = compareConfiguration(
        { userFlag("USE_CUDA", "ON") }, CMakeCache::parse("USE_CUDA:BOOL=OFF\n"), output);
    QCOMPARE(differenceSentence(report.differences.value(0)),
        QStringLiteral(
            "USE_CUDA was asked to be ON, but CMake switched it OFF: \"Not compiling with CUDA.  "
            "Suppress this warning with -DUSE_CUDA=OFF.\" (cmake/Dependencies.cmake:76); \"Could NOT "
            "find CUDA (missing: CUDA_INCLUDE_DIRS)\"."));
}

void ConfigurationCheckTest::sentenceIsRecognised()
{
    FlagDifference difference { "USE_MPI", "ON", "OFF", {}, true };
    QByteArray log
        = "-- Build files have been written to: /b\n" + differenceSentence(difference).toUtf8() + '\n';
    QBuffer buffer(&log);
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    const auto report = diagnose(buffer, loadRules());
    QVERIFY(report);
    QCOMPARE(report->findings.value(0).rule, "part-switched-off");
    QVERIFY(report->findings.first().root);
    const Fix fix = report->findings.first().fixes.value(1);
    QCOMPARE(fix.kind, "set-flag");
    QCOMPARE(QString::fromStdString(fix.action["name"].get<std::string>()), "USE_MPI");
}

void ConfigurationCheckTest::missingBlasStops_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QByteArray>("summary");
    QTest::addColumn<bool>("stops");
    const QByteArray none = "--   USE_BLAS              : 0\n--   USE_LAPACK            : 0\n";
    const QByteArray both = "--   USE_BLAS              : 1\n--     BLAS                : mkl\n"
                            "--   USE_LAPACK            : 1\n";
    newRow("nothing found", QByteArray("MKL"), none, true);
    newRow("found", QByteArray("MKL"), both, false);
    newRow(
        "no LAPACK", QByteArray("OpenBLAS"), QByteArray("--   USE_BLAS : 1\n--   USE_LAPACK : 0\n"), false);
    newRow("Eigen asks for none", QByteArray("Eigen"), none, false);
    newRow("not told", QByteArray("MKL"), QByteArray("--   USE_CUDA : OFF\n"), false);
}

void ConfigurationCheckTest::missingBlasStops()
{
    QFETCH(QByteArray, wish);
    QFETCH(QByteArray, summary);
    QFETCH(bool, stops);
    const ConfigurationReport report = compareConfiguration({ userFlag("BLAS", wish.constData()) },
        CMakeCache::parse("BLAS:STRING=" + wish + '\n'),
        readConfigureOutput("-- ******** Summary ********\n" + summary));
    QCOMPARE(report.stops(), stops);
    if (!stops)
        return;
    QByteArray log = differenceSentence(report.differences.first()).toUtf8() + '\n';
    QVERIFY2(log.contains("USE_LAPACK is 0"), log.constData());
    QBuffer buffer(&log);
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    const auto diagnosed = diagnose(buffer, loadRules());
    QVERIFY(diagnosed);
    QCOMPARE(diagnosed->findings.value(0).rule, "blas-not-found");
    QCOMPARE(diagnosed->findings.first().subject, QString::fromUtf8(wish));
}

// All is as it was asked for only where it is.
void ConfigurationCheckTest::endSaysWhatIsTrue()
{
    QTemporaryDir folder;
    ConfigurationStepWishes wishes;
    wishes.buildFolder = folder.path();
    wishes.flags = { userFlag("USE_KINETO", "ON") };
    QStringList lines;
    const auto endWith = [&](const QByteArray& cache) {
        write(cacheFileOf(folder.path()), cache);
        const auto end = checkConfiguration(wishes, [&lines](const QString& line) { lines << line; });
        return end ? *end : end.error().message;
    };
    QCOMPARE(endWith("USE_KINETO:BOOL=ON\n"), "The configuration has the flag that was asked for.");
    QCOMPARE(lines, QStringList());
    QCOMPARE(endWith("USE_KINETO:BOOL=OFF\n"), "One flag differs from what was asked for; see above.");
    QCOMPARE(lines, QStringList { "Warning: USE_KINETO was asked to be ON and is OFF now." });
}

// Those of good builds, asked for with the distribution's profile.
void ConfigurationCheckTest::healthyRealLogsGoOn()
{
    const QDir logs(QFileInfo(sharedLog("x")).path());
    const QStringList good = logs.entryList({ "ok-*.log" });
    if (good.isEmpty())
        QSKIP("The collected logs are not on this machine (TORCHMASON_SHARED).");
    const Json profile
        = Json::parse(contentOf(QStringLiteral(TORCHMASON_SOURCE "/profiles/debian-source.json")));
    QVector<FlagValue> asked { userFlag("BLAS", "Eigen") };
    for (const Json& entry : profile.at("flags"))
        asked << userFlag(
            entry.at("name").get<std::string>().c_str(), entry.at("value").get<std::string>().c_str());
    QVERIFY(asked.size() > 10);
    int seen = 0;
    for (const QString& name : good) {
        const ConfigureOutput output = readConfigureOutput(contentOf(logs.filePath(name)));
        seen += output.summary.isEmpty() ? 0 : 1;
        QVERIFY2(!compareConfiguration(asked, {}, output).stops(), qPrintable(name));
        if (output.summary.contains("USE_LAPACK"))
            QVERIFY2(compareConfiguration({ userFlag("BLAS", "MKL") }, {}, output).stops(), qPrintable(name));
    }
    QVERIFY(seen >= 6);
}

void ConfigurationCheckTest::realLogs_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<bool>("stops");
    newRow("CUDA was not found", "cfg-cuda-nvcc-not-found.log", QByteArray("USE_CUDA"), true);
    newRow("MPI was not found", "ok-cfg-use-distributed-on-2.6.log", QByteArray("USE_MPI"), true);
    newRow("distributed was", "ok-cfg-use-distributed-on-2.6.log", QByteArray("USE_DISTRIBUTED"), false);
    newRow("NumPy was", "ok-cfg-build-python-on-2.6.log", QByteArray("USE_NUMPY"), false);
    newRow("OpenMP was", "ok-configure-2.6.0.log", QByteArray("USE_OPENMP"), false);
}

void ConfigurationCheckTest::realLogs()
{
    QFETCH(QString, log);
    QFETCH(QByteArray, asked);
    QFETCH(bool, stops);
    const QByteArray text = contentOf(sharedLog(log));
    if (text.isEmpty())
        QSKIP("The collected logs are not on this machine (TORCHMASON_SHARED).");
    const ConfigureOutput output = readConfigureOutput(text);
    QVERIFY(output.summary.size() > 40);
    // The cache as it was asked: the summary must be enough.
    const ConfigurationReport report = compareConfiguration(
        { userFlag(asked.constData(), "ON") }, CMakeCache::parse(asked + ":BOOL=ON\n"), output);
    QCOMPARE(report.stops(), stops);
    if (stops)
        QVERIFY2(report.differences.first().reason.contains("Not compiling with"),
            qPrintable(report.differences.first().reason));
}

QTEST_GUILESS_MAIN(ConfigurationCheckTest)
#include "ConfigurationCheckTest.moc"
