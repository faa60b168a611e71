// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/PatchProgram.h"

#include <algorithm>

namespace torchmason {

namespace {

const char* const program = R"py(import os, subprocess, sys

def replace(path, find, new):
    path = path.decode()
    with open(path, "rb") as file:
        text = file.read()
    if b"\r\n" in text:
        find, new = find.replace(b"\n", b"\r\n"), new.replace(b"\n", b"\r\n")
    if text.replace(new, b"", -1 if new else 0).count(find) == 0:
        if not new:
            return print(path + ": not there, so there is nothing to remove")
        if text.count(new) == 1:
            return print(path + ": changed already")
        sys.exit(path + ": the text to change is not there: " + find.decode())
    if text.count(find) != 1:
        sys.exit(path + ": the text to change is there more than once: " + find.decode())
    with open(path, "wb") as file:
        file.write(text.replace(find, new))
    print(path + ": changed")

def apply(diff):
    def git(*words):
        # Inside of another repository git would pass over all files that are not below our place in it.
        environment = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(os.getcwd()))
        return subprocess.run(("git", "apply", "-p1") + words + ("-",), input=diff, env=environment).returncode
    if git("--reverse", "--check") == 0:
        return print("a diff is applied already")
    if git() != 0:
        sys.exit("a diff does not apply")

os.chdir(sys.argv[-1])
)py";

constexpr qsizetype width = 100; // bytes of a text in one line of the program

QByteArray literal(const QByteArray& bytes)
{
    QByteArray text;
    for (const char byte : bytes) {
        if (byte == '"' || byte == '\\')
            text += QByteArray("\\") + byte;
        else if (byte >= ' ' && byte <= '~')
            text += byte;
        else if (byte == '\n')
            text += "\\n";
        else
            text += "\\x" + QByteArray(1, byte).toHex();
    }
    return "b\"" + text + '"';
}

// An argument of a call: a line of the program for each line of the text, so that people can read it. No line
// begins with what was not written here.
QByteArray argument(const QByteArray& bytes)
{
    QByteArray text;
    for (qsizetype at = 0; at == 0 || at < bytes.size();) {
        const qsizetype lineBreak = bytes.indexOf('\n', at);
        const qsizetype end = std::min(lineBreak < 0 ? bytes.size() : lineBreak + 1, at + width);
        text += "\n    " + literal(bytes.mid(at, end - at));
        at = std::max(end, at + 1);
    }
    return text;
}

}

QByteArray patchProgram(const QVector<SourcePatch>& patches)
{
    QByteArray text = program;
    for (const SourcePatch& patch : patches) {
        if (patch.isDiff())
            text += "apply(" + argument(patch.diff) + ")\n";
        else
            text += "replace(" + literal(patch.file.toUtf8()) + ',' + argument(patch.find.toUtf8()) + ','
                + argument(patch.replace.toUtf8()) + ")\n";
    }
    return text;
}

}
