// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/TarArchive.h"

#include <QBuffer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTest>

using namespace torchmason;

namespace {

// The header of one member, and nothing of what it announces.
QByteArray announced(qint64 size)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    GzipWriter gzip(buffer);
    TarWriter tar(gzip, 1'000'000);
    if (!tar.begin(QStringLiteral("logs/compile.log"), size) || !gzip.finish())
        qFatal("a buffer cannot be written");
    return buffer.data();
}

}

class TarArchiveTest : public QObject {
    Q_OBJECT

private slots:
    void sizesComeBack_data();
    void sizesComeBack();
    void otherProgramsReadThem_data() { sizesComeBack_data(); }
    void otherProgramsReadThem();
};

void TarArchiveTest::sizesComeBack_data()
{
    QTest::addColumn<qint64>("size");
    for (const qint64 size : { qint64(0), qint64(1), qint64(512), (qint64(8) << 30) - 1, qint64(8) << 30,
             (qint64(9) << 30) + 7, (qint64(1) << 44) + 511 })
        QTest::addRow("%lld bytes", size) << size;
}

void TarArchiveTest::sizesComeBack()
{
    QFETCH(qint64, size);
    QByteArray bytes = announced(size);
    QBuffer buffer(&bytes);
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    GzipReader gzip(buffer);
    TarReader tar(gzip);
    const auto member = tar.next();
    QVERIFY(member && *member);
    QCOMPARE((*member)->name, QStringLiteral("logs/compile.log"));
    QCOMPARE((*member)->size, size);
}

void TarArchiveTest::otherProgramsReadThem()
{
    QFETCH(qint64, size);
    const QString tar = QStandardPaths::findExecutable(QStringLiteral("tar"));
    if (tar.isEmpty())
        QSKIP("there is no tar here");
    QTemporaryFile file;
    QVERIFY(file.open());
    QVERIFY(file.write(announced(size)) > 0 && file.flush());
    QProcess process;
    process.start(tar, { "-tvzf", file.fileName() });
    QVERIFY(process.waitForFinished());
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(said.contains(' ' + QByteArray::number(size) + ' '), said.constData());
}

QTEST_GUILESS_MAIN(TarArchiveTest)
#include "TarArchiveTest.moc"
