// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogImport.h"
#include "core/base/GzipFile.h"
#include "core/export/BundleImport.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "core/history/EdgeTimeline.h"
#include "core/store/AttemptFiles.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QStringEncoder>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class LogImportTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    int m_stores = 0;

    AttemptStore freshStore() { return AttemptStore(m_home.filePath(QString::number(++m_stores))); }
    Result<ImportedLog> import(QByteArray log, const AttemptStore& store, const QString& name = "a.log")
    {
        QBuffer device(&log);
        device.open(QIODevice::ReadOnly);
        return importLog(device, name, store);
    }
    static QStringList stagesOf(const AttemptRecord& record)
    {
        QStringList ids;
        for (const StageResult& stage : record.stages)
            ids << stage.id;
        return ids;
    }
    static QByteArray wholeLog(const ImportedLog& log)
    {
        QByteArray whole;
        for (const StageResult& stage : log.record.stages) {
            QFile file(AttemptFiles::log(log.folder, stage.id));
            if (file.open(QIODevice::ReadOnly))
                whole += file.readAll();
        }
        return whole;
    }

private slots:
    void stagesAndStates_data();
    void stagesAndStates();
    void timesOfTheLog();
    void withoutTimesNoneAreInvented();
    void messagesAreCounted();
    void whatItPrints();
    void secretsStayOut();
    void utf16IsRead();
    void theSameLogIsOneAttempt();
    void packedLogs();
    void refused_data();
    void refused();
    void realLogs();
};

void LogImportTest::stagesAndStates_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QStringList>("stages");
    QTest::addColumn<int>("state");
    const QByteArray fetch = "Cloning into 'pytorch'...\nSubmodule path 'third_party/fmt': checked out 'a'\n";
    const QByteArray configure = "-- The CXX compiler identification is GNU 12.2.0\n-- Configuring done\n"
                                 "-- Build files have been written to: /b\n";
    const QByteArray compile
        = "[1/2] Building CXX object a.cpp.o\n[2/2] Linking CXX shared library lib/a.so\n";
    const QByteArray wheel = "running bdist_wheel\nrunning build\ncreating build/lib\n";
    QTest::newRow("all") << QByteArray(
        "preamble\n" + fetch + configure + compile + wheel + "Successfully built torch\n")
                         << QStringList { "fetch", "configure", "compile", "wheel" }
                         << int(AttemptState::Succeeded);
    QTest::newRow("the end is missing")
        << QByteArray(configure + "[1/2] Building CXX object a.cpp.o\n")
        << QStringList { "configure", "compile" } << int(AttemptState::Interrupted);
    QTest::newRow("ninja fails") << QByteArray(configure
        + "[1/2] Building CXX object a.cpp.o\nFAILED: a.cpp.o\nc++ -c a.cpp\n"
          "a.cpp:1:10: fatal error: x.h: No such file or directory\nninja: build stopped: subcommand "
          "failed.\n") << QStringList { "configure", "compile" }
                                 << int(AttemptState::Failed);
    QTest::newRow("make") << QByteArray(
        configure + "[ 50%] Building CXX object a.cpp.o\n[100%] Built target a\n")
                          << QStringList { "configure", "compile" } << int(AttemptState::Succeeded);
    QTest::newRow("CMake again while ninja builds")
        << QByteArray("[1/4] Re-running CMake...\n-- Configuring done\n" + compile)
        << QStringList { "compile" } << int(AttemptState::Succeeded);
    QTest::newRow("what CMake tries is no compiling")
        << QByteArray("-- The CXX compiler identification is unknown\n    [1/2] Building CXX object "
                      "CMakeFiles/cmTC_1.dir/a.cxx.o\n-- Configuring incomplete, errors occurred!\n")
        << QStringList { "configure" } << int(AttemptState::Failed);
    QTest::newRow("setup.py's wheel comes first")
        << QByteArray("running bdist_wheel\n" + compile) << QStringList { "compile" }
        << int(AttemptState::Succeeded);
    QTest::newRow("interrupted") << QByteArray(
        "[1/9] Building CXX object a.cpp.o\nninja: build stopped: interrupted by user.\n")
                                 << QStringList { "compile" } << int(AttemptState::Stopped);
    QTest::newRow("commands") << QByteArray(
        "$ git clone https://github.com/pytorch/pytorch\nx\n$ cmake -G Ninja ..\n"
        "y\n$ ninja\nz\n[exit 0]\n")
                              << QStringList { "fetch", "configure", "compile" }
                              << int(AttemptState::Succeeded);
}

void LogImportTest::stagesAndStates()
{
    QFETCH(QByteArray, log);
    QFETCH(QStringList, stages);
    QFETCH(int, state);
    const AttemptStore store = freshStore();
    const auto imported = import(log, store);
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error().message));
    QCOMPARE(stagesOf(imported->record), stages);
    QCOMPARE(wholeLog(*imported), log);
    const auto attempt = store.attempt(imported->number);
    QVERIFY(attempt && attempt->error.isEmpty());
    QCOMPARE(int(attempt->record.state), state);
    QCOMPARE(attempt->record.imported->log, QStringLiteral("a.log"));
}

void LogImportTest::timesOfTheLog()
{
    const auto imported
        = import("\xef\xbb\xbf"
                 "2025-06-27T10:00:00.0000000Z -- Configuring done\n"
                 "2025-06-27T10:00:10.5000000Z [1/2] Building CXX object a.cpp.o\n"
                 "2025-06-27T10:00:40.0000000Z [2/2] Linking CXX shared library lib/a.so\n"
                 "2025-06-27T10:00:40.1000000Z FAILED: lib/a.so\n"
                 "2025-06-27T10:00:41.0000000Z ##[error]Process completed with exit code 1.\n",
            freshStore());
    QVERIFY(imported);
    const AttemptRecord& record = imported->record;
    QVERIFY(record.imported->hasTimes);
    QCOMPARE(record.startedAt, std::optional<qint64>(1751018400000));
    QCOMPARE(record.duration, std::optional(Milliseconds(41000)));
    QCOMPARE(record.stages[0].duration, std::optional(Milliseconds(10500)));
    QCOMPARE(record.stages[1].exitCode, std::optional(1));
    const auto edges = readEdges(imported->folder);
    QVERIFY(edges);
    QCOMPARE(edges->size(), 2);
    QCOMPARE(edges->at(0).end, 10500);
    QCOMPARE(edges->at(0).language, QStringLiteral("C++"));
    QVERIFY(!edges->at(0).failed && edges->at(1).failed);
    QVERIFY(QFile(AttemptFiles::events(imported->folder)).size() > 0);
}

void LogImportTest::withoutTimesNoneAreInvented()
{
    const auto imported = import("[1/1] Building CXX object a.cpp.o\nFAILED: a.cpp.o\nc++ a.cpp\n"
                                 "ninja: build stopped: subcommand failed.\n",
        freshStore());
    QVERIFY(imported);
    QVERIFY(!imported->record.imported->hasTimes);
    QVERIFY(!imported->record.startedAt && !imported->record.endedAt && !imported->record.duration);
    QVERIFY(readEdges(imported->folder)->isEmpty());
    QCOMPARE(imported->record.edgesTotal, std::optional<qint64>(1));
    QCOMPARE(imported->record.edgesFailed, std::optional<qint64>(1));
}

void LogImportTest::messagesAreCounted()
{
    const auto imported
        = import("CMake Warning at CMakeLists.txt:3 (message):\n  odd\n\n-- Configuring done\n"
                 "[1/2] Building CXX object a.cpp.o\n"
                 "/src/a.cpp:3:1: warning: unused variable 'x' [-Wunused-variable]\n"
                 "[2/2] Building CXX object b.cpp.o\nFAILED: b.cpp.o\n"
                 "/src/b.cpp:7:2: error: expected ';'\n",
            freshStore());
    QVERIFY(imported);
    const QVector<StageResult>& stages = imported->record.stages;
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0].errors, std::optional<qint64>(0));
    QCOMPARE(stages[0].warnings, std::optional<qint64>(1));
    QCOMPARE(stages[1].errors, std::optional<qint64>(1));
    QCOMPARE(stages[1].warnings, std::optional<qint64>(1));
    QVERIFY2(stages[1].firstError.contains("b.cpp"), qPrintable(stages[1].firstError));
}

void LogImportTest::whatItPrints()
{
    const auto imported = import(
        "$ git clone -b v2.6.0 https://me:pw123456@github.com/pytorch/pytorch\nHEAD is now at 1eba9b3aa3c\n"
        "$ USE_CUDA=0 MAX_JOBS=4 cmake -GNinja -DBUILD_TEST=OFF -DCMAKE_CXX_FLAGS=\"-O1 -g\" ..\n"
        "-- The CXX compiler identification is GNU 12.2.0\n-- ******** Summary ********\n"
        "--   CMake version         : 3.25.1\n--   TORCH_VERSION         : 2.6.0\n--   USE_CUDA : OFF\n"
        "-- Configuring done\n",
        freshStore());
    QVERIFY(imported);
    const BuildRequest& request = imported->record.request;
    QCOMPARE(request.source.tag, QStringLiteral("v2.6.0"));
    QVERIFY(!request.source.url.contains(QStringLiteral("pw123456")));
    QCOMPARE(request.source.version, QStringLiteral("2.6.0"));
    QCOMPARE(request.configuration.flagValue(QStringLiteral("CMAKE_CXX_FLAGS")), QStringLiteral("-O1 -g"));
    QCOMPARE(request.configuration.variableValue(QStringLiteral("USE_CUDA")), QStringLiteral("0"));
    QCOMPARE(request.jobs, std::optional(4));
    QCOMPARE(imported->record.imported->told.value(QStringLiteral("USE_CUDA")), QStringLiteral("OFF"));
    const QMap<QString, QString> inputs = imported->record.stages.last().inputs;
    QCOMPARE(inputs.value(QStringLiteral("c++ compiler")), QStringLiteral("gcc 12.2.0"));
    QCOMPARE(inputs.value(QStringLiteral("source")), QStringLiteral("1eba9b3aa3c"));
}

void LogImportTest::secretsStayOut()
{
    const auto imported
        = import("$ HF_TOKEN=hf_abcdefgh123 cmake -DMY_TOKEN=zyxwvuts987 .. \n-- Configuring done\n",
            freshStore(), QStringLiteral("a\x1b[31m.log"));
    QVERIFY(imported);
    for (const QString& path :
        { AttemptFiles::record(imported->folder), AttemptFiles::request(imported->folder) }) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(
            !text.contains("hf_abcdefgh123") && !text.contains("zyxwvuts987") && !text.contains("\\u001b"));
    }
}

void LogImportTest::utf16IsRead()
{
    QStringEncoder encoder(QStringEncoder::Utf16LE, QStringEncoder::Flag::WriteBom);
    const QByteArray wide = encoder(QStringLiteral("-- Configuring done\n[1/1] Building CXX object a.o\n"));
    const auto imported = import(wide, freshStore());
    QVERIFY(imported);
    QCOMPARE(stagesOf(imported->record), QStringList({ "configure", "compile" }));
}

void LogImportTest::theSameLogIsOneAttempt()
{
    const AttemptStore store = freshStore();
    QVERIFY(!import("ninja: error: x\n", store)->wasHere);
    QVERIFY(import("ninja: error: x\n", store)->wasHere);
    QCOMPARE(store.list().size(), 1);
}

// Packed by gzip itself.
void LogImportTest::packedLogs()
{
    const QString gzip = QStandardPaths::findExecutable(QStringLiteral("gzip"));
    if (gzip.isEmpty())
        QSKIP("gzip is not there");
    QByteArray log;
    for (int i = 1; i <= 3000; ++i)
        log += "[" + QByteArray::number(i) + "/3000] Building CXX object a" + QByteArray::number(i) + ".o\n";
    const QString path = m_home.filePath(QStringLiteral("build.log"));
    const auto put = [](const QString& file, const QByteArray& bytes) {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(bytes), qint64(bytes.size()));
    };
    put(path, log);
    QCOMPARE(QProcess::execute(gzip, { QStringLiteral("--keep"), path }), 0);
    const QString packed = path + QStringLiteral(".gz");
    QVERIFY(!looksLikeBundle(packed));
    const auto whole = importLogFile(packed, freshStore());
    QVERIFY2(whole, qPrintable(whole ? QString() : whole.error().message));
    QCOMPARE(wholeLog(*whole), log);
    QVERIFY(whole->problem.isEmpty());
    QFile file(packed);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    // Two behind each other are one.
    put(packed, bytes + bytes);
    const auto twice = importLogFile(packed, freshStore());
    QVERIFY(twice);
    QCOMPARE(wholeLog(*twice).size(), 2 * log.size());
    // A torn one gives what it has.
    put(packed, bytes.first(bytes.size() / 2));
    const auto torn = importLogFile(packed, freshStore());
    QVERIFY2(torn, qPrintable(torn ? QString() : torn.error().message));
    QVERIFY(torn->problem.contains(QStringLiteral("ends in the middle")));
    const auto diagnosed = diagnoseFile(packed, loadRules());
    QVERIFY(diagnosed && diagnosed->lines > 100 && diagnosed->lines < 3000);
    QVERIFY(diagnosed->isCut && diagnosed->problem.contains(QStringLiteral("ends in the middle")));
    QVERIFY(wholeLog(*torn).size() > 1000 && log.startsWith(wholeLog(*torn)));
    // What grows without end is refused, and no attempt is made of it.
    const AttemptStore store = freshStore();
    put(packed, bytes);
    QFile bomb(packed);
    QVERIFY(bomb.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
    QVERIFY(isGzip(bomb));
    GzipFile unpacked(bomb.handle(), log.size() - 1);
    const auto large = importLog(unpacked, QStringLiteral("bomb.gz"), store);
    QVERIFY(!large);
    QVERIFY2(
        large.error().message.startsWith(QStringLiteral("Cannot read bomb.gz: unpacked it has more than ")),
        qPrintable(large.error().message));
    QVERIFY(store.list().isEmpty());
}

void LogImportTest::refused_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("word");
    QTest::newRow("nothing") << QByteArray() << "empty";
    QTest::newRow("data") << QByteArray("\x7f"
                                        "ELF\x02\x01\x01\0\0\0\0\0\x03\0\x3e\0",
        16) << "not text";
    QTest::newRow("packed") << QByteArray("\x1f\x8b\x08\x00xxxx") << "unpack";
    QTest::newRow("prose") << QByteArray("Dear diary,\ntoday it rained.\n") << "looks like one of a build";
}

void LogImportTest::refused()
{
    QFETCH(QByteArray, log);
    QFETCH(QString, word);
    const AttemptStore store = freshStore();
    const auto imported = import(log, store);
    QVERIFY(!imported);
    QVERIFY2(imported.error().message.contains(word), qPrintable(imported.error().message));
    QVERIFY(store.list().isEmpty());
}

// Complete logs of real builds, where TORCHMASON_REAL_LOGS names their folder: nothing of them is lost.
void LogImportTest::realLogs()
{
    const QDir folder(qEnvironmentVariable("TORCHMASON_REAL_LOGS"));
    if (!qEnvironmentVariableIsSet("TORCHMASON_REAL_LOGS") || !folder.exists())
        QSKIP("TORCHMASON_REAL_LOGS names no folder of logs.");
    const AttemptStore store = freshStore();
    for (const QFileInfo& entry : folder.entryInfoList({ "*.log" }, QDir::Files)) {
        const auto imported = importLogFile(entry.filePath(), store);
        QVERIFY2(imported, qPrintable(entry.fileName()));
        QFile file(entry.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(wholeLog(*imported) == file.readAll(), qPrintable(entry.fileName()));
        qInfo("%s: %s, %s", qPrintable(entry.fileName()), qPrintable(stagesOf(imported->record).join(u',')),
            qPrintable(attemptStateId(imported->record.state)));
    }
}

QTEST_GUILESS_MAIN(LogImportTest)
#include "LogImportTest.moc"
