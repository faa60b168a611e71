// SPDX-License-Identifier: GPL-3.0-or-later
// panel_screenshots FOLDER: pictures of the dashboard and the history, light and dark, with made-up attempts.
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/history/HistoryPage.h"
#include "ui/panels/AttemptView.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPalette>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>

using namespace torchmason;

namespace {

constexpr int total = 5871;

void settle(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x2a, 0x2e, 0x33));
    palette.setColor(QPalette::Window, QColor(0x24, 0x27, 0x2b));
    palette.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x21));
    palette.setColor(QPalette::AlternateBase, QColor(0x23, 0x26, 0x2a));
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(role, QColor(0xe6, 0xe8, 0xeb));
    palette.setColor(QPalette::PlaceholderText, QColor(0x9a, 0xa2, 0xab));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x6f, 0xb8));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return palette;
}

QPalette lightPalette()
{
    QPalette palette(QColor(0xf1, 0xf3, 0xf5));
    palette.setColor(QPalette::Window, QColor(0xf6, 0xf7, 0xf9));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf2, 0xf4, 0xf6));
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(role, QColor(0x1c, 0x20, 0x24));
    palette.setColor(QPalette::PlaceholderText, QColor(0x5c, 0x64, 0x6d));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x7d, 0xd1));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return palette;
}

QString running(const AttemptStore& store)
{
    FakeAttempt attempt(store, QStringLiteral("RTX 5070 / CUDA 12.9"), 41);
    attempt.endStage(QStringLiteral("fetch"), StageState::Succeeded, 62);
    attempt.endStage(QStringLiteral("configure"), StageState::Succeeded, 48);
    attempt.startStage(QStringLiteral("compile"));
    const QByteArray log = FakeAttempt::ninjaLines(0, 1204, total);
    attempt.addLog(QStringLiteral("compile"), log);
    attempt.addSamples(0, 2460, 24, QStringLiteral("compile"), log.size(), 18);
    attempt.addProgress(1204, total, 18);
    attempt.write();
    return attempt.folder();
}

QString failed(const AttemptStore& store)
{
    FakeAttempt attempt(store, QStringLiteral("RTX 5070 / CUDA 12.9"), 190);
    attempt.endStage(QStringLiteral("fetch"), StageState::Succeeded, 62);
    attempt.endStage(QStringLiteral("configure"), StageState::Succeeded, 48);
    QByteArray log = FakeAttempt::ninjaLines(0, 5602, total);
    log += "[5603/5871|4|7204.1] Linking CXX shared library lib/libtorch_python.so\n"
           "FAILED: lib/libtorch_python.so\n";
    const qint64 line = log.count('\n') + 1;
    log += FakeAttempt::missingWork(line).evidence.toUtf8() + "\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed.\n";
    attempt.addLog(QStringLiteral("compile"), log);
    attempt.endStage(QStringLiteral("compile"), StageState::Failed, 7210, 1);
    attempt.addSamples(0, 7320, 24, QStringLiteral("compile"), log.size(), 0);
    attempt.addProgress(5602, total, 0);
    attempt.addFindings({ FakeAttempt::missingWork(line) });
    attempt.end(AttemptState::Failed, 7320);
    return attempt.folder();
}

QString succeeded(const AttemptStore& store)
{
    FakeAttempt attempt(store, QStringLiteral("A100, one architecture"), 3000);
    for (const char* stage : { "fetch", "configure", "compile", "wheel", "verify" })
        attempt.endStage(QLatin1String(stage), StageState::Succeeded, 40);
    const QByteArray log = FakeAttempt::ninjaLines(0, total, total);
    attempt.addLog(QStringLiteral("compile"), log);
    attempt.addSamples(0, 5200, 64, QStringLiteral("compile"), log.size(), 0);
    attempt.addProgress(total, total, 0);
    attempt.record().products = { QStringLiteral("/src/pytorch/dist/torch-2.7.1-cp311-cp311-linux_x86_64.whl") };
    attempt.end(AttemptState::Succeeded, 5230);
    return attempt.folder();
}

QString interrupted(const AttemptStore& store)
{
    FakeAttempt attempt(store, QStringLiteral("Kepler / CUDA 11.4 / PyTorch 1.12.1"), 9000);
    attempt.endStage(QStringLiteral("fetch"), StageState::Succeeded, 62);
    attempt.endStage(QStringLiteral("configure"), StageState::Succeeded, 48);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 800, 4410));
    attempt.addSamples(0, 900, 8, QStringLiteral("compile"), 100'000, 0);
    attempt.addProgress(800, 4410, 8);
    attempt.end(AttemptState::Interrupted, 900);
    return attempt.folder();
}

void save(QWidget& widget, const QString& path)
{
    settle(1500);
    const bool saved = widget.grab().save(path);
    std::printf("%s %s\n", saved ? "wrote" : "could not write", qPrintable(path));
}

void picture(const QString& attempt, const QString& path, QSize size)
{
    AttemptView view;
    view.resize(size);
    view.openAttempt(attempt);
    view.show();
    save(view, path);
}

}

int main(int argc, char** argv)
{
    QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(".");
    QDir().mkpath(folder);
    const AttemptStore store(AppPaths::attemptsFolder());
    const std::pair<const char*, QString> attempts[] = { { "interrupted", interrupted(store) },
        { "succeeded", succeeded(store) }, { "failed", failed(store) }, { "running", running(store) } };
    QDir().mkpath(store.folder() + QStringLiteral("/0005"));
    QFile broken(store.folder() + QStringLiteral("/0005/attempt.json"));
    if (broken.open(QIODevice::WriteOnly))
        broken.write("{ \"schema\": 1, \"number\"");
    broken.close();
    for (const bool dark : { false, true }) {
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
        const QString suffix = dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png");
        for (const auto& [name, attempt] : attempts)
            picture(attempt, folder + QStringLiteral("/attempt-") + QLatin1String(name) + suffix, QSize(1280, 860));
        HistoryPage history;
        history.resize(1100, 480);
        history.show();
        save(history, folder + QStringLiteral("/history") + suffix);
    }
    picture(attempts[2].second, folder + QStringLiteral("/attempt-failed-small-dark.png"), QSize(860, 660));
    return 0;
}
