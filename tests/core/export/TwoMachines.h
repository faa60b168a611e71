// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/AttemptBundle.h"
#include "core/export/BundleImport.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace torchmason {

// Attempts are made there, by Anna on her computer, and their bundles opened here.
class TwoMachines {
protected:
    void makeMachines() { m_home = std::make_unique<QTemporaryDir>(); }

    AttemptStore there() const { return AttemptStore(path(QStringLiteral("there"))); }
    AttemptStore here() const { return AttemptStore(path(QStringLiteral("here"))); }
    QString bundle(const QString& name = QStringLiteral("a.torchmason")) const { return path(name); }
    QString path(const QString& name = {}) const { return m_home->filePath(name); }
    static PrivateNames names() { return { "/home/anna", { "anna" }, { "annas-box" } }; }

    // The first attempt there.
    void save(bool keepsNames = false) const
    {
        const auto attempt = there().attempt(1);
        QVERIFY(attempt);
        const auto saved = saveBundle(*attempt, { keepsNames, names() }, bundle());
        QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    }
    ImportedBundle import() const
    {
        const auto imported = importBundle(bundle(), here());
        if (!imported)
            qFatal("%s", qPrintable(imported.error().message));
        return *imported;
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

}
