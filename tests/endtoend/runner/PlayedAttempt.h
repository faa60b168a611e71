// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/support/Patience.h"
#include "tests/support/TestFiles.h"

#include <QProcess>

namespace torchmason {

inline constexpr int longEnough = 60000; // milliseconds, only waited for in full by a failing test

inline Stage scripted(const QString& id, const QStringList& words)
{
    Stage stage;
    stage.id = id;
    stage.kind = StageKind::Compile;
    stage.title = id;
    stage.commands = { Command { QStringLiteral(SCRIPTED_CHILD), words, {}, {}, "play" } };
    return stage;
}

inline Stage compiling(const QStringList& words)
{
    return scripted("compile", words);
}

// An attempt whose plan is made by hand, and the real runner on it.
struct Attempt {
    QString folder;
    QProcess runner;

    Attempt(const QString& root, const QVector<Stage>& stages, const QString& build = "build",
        const Json& hostFacts = nullptr)
    {
        BuildRequest request;
        request.hostFacts = hostFacts;
        request.sourceFolder = root + "/source";
        request.buildFolder = root + QLatin1Char('/') + build;
        QDir().mkpath(request.buildFolder);
        const auto reserved = AttemptStore(root + "/attempts").reserve(request);
        if (!reserved)
            qFatal("%s", qPrintable(reserved.error().message));
        folder = reserved->folder;
        StagePlan plan;
        plan.stages = stages;
        if (!writeJsonFile(folder + "/plan.json", toJson(plan)))
            qFatal("cannot write the plan");
        runner.setProgram(QStringLiteral(RUNNER));
        runner.setArguments({ "--attempt", folder });
    }
    ~Attempt()
    {
        runner.kill();
        runner.waitForFinished();
    }

    AttemptRecord record() const
    {
        const auto read = AttemptFiles::readRecord(folder);
        return read ? *read : AttemptRecord();
    }
    QByteArray mark() const { return "TORCHMASON_ATTEMPT=" + record().id.toUtf8(); }
    QByteArray log(const QString& stage) const { return contentOf(AttemptFiles::log(folder, stage)); }
    bool startAndSay(const QByteArray& word)
    {
        runner.start();
        return QTest::qWaitFor([&] { return log("compile").contains(word); }, longEnough);
    }
    bool runToEnd()
    {
        runner.start();
        return waitForEnd();
    }
    bool terminate()
    {
        runner.terminate();
        return waitForEnd();
    }
    bool waitForEnd() { return runner.state() == QProcess::NotRunning || runner.waitForFinished(longEnough); }
};

}
