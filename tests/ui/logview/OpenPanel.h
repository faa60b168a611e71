// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

namespace torchmason {

// An attempt record with one stage "compile" whose log is logs/compile.log.
inline AttemptRecord recordWithLog()
{
    AttemptRecord record;
    StageResult stage;
    stage.id = "compile";
    stage.state = StageState::Running;
    stage.logFile = "logs/compile.log";
    record.stages.append(stage);
    return record;
}

inline Finding findingAt(qint64 line)
{
    Finding finding;
    finding.stage = "compile";
    finding.line = line;
    finding.root = true;
    return finding;
}

// A test's folder for that log, and settings of its own.
class LogFolder {
protected:
    void emptyLogs()
    {
        QVERIFY(m_folder.isValid());
        QDir(path("logs")).removeRecursively();
        QVERIFY(QDir().mkpath(path("logs")));
    }
    QString path(const QString& name = "logs/compile.log") const { return m_folder.filePath(name); }

    const std::unique_ptr<QTemporaryDir> m_home = freshHome();
    QTemporaryDir m_folder;
};

// A panel that shows that log.
class OpenPanel : public LogPanel {
public:
    explicit OpenPanel(
        const QTemporaryDir& folder, int height = 300, const AttemptRecord& record = recordWithLog())
    {
        resize(900, height);
        show();
        setFolder(folder.path());
        setStages(record);
    }
    void searchFor(const QString& text) { findChild<QLineEdit*>("logSearch")->setText(text); }
    void showOnly(int index) { findChild<QComboBox*>("logShow")->setCurrentIndex(index); }
};

}
