// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/Diagnostic.h"
#include "core/parse/NinjaStatus.h"

#include <QByteArray>
#include <QStringList>
#include <QVector>

#include <optional>
#include <utility>

namespace torchmason {

class ParsedLine;

// What a build's log has told so far: how many errors and warnings, ninja's newest status, what failed.
class LogMessages {
public:
    void add(ParsedLine& line);

    const DiagnosticCount& count() const { return m_count; }
    // Those since the last call. Of very many in one log, the first ones are told.
    QVector<LogError> takeErrors() { return std::exchange(m_errors, {}); }
    // The newest ninja status since the last call.
    std::optional<NinjaStatus> takeStatus();
    // First outputs of the edges that failed since the last call.
    QStringList takeFailures() { return std::exchange(m_failures, {}); }
    // What was linked since the last call, or is being linked: see linkedOutput().
    QStringList takeLinked() { return std::exchange(m_linked, {}); }

private:
    void addLinked(QByteArrayView line);
    void keepError(const Diagnostic& message);

    DiagnosticCount m_count;
    QByteArray m_statusLine; // taken apart only when it is asked for
    QStringList m_failures;
    QString m_failedStep; // whose output the last lines are
    QVector<LogError> m_errors;
    QStringList m_linked;
};

}
