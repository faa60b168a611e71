// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/BuildSchedule.h"

#include <QByteArray>
#include <QHash>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// The statements of a build.ninja that say what depends on what; commands and flags are passed over. One of
// PyTorch (5 MB and more) is read in a fraction of a second, which is not for a thread that paints.
class BuildFile {
public:
    // nullopt where there is none or it cannot be read.
    static std::optional<BuildFile> read(const QString& buildFolder);

    // What these targets need, in the order of the file. Empty targets: what ninja makes by itself.
    BuildGraph graphOf(const QStringList& targets) const;
    // What ninja may make before anything else, because build.ninja itself is made from it; without the
    // making of build.ninja.
    BuildGraph preparation() const;

private:
    struct Statement {
        QByteArray rule;
        QByteArray pool;
        QVector<int> outputs; // numbers of paths
        QVector<int> inputs;
    };

    void readFile(const QString& folder, const QString& name, int depth);
    void readLine(QByteArray line, const QString& folder, int depth);
    void addBuild(const QByteArray& text);
    QByteArray expanded(QByteArrayView word) const;
    QVector<QByteArray> words(const QByteArray& text) const;
    int numberOf(const QByteArray& written);
    QVector<int> closure(const QVector<int>& paths) const;
    BuildGraph graph(const QVector<int>& statements) const;

    QHash<QByteArray, int> m_numbers;
    QVector<QByteArray> m_paths;
    QVector<int> m_maker; // statement that makes a path, or -1
    QVector<Statement> m_statements;
    QHash<QByteArray, QByteArray> m_variables;
    QHash<QByteArray, int> m_pools; // name -> depth
    QByteArray m_openPool; // whose depth comes next
    QVector<int> m_defaults;
};

// What a build folder has still to do, as far as files that are missing tell; what ninja makes again because
// something changed is not seen.
struct StepsLeft {
    BuildGraph graph; // of the targets; empty where there is no build.ninja that can be read
    QVector<bool> isThere; // by node: its output is there
    // Made before build.ninja is made again, and before ninja knows how much there is to do.
    BuildGraph preparation;
    NinjaOrder order = NinjaOrder::LongestWay; // of the ninja that wrote the log there

    int missing() const;
};

// Reads build.ninja and asks for one file a step.
StepsLeft readStepsLeft(const QString& buildFolder, const QStringList& targets);

}
