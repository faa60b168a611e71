// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonCheck.h"
#include "core/findings/FailureMatcher.h"
#include "tests/support/Rows.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

const QByteArray goodTorch = standInTorch
    + "version.cuda = '12.8'\n"
      "class _C:\n"
      "    _cuda_getArchFlags = staticmethod(lambda: 'sm_86 sm_120 compute_120')\n"
      "class cuda:\n"
      "    is_available = staticmethod(lambda: True)\n"
      "    device_count = staticmethod(lambda: 1)\n"
      "    get_device_capability = staticmethod(lambda index: (12, 0))\n"
      "    get_device_name = staticmethod(lambda index: 'A card')\n"
      "    @staticmethod\n"
      "    def get_arch_list():\n"
      "        return _C._cuda_getArchFlags().split() if cuda.is_available() else []\n";

const QByteArray noCard = "cuda.is_available = staticmethod(lambda: False)\n";

// What the rules make of a stage's log that ended badly.
Finding rootIn(const QStringList& lines)
{
    FailureMatcher matcher(loadRules());
    qint64 number = 0;
    for (const QString& line : lines) {
        ++number;
        matcher.addLine(line.toUtf8(), number, number);
    }
    matcher.finish(true);
    const QVector<Finding> findings = matcher.findings();
    return findings.isEmpty() || !findings.first().root ? Finding() : findings.first();
}

// Cards 0, 1, ... of these capabilities, of which those of `works` can multiply.
QByteArray cards(const QByteArray& capabilities, const QByteArray& works)
{
    return "cuda.device_count = staticmethod(lambda: len(" + capabilities
        + "))\n"
          "cuda.get_device_capability = staticmethod(lambda index: "
        + capabilities
        + "[index])\n"
          "def ones(shape, device):\n"
          "    if device != 'cpu' and int(device[5:]) not in "
        + works
        + ":\n"
          "        raise RuntimeError('no kernel image is available\\nCompile with more.')\n"
          "    return Matrix()\n";
}

}

// A real Python and packages that are called torch.
class PythonCheckTest : public QObject {
    Q_OBJECT

private:
    Result<QString> check(
        const QByteArray& package, const QString& archList = {}, Milliseconds timeout = Milliseconds(120000));

    bool compile(const QByteArray& source, const QString& file, const QStringList& libraries = {});

    std::unique_ptr<QTemporaryDir> m_root;
    QStringList m_told;

private slots:
    void init()
    {
        m_told.clear();
        m_root = std::make_unique<QTemporaryDir>();
    }

    void packagesAreJudged_data()
    {
        QTest::addColumn<QByteArray>("package");
        QTest::addColumn<QString>("problem"); // empty: none
        newRow("good", goodTorch, "");
        newRow("noise",
            "import sys\nsys.stdout.write('hello')\nsys.stderr.write('UserWarning: {\"error\"')\n"
                + goodTorch,
            "");
        newRow("without CUDA", goodTorch + "version.cuda = None\n", "");
        newRow("without a card", goodTorch + noCard, "");
        newRow("missing library",
            QByteArray("raise ImportError('libtorch_cpu.so: cannot open shared object file')\n"),
            "libtorch_cpu.so: cannot open");
        newRow("without the driver",
            QByteArray("raise ImportError('libcuda.so.1: cannot open shared object file: No such file or "
                       "directory')\n"),
            "");
        newRow("leaves", QByteArray("import sys\nsys.exit(0)\n"), "SystemExit");
        newRow("crash",
            QByteArray("import os, signal\nprint('last words', flush=True)\n"
                       "os.kill(os.getpid(), signal.SIGSEGV)\n"),
            "(import torch): it was ended by signal 11 (SIGSEGV), in \"");
        newRow("ends silently", QByteArray("import os\nos._exit(0)\n"), "ended before it had reported");
        newRow("wrong product", goodTorch + "Matrix.__matmul__ = lambda a, b: [[63.0] * 64] * 64\n", "63.0");
        newRow("many lines",
            QByteArray("raise ImportError('Failed to load PyTorch C extensions:\\n    It appears that a "
                       "folder was used.\\n')\n"),
            "ImportError: Failed to load PyTorch C extensions: It appears that a folder was used.");
        newRow("not this torch", QByteArray("x = 1\n"), "__version__");
        newRow("wrong derivative",
            goodTorch + "Vector.backward = lambda self: setattr(self.of, 'grad', Vector([0.0]))\n",
            "(autograd): RuntimeError: a derivative is [0.0]");
        newRow("cannot save", goodTorch + "def save(value, file):\n    raise RuntimeError('no zip')\n",
            "(save and load): RuntimeError: no zip");
        newRow("does not learn", goodTorch + "nn.functional.losses = [1.0, 1.0]\n",
            "(a training step): RuntimeError: a training step made the loss 1.0 of 1.0");
        newRow("without NumPy",
            goodTorch + "def from_numpy(array):\n    raise RuntimeError('Numpy is not available')\n", "");
        newRow("torch.compile crashes",
            goodTorch
                + "def compile(function):\n    import os, signal\n    os.kill(os.getpid(), signal.SIGSEGV)\n",
            ""); // a warning
    }
    void packagesAreJudged()
    {
        QFETCH(QByteArray, package);
        QFETCH(QString, problem);
        const auto verdict = check(package);
        QVERIFY2(verdict.ok() == problem.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
        QVERIFY(verdict || verdict.error().message.contains(problem));
        QCOMPARE(m_told.join(' ').contains("loads and trains."),
            problem.isEmpty() && !package.contains("libcuda"));
    }

    void wantedArchitecturesAreCompared_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("missing");
        newRow("all there", "8.6;12.0", "");
        newRow("PTX", "12.0+PTX", "");
        newRow("spaces and commas", "8.6, 12.0", "");
        newRow("names", "Hopper;All", "");
        newRow("one is not", "8.9;12.0", "sm_89 is not in it");
        newRow("two are not", "8.9;9.0a", "sm_89 and sm_90a is not in it");
    }
    void wantedArchitecturesAreCompared()
    {
        QFETCH(QString, asked);
        QFETCH(QString, missing);
        const auto verdict = check(goodTorch, asked);
        QVERIFY2(verdict.ok() == missing.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
        QVERIFY(verdict || verdict.error().message.contains(missing));
    }

    void architecturesAreKnownWithoutACard_data()
    {
        QTest::addColumn<QByteArray>("package");
        QTest::addColumn<QString>("missing"); // empty: none
        QTest::addColumn<QString>("told");
        newRow("there", goodTorch + noCard, "", "compiled for sm_86, sm_120, compute_120");
        newRow("not there", goodTorch + noCard + "_C._cuda_getArchFlags = staticmethod(lambda: 'sm_90')\n",
            "sm_120 is not in it: it has sm_90.", "compiled for sm_90");
        newRow("without CUDA", goodTorch + noCard + "version.cuda = None\n", "no code for graphics cards",
            "compiled for no graphics card");
        newRow("not told", goodTorch + noCard + "_C._cuda_getArchFlags = staticmethod(lambda: None)\n", "",
            "does not say what it is compiled for");
        newRow("no such function",
            goodTorch + noCard + "del _C._cuda_getArchFlags\n"
                + "cuda.get_arch_list = staticmethod(lambda: [])\n",
            "", "does not say what it is compiled for");
        newRow("the card fails",
            goodTorch + cards("[(8, 6)]", "[]") + "_C._cuda_getArchFlags = staticmethod(lambda: 'sm_86')\n",
            "sm_120 is not in it", "compiled for sm_86");
    }
    void architecturesAreKnownWithoutACard()
    {
        QFETCH(QByteArray, package);
        QFETCH(QString, missing);
        QFETCH(QString, told);
        const auto verdict = check(package, "12.0");
        QVERIFY2(verdict.ok() == missing.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
        QVERIFY(verdict || verdict.error().message.contains(missing));
        QVERIFY2(!m_told.filter(told).isEmpty(), qPrintable(m_told.join('\n')));
    }

    void cardsAreTriedWhereThereIsCodeForThem_data()
    {
        QTest::addColumn<QByteArray>("archs");
        QTest::addColumn<QByteArray>("cards");
        QTest::addColumn<QByteArray>("works");
        QTest::addColumn<QString>("problem"); // empty: none
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const char* archs, const char* cards, const char* works,
                             const char* problem, const char* told) {
            newRow(name, QByteArray(archs), QByteArray(cards), QByteArray(works), QString(problem),
                QString(told));
        };
        row("an earlier card", "sm_90", "[(8, 0)]", "[]", "",
            "A card (8.0), is not one that was asked for; not tried");
        row("a later one of the kind", "sm_80", "[(8, 6)]", "[0]", "", "It multiplies on A card (8.6).");
        row("a later one of another", "sm_80", "[(9, 0)]", "[]", "", "(9.0), is not one");
        row("PTX", "sm_80 compute_80", "[(9, 0)]", "[0]", "", "It multiplies on A card (9.0).");
        row("that very card", "sm_90a", "[(9, 0)]", "[0]", "", "multiplies");
        row("not that very card", "sm_100a", "[(10, 3)]", "[]", "", "not tried");
        row("AMD's", "gfx90a", "[(9, 0)]", "[0]", "", "multiplies");
        row("the second one too", "sm_80 sm_120", "[(7, 5), (12, 0)]", "[1]", "",
            "It multiplies on A card (12.0).");
        row("the second one fails", "sm_80 sm_120", "[(8, 0), (12, 0)]", "[0]",
            "matmul on A card (12.0)): RuntimeError: no kernel image is available Compile with more.",
            "compiled for sm_80, sm_120");
    }
    void cardsAreTriedWhereThereIsCodeForThem()
    {
        QFETCH(QByteArray, archs);
        QFETCH(QString, problem);
        QFETCH(QString, told);
        QFETCH(QByteArray, cards);
        QFETCH(QByteArray, works);
        const auto verdict = check(goodTorch + ::cards(cards, works)
            + "_C._cuda_getArchFlags = staticmethod(lambda: '" + archs + "')\n");
        QVERIFY2(verdict.ok() == problem.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
        QVERIFY(verdict || verdict.error().message.contains(problem));
        QVERIFY2(!m_told.filter(told).isEmpty(), qPrintable(m_told.join('\n')));
    }

    // Another program has the memory of the card: as a card of 140 GB answered that was full.
    void aCardInUseSaysNothingOfTorch_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<bool>("isGood");
        newRow("full",
            QByteArray("CUDA out of memory. Tried to allocate 2.00 MiB. GPU 0 has a total capacity of 139.80 "
                       "GiB of which 3.12 MiB is free."),
            true);
        newRow("full before it began", QByteArray("CUDA error: out of memory"), true);
        newRow("no room for a handle",
            QByteArray("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"), true);
        newRow("taken", QByteArray("CUDA error: CUDA-capable device(s) is/are busy or unavailable"), true);
        newRow("another fault", QByteArray("CUDA error: an illegal memory access was encountered"), false);
    }
    void aCardInUseSaysNothingOfTorch()
    {
        QFETCH(QByteArray, message);
        QFETCH(bool, isGood);
        const auto verdict = check(goodTorch
            + "def ones(shape, device):\n"
              "    if device != 'cpu':\n"
              "        raise RuntimeError('"
            + message + "\\nCompile with more.')\n    return Matrix()\n");
        QCOMPARE(verdict.ok(), isGood);
        QCOMPARE(!m_told.filter("A card (12.0) is in use and was not tried: CUDA").isEmpty(), isGood);
    }

    void hangingOneIsEnded()
    {
        const auto verdict = check("import time\ntime.sleep(600)\n", {}, Milliseconds(10'000));
        QVERIFY(!verdict);
        QVERIFY2(
            verdict.error().message.contains(QStringLiteral("within 10 s (import torch): it hangs in \"")),
            qPrintable(verdict.error().message));
        QVERIFY2(verdict.error().message.contains(QStringLiteral("torch/__init__.py\", line 2")),
            qPrintable(verdict.error().message));
    }

    void whatKeepsItFromImportingIsNamed_data()
    {
        QTest::addColumn<QByteArray>("package");
        QTest::addColumn<QByteArray>("module"); // torch/_C in C; empty: none
        QTest::addColumn<QString>("moduleFile");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("subject");
        const QByteArray imports = "from torch import _C\n";
        const auto row
            = [&](const char* name, const QByteArray& module, const char* rule, const char* subject) {
                  newRow(name, imports, module, "torch/_C.so", QString(rule), QString(subject));
              };
        row("a symbol that nobody has", "void nosuch(void); void* PyInit__C(void) { nosuch(); return 0; }\n",
            "wheel-undefined-symbol", "nosuch");
        // Also where it is one of PyTorch's own, as another installation would miss it.
        row("a symbol of torch",
            "void _ZN3c105ErrorE(void); void* PyInit__C(void) { _ZN3c105ErrorE(); return 0; }\n",
            "wheel-undefined-symbol", "_ZN3c105ErrorE");
        row("a crash", "void* PyInit__C(void) { *(volatile int*)0 = 1; return 0; }\n", "wheel-crashes", "");
        row("an instruction of another processor",
            "int raise(int); void* PyInit__C(void) { raise(4); return 0; }\n", "wheel-illegal-instruction",
            "signal 4");
        newRow("a module for another Python", imports, QByteArray("int x;\n"),
            "torch/_C.cpython-27-x86_64-linux-gnu.so", "wheel-for-another-python", "");
        newRow("a mistake in a file", QByteArray("def f(:\n"), QByteArray(), QString(),
            "wheel-broken-python-file", "torch/__init__.py");
        newRow("another NumPy",
            QByteArray(
                "raise RuntimeError('module compiled against ABI version 0x1000009 but this version of "
                "numpy is 0x2000000')\n"),
            QByteArray(), QString(), "numpy-abi-mismatch", "compiled against ABI version");
        newRow("an old C++ library",
            QByteArray("raise ImportError(\"/usr/lib/libstdc++.so.6: version `GLIBCXX_3.4.32' not found "
                       "(required by "
                       "/s/torch/_C.so)\")\n"),
            QByteArray(), QString(), "libstdcxx-too-old-at-runtime", "GLIBCXX_3.4.32");
    }
    // What is told becomes the log of the stage, in which the rules look.
    void whatKeepsItFromImportingIsNamed()
    {
        QFETCH(QByteArray, package);
        QFETCH(QByteArray, module);
        QFETCH(QString, moduleFile);
        QFETCH(QString, rule);
        QFETCH(QString, subject);
        if (!module.isEmpty() && !compile(module, moduleFile))
            QSKIP("No C compiler is on this machine.");
        const auto verdict = check(package);
        QVERIFY(!verdict);
        const Finding root = rootIn(m_told << verdict.error().message);
        QVERIFY2(root.rule == rule, qPrintable(root.rule + '\n' + m_told.join('\n')));
        if (!subject.isEmpty())
            QCOMPARE(root.subject, subject);
    }

    void aMissingLibraryIsNamed()
    {
        write(m_root->filePath("gone.c"), "void gone(void) {}\n");
        const QString library = m_root->filePath("libgone.so.3");
        if (QProcess::execute("cc",
                { "-shared", "-fPIC", "-Wl,-soname,libgone.so.3", "-o", library, m_root->filePath("gone.c") })
            != 0)
            QSKIP("No C compiler is on this machine.");
        QVERIFY(compile(
            "void gone(void); void* PyInit__C(void) { gone(); return 0; }\n", "torch/_C.so", { library }));
        QVERIFY(QFile::remove(library));
        const auto verdict = check("from torch import _C\n");
        QVERIFY(!verdict);
        const Finding root = rootIn(m_told << verdict.error().message);
        QCOMPARE(root.rule, QStringLiteral("wheel-library-missing"));
        QCOMPARE(root.subject, QStringLiteral("libgone.so.3"));
    }

    void missingPythonIsASentence()
    {
        const auto verdict = checkPythonPackage(
            { m_root->filePath(QStringLiteral("no-python")), m_root->path(), {}, Milliseconds(1000) },
            [](const QString&) {});
        QVERIFY(!verdict);
        QVERIFY(verdict.error().message.contains(QStringLiteral("no-python")));
    }

    void whatIsNoFailureIsToldAll_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("told");
        newRow("settings", QByteArray(), "  - a compiler");
        newRow("older than torch.compile", QByteArray(), "torch.compile is not tried: torch 2.6.0 has no");
        newRow("torch.compile lacks a package",
            QByteArray("def compile(function):\n    import nosuchmodule\n"),
            "No module named 'nosuchmodule'");
        newRow("torch.compile fails",
            QByteArray("def compile(function):\n    raise RuntimeError('no g++')\n"),
            "Warning: torch.compile does not work with this Python and compiler: "
            "RuntimeError: no g++.");
    }
    void whatIsNoFailureIsToldAll()
    {
        QFETCH(const QByteArray, more);
        QFETCH(const QString, told);
        const auto verdict = check(standInTorch + more);
        QVERIFY2(verdict, verdict ? "" : qPrintable(verdict.error().message));
        QVERIFY2(m_told.join('\n').contains(told), qPrintable(m_told.join('\n')));
    }

    void architecturesAreReadBack()
    {
        QVERIFY(check(goodTorch));
        std::optional<QStringList> archs;
        for (const QString& line : std::as_const(m_told)) {
            if (const auto found = archsFromLine(line.toUtf8() + '\n'))
                archs = found;
        }
        QCOMPARE(archs.value_or(QStringList()), (QStringList { "sm_86", "sm_120", "compute_120" }));
        QCOMPARE(
            archsFromLine("compiled for no graphics card").value_or(QStringList { "some" }), QStringList());
        QVERIFY(!archsFromLine("something else"));
    }

    void nonsenseIsNoVerdict_data()
    {
        QTest::addColumn<QByteArray>("output");
        newRow("nothing", QByteArray());
        newRow("mark inside of a line", QByteArray("x TORCHMASON-VERIFY {}\n"));
        newRow("cut JSON", QByteArray("TORCHMASON-VERIFY {\"version\":"));
        newRow("a list", QByteArray("TORCHMASON-VERIFY []\n"));
        newRow("a number for a version", QByteArray("TORCHMASON-VERIFY {\"version\":2}\n"));
    }
    void nonsenseIsNoVerdict()
    {
        QFETCH(QByteArray, output);
        QVERIFY(!readVerdict(output));
    }
};

bool PythonCheckTest::compile(const QByteArray& source, const QString& file, const QStringList& libraries)
{
    write(m_root->filePath(file + ".c"), source);
    return QProcess::execute("cc",
               QStringList { "-shared", "-fPIC", "-o", m_root->filePath(file), m_root->filePath(file + ".c") }
                   + libraries)
        == 0;
}

Result<QString> PythonCheckTest::check(
    const QByteArray& package, const QString& archList, Milliseconds timeout)
{
    write(m_root->filePath(QStringLiteral("torch/__init__.py")), package);
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    return checkPythonPackage(
        { python, m_root->path(), archList, timeout }, [this](const QString& line) { m_told << line; });
}

QTEST_GUILESS_MAIN(PythonCheckTest)
#include "PythonCheckTest.moc"
