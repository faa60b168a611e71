// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace torchmason {

// A scratch folder with repositories in it, and the stage that fetches from them.
class GitFixture {
protected:
    void setUp() { m_folder = std::make_unique<QTemporaryDir>(); }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void git(const QString& folder, const QStringList& arguments)
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start("git",
            QStringList { "-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c",
                "protocol.file.allow=always", "-c", "init.defaultBranch=main" }
                + arguments);
        QVERIFY(process.waitForFinished(60000));
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
    }

    void makeRepository(const QString& name, const QStringList& submodules)
    {
        const QString folder = path(name);
        write(folder + "/CMakeLists.txt", "project(" + name.toUtf8() + ")\n");
        git(folder, { "init", "-q" });
        for (const QString& submodule : submodules)
            git(folder,
                { "submodule", "add", "-q", "file://" + path(submodule), "third_party/" + submodule });
        git(folder, { "add", "-A" });
        git(folder, { "commit", "-qm", "one" });
        git(folder, { "tag", "v1" });
    }

    Stage fetchStage(const QString& url, const QString& tag, const QString& folder) const
    {
        BuildRequest request;
        request.source = { SourceKind::Git, url, tag, {}, {} };
        request.sourceFolder = folder;
        request.buildFolder = path("build");
        return firstStage(request);
    }

    // As that of the second attempt.
    Stage firstStage(const BuildRequest& request) const
    {
        auto plan = makeStagePlan(request, hostPlatform());
        const QString attempt = path("attempts/0002");
        if (!plan || !QDir().mkpath(attempt) || !writeJsonFile(attempt + "/request.json", toJson(request)))
            return {};
        fillAttemptFolder(plan.value(), attempt);
        return plan->stages.first();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

}
