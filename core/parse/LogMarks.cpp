// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LogMarks.h"

#include "core/base/Ascii.h"
#include "core/parse/NinjaStatus.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

using enum StageKind;

struct Beginning {
    const char* text;
    StageKind kind;
    bool isLate = false;
};

// What tools print, each at the beginning of a line. Sources: the tools' own output in the logs of
// tests and of the failure corpus; git, CMake, ninja, make, MSBuild, setuptools, pip.
constexpr Beginning beginnings[] = {
    { "Cloning into '", Fetch },
    { "remote: Enumerating objects", Fetch },
    { "Receiving objects:", Fetch },
    { "Submodule '", Fetch },
    { "Submodule path '", Fetch },
    { "HEAD is now at ", Fetch },
    { "Note: switching to '", Fetch },
    { "fatal: not a git repository", Fetch },
    { "fatal: clone of '", Fetch },
    { "fatal: No url found for submodule path", Fetch },
    { "--- Trying to initialize submodules", Fetch },
    { "patching file ", Patch },
    { "Checking patch ", Patch },
    { "Applied patch ", Patch },
    { "Applying: ", Patch },
    { "Collecting ", Environment },
    { "Requirement already satisfied: ", Environment },
    { "Installing build dependencies: ", Environment },
    { "Reading package lists...", Environment },
    { "CMake Error", Configure },
    { "CMake Warning", Configure },
    { "CMake Deprecation Warning", Configure },
    { "FAILED: ", Compile },
    { "ninja: ", Compile },
    { "ninja explain: ", Compile },
    { "make: ", Compile },
    { "make[", Compile },
    { "gmake[", Compile },
    { "MSBuild version ", Compile },
    { "Microsoft (R) Build Engine", Compile },
    { "Scanning dependencies of target ", Compile },
    { "running bdist_wheel", Wheel, true },
    { "running build_ext", Wheel, true },
    { "running build_py", Wheel, true },
    { "Building wheel for ", Wheel, true },
    { "Building wheels for collected", Wheel, true },
    { "Created wheel for ", Wheel, true },
    { "Successfully built ", Wheel, true },
    { "running develop", Install, true },
    { "Processing ", Install, true },
    { "Installing collected packages: ", Install, true },
    { "Successfully installed ", Install, true },
    { ">>> import torch", Verify, true },
    { "ImportError: ", Verify, true },
    { "============================= test session starts", Verify, true },
};

// Lines of setup.py that look like CMake's.
constexpr const char* notOfCMake[] = { "-- Building version ", "-- Building with", "-- Building without",
    "-- Using ", "-- Not using ", "-- Checkout nccl", "-- Detected " };

template <size_t count> bool beginsWithOne(QByteArrayView line, const char* const (&words)[count])
{
    return std::any_of(
        std::begin(words), std::end(words), [&](const char* word) { return line.startsWith(word); });
}

// The programs of CMake's own tries and of projects that it fetches and builds while it configures.
bool isOfConfiguring(QByteArrayView line)
{
    return line.contains("cmTC_") || line.contains("CMakeTmp") || line.contains("-populate");
}

std::optional<StageMark> markOfCommand(QByteArrayView command)
{
    static const QRegularExpression program(QStringLiteral(
        R"re((?:^|[\s;&|"'/\\(])(git|patch|cmake|ninja|g?make|msbuild|python[\d.]*|pip[\d.]*|pytest|apt-get|apt|dnf|yum|conda|uv)(?:\.exe)?["']?(?:\s+([^;&|]*)|$))re"));
    const QString text = QString::fromUtf8(command.first(std::min<qsizetype>(command.size(), 2000)));
    auto matches = program.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString name = match.captured(1);
        const QString rest = match.captured(2).trimmed();
        if (rest.startsWith(QLatin1String("--version")) || rest.startsWith(QLatin1String("-V")))
            continue;
        if (name == QLatin1String("git"))
            return StageMark { rest.startsWith(QLatin1String("apply")) ? Patch : Fetch };
        if (name == QLatin1String("patch"))
            return StageMark { Patch };
        if (name == QLatin1String("cmake") && rest.startsWith(QLatin1String("-E ")))
            continue;
        if (name == QLatin1String("cmake"))
            return StageMark { rest.startsWith(QLatin1String("--build")) ? Compile
                    : rest.startsWith(QLatin1String("--install"))        ? Install
                                                                         : Configure };
        if (name == QLatin1String("ninja") || name.endsWith(QLatin1String("make"))
            || name == QLatin1String("msbuild"))
            return StageMark { Compile };
        if (name == QLatin1String("pytest") || rest.contains(QLatin1String("import torch"))
            || rest.contains(QLatin1String("run_test.py")))
            return StageMark { Verify, true };
        if (name.startsWith(QLatin1String("python")) && !rest.startsWith(QLatin1String("-m pip")))
            continue; // setup.py and others: their own lines tell
        static const QRegularExpression local(QStringLiteral(R"(install\s.*(?:\s\.|\.whl|\s-e\s|dist/))"));
        if (rest.contains(local))
            return StageMark { Install, true };
        return StageMark { Environment };
    }
    return std::nullopt;
}

// "  [ 39%] Building" of make, "   torch.vcxproj -> C:\..." of MSBuild.
bool isOfMake(QByteArrayView line)
{
    return line.size() > 6 && line[0] == '[' && line[4] == '%' && line[5] == ']';
}

QByteArrayView withoutIndent(QByteArrayView line)
{
    if (line.startsWith("  ") && line.size() > 2 && line[2] != ' ')
        return line.sliced(2); // pip's, around what a build prints
    return line.startsWith(' ') && line.size() > 1 && line[1] != ' ' ? line.sliced(1) : line;
}

}

QByteArrayView echoedCommand(QByteArrayView line)
{
    for (const char* begin : { "$ ", "+ ", "++ ", "##[group]Run ", "##[command]", "Running command " }) {
        if (line.startsWith(begin))
            return line.sliced(qsizetype(qstrlen(begin)));
    }
    if (line.startsWith("cmake -") || line.startsWith("cmake --build") || line.startsWith("ninja -"))
        return line;
    // C:\src> cmake -G Ninja
    if (line.size() > 4 && line[1] == ':' && line[2] == '\\') {
        const qsizetype at = line.first(std::min<qsizetype>(line.size(), 200)).indexOf('>');
        return at > 0 ? line.sliced(at + 1) : QByteArrayView();
    }
    return {};
}

std::optional<StageMark> stageMark(QByteArrayView line)
{
    line = withoutIndent(line);
    if (line.isEmpty())
        return std::nullopt;
    if (const QByteArrayView command = echoedCommand(line); !command.isEmpty())
        return markOfCommand(command);
    if (line.startsWith('[') || line.startsWith("-- ")) {
        if ((ninjaCount(line) || isOfMake(line)) && !isOfConfiguring(line))
            return StageMark { Compile };
        const bool isCMake = line.startsWith("-- ") && !beginsWithOne(line, notOfCMake);
        return isCMake ? std::optional(StageMark { Configure }) : std::nullopt;
    }
    for (const Beginning& beginning : beginnings) {
        if (line[0] == beginning.text[0] && line.startsWith(beginning.text))
            return StageMark { beginning.kind, beginning.isLate };
    }
    return line.contains(".vcxproj -> ") ? std::optional(StageMark { Compile }) : std::nullopt;
}

EndMark endMark(QByteArrayView line, std::optional<int>& code)
{
    const auto numberBehind = [&](const char* begin) -> std::optional<int> {
        if (!line.startsWith(begin))
            return std::nullopt;
        qsizetype at = qsizetype(qstrlen(begin));
        int number = 0;
        const qsizetype first = at;
        for (; at < line.size() && at < first + 9 && isDigit(line[at]); ++at)
            number = number * 10 + (line[at] - '0');
        return at > first ? std::optional(number) : std::nullopt;
    };
    for (const char* begin : { "[exit ", "Process completed with exit code ", "ERROR: Job failed: exit code ",
             "ERROR: Job failed: exit status ", "The command exited with code " }) {
        if ((code = numberBehind(begin)))
            return *code ? EndMark::Bad : EndMark::Good;
    }
    if (line.startsWith("Finished: SUCCESS") || line == "Job succeeded")
        return EndMark::AllGood;
    if (line.startsWith("Finished: FAILURE") || line.startsWith("ERROR: Job failed"))
        return EndMark::AllBad;
    for (const char* good :
        { "-- Build files have been written to: ", "Successfully built ", "Build succeeded.",
            "Successfully installed ", "Finished processing dependencies for ", "[100%] Built target " }) {
        if (line.startsWith(good))
            return EndMark::Good;
    }
    for (const char* bad : { "-- Configuring incomplete, errors occurred", "CMake Generate step failed",
             "ninja: build stopped: ", "ninja: error: ", "ninja: fatal: ", "Build FAILED.",
             "error: command '", "error: subprocess-exited-with-error" }) {
        if (line.startsWith(bad))
            return EndMark::Bad;
    }
    if (line.startsWith("make") && (line.contains(": *** ")))
        return EndMark::Bad;
    return EndMark::None;
}

}
