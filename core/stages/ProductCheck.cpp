// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include "core/base/TextDecoding.h"
#include "core/stages/PythonCheck.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

constexpr int loadTimeout = 120000; // milliseconds; a CUDA library of 2 GB on a cold disk takes its time

// On Windows: with the folders of PATH, where CUDA's libraries are, and the library's own. Since Python 3.8
// ctypes leaves PATH out unless told otherwise (LOAD_WITH_ALTERED_SEARCH_PATH); before, it had no such word.
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
QString problemOfRun(const QStringList& command, Output output = Output::Chatter,
    const QMap<QString, QString>& environment = {})
{
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (auto variable = environment.begin(); variable != environment.end(); ++variable)
        variables.insert(variable.key(), variable.value());
    process.setProcessEnvironment(variables);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(command.first(), command.mid(1), QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return QStringLiteral("%1 cannot be started: %2").arg(command.first(), process.errorString());
    if (!process.waitForFinished(loadTimeout)) {
        process.kill();
        process.waitForFinished();
        return QStringLiteral("no answer within %1 s").arg(loadTimeout / 1000);
    }
    const QStringList lines = plainToolText(process.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (process.exitStatus() == QProcess::CrashExit)
        return QStringLiteral("the process that loaded it crashed");
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
    QFile file(path);
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
bool lacksPython(const QString& problem)
{
    static const QRegularExpression symbol(QStringLiteral("undefined symbol: _?Py[A-Z_]"));
    return symbol.match(problem).hasMatch();
}

class Check {
public:
    Check(const ProductCheckWishes& wishes, const std::function<void(const QString&)>& print)
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
            m_problem
                = Error { QStringLiteral("%1 was built but does not load: %2.").arg(product.path, problem) };
    }

    const std::optional<Error>& problem() const { return m_problem; }

private:
    QString problemOf(const BuiltProduct& product)
    {
        switch (product.kind) {
        case ProductKind::SharedLibrary:
            return problemOfLibrary(product.path);
        case ProductKind::StaticLibrary:
            m_done = QStringLiteral("is an archive");
            return isArchive(product.path) ? QString() : QStringLiteral("it is no archive");
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
        return {};
    }

    // A Python module takes its symbols from the Python that loads it, and so does whatever depends on one.
    QString problemOfLoading(const QString& path)
    {
        m_done = QStringLiteral("loads");
        if (!isForPython(path)) {
            const QString problem = problemOfRun(
                { m_wishes.helper, QStringLiteral("load-library"), QStringLiteral("--file"), path });
            if (!lacksPython(problem))
                return problem;
        }
        if (m_wishes.python.isEmpty()) {
            m_done = QStringLiteral("is there; no Python was named to load it with");
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
            return QFileInfo(path).isExecutable() ? QString() : QStringLiteral("it is not executable");
        }
        m_done = QStringLiteral("finds its libraries");
        return withoutDriver(problemOfRun(command, Output::LoaderList));
    }

    const ProductCheckWishes& m_wishes;
    const std::function<void(const QString&)>& m_print;
    QString m_done;
    std::optional<Error> m_problem;
};

// The package as it will be installed, unpacked beside what was built: nothing is installed anywhere.
Result<QString> checkWheel(const ProductCheckWishes& wishes, const std::function<void(const QString&)>& print)
{
    const auto wheels
        = QDir(wishes.distFolder).entryInfoList({ QStringLiteral("*.whl") }, QDir::Files, QDir::Time);
    if (wheels.isEmpty())
        return QStringLiteral("There is no wheel in %1 to look at.").arg(wishes.distFolder);
    QTemporaryDir folder(wishes.buildFolder + QStringLiteral("/verify-XXXXXX"));
    if (!folder.isValid())
        return Error {
            QStringLiteral("Cannot make a folder in %1 to look at the wheel.").arg(wishes.buildFolder)
        };
    const QString wheel = wheels.first().absoluteFilePath();
    const QString problem = problemOfRun({ wishes.python, QStringLiteral("-m"), QStringLiteral("zipfile"),
        QStringLiteral("-e"), wheel, folder.path() });
    if (!problem.isEmpty())
        return Error { QStringLiteral("%1 cannot be unpacked: %2.").arg(wheel, problem) };
    print(QStringLiteral("looking into %1").arg(wheel));
    if (!hasPythonPackage(folder.path()))
        return QStringLiteral("%1 holds no torch._C, so there is nothing to import.").arg(wheel);
    return checkPythonPackage({ wishes.python, folder.path(), wishes.archList }, print);
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

}

Result<QString> checkProducts(
    const ProductCheckWishes& wishes, const std::function<void(const QString&)>& print)
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
    if (check.problem())
        return *check.problem();
    if (!wishes.python.isEmpty() && !wishes.distFolder.isEmpty()) {
        const auto wheel = checkWheel(wishes, print);
        if (!wheel)
            return wheel.error();
    } else if (!wishes.python.isEmpty() && hasPythonPackage(wishes.sourceFolder)) {
        const auto package
            = checkPythonPackage({ wishes.python, wishes.sourceFolder, wishes.archList }, print);
        if (!package)
            return package.error();
    }
    if (products->isEmpty())
        return QStringLiteral("Nothing was linked, so there was nothing to load.");
    if (products->size() == 1)
        return QStringLiteral("Checked 1 file; it is there and loads.");
    return QStringLiteral("Checked %1 files; all are there and load.").arg(products->size());
}

}
