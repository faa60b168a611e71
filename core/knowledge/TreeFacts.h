// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/ReleaseCatalogue.h"

#include <QByteArray>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace torchmason {

// What a source tree of PyTorch says about building itself. docs/derived-facts.md names the places.
struct TreeFacts {
    QString folder;
    QString version; // "2.6.0" of "2.6.0a0"; empty where version.txt does not say
    TorchRelease says; // only what the tree says; the other members are empty
    QString pythonListed; // the newest Python among the classifiers, which are no bound
    QSet<QString> options; // CMake defines them, or the tree's Python hands them over
    QSet<QByteArray> names; // all names in the files that make the build
    bool isComplete = true; // false: some files were too many or too large, `names` is a part
    QStringList requirements; // "setuptools>=70.1.0,<80": requirements-build.txt and pyproject.toml

    bool isNamed(const QString& name) const { return names.contains(name.toUtf8()); }
    // No file of the build knows that name.
    bool lacks(const QString& name) const { return isComplete && !isNamed(name); }
};

// nullptr where the folder holds no tree of PyTorch. Reads about a megabyte; asked again it looks only
// whether the files that matter are still the same.
std::shared_ptr<const TreeFacts> factsOfTree(const QString& folder);

// While one lives, factsOfTree() answers this thread without a look at the disk: what was read last. For
// threads that must not wait; what else would wait asks isHere() and answers with what it knows, too.
class KnownAnswersOnly {
public:
    KnownAnswersOnly();
    ~KnownAnswersOnly();
    Q_DISABLE_COPY_MOVE(KnownAnswersOnly)

    static bool isHere();

    // Folders that were asked for and nobody has read yet: another thread calls factsOfTree() for them.
    QStringList missed;

private:
    KnownAnswersOnly* m_outer;
};

QString sourceText(const TreeFacts& tree); // "the source in /home/me/pytorch"

// The row of the table (or none) with what the tree says in its place.
TorchRelease withTree(const std::optional<TorchRelease>& table, const TreeFacts& tree);

// One thing that the tree says: its name, what the tree and what the table has. Empty: it does not say.
struct TreeStatement {
    QString name; // "CMake"
    QString tree; // "3.18"
    QString table;

    bool differs() const { return !table.isEmpty() && table != tree; }
};
QVector<TreeStatement> statementsOf(const TreeFacts& tree, const TorchRelease* table);

}
