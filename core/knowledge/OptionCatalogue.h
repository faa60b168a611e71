// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One build option of PyTorch, from resources/knowledge/options.json.
struct OptionInfo {
    QString name;
    QString kind; // "bool", "string", "path", "enum", "list", "int"
    QString group; // "gpu", "distributed"...
    QString description;
    QString defaultLinux;
    QString defaultWindows;
    QString dependsOn;
    QString since;
    QString removed;
    QString risk;
    QStringList choices; // enum
    QString passedAs; // "cmake", "env", "both"
    bool basic = false; // in the short list that most people need
};

class OptionCatalogue {
public:
    static Result<OptionCatalogue> load();

    const QVector<OptionInfo>& options() const { return m_options; }
    const OptionInfo* option(const QString& name) const;
    static QString defaultFor(const OptionInfo& option, Platform platform);

private:
    QVector<OptionInfo> m_options;
};

}
