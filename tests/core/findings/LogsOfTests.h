// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"

#include <QBuffer>
#include <QTemporaryDir>

namespace torchmason {

// Diagnoses texts with the rules that ship, and without those of a user.
class LogsOfTests {
protected:
    void readRules()
    {
        const QTemporaryDir home;
        qputenv("TORCHMASON_HOME", home.path().toUtf8());
        m_rules = loadRules();
    }
    DiagnosisReport diagnoseText(QByteArray log, StageOutcome outcome = StageOutcome::Unknown)
    {
        QBuffer buffer(&log);
        buffer.open(QIODevice::ReadOnly);
        return diagnose(buffer, m_rules, outcome).value();
    }

    std::shared_ptr<const RuleSet> m_rules;
};

}
