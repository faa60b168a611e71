// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/GitDiff.h"
#include "core/trial/TrialFolder.h"
#include "tests/support/SetVariable.h"
#include "tests/support/TestFiles.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What is put into the folder of temporary files, which all users share: nobody else opens it or knows its
// name beforehand.
class PrivateFoldersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("shared"));
        QVERIFY(QFile::setPermissions(m_folder.filePath("shared"), QFile::Permissions::fromInt(0x7777)));
        qputenv("TMPDIR", m_folder.filePath("shared").toUtf8());
    }

    // A git of ours looks at the folder that it was started in.
    void ofGit()
    {
        write(m_folder.filePath("bin/git"), "#!/bin/sh\nls -ld \"$PWD\" >>\"${0%/*}/seen\"\n");
        QVERIFY(QFile::setPermissions(m_folder.filePath("bin/git"), QFile::ReadOwner | QFile::ExeOwner));
        const SetVariable programs("PATH", m_folder.filePath("bin:") + qEnvironmentVariable("PATH"));
        for (int time = 0; time < 2; ++time) {
            QVERIFY(diffBetween({}));
            QVERIFY(applyDiff("x", "file", QByteArray("y"), DiffWay::Forward));
            QVERIFY(!filesOfDiff("x")); // asks twice, and hears of no file
        }
        QSet<QByteArray> names;
        const QByteArrayList lines = contentOf(m_folder.filePath("bin/seen")).trimmed().split('\n');
        for (const QByteArray& line : lines) {
            QVERIFY2(line.startsWith("drwx------") && line.contains("/shared/"), line.constData());
            names << line.mid(line.lastIndexOf(' '));
        }
        QCOMPARE(lines.size(), 8);
        QCOMPARE(names.size(), 6);
    }

    void ofTrials()
    {
        const auto first = makeTrialFolder();
        const auto second = makeTrialFolder();
        QVERIFY(first && second);
        QVERIFY((*first)->path() != (*second)->path());
        for (const TrialFolder& made : { *first, *second }) {
            QVERIFY(made->path().startsWith(m_folder.filePath("shared/")));
            QCOMPARE(int(QFileInfo(made->path()).permissions()) & 0x0077, 0);
        }
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(PrivateFoldersTest)
#include "PrivateFoldersTest.moc"
