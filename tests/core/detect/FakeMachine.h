// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"
#include "tests/support/Patience.h"
#include "tests/support/TestFiles.h"

#include <QHash>
#include <QSemaphore>
#include <QTemporaryDir>

namespace torchmason {

// Answers recorded from real tools, by all words of the command or by the program alone. Everything else does
// not start.
class RecordedRunner final : public ProbeRunner {
public:
    QHash<QString, ProbeAnswer> answers;
    QHash<QString, QString> programs; // what PATH finds
    // Programs that the kernel holds on to: they do not even end when they are killed.
    QStringList stuck;
    mutable QSemaphore release;
    mutable QAtomicInt calls;

    ~RecordedRunner() override { release.release(1000); }

    ProbeAnswer run(const QString& program, const QStringList& arguments, Milliseconds) const override
    {
        calls.fetchAndAddRelaxed(1);
        if (stuck.contains(program))
            release.acquire();
        const QString words = (QStringList { program } + arguments).join(QLatin1Char(' '));
        return answers.contains(words) ? answers.value(words) : answers.value(program);
    }
    QString findProgram(const QString& name) const override { return programs.value(name); }

    void answer(const QStringList& words, const QByteArray& output, int exitCode = 0)
    {
        answers.insert(words.join(QLatin1Char(' ')), { true, false, exitCode, output, {} });
    }
    void hang(const QString& program) { answers.insert(program, { true, true, -1, {}, {} }); }
};

// A machine made of files below a temporary folder, of variables and of recorded answers.
struct FakeMachine {
    QTemporaryDir root;
    std::shared_ptr<RecordedRunner> runner = std::make_shared<RecordedRunner>();
    ProbeContext context;

    FakeMachine()
    {
        context.runner = runner;
        context.root = root.path();
        context.environment = QProcessEnvironment(); // nothing of the real one
    }
    ~FakeMachine() { runner->release.release(1000); }

    void file(const QString& path, const QByteArray& content = "x") { write(root.path() + path, content); }
    // Relative, as update-alternatives does not do, so that it stays below the temporary folder.
    void link(const QString& path, const QString& target)
    {
        QVERIFY(QDir().mkpath(QFileInfo(root.path() + path).path()));
        QVERIFY(QFile::link(target, root.path() + path));
    }
    void variable(const char* name, const QString& value)
    {
        context.environment.insert(QLatin1String(name), value);
    }
    void program(const QString& name, const QString& path, const QByteArray& version)
    {
        file(path);
        runner->programs.insert(name, path);
        runner->answer({ path }, version);
    }
    HostFacts after(FactsChange (*probe)(const ProbeContext&)) const
    {
        HostFacts facts;
        probe(context)(facts);
        return facts;
    }
};

}
