// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/AppSettings.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DraftStore.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Banner.h"

#include <QSemaphore>
#include <QSignalSpy>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace torchmason;

namespace {

// Whoever opens the file waits, as for a disk that does not answer: until the lease is given up.
class Lease {
public:
    explicit Lease(const QString& file)
        : m_file(open(file.toUtf8().constData(), O_RDWR | O_CLOEXEC))
    {
        std::signal(SIGIO, SIG_IGN);
        m_isTaken = fcntl(m_file, F_SETLEASE, F_WRLCK) == 0;
    }
    ~Lease() { giveUp(); }
    Q_DISABLE_COPY_MOVE(Lease)
    bool isTaken() const { return m_isTaken; }
    void giveUp()
    {
        if (m_file >= 0)
            close(std::exchange(m_file, -1));
    }

private:
    int m_file;
    bool m_isTaken;
};

QByteArray settingsText(const char* profile)
{
    return QByteArray("[wizard]\nprofile=") + profile + "\n[folders]\nwork=/some/where\n";
}

}

// The disk with settings and draft does not answer.
class ConfigDiskTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init()
    {
        m_home = freshHome();
        PatientDisk::patience = std::chrono::seconds(1);
        QVERIFY(configDisk().finish(std::chrono::minutes(1)));
    }

    void valuesStayWhatTheyWereAndWhatIsSetIsWrittenLater()
    {
        write(AppPaths::settingsFile(), settingsText("one"));
        QCOMPARE(settings()->value("wizard/profile"), "one");
        QSignalSpy answered(&configDisk(), &PatientDisk::answered);
        Lease lease(AppPaths::settingsFile());
        if (!lease.isTaken())
            QSKIP("no lease of a file can be had here");
        settings()->setValue("log/zoom", 3); // waits for a moment
        QVERIFY(configDisk().isLate());
        QCOMPARE(settings()->value("wizard/profile"), "one");
        QCOMPARE(settings()->value("log/zoom"), 3);
        QCOMPARE(AppPaths::workFolder(), "/some/where");
        QVERIFY(!settings()->areUnread());
        lease.giveUp();
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(AppPaths::settingInFile("log/zoom").toInt(), 3);
        QCOMPARE(AppPaths::settingInFile("wizard/profile").toString(), "one");
    }

    void whatCouldNotBeReadIsNotWrittenOver()
    {
        write(AppPaths::settingsFile(), settingsText("one"));
        QSignalSpy answered(&configDisk(), &PatientDisk::answered);
        Lease lease(AppPaths::settingsFile());
        if (!lease.isTaken())
            QSKIP("no lease of a file can be had here");
        QCOMPARE(settings()->value("wizard/profile", "usual"), "usual");
        QVERIFY(settings()->areUnread());
        QCOMPARE(AppPaths::workFolder(), AppPaths::usualFolder(AppPaths::Place::Work));
        settings()->setValue("wizard/profile", "two"); // for this run
        lease.giveUp();
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(settings()->value("wizard/profile"), "two");
        QCOMPARE(AppPaths::settingInFile("wizard/profile").toString(), "one");
        QCOMPARE(AppPaths::workFolder(), "/some/where"); // where it is built is no matter of taste
    }

    void theWindowGoesOnAndSaysSo()
    {
        write(AppPaths::settingsFile(), settingsText("one"));
        Lease lease(AppPaths::settingsFile());
        if (!lease.isTaken())
            QSKIP("no lease of a file can be had here");
        const MainWindow window;
        const Banner* notice = findIn<Banner>(window, "diskNotice");
        QVERIFY(!notice->isHidden());
        QVERIFY2(notice->text().contains("does not respond"), qPrintable(notice->text()));
        lease.giveUp();
        QTRY_VERIFY2(notice->text().contains("responds again"), qPrintable(notice->text()));
        QVERIFY(!notice->isHidden());
    }

    void theDraftOfLastTimeComesLater()
    {
        MachineFacts machine;
        const auto keep = [&machine](const QString& flag) {
            BuildDraft draft(machine, { shippedProfiles(), {} });
            const DraftStore store(draft);
            draft.setFlag(flag, "OFF", "BOOL");
        };
        keep("USE_KINETO");
        const QByteArray before = contentOf(draftFile());
        QVERIFY(before.contains("USE_KINETO"));
        QSignalSpy answered(&configDisk(), &PatientDisk::answered);
        const auto answer = std::make_shared<QSemaphore>();
        configDisk().later([answer] { answer->acquire(); });
        BuildDraft draft(machine, { shippedProfiles(), {} });
        {
            const DraftStore store(draft);
            draft.setFlag("USE_MKLDNN", "OFF", "BOOL");
            QVERIFY(configDisk().isLate());
            answer->release();
            QTRY_COMPARE(answered.count(), 1);
            QCOMPARE(draft.edits().configuration.flags.size(), 1);
            QCOMPARE(draft.edits().configuration.flags.first().name, "USE_MKLDNN");
        }
        QTRY_VERIFY(contentOf(draftFile()).contains("USE_MKLDNN")); // on its own thread
        draft.undoStack().undo();
        QCOMPARE(draft.edits().configuration.flags.first().name, "USE_KINETO");
    }
};

QTEST_MAIN(ConfigDiskTest)
#include "ConfigDiskTest.moc"
