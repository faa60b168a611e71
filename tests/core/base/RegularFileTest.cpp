// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RegularFile.h"
#include "core/base/CannotRead.h"
#include "core/base/WholeFile.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <atomic>

using namespace torchmason;

class RegularFileTest : public QObject {
    Q_OBJECT

private slots:
    void filesAreRead()
    {
        write(path("file"), "one\ntwo\n");
        RegularFile file(path("file"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.size(), qint64(8));
        QVERIFY(!file.isSequential());
        QCOMPARE(file.fileName(), path("file"));
        QCOMPARE(file.readLine(100), QByteArray("one\n"));
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), QByteArray("one\ntwo\n"));
        QVERIFY(file.atEnd());
        file.close();
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
        QCOMPARE(file.fileName(), path("file"));
        QCOMPARE(readWhole(path("file"), 3), QByteArray("one"));
        QCOMPARE(readEnd(path("file"), 4), QByteArray("two\n"));
    }

    void whatCannotBeReadIsNamed()
    {
        RegularFile file(path("missing"));
        QVERIFY(!file.open(QIODevice::ReadOnly));
        QCOMPARE(cannotRead(path("missing"), file).message,
            QStringLiteral("Cannot read %1: %2.").arg(path("missing"), file.errorString()));
    }

    void linesHaveAnEndOrABound()
    {
        const QByteArray longer(100'000, 'x');
        write(path("lines"), "a\n\n" + longer + "\n" + longer);
        RegularFile file(path("lines"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readLine(1 << 20), "a\n");
        QCOMPARE(file.readLine(1 << 20), "\n");
        QCOMPARE(file.readLine(4096), longer.first(4096));
        QCOMPARE(file.readLine(1 << 20), longer.sliced(4096) + '\n');
        const QByteArray last = file.readLine(64 * 1024 * 1024);
        QCOMPARE(last, longer);
        QVERIFY(last.capacity() < 4 * longer.size());
        QVERIFY(file.atEnd());
        QCOMPARE(file.readLine(10), QByteArray());
    }

    void piecesAreReadByManyThreads()
    {
        QByteArray bytes;
        for (int i = 0; i < 200'000; ++i)
            bytes += QByteArray::number(i);
        write(path("pieces"), bytes);
        RegularFile file(path("pieces"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVector<qsizetype> offsets;
        for (qsizetype at = 0; at < bytes.size(); at += 1000)
            offsets.append(at);
        const auto isRight = [&file, &bytes](qsizetype at) {
            QByteArray piece(1000, '-');
            piece.resize(file.readAt(at, piece.data(), piece.size()));
            return piece == bytes.mid(at, 1000);
        };
        std::atomic<int> wrong = 0;
        QThreadPool pool;
        for (int i = 0; i < 4; ++i) {
            pool.start([&] {
                for (const qsizetype at : offsets)
                    wrong += isRight(at) ? 0 : 1;
            });
        }
        pool.waitForDone();
        QCOMPARE(wrong.load(), 0);
        char byte = 0;
        QCOMPARE(file.readAt(bytes.size(), &byte, 1), qsizetype(0));
    }

    void itsWriterMayGoOn()
    {
        write(path("log"), "one\n");
        RegularFile file(path("log"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
        QCOMPARE(file.readAll(), QByteArray("one\n"));
        QFile writer(path("log"));
        QVERIFY(writer.open(QIODevice::Append));
        writer.write("two\n");
        writer.close();
        QCOMPARE(file.size(), qint64(8));
        QCOMPARE(file.readAll(), QByteArray("two\n"));
        QVERIFY(QFile::remove(path("log")));
    }

    void resourcesAreRead()
    {
        RegularFile file(QStringLiteral(":/qt-project.org/qmime/packages/freedesktop.org.xml"));
        QCOMPARE(file.open(QIODevice::ReadOnly), QFile::exists(file.fileName()));
    }

    void whatIsNotThereIsSaid()
    {
        RegularFile file(path("nowhere"));
        QVERIFY(!file.open(QIODevice::ReadOnly));
        QVERIFY(!file.errorString().isEmpty());
        QVERIFY(!isNoFile(path("nowhere")));
    }

    void foldersAreRefused()
    {
        RegularFile file(m_folder.path());
        QVERIFY(!file.open(QIODevice::ReadOnly));
        QCOMPARE(file.errorString(), QStringLiteral("it is a folder"));
        QVERIFY(isNoFile(m_folder.path()));
    }

    void documentsHaveALimit()
    {
        write(path("large"), "");
        QVERIFY(QFile::resize(path("large"), 13LL << 30)); // takes no room on the disk
        RegularFile file(path("large"));
        QVERIFY(!file.openDocument());
        QVERIFY2(file.errorString().startsWith(QStringLiteral("it has 13")), qPrintable(file.errorString()));
        QVERIFY(!file.isOpen());
        QCOMPARE(readWhole(path("large"), 5).size(), qsizetype(5));
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(RegularFileTest)
#include "RegularFileTest.moc"
