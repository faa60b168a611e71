// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// The oldest version of a tool that does. Not known: empty.
struct ToolMinimum {
    QString tool; // as in ToolFacts::name: "ninja", "git", "ccache"
    std::optional<Platform> platform; // nullopt: everywhere
    QString minimum;
    QString why;
    QString confidence; // "high", "medium", "low"
    QString source;
};

// One release of a tool that is known to spoil builds.
struct KnownBadTool {
    QString tool;
    std::optional<Platform> platform;
    QString version; // "1.13.0", also of "1.13.0.git.kitware.jobserver-pipe-1"
    bool stopsBuilds = false; // else it may go well: a warning
    QString effect; // ends the sentence "ninja 1.13.0 ..."
    QString fix; // a sentence
    QString confidence;
    QString source;
};

// One Python package that building needs, for a range of releases.
struct BuildPackage {
    QString package; // "pyyaml"
    QString module; // "yaml", as in PythonFacts::modules
    QString releaseMinimum; // "1.8"
    QString releaseMaximum; // empty: to the newest
    QString minimum; // "70.1"
    QString below; // "80": that one and newer do not work
    bool isOptional = false; // builds without it lose something
    QString confidence;
    QString source;

    QString requirement() const; // "setuptools>=70.1,<80", as pip reads it
    bool accepts(const QString& version) const;
};

// From resources/knowledge/prerequisites.json, which is parsed once.
class PrerequisiteCatalogue {
public:
    static Result<PrerequisiteCatalogue> load();

    const QVector<ToolMinimum>& tools() const { return m_tools; }
    const QVector<BuildPackage>& packages() const { return m_packages; }

    // nullptr where nothing is known.
    const ToolMinimum* minimumOf(const QString& tool, Platform platform) const;
    const KnownBadTool* knownBad(const QString& tool, const QString& version, Platform platform) const;
    // What a release ("2.6", "v2.6.0") is built with; empty for text that is no version.
    QVector<BuildPackage> packagesFor(const QString& release) const;

private:
    QVector<ToolMinimum> m_tools;
    QVector<KnownBadTool> m_knownBad;
    QVector<BuildPackage> m_packages;
};

}
