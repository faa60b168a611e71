// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of the program that the user puts elsewhere.
#include "core/store/FolderChange.h"

#include "core/base/Platform.h"
#include "core/config/CacheWish.h"
#include "core/request/BuildRequest.h"
#include "core/store/AttemptStore.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

using AppPaths::Place;

class FolderChangeTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", m_home->path().toUtf8());
    }

    void everyProgramGoesByIt()
    {
        QCOMPARE(AppPaths::attemptsFolder(), path("data/attempts"));
        QVERIFY(AppPaths::cachesFolder().isEmpty());
        QVERIFY(changeFolder(Place::Attempts, path("elsewhere/../mine")).ok());
        QVERIFY(changeFolder(Place::Work, path("big/work")).ok());
        QVERIFY(changeFolder(Place::Caches, path("big/caches")).ok());
        QCOMPARE(AppPaths::attemptsFolder(), path("mine"));
        QCOMPARE(AppPaths::workFolder(), path("big/work"));
        QCOMPARE(AppPaths::cachesFolder(), path("big/caches"));
        for (const char* folder : { "mine", "big" }) // made by the first who writes there
            QVERIFY(!QFileInfo::exists(path(folder)));
        QVERIFY(changeFolder(Place::Attempts, {}).ok());
        QCOMPARE(AppPaths::attemptsFolder(), path("data/attempts"));
    }

    void nothingIsMovedOrDeleted()
    {
        write(path("data/attempts/note.txt"));
        write(path("mine/note.txt"), "theirs");
        QVERIFY(changeFolder(Place::Attempts, path("mine")).ok());
        QVERIFY(QFileInfo::exists(path("data/attempts/note.txt")));
        QCOMPARE(contentOf(path("mine/note.txt")), "theirs");
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<Place>("place");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("said");
        newRow("not whole", Place::Work, "work", "not an absolute path");
        newRow("a file", Place::Work, "/file", "Nothing can be written");
        newRow("below a file", Place::Work, "/file/work", "Nothing can be written");
        newRow(
            "a name that is too long", Place::Work, "/made/" + QString(300, u'x'), "Nothing can be written");
        newRow("attempts in the work folder", Place::Attempts, "/data/work/mine", "would overlap");
        newRow("work above the attempts", Place::Work, "/data", "would overlap");
        newRow("both the same", Place::Caches, "/data/work", "would overlap");
    }

    void whatCannotBeIsRefused()
    {
        QFETCH(Place, place);
        QFETCH(QString, folder);
        QFETCH(QString, said);
        write(path("file"));
        const auto changed = changeFolder(place, folder.startsWith(u'/') ? path(folder.mid(1)) : folder);
        QVERIFY(!changed);
        QVERIFY2(changed.error().message.contains(said), qPrintable(changed.error().message));
        QVERIFY(AppPaths::chosenFolder(place).isEmpty());
        QVERIFY(!QFileInfo::exists(path("made"))); // on the way
    }

    // It looks like a place in a folder that can be written.
    void noFolderIsMadeBehindALinkToNothing()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("links need rights there");
        QVERIFY(QFile::link(path("nothing"), path("link")));
        for (const char* folder : { "link/work", "link" }) {
            const auto changed = changeFolder(Place::Work, path(folder));
            QVERIFY(!changed);
            QCOMPARE(changed.error().message,
                "Nothing can be written to " + path(folder) + "; choose another folder.");
        }
        QVERIFY(QFileInfo(path("link")).isSymLink());
    }

    // Root may write everywhere, as permissions say.
    void noFolderIsMadeInTheKernelsFiles()
    {
        if (hostPlatform() != Platform::Linux)
            QSKIP("Only Linux shows its kernel as files.");
        for (const char* folder : { "/proc/work", "/sys/kernel/work", "/dev/null/work" }) {
            const auto changed = changeFolder(Place::Work, folder);
            QVERIFY(!changed);
            QVERIFY2(changed.error().message.contains("Nothing can be written"),
                qPrintable(changed.error().message));
        }
        QVERIFY(AppPaths::chosenFolder(Place::Work).isEmpty());
    }

    void notWhileAnAttemptIsNotOver()
    {
        const auto made = AttemptStore(AppPaths::attemptsFolder()).reserve(BuildRequest());
        QVERIFY(made.ok());
        const auto changed = changeFolder(Place::Work, path("mine"));
        QVERIFY(!changed);
        QVERIFY2(changed.error().message.startsWith("Attempt 1 has not ended"),
            qPrintable(changed.error().message));
    }

    void aStrangeSettingDoesNotCount()
    {
        QSettings settings(AppPaths::settingsFile(), QSettings::IniFormat);
        settings.setValue(AppPaths::settingOf(Place::Attempts), "somewhere/here");
        settings.sync();
        QCOMPARE(AppPaths::attemptsFolder(), path("data/attempts"));
    }

    void cachesAreToldToTheTools()
    {
        Configuration configuration;
        configuration.setEnvironment({ "SCCACHE_DIR", "/mine", ValueOrigin::User });
        applyCachesFolder(configuration, "/big", {});
        QCOMPARE(configuration.variableValue("CCACHE_DIR"), "/big/ccache");
        QCOMPARE(configuration.variableValue("SCCACHE_DIR"), "/mine");
        QProcessEnvironment own;
        own.insert("CCACHE_DIR", "/own");
        Configuration inherited;
        applyCachesFolder(inherited, "/big", own);
        QVERIFY(!inherited.variable("CCACHE_DIR"));
        QCOMPARE(inherited.variableValue("SCCACHE_DIR"), "/big/sccache");
    }

private:
    QString path(const QString& name) const { return QDir::cleanPath(m_home->filePath(name)); }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_GUILESS_MAIN(FolderChangeTest)
#include "FolderChangeTest.moc"
