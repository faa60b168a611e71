// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceRows.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What is said of a source folder that is taken as it is.
class SourceFolderTest : public QObject {
    Q_OBJECT

private slots:
    void anotherProjectIsTold_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("told"); // its name; empty: nothing
        const QString toml = "pyproject.toml";
        newRow("pyproject", toml,
            QByteArray(
                "[build-system]\nrequires = []\n\n[project]\nversion = \"1\"\nname = \"torchvision\"\n"),
            "torchvision");
        newRow(
            "setup.py", "setup.py", QByteArray("setup(\n    version='1',\n    name='numpy',\n)\n"), "numpy");
        newRow("PyTorch", toml, QByteArray("[project]\nname = \"torch\"\n"), "");
        newRow("a name of something else", toml, QByteArray("[tool.x]\nname = \"y\"\n"), "");
        newRow("not told", "setup.py", QByteArray("setup(name=package_name)\n"), "");
        newRow("no Python", "CMakeLists.txt", QByteArray("project(tiny)\n"), "");
    }
    void anotherProjectIsTold()
    {
        QFETCH(const QString, file);
        QFETCH(const QByteArray, text);
        QFETCH(const QString, told);
        const QTemporaryDir folder;
        write(folder.filePath(file), text);
        BuildRequest request;
        request.sourceFolder = folder.path();
        const QVector<CheckRow> rows = sourceFolderRows(request);
        QCOMPARE(rows.size(), told.isEmpty() ? 0 : 1);
        if (!rows.isEmpty()) {
            QCOMPARE(rows.first().state, CheckState::Fail);
            QVERIFY2(rows.first().found.contains("the project " + told), qPrintable(rows.first().found));
        }
        QVERIFY(QDir(folder.path()).mkdir("torch")); // a fork may have another name
        QVERIFY(sourceFolderRows(request).isEmpty());
    }

    // As the stage refuses it.
    void theSampleIsNotUnpackedOverOthers()
    {
        const QTemporaryDir folder;
        BuildRequest request;
        request.source.kind = SourceKind::Sample;
        request.sourceFolder = folder.path();
        QVERIFY(sourceFolderRows(request).isEmpty());
        write(folder.filePath("letter.txt"));
        const QVector<CheckRow> rows = sourceFolderRows(request);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().state, CheckState::Fail);
        QVERIFY2(rows.first().found.contains("not of this project"), qPrintable(rows.first().found));
        request.skippedStages = { "fetch" };
        QVERIFY(sourceFolderRows(request).isEmpty());
    }

    void theSampleIsNotUnpackedThroughLinks()
    {
#ifdef Q_OS_WIN
        QSKIP("Links take administrator rights on Windows.");
#endif
        const QTemporaryDir folder;
        write(folder.filePath("to/.torchmason-project"));
        QVERIFY(QDir(folder.path()).mkdir("elsewhere"));
        QVERIFY(QFile::link(folder.filePath("elsewhere"), folder.filePath("to/core")));
        BuildRequest request;
        request.source.kind = SourceKind::Sample;
        request.sourceFolder = folder.filePath("to");
        const QVector<CheckRow> rows = sourceFolderRows(request);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().state, CheckState::Fail);
        QVERIFY2(rows.first().found.contains("to/core is a link"), qPrintable(rows.first().found));
    }
};

QTEST_GUILESS_MAIN(SourceFolderTest)
#include "SourceFolderTest.moc"
