// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/SourceRows.h"
#include "tests/core/stages/GitFixture.h"
#include "tests/support/SetVariable.h"

#include <QFileInfo>
#include <QStandardPaths>

using namespace torchmason;

// A source folder is looked at as soon as it is named, long before its owner is trusted.
class UntrustedTreeTest : public QObject, private GitFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    // A clone that lacks commits asks the remote for them, by the program that its own settings name.
    void aLookStartsNothing()
    {
        if (QStandardPaths::findExecutable("git").isEmpty())
            QSKIP("git is not installed.");
        makeRepository("top", {});
        makeTrap();
        QProcess plain;
        plain.setStandardErrorFile(QProcess::nullDevice());
        plain.start("git", { "-C", path("mine"), "rev-parse", "--verify", "HEAD^{commit}" });
        QVERIFY(plain.waitForFinished(60000));
        if (!QFile::remove(path("planted")))
            QSKIP("This git brings no commits by itself.");

        BuildRequest request;
        request.source = { SourceKind::Git, path("top"), "v1", {}, {} };
        request.sourceFolder = path("mine");
        sourceFolderRows(request);
        QVERIFY(!QFileInfo::exists(path("planted")));
        for (const QStringList& words : { QStringList { "rev-list", "--count", "HEAD" },
                 QStringList { "for-each-ref", "--count=1" }, QStringList { "log", "-1" } }) {
            askGit("git", path("mine"), words);
            QVERIFY2(!QFileInfo::exists(path("planted")), qPrintable(words.first()));
        }
        // What asks a remote on purpose still does.
        const GitAnswer answer = askGit("git", path("."), { "ls-remote", "--tags", "--", path("top") });
        QVERIFY(answer.isGood && answer.text.contains("refs/tags/v1"));
    }

    // A profile of anybody's names the address, and choosing it is no agreement to speak to that computer.
    void noOtherComputerIsAsked_data()
    {
        QTest::addColumn<bool>("isAsked");
        for (const char* url : { "//server/share/x", "\\\\server\\share\\x", "file://server/share/x",
                 "file:////server/share/x", "file:///%2fserver/x", "file:///%5cserver/x", "https://server/x",
                 "ssh://server/x", "git@server:x", "git://server/x" })
            QTest::newRow(url) << false;
        for (const char* url : { "/srv/x", "file:///srv/x", "file:///srv/a%20b" })
            QTest::newRow(url) << true;
    }
    void noOtherComputerIsAsked()
    {
        QFETCH(bool, isAsked);
        write(path("git"), "#!/bin/sh\necho \"$@\" >>\"${0%/*}/asked\"\n");
        QVERIFY(QFile::setPermissions(path("git"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        revisionProblem(QString::fromLatin1(QTest::currentDataTag()), "v1", path("git"));
        QCOMPARE(QFileInfo::exists(path("asked")), isAsked);
    }

    // It is all users', and one of them may have made a repository of it.
    void theFolderOfTemporaryFilesIsNoRepository()
    {
        if (QStandardPaths::findExecutable("git").isEmpty())
            QSKIP("git is not installed.");
        makeRepository("top", {});
        git(m_folder->path(), { "init", "-q", "shared" });
        git(path("shared"), { "config", "url.ssh://other/.insteadOf", path("top") });
        git(path("shared"), { "config", "core.sshCommand", "touch '" + path("planted") + "'; false" });
        askGit("git", path("shared"), { "ls-remote", "--", path("top") });
        QVERIFY(QFile::remove(path("planted"))); // it would be asked
        const SetVariable shared("TMPDIR", path("shared"));
        QVERIFY(revisionProblem(path("top"), "v1", "git").sentence.isEmpty());
        QVERIFY(!revisionProblem(path("top"), "v2", "git").sentence.isEmpty()); // the other one was asked
        QVERIFY(!QFileInfo::exists(path("planted")));
    }

private:
    void makeTrap()
    {
        git(m_folder->path(), { "init", "-q", "mine" });
        const QString planted = "touch '" + path("planted") + "'; true";
        for (const auto& [name, value] : { std::pair { "core.repositoryformatversion", QString("1") },
                 { "extensions.partialClone", "other" }, { "remote.other.url", path("mine") },
                 { "remote.other.promisor", "true" }, { "remote.other.uploadpack", planted } })
            git(path("mine"), { "config", name, value });
        write(path("mine/.git/refs/heads/main"), QByteArray(40, '1') + '\n');
    }
};

QTEST_GUILESS_MAIN(UntrustedTreeTest)
#include "UntrustedTreeTest.moc"
