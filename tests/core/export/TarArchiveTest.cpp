// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/TarArchive.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTest>

using namespace torchmason;

namespace {

// Writes the header of one member, and nothing of what it announces.
void announce(QTemporaryFile& file, qint64 size)
{
    QVERIFY(file.open());
    TarWriter tar(file.handle(), 1'000'000);
    QVERIFY(tar.begin(QStringLiteral("logs/compile.log"), size).ok());
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
    QTemporaryFile file;
    announce(file, size);
    QVERIFY(file.seek(0));
    TarReader tar(file.handle());
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
    announce(file, size);
    QProcess process;
    process.start(tar, { "-tvzf", file.fileName() });
    QVERIFY(process.waitForFinished());
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(said.contains(' ' + QByteArray::number(size) + ' '), said.constData());
}

QTEST_GUILESS_MAIN(TarArchiveTest)
#include "TarArchiveTest.moc"
