// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// What is known of an edge of a PyTorch tree before it was built here.
struct KnownEdge {
    enum class From {
        Itself, // this source file was measured
        Family, // files that differ in a number alone: VariableType_0.cpp, VariableType_1.cpp
        Folder, // files of the same folder and language
        Report, // a kind of file that builders have told of: flash attention
        Nothing,
    };

    double seconds = 0; // of one core of the machine that measured; only the proportions count; 0: not known
    Bytes peak = 0; // 0: not known
    From from = From::Nothing;
};

// `output` as ninja names it, with '/'; `language` as languageOfOutput() tells it. Sources, the surest first:
// resources/gate/edges.tsv, whose first lines say where it was measured, and resources/gate/heavy.json, which
// has a source for each kind of file.
KnownEdge knownEdge(const QString& output, const QString& language);

// Of any compiler.
bool isObject(const QString& output);

// The name that an edge has in every build folder, on every system and in most releases: the source file of
// an object ("aten/src/ATen/native/Sorting.cpp"), "lib torch_cpu" for a library, "gen " and the output for
// what else a build makes.
QString nameOfEdge(const QString& output, const QString& language);

// What files of the same folder and language have in common.
QString folderKey(const QString& name, const QString& language);

// A kind of file whose compiler or linker is known to take much memory or time.
struct HeavyFile {
    QString part; // of the output's path
    QString language; // empty: any
    Bytes peak = 0; // the most that was reported; 0: not known
    double seconds = 0; // of one core; 0: not known
    QString source;
};

// From resources/gate/heavy.json, the more special ones first. Parsed once.
const QVector<HeavyFile>& heavyFiles();
// The first whose part is exactly that; nullptr where the table has none.
const HeavyFile* heavyFile(const QString& part);

// The largest peak of an edge of that language, measured or told.
Bytes largestKnownPeak(const QString& language);

// One line of the table of measured edges: "SECONDS TAB MEBIBYTES TAB NAME".
struct TabledEdge {
    QString name;
    double seconds = 0;
    Bytes peak = 0;
};
std::optional<TabledEdge> parseTabledEdge(QByteArrayView line);

}
