// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

// A bundle is one attempt in one file, NAME.torchmason: a tar archive packed with gzip. Its first member
// says what it is, bundle.json:
//   torchmason-bundle (1), program (version), made (UTC milliseconds), attempt (its number there), id (the
//   attempt's), platform, unfinished? (true: it was still running), names? (true: they were left in),
//   computer? (only with names)
// Then come files of the attempt's folder under their names there; which ones memberKind() knows. What they
// hold cannot be known before it has been passed on, so that the last member tells, contents.json:
//   files: [{name, bytes, sha256}], in their order
// A reader refuses what is not listed, what is listed and not there, and a version that it does not know.
namespace torchmason::BundleFormat {

constexpr int version = 1;
QString headName(); // "bundle.json"
QString contentsName(); // "contents.json"
QString suffix(); // ".torchmason"

enum class MemberKind {
    Document, // one JSON object
    Lines, // a JSON object a line
    Log, // any bytes
};

// None: no file with this name belongs into a bundle.
std::optional<MemberKind> memberKind(const QString& name);
// Such names without anything that a path could hide in: "compile".
bool isStageId(const QString& id);
// What a folder holds of them, documents first and logs last: what points into a log is read before it grows.
QStringList membersIn(const QString& attemptFolder);

}
