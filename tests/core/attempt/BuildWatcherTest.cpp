// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/BuildWatcher.h"

#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class BuildWatcherTest : public QObject {
    Q_OBJECT

private slots:
    void aSampleBelongsToTheStageThatBeganLast();
};

void BuildWatcherTest::aSampleBelongsToTheStageThatBeganLast()
{
    QTemporaryDir folder;
    const QString environment = folder.filePath(QStringLiteral("environment.log"));
    const QString clean = folder.filePath(QStringLiteral("clean.log"));
    write(environment, "one\n");
    write(clean, "four\n");
    BuildRequest request;
    request.buildFolder = folder.filePath(QStringLiteral("build"));
    BuildWatcher watcher(request, systemClock().monotonicMilliseconds(), std::nullopt);
    QStringList stages;
    connect(&watcher, &BuildWatcher::sampled, this, [&](const Sample& sample) { stages << sample.stage; });
    watcher.start(); // which takes a first sample
    watcher.beginStage(QStringLiteral("environment"), environment);
    watcher.beginStage(QStringLiteral("clean"), clean);
    QTRY_COMPARE(stages, QStringList({ {}, QStringLiteral("clean") }));
    watcher.endStage(QStringLiteral("clean"), false);
    QTRY_COMPARE(stages.size(), 3);
    QCOMPARE(stages.last(), QStringLiteral("environment"));
}

QTEST_GUILESS_MAIN(BuildWatcherTest)
#include "BuildWatcherTest.moc"
