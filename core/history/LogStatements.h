// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

#include <QByteArrayView>
#include <QMap>
#include <QString>

namespace torchmason {

// What a log of others prints of the build that wrote it. Only what stands there: nothing is concluded.
class LogStatements {
public:
    void addLine(QByteArrayView line);

    // Flags, environment and jobs of the commands that it echoes, source and build folder.
    void fill(BuildRequest& request) const;
    // Versions, with the names of stageInputs(): "source", "cmake", "c++ compiler", "python", "nvcc".
    const QMap<QString, QString>& inputs() const { return m_inputs; }
    // What the last summary of CMake says, "USE_CUDA" -> "ON".
    const QMap<QString, QString>& summary() const { return m_summary; }

private:
    void takeCommand(QByteArrayView command);
    void takeWords(const QStringList& words);
    void takeDash(const QString& line);
    void takeOther(const QString& line);
    void take(const QString& name, const QString& value);

    Configuration m_configuration;
    SourceSpec m_source;
    QString m_buildFolder;
    QString m_generator;
    std::optional<int> m_jobs;
    QMap<QString, QString> m_inputs;
    QMap<QString, QString> m_summary;
    QString m_compiler; // "GNU"
    bool m_inSummary = false;
};

}
