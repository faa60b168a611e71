// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonCheck.h"
#include "tests/support/TestFiles.h"

#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

// A real Python and packages that are called torch.
class PythonCheckTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void packagesAreJudged_data();
    void packagesAreJudged();
    void wantedArchitecturesAreCompared_data();
    void wantedArchitecturesAreCompared();
    void hangingOneIsEnded();
    void missingPythonIsASentence();
    void nonsenseIsNoVerdict_data();
    void nonsenseIsNoVerdict();

private:
    Result<QString> check(
        const QByteArray& package, const QString& archList = {}, Milliseconds timeout = Milliseconds(120000));

    std::unique_ptr<QTemporaryDir> m_root;
    QStringList m_told;
};

namespace {

// As much of torch as the script asks for.
const QByteArray goodTorch = "class Product(list):\n"
                             "    pass\n"
                             "class Matrix:\n"
                             "    def __matmul__(self, other):\n"
                             "        return [[64.0] * 64] * 64\n"
                             "def ones(shape, device):\n"
                             "    return Matrix()\n"
                             "__version__ = '2.6.0'\n"
                             "class version:\n"
                             "    cuda = '12.8'\n"
                             "class cuda:\n"
                             "    get_arch_list = staticmethod(lambda: ['sm_86', 'sm_120', 'compute_120'])\n"
                             "    is_available = staticmethod(lambda: True)\n"
                             "    get_device_capability = staticmethod(lambda index: (12, 0))\n"
                             "    get_device_name = staticmethod(lambda index: 'A card')\n";

}

void PythonCheckTest::init()
{
    m_told.clear();
    m_root = std::make_unique<QTemporaryDir>();
}

Result<QString> PythonCheckTest::check(
    const QByteArray& package, const QString& archList, Milliseconds timeout)
{
    write(m_root->filePath(QStringLiteral("torch/__init__.py")), package);
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    return checkPythonPackage(
        { python, m_root->path(), archList, timeout }, [this](const QString& line) { m_told << line; });
}

void PythonCheckTest::packagesAreJudged_data()
{
    QTest::addColumn<QByteArray>("package");
    QTest::addColumn<QString>("problem"); // empty: none
    QTest::newRow("good") << goodTorch << "";
    QTest::newRow("noise")
        << "import sys\nsys.stdout.write('hello')\nsys.stderr.write('UserWarning: {\"error\"')\n" + goodTorch
        << "";
    QTest::newRow("without CUDA") << goodTorch + "version.cuda = None\n"
                                  << "";
    QTest::newRow("without a card") << goodTorch + "cuda.is_available = staticmethod(lambda: False)\n"
                                    << "";
    QTest::newRow("missing library") << QByteArray(
        "raise ImportError('libtorch_cpu.so: cannot open shared object file')\n")
                                     << "libtorch_cpu.so: cannot open";
    QTest::newRow("leaves") << QByteArray("import sys\nsys.exit(0)\n") << "SystemExit";
    QTest::newRow("crash") << QByteArray("import os, signal\nprint('last words', flush=True)\n"
                                         "os.kill(os.getpid(), signal.SIGSEGV)\n")
                           << "last words";
    QTest::newRow("ends silently") << QByteArray("import os\nos._exit(0)\n") << "ended before it had told";
    QTest::newRow("wrong product") << goodTorch + "Matrix.__matmul__ = lambda a, b: [[63.0] * 64] * 64\n"
                                   << "63.0";
    QTest::newRow("not this torch") << QByteArray("x = 1\n") << "__version__";
}

void PythonCheckTest::packagesAreJudged()
{
    QFETCH(QByteArray, package);
    QFETCH(QString, problem);
    const auto verdict = check(package);
    QVERIFY2(verdict.ok() == problem.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
    QVERIFY(verdict || verdict.error().message.contains(problem));
    QCOMPARE(!m_told.isEmpty(), problem.isEmpty());
}

void PythonCheckTest::wantedArchitecturesAreCompared_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("missing");
    QTest::newRow("all there") << "8.6;12.0"
                               << "";
    QTest::newRow("PTX") << "12.0+PTX"
                         << "";
    QTest::newRow("spaces and commas") << "8.6, 12.0"
                                       << "";
    QTest::newRow("names") << "Hopper;All"
                           << "";
    QTest::newRow("one is not") << "8.9;12.0"
                                << "sm_89 is not in it";
    QTest::newRow("two are not") << "8.9;9.0a"
                                 << "sm_89 and sm_90a is not in it";
}

void PythonCheckTest::wantedArchitecturesAreCompared()
{
    QFETCH(QString, asked);
    QFETCH(QString, missing);
    const auto verdict = check(goodTorch, asked);
    QVERIFY2(verdict.ok() == missing.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
    QVERIFY(verdict || verdict.error().message.contains(missing));
}

void PythonCheckTest::hangingOneIsEnded()
{
    const auto verdict = check("import time\ntime.sleep(600)\n", {}, Milliseconds(1500));
    QVERIFY(!verdict);
    QVERIFY2(verdict.error().message.contains(QStringLiteral("within")), qPrintable(verdict.error().message));
}

void PythonCheckTest::missingPythonIsASentence()
{
    const auto verdict = checkPythonPackage(
        { m_root->filePath(QStringLiteral("no-python")), m_root->path(), {}, Milliseconds(1000) },
        [](const QString&) {});
    QVERIFY(!verdict);
    QVERIFY(verdict.error().message.contains(QStringLiteral("no-python")));
}

void PythonCheckTest::nonsenseIsNoVerdict_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("mark inside of a line") << QByteArray("x TORCHMASON-VERIFY {}\n");
    QTest::newRow("cut JSON") << QByteArray("TORCHMASON-VERIFY {\"version\":");
    QTest::newRow("a list") << QByteArray("TORCHMASON-VERIFY []\n");
    QTest::newRow("a number for a version") << QByteArray("TORCHMASON-VERIFY {\"version\":2}\n");
}

void PythonCheckTest::nonsenseIsNoVerdict()
{
    QFETCH(QByteArray, output);
    QVERIFY(!readVerdict(output));
}

QTEST_GUILESS_MAIN(PythonCheckTest)
#include "PythonCheckTest.moc"
