// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/BuildSecrets.h"
#include "core/redact/LogPipe.h"
#include "core/redact/StreamRedactor.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace torchmason;

// How fast a large log goes through the pipe that masks secrets, beside cat writing the same bytes straight
// to a file. A build writes some megabytes in an hour.

namespace {

constexpr qsizetype logSize = 300 << 20;

QByteArray sampleText(const QByteArray& secret)
{
    QByteArray text;
    for (int i = 1; i <= 400; ++i) {
        text += "[" + QByteArray::number(i)
            + "/6154] Building CXX object caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/native/Kernel"
            + QByteArray::number(i) + ".cpp.DEFAULT.cpp.o\n";
        if (i % 50 == 0)
            text += "-- Fetching https://github.com/pytorch/pytorch with " + secret + "\n";
    }
    return text;
}

QVector<QByteArray> sampleSecrets()
{
    QVector<QByteArray> secrets;
    for (int index = 0; index < 20; ++index)
        secrets << "tok_" + QByteArray::number(index * 7919 + 1).toBase64() + "-AbCdEfGhIjKlMnOp";
    QByteArray key;
    for (int line = 0; line < 26; ++line)
        key += QByteArray::number(line * 104729).toHex().repeated(6).left(64) + '\n';
    return secrets << key;
}

void print(const char* what, qint64 milliseconds)
{
    std::printf(
        "  %-44s %7.0f MB/s\n", what, double(logSize) / 1e3 / double(std::max<qint64>(1, milliseconds)));
}

qint64 cat(const QString& from, const QString& to, const std::shared_ptr<const NeedleSet>& needles)
{
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    std::unique_ptr<LogPipe> pipe;
    if (needles) {
        auto opened = LogPipe::open(to, needles);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        pipe = std::move(opened).value();
        pipe->giveTo(process);
    } else {
        process.setStandardOutputFile(to);
    }
    process.start(QStringLiteral("cat"), { from });
    process.waitForFinished(-1);
    if (pipe && !pipe->finish())
        qFatal("cannot write");
    return clock.elapsed();
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QVector<QByteArray> secrets = sampleSecrets();
    const auto needles = needlesFor(secrets);
    const QByteArray piece = sampleText(secrets.first());
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("log"));
    QFile file(log);
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    for (qsizetype size = 0; size < logSize; size += piece.size())
        file.write(piece.left(std::min(piece.size(), logSize - size)));
    file.close();
    std::printf("Redaction, %d MB, %d secrets:\n", int(logSize >> 20), int(secrets.size()));
    print("cat to a file", cat(log, folder.filePath(QStringLiteral("plain")), {}));
    print("cat through the masking pipe", cat(log, folder.filePath(QStringLiteral("masked")), needles));
    QElapsedTimer clock;
    clock.start();
    StreamRedactor redactor(needles);
    for (qsizetype size = 0; size < logSize; size += piece.size()) {
        QByteArray out;
        redactor.add(piece, out);
    }
    print("masking alone, one core", clock.elapsed());
    return 0;
}
