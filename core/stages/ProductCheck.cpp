// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include "core/base/ProgramStart.h"
#include "core/base/RegularFile.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/process/ProcessRunner.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/FullDisk.h"
#include "core/stages/InstallNote.h"
#include "core/stages/PythonCheck.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/VirtualEnvironment.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

constexpr int loadTimeout = 120000; // milliseconds; a CUDA library of 2 GB on a cold disk takes its time

const QString lookingInto = QStringLiteral("looking into ");

const FolderMark wheelMark { ".torchmason-wheel",
    "Torchmason unpacked a wheel here to look at it. The folder may be removed.\n" };

// A wheel for many cards holds gigabytes, and disks may be slow: 2 MB a second is always reached.
int unpackTimeout(Bytes wheelSize)
{
    return loadTimeout + int(wheelSize / 2000);
}

// On Windows: with the folders of PATH, where CUDA's libraries are, and the library's own. Since Python 3.8
// ctypes leaves PATH out without winmode (LOAD_WITH_ALTERED_SEARCH_PATH); before, it had no such argument.
constexpr const char* loadInPython = R"py(import ctypes, os, sys
path = os.path.abspath(sys.argv[1])
try:
    ctypes.CDLL(path, winmode=0x8)
except TypeError:
    ctypes.CDLL(path)
)py";

enum class Output {
    Chatter, // warnings and the like: only the exit code counts
    LoaderList, // the loader's list of libraries
};

// libcuda.so.1 and nvcuda.dll come with the driver, which a machine without a card cannot have.
bool needsDriver(const QString& problem)
{
    return problem.contains(QLatin1String("libcuda.so.1"))
        || problem.contains(QLatin1String("nvcuda.dll"), Qt::CaseInsensitive);
}

// Empty when it went well, else what the child said or how it ended.
QString problemOfRun(const QStringList& command, Output output = Output::Chatter, int timeout = loadTimeout)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    if (const auto started = startProgram(process, command.first(), command.mid(1)); !started)
        return sentencePart(started.error().message);
    if (!process.waitForFinished(timeout)) {
        process.kill();
        process.waitForFinished();
        return QStringLiteral("no response within %1 s").arg(timeout / 1000);
    }
    const QStringList lines = plainToolText(process.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (process.exitStatus() == QProcess::CrashExit)
        return QStringLiteral("the process that loaded it crashed: it ") + crashText(process.exitCode());
    // libgone.so => not found: the loader lists what is missing, and may still end well.
    if (output == Output::LoaderList) {
        const QStringList missing = lines.filter(QStringLiteral("not found"));
        const auto worst = std::find_if_not(missing.begin(), missing.end(), needsDriver);
        if (!missing.isEmpty())
            return (worst == missing.end() ? missing.first() : *worst).trimmed();
    }
    if (process.exitCode() == 0)
        return {};
    return lines.isEmpty() ? QStringLiteral("exit code %1").arg(process.exitCode()) : lines.last().trimmed();
}

bool isArchive(const QString& path)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray start = file.read(8);
    return start == "!<arch>\n" || start == "!<thin>\n";
}

bool isForPython(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    return name.contains(QLatin1String("python"), Qt::CaseInsensitive)
        || name.endsWith(QLatin1String(".pyd"));
}

// libtorch_python.so: undefined symbol: PyExc_RuntimeError
// python311.dll is not found
bool lacksPython(const QString& problem)
{
    static const QRegularExpression named(
        QStringLiteral("undefined symbol: _?Py[A-Z_]|python3\\d*\\.dll is not found"));
    return named.match(problem).hasMatch();
}

// Windows does not name what a library's libraries miss, which may be Python.
bool mayLackPython(const QString& problem)
{
    return problem == QLatin1String("Windows error 126");
}

class Check {
public:
    Check(const ProductCheckWishes& wishes, const Print& print)
        : m_wishes(wishes)
        , m_print(print)
    {
    }

    void check(const BuiltProduct& product)
    {
        const QString name = QDir(m_wishes.buildFolder).relativeFilePath(product.path);
        const QString problem = problemOf(product);
        m_print(problem.isEmpty() ? QStringLiteral("%1: %2").arg(name, m_done)
                                  : QStringLiteral("%1: does not load: %2").arg(name, problem));
        if (!problem.isEmpty() && !m_problem)
            m_problem = Error {
                QStringLiteral("%1 was built but does not load: %2.").arg(product.path, sentencePart(problem))
            };
        m_loaded += m_isLoaded ? 1 : 0;
    }

    const std::optional<Error>& problem() const { return m_problem; }
    // How many were loaded, or find all that they load: no archive, and nothing that could not be tried here.
    int loaded() const { return m_loaded; }

private:
    QString problemOf(const BuiltProduct& product)
    {
        m_isLoaded = product.kind != ProductKind::StaticLibrary;
        switch (product.kind) {
        case ProductKind::SharedLibrary:
            return problemOfLibrary(product.path);
        case ProductKind::StaticLibrary:
            m_done = QStringLiteral("is an archive");
            return isArchive(product.path) ? QString() : QStringLiteral("it is not an archive");
        case ProductKind::Program:
            return problemOfProgram(product.path);
        }
        return {};
    }

    // The loader names the first library that it misses, its list all of them.
    QString problemOfLibrary(const QString& path)
    {
        const QString problem = problemOfLoading(path);
        const QStringList command = needsDriver(problem) ? libraryLoadCommand(path) : QStringList();
        return withoutDriver(command.isEmpty() ? problem : problemOfRun(command, Output::LoaderList));
    }

    QString withoutDriver(const QString& problem)
    {
        if (!needsDriver(problem))
            return problem;
        m_done = QStringLiteral("needs the NVIDIA driver, which is not here; not loaded");
        m_isLoaded = false;
        return {};
    }

    // A Python module takes its symbols from the Python that loads it, and so does whatever depends on one.
    QString problemOfLoading(const QString& path)
    {
        m_done = QStringLiteral("loads");
        if (!isForPython(path)) {
            const QString problem = problemOfRun(
                { m_wishes.helper, QStringLiteral("load-library"), QStringLiteral("--file"), path });
            if (!lacksPython(problem) && (m_wishes.python.isEmpty() || !mayLackPython(problem)))
                return problem;
        }
        if (m_wishes.python.isEmpty()) {
            m_done = QStringLiteral("is there; no Python was named to load it with");
            m_isLoaded = false;
            return {};
        }
        m_done = QStringLiteral("loads in Python");
        return problemOfRun({ m_wishes.python, QStringLiteral("-c"), QLatin1String(loadInPython), path });
    }

    QString problemOfProgram(const QString& path)
    {
        const QStringList command = programLoadCommand(path);
        if (command.isEmpty()) {
            m_done = QStringLiteral("is there");
            m_isLoaded = false;
            return QFileInfo(path).isExecutable() ? QString() : QStringLiteral("it is not executable");
        }
        m_done = QStringLiteral("finds its libraries");
        return withoutDriver(problemOfRun(command, Output::LoaderList));
    }

    const ProductCheckWishes& m_wishes;
    const Print& m_print;
    QString m_done;
    bool m_isLoaded = false;
    int m_loaded = 0;
    std::optional<Error> m_problem;
};

Result<void> emptyWheelFolder(const QString& folder)
{
    if (!isLink(folder) && !QFileInfo::exists(folder))
        return {};
    if (isLink(folder) || (!isEmptyFolder(folder) && !hasMark(folder, wheelMark)))
        return Error { QStringLiteral(
            "%1 was not made by Torchmason; remove it, so that a wheel can be looked at.")
                           .arg(folder) };
    if (const auto emptied = emptyFolder(folder); !emptied)
        return emptied.error();
    return {};
}

// New, or without what an earlier look left there.
Result<void> makeWheelFolder(const QString& folder)
{
    const auto emptied = emptyWheelFolder(folder);
    return emptied ? writeMark(folder, wheelMark) : emptied;
}

// Unpacked it is about four times as large. The disk is measured before the unpacked part is removed.
Error notUnpacked(const MadeWheel& wheel, const QString& folder, const QString& problem)
{
    const QString sentence
        = QStringLiteral("%1 cannot be unpacked: %2.").arg(wheel.path, sentencePart(problem));
    if (!saysDiskFull(problem.toUtf8()))
        return { sentence };
    return { sentence + QLatin1Char(' ')
        + fullDiskSentence(
            problem.toUtf8(), { { folder, QStringLiteral("what is unpacked of it will") } }, 4 * wheel.size)
        + QStringLiteral(" Free some; trying again (attempts retry N) looks at the same wheel.") };
}

Result<void> unpackWheel(const QString& python, const MadeWheel& wheel, const QString& folder)
{
    const QFileInfo file(wheel.path);
    if (!file.isFile() || Bytes(file.size()) != wheel.size)
        return Error { QStringLiteral(
            "%1 is not there any more as it was packed; build from \"wheel\" again.")
                           .arg(wheel.path) };
    if (const auto made = makeWheelFolder(folder); !made)
        return made;
    const QString problem = problemOfRun(
        { python, QStringLiteral("-m"), QStringLiteral("zipfile"), QStringLiteral("-e"), wheel.path, folder },
        Output::Chatter, unpackTimeout(wheel.size));
    if (!problem.isEmpty())
        return notUnpacked(wheel, folder, problem);
    return {};
}

// What torch imports and this Python lacks, fetched for the look alone, so that nothing is installed
// anywhere. Answers whether something was.
Result<bool> fetchRequirements(
    const ProductCheckWishes& wishes, const MadeWheel& wheel, const QString& folder, const Print& print)
{
    const auto missing = wheelRequirements(wishes.python, wheel.path, true);
    if (!missing) {
        print(missing.error().message); // an old Python cannot read requirements; the import will show
        return false;
    }
    if (missing->isEmpty())
        return false;
    if (const auto made = makeWheelFolder(folder); !made)
        return made.error();
    print(QStringLiteral("torch requires %1, which %2 lacks")
              .arg(missing->join(QLatin1String(", ")), wishes.python));
    const auto fetch = [&](const QStringList& requirements) {
        return runPipInstall(wishes.python, wishes.wheelFolder,
            QStringList { QStringLiteral("--target"), folder } + requirements, print,
            QStringLiteral("Warning: pip could not fetch %1, which torch requires; it is tried without.")
                .arg(requirements.join(QLatin1String(", "))));
    };
    bool isAnyThere = fetch(*missing).ok();
    if (isAnyThere || missing->size() == 1)
        return isAnyThere;
    for (const QString& one : *missing) { // what can be had without the others
        const auto fetched = fetch({ one });
        isAnyThere = fetched.ok() || isAnyThere;
        if (!fetched)
            print(fetched.error().message);
    }
    return isAnyThere;
}

Result<QString> checkUnpacked(const ProductCheckWishes& wishes, const MadeWheel& wheel, const QString& folder,
    const QString& more, const Print& print)
{
    if (!hasPythonPackage(folder))
        return QStringLiteral("Warning: %1 does not contain torch._C, so it was not imported.")
            .arg(wheel.path);
    const auto required = fetchRequirements(wishes, wheel, more, print);
    if (!required)
        return required.error();
    PythonCheckWishes look { wishes.python, folder, wishes.archList };
    look.shownAs = wheel.path;
    if (*required)
        look.alsoFrom = more;
    return checkPythonPackage(look, print);
}

// The package as it will be installed, unpacked beside what was built: nothing is installed anywhere.
Result<QString> checkWheel(const ProductCheckWishes& wishes, const MadeWheel& wheel, const Print& print)
{
    const QString folder = wishes.buildFolder + QStringLiteral("/verify-wheel");
    const QString more = wishes.buildFolder + QStringLiteral("/verify-requirements");
    const auto unpacked = unpackWheel(wishes.python, wheel, folder);
    if (unpacked)
        print(lookingInto + wheel.path);
    const Result<QString> verdict
        = unpacked ? checkUnpacked(wishes, wheel, folder, more, print) : Result<QString>(unpacked.error());
    for (const QString& ours : { folder, more }) {
        if (emptyWheelFolder(ours))
            QDir().rmdir(ours);
    }
    return verdict;
}

// In the wheels, or where none was packed in the source tree.
Result<void> checkPackages(const ProductCheckWishes& wishes, const Print& print)
{
    if (wishes.python.isEmpty() || (wishes.wheels.isEmpty() && !hasPythonPackage(wishes.sourceFolder)))
        return {};
    if (const auto there = checkPython(wishes.python); !there)
        return there.error();
    QVector<Result<QString>> verdicts;
    for (const MadeWheel& wheel : wishes.wheels)
        verdicts << checkWheel(wishes, wheel, print);
    if (wishes.wheels.isEmpty())
        verdicts << checkPythonPackage({ wishes.python, wishes.sourceFolder, wishes.archList }, print);
    for (const Result<QString>& verdict : verdicts) {
        if (!verdict)
            return verdict.error();
        print(*verdict);
    }
    return {};
}

// A whole build leaves out what is excluded from it, so only named targets must be there.
Result<QVector<BuiltProduct>> presentProducts(const ProductList& list, bool mustBeThere)
{
    QVector<BuiltProduct> present;
    for (const BuiltProduct& product : list.products) {
        if (QFileInfo(product.path).isFile())
            present.append(product);
        else if (mustBeThere)
            return Error { QStringLiteral("%1 should have been built but is not there.").arg(product.path) };
    }
    return present;
}

QString loadedSentence(qsizetype files, int loaded)
{
    if (files == 1)
        return loaded == 1 ? QStringLiteral("Checked 1 file; it is there and loads.")
                           : QStringLiteral("Checked 1 file; it is there.");
    if (loaded == files)
        return QStringLiteral("Checked %1 files; all are there and load.").arg(files);
    return loaded == 0
        ? QStringLiteral("Checked %1 files; all are there, and none can be loaded here.").arg(files)
        : QStringLiteral("Checked %1 files; all are there, and %2 of them %3.")
              .arg(files)
              .arg(loaded)
              .arg(loaded == 1 ? QStringLiteral("loads") : QStringLiteral("load"));
}

}

QMap<QString, QStringList> wheelArchsInLog(const QString& logFile)
{
    QMap<QString, QStringList> archs;
    QString wheel;
    RegularFile file(logFile);
    if (!file.open(QIODevice::ReadOnly))
        return archs;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(1 << 16).trimmed();
        if (line.startsWith(lookingInto.toUtf8()))
            wheel = QString::fromUtf8(line).mid(lookingInto.size());
        else if (const auto found = archsFromLine(line); found && !wheel.isEmpty())
            archs.insert(wheel, *found);
    }
    return archs;
}

Result<QString> checkProducts(const ProductCheckWishes& wishes, const Print& print)
{
    const bool isNinja = QFileInfo::exists(wishes.buildFolder + QStringLiteral("/build.ninja"));
    auto list = isNinja ? readBuiltProducts(wishes.buildFolder, wishes.targets)
                        : Result<ProductList>(findBuiltProducts(wishes.buildFolder));
    if (!list)
        return list.error();
    const auto products = presentProducts(*list, isNinja && !wishes.targets.isEmpty());
    if (!products)
        return products.error();
    for (const QString& target : list->others)
        print(QStringLiteral("%1: makes no library or program, so there is nothing to load").arg(target));
    if (products->isEmpty() && list->others.isEmpty())
        return Error { QStringLiteral("No library or program was built in %1.").arg(wishes.buildFolder) };

    Check check(wishes, print);
    for (const BuiltProduct& product : *products)
        check.check(product);
    if (check.problem()) {
        const QString gone = missingPythonSentence(wishes.python);
        return gone.isEmpty() ? *check.problem() : Error { gone };
    }
    if (const auto packages = checkPackages(wishes, print); !packages)
        return packages.error();
    if (products->isEmpty())
        return QStringLiteral("Nothing was linked, so there was nothing to load.");
    return loadedSentence(products->size(), check.loaded());
}

}
