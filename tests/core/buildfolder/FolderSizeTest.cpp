// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/FolderSize.h"
#include "core/base/Platform.h"
#include "core/stages/FolderRemoval.h"
#include "tests/support/TestFiles.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <memory>

using namespace torchmason;

// What files take on the disk, whatever they say of their length.
class FolderSizeTest : public QObject {
    Q_OBJECT

private:
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init()
    {
        if constexpr (hostPlatform() == Platform::Windows)
            QSKIP("Lengths are told there.");
        m_folder = std::make_unique<QTemporaryDir>();
        write(path("a"), QByteArray(100'000, 'x'));
    }

    void holesTakeNothing()
    {
        const Bytes before = measureFolder(m_folder->path()).size;
        QVERIFY(before >= 100'000);
        QFile file(path("holes"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(50'000'000));
        file.close();
        const FolderSize after = measureFolder(m_folder->path());
        QCOMPARE(after.files, qint64(2));
        QVERIFY2(after.size < before + 1'000'000, qPrintable(QString::number(after.size)));
    }

    // Also when what frees it is told, before and while it is removed.
    void aFileWithTwoNamesIsCountedOnce()
    {
        const Bytes before = measureFolder(m_folder->path()).size;
        std::filesystem::create_hard_link(path("a").toStdString(), path("b").toStdString());
        QCOMPARE(measureFolder(m_folder->path()).size, before);
        QCOMPARE(countFolder(m_folder->path())->bytes, before);
        QCOMPARE(emptyFolder(m_folder->path())->bytes, before);
    }

    void linksAreNotFollowed()
    {
        const FolderSize before = measureFolder(m_folder->path());
        QVERIFY(QFile::link(path("a"), path("link")));
        QVERIFY(QFile::link(m_folder->path(), path("around")));
        const FolderSize after = measureFolder(m_folder->path());
        QCOMPARE(after.files, before.files);
        QCOMPARE(after.size, before.size);
    }
};

QTEST_GUILESS_MAIN(FolderSizeTest)
#include "FolderSizeTest.moc"
