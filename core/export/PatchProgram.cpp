// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/PatchProgram.h"

namespace torchmason {

namespace {

const char* const program = R"py(import base64, json, os, subprocess, sys

def replace(path, find, new):
    with open(path, "rb") as file:
        text = file.read()
    if b"\r\n" in text:
        find, new = find.replace(b"\n", b"\r\n"), new.replace(b"\n", b"\r\n")
    if text.replace(new, b"", -1 if new else 0).count(find) == 0:
        if not new:
            return print(path + ": not there, so there is nothing to take away")
        if text.count(new) == 1:
            return print(path + ": changed already")
        sys.exit(path + ": the text to change is not there: " + find.decode())
    if text.count(find) != 1:
        sys.exit(path + ": the text to change stands there more than once: " + find.decode())
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

os.chdir(sys.argv[1])
for patch in json.loads('@PATCHES@'):
    if "diff" in patch:
        apply(base64.b64decode(patch["diff"]))
    else:
        replace(patch["file"], patch["find"].encode(), patch["replace"].encode())
)py";

// JSON that may stand between the quotes of a Python string.
QByteArray asLiteral(const Json& json)
{
    QByteArray text = QByteArray::fromStdString(json.dump(-1, ' ', true, Json::error_handler_t::replace));
    return text.replace("\\", "\\\\").replace("'", "\\'");
}

}

QByteArray patchProgram(const QVector<SourcePatch>& patches)
{
    Json list = Json::array();
    for (const SourcePatch& patch : patches) {
        if (patch.isDiff())
            list.push_back({ { "diff", patch.diff.toBase64().toStdString() } });
        else
            list.push_back({ { "file", toJson(patch.file) }, { "find", toJson(patch.find) },
                { "replace", toJson(patch.replace) } });
    }
    return QByteArray(program).replace("@PATCHES@", asLiteral(list));
}

}
