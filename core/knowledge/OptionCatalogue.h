// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// What an option costs, in words with numbers. Empty: nothing is known.
struct OptionCost {
    QString time;
    QString memory;
    QString size;
    QString summary; // "5 GB a job", for a column
    QString confidence; // "high", "medium", "low"
    QString source;
};

// One build option of PyTorch or the sample project, from resources/knowledge/options.json.
struct OptionInfo {
    QString name;
    QString kind; // "bool", "string", "path" (a folder), "file", "enum", "list", "archs", "int"
    QString group; // "gpu", "distributed"...
    QString description;
    QString defaultLinux; // values; empty: there is none
    QString defaultWindows;
    QString defaultTextLinux; // what happens where there is no value: "searched"
    QString defaultTextWindows;
    QString dependsOn; // in words
    // Of each list one must hold: names of options and "linux", "windows", "macos", "aarch64"; "!" negates.
    QVector<QStringList> needs;
    QStringList aliases; // what people call it as well
    QString since;
    QString removed;
    QString risk;
    QString confidence; // "high", "medium", "low"
    OptionCost cost;
    QStringList choices; // enum
    QString passedAs; // "cmake", "env", "both"
    bool basic = false; // in the short list that most people need
    bool tour = false; // the sample project reads it

    // PyTorch does not know it.
    bool isTourOnly() const { return group == QLatin1String("tour"); }
    // By the sample project of the tour, or by PyTorch.
    bool isRead(bool bySample) const { return bySample ? tour : !isTourOnly(); }
};

// From resources/knowledge/options.json, which is parsed once: what option() answers lives as long as the
// program.
class OptionCatalogue {
public:
    static Result<OptionCatalogue> load();

    const QVector<OptionInfo>& options() const { return m_options; }
    const OptionInfo* option(const QString& name) const;
    bool isTourOnly(const QString& name) const; // false for names that are not known
    // A value that could be passed; empty where there is none.
    static QString defaultFor(const OptionInfo& option, Platform platform);
    // The same for reading: the value, or what happens without one.
    static QString defaultTextFor(const OptionInfo& option, Platform platform);

private:
    QVector<OptionInfo> m_options;
};

}
