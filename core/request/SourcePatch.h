// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

// One change to the source tree that a profile needs before it builds: either a replacement (`find` stands
// in `file` once and becomes `replace`), or a unified diff over any number of files.
struct SourcePatch {
    QString file; // relative to the source tree, with slashes
    QString find;
    QString replace;
    QString why; // one clause: "newer setuptools hides distutils._msvccompiler"
    QByteArray diff; // as git or diff -u write it; bytes, for it may hold any encoding

    bool isDiff() const { return !diff.isEmpty(); }
    bool operator==(const SourcePatch&) const = default;
};

// {"file", "find", "replace", "why"}, or {"diff", "why"} with the diff as text or as a list of its lines;
// "diffBase64" stands for "diff" where it is no UTF-8.
// What they change and why: "setup.py: newer setuptools hides it; a diff's reason".
QString patchesText(const QVector<SourcePatch>& patches);

Json toJson(const SourcePatch& patch);
SourcePatch readSourcePatch(JsonReader& reader);
// The list under `member`; missing: none. The first problem goes to `reader`.
QVector<SourcePatch> readSourcePatches(JsonReader& reader, const char* member);

}
