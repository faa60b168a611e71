// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/ToolMessages.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

#include <array>

namespace torchmason {

namespace {

struct MessageForm {
    const char* tool;
    QRegularExpression expression; // groups, each where the tool says it: file, line, code, text

    MessageForm(const char* name, const QByteArray& pattern)
        : tool(name)
        , expression(QString::fromLatin1(pattern))
    {
    }
};

// Where a tool lies. Only a path that begins with a drive may have spaces: other words are prose.
constexpr const char* pathOfTool = R"((?:[A-Za-z]:[^:]*[/\\]|[^\s:]*[/\\])?+)";

QByteArray compiler()
{
    return QByteArray(pathOfTool) + R"([\w.+-]{0,60}(?:gcc|g\+\+|c\+\+|cc1|clang|cc)[^\s:/\\]{0,40})";
}

// The first that matches counts. Above each form stand lines that it matches. The severity is known before,
// so that a form only takes the line apart. Errors such as "error: no", which many tools write, have none:
// most of them repeat another one.
const auto& forms()
{
    static const std::array all {
        // CMake Error at cmake/Dependencies.cmake:966 (if): text
        // CMake Warning (dev) at CMakeLists.txt:12 (find_package):
        // CMake Deprecation Warning at third_party/foxi/CMakeLists.txt:1 (cmake_minimum_required):
        // CMake Error: The source directory "/x" does not exist.
        // CMake Error in CMakeLists.txt:
        MessageForm("cmake",
            R"(^\s*CMake (?:Deprecation )?(?:Error|Warning)(?: \(dev\))?)"
            R"((?: (?:at|in) (?<file>.+?)(?::(?<line>\d+) \((?<code>\w+)\))?)?:\s*(?<text>.*)$)"),
        // ninja: error: loading 'build.ninja': No such file or directory
        // ninja: fatal: pipe: Too many open files
        // ninja: warning: build log version is too old; starting over
        MessageForm("ninja", R"(^ninja: (?:error|fatal|warning): (?<text>.*)$)"),
        // ModuleNotFoundError: No module named 'typing_extensions'
        // subprocess.CalledProcessError: Command '['make']' returned non-zero exit status 2.
        MessageForm("python", R"(^\s*(?<code>[A-Za-z_][\w.]*Error): (?<text>.*)$)"),
        // error: invalid command 'bdist_wheel'
        MessageForm("python", R"(^\s*error: (?<text>invalid command '.*)$)"),
        // main.obj : error LNK2019: unresolved external symbol "void f(void)" referenced in function main
        // LINK : fatal error LNK1102: out of memory
        // 1>b.obj : Fehler LNK2001: Nicht aufgelöstes externes Symbol "x".
        MessageForm("linker",
            R"(^\s*+(?:\d+>\s*+)?(?<file>\S.*?)(?<!\s)\s*+: ?(?:\S{1,40} ){0,4}(?<code>LNK\d{4})\s?: ?(?<text>.*)$)"),
        // /usr/bin/ld: a.o: in function `main': a.cpp:(.text+0x5): undefined reference to `f()'
        // ../lib/libtorch.so: undefined reference to `gloo::getCudaPCIBusID(int)'
        // a.o:a.cpp:function main: error: undefined reference to 'f()'
        // b.cpp:(.text+0x0): multiple definition of `g'; a.o:(.text+0x0): first defined here
        // x.so: error: relocation R_X86_64_PC32 against symbol `s' can not be used; recompile with -fPIC
        MessageForm("linker",
            R"(^\s*(?<file>\S.*?)?(?:: |^)(?:error: )?(?<text>(?:undefined reference to|multiple definition of|)"
            R"(relocation(?: truncated| R_))\s?.*)$)"),
        // ld.lld: error: undefined symbol: c10d::Work::wait()
        // /usr/bin/ld: cannot find -lcudart: No such file or directory
        // lld-link: error: undefined symbol: void __cdecl f(void)
        // ld: warning: librt.so.1, needed by libtorch_cpu.so, not found
        // but not, in any language: collect2: error: ld returned 1 exit status
        MessageForm("linker",
            R"(^\s*+)" + QByteArray(pathOfTool)
                + R"((?:[\w.-]*-)?(?:ld(?:\.\w+)?|ld64\.lld|lld-link|mold|collect2)(?:\.exe)?: )"
                  R"((?:(?:fatal error|error|warning|fatal): )?+)"
                  R"((?<text>(?!(?:[^:\x{FF1A}]{1,40}[:\x{FF1A}] ?)?ld [^\d\[]*\d[^\[]*$|final link failed|link errors found).*)$)"),
        // nvcc fatal   : Unsupported gpu architecture 'compute_89'
        // nvcc error   : 'cicc' died due to signal 9 (Kill signal)
        // ptxas /tmp/x.ptx, line 402; error   : Unknown modifier '.pavam'
        MessageForm("nvcc",
            R"(^\s*+(?:nvcc|ptxas|nvlink|fatbinary|cicc|cudafe\+\+)\s*+(?:(?<file>\S.*?)(?<!\s))?(?:, line (?<line>\d+);)?\s*+)"
            R"((?:fatal|error|warning)\s*+: (?<text>.*)$)"),
        // SparseCUDABlas.cu(564): error: "caffe2::cuda" is ambiguous
        // math_gpu.cu(568): warning #12-D: parsing restarts here after previous syntax error
        MessageForm("nvcc",
            R"(^\s*(?<file>\S.*?)\((?<line>\d+)\): (?:catastrophic error|error|warning))"
            R"((?: #(?<code>\d+(?:-D)?))?:(?: (?<text>.*))?$)"),
        // "/usr/include/stdlib.h", line 141: error: identifier "_Float32" is undefined
        MessageForm("nvcc",
            R"raw(^\s*"(?<file>[^"]+)", line (?<line>\d+): (?:catastrophic error|error|warning)(?: #(?<code>\d+(?:-D)?))?: (?<text>.*)$)raw"),
        // D:/w/TCPStoreBackend.cpp(12,3): error: use of undeclared identifier 'fmt'
        MessageForm("gcc",
            R"(^\s*(?<file>\S.*?)\((?<line>\d+),\d+\)\s?: (?:fatal error|error|warning): (?<text>.*?)(?: \[(?<code>-W[\w=+,-]+)\])?$)"),
        // deform_conv2d.cpp(86,24): error C2065: 'torchvision': undeclared identifier
        // 1>E:\libs\a.cpp(86): fatal error C1083: Cannot open include file: 'x.h': No such file or directory
        // cl : Command line error D8016 : '/ZI' and '/GL' command-line options are incompatible
        // C:\VC\Microsoft.CppCommon.targets(171,5): error MSB6006: "cmd.exe" exited with code 1.
        // MSBUILD : error MSB1009: Project file does not exist.
        MessageForm("msvc",
            R"(^\s*+(?:\d+>\s*+)?(?:(?<file>\S.*?)\((?<line>\d+)(?:,\d+)?\)|cl|c1xx|c1|MSBUILD)\s*+: ?(?:\S{1,40} ){0,4})"
            R"((?<code>(?:C[1-5]|D[89])\d{3}|MSB\d{4})\s?: ?(?<text>.*)$)"),
        // ../c10/util/Half.h:106:56: error: 'UINT32_C' was not declared in this scope
        // b.cpp:3: warning: unused variable 'x' [-Wunused-variable]
        // c++: fatal error: Killed signal terminated program cc1plus
        MessageForm("gcc",
            R"(^\s*+(?:(?<file>\S.*?):(?<line>\d+)(?::\d+)?|)" + compiler()
                + R"(): (?:internal compiler error|fatal error|error|warning): (?<text>.*?)(?: \[(?<code>-W[\w=+,-]+)\])?$)"),
    };
    return all;
}

QRegularExpressionMatch placedMatch(const QString& text)
{
    // b.cpp:7:5: 错误：‘x’在此作用域中尚未声明
    // c++: schwerwiegender Fehler: Getötet
    static const QRegularExpression form(
        QString::fromLatin1(R"(^\s*+(?:(?<file>(?:[A-Za-z]:)?[^\s:][^:]*):(?<line>\d+)(?::\d+)?|)"
            + compiler() + R"(): (?<text>.*)$)"));
    return form.match(text);
}

// In another language, or in words that no form knows. Every warning counts, as it is coloured; an error does
// where its line names a place or a compiler.
std::optional<Diagnostic> otherMessage(const LogLine& line, Severity severity, const QString& text)
{
    const QRegularExpressionMatch match = placedMatch(text);
    if (match.hasMatch())
        return Diagnostic { severity, {}, match.captured(QStringLiteral("file")),
            match.captured(QStringLiteral("line")).toInt(), {}, match.captured(QStringLiteral("text")),
            line.number };
    if (severity == Severity::Warning)
        return Diagnostic { severity, {}, {}, 0, {}, text.trimmed(), line.number };
    return std::nullopt;
}

}

std::optional<Diagnostic> toolMessage(const LogLine& line, Severity severity)
{
    if (severity < Severity::Warning)
        return std::nullopt;
    const QString text = plainToolText(line.text);
    // clang: error: linker command failed with exit code 1 (use -v to see invocation)
    if (text.contains(QLatin1String(": error: linker command failed with exit code ")))
        return std::nullopt; // what the linker said stands above it
    for (const MessageForm& form : forms()) {
        const QRegularExpressionMatch match = form.expression.match(text);
        if (!match.hasMatch())
            continue;
        const auto group = [&](const char* name) { return match.captured(QLatin1String(name)); };
        return Diagnostic { severity, QLatin1String(form.tool), group("file"), group("line").toInt(),
            group("code"), group("text"), line.number };
    }
    return otherMessage(line, severity, text);
}

}
