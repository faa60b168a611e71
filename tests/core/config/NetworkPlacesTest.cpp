// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/PlatformPath.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/OptionValue.h"
#include "tests/core/config/TwoPythons.h"

#include <QTest>

using namespace torchmason;

// What a profile of a stranger names on another computer is neither started nor asked for before a build.
class NetworkPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void placesOfTheNetworkAreKnown_data()
    {
        QTest::addColumn<bool>("isIt");
        for (const char* place : { "//server/share/x", "\\\\server\\share\\x", "/\\server/x",
                 "\\\\?\\UNC\\server\\x", "\\\\.\\pipe\\x", "/?\?/UNC/server/x" })
            QTest::newRow(place) << true;
        for (const char* place : { "/usr/bin/python3", "C:/Python/python.exe", "python3", "a//b", "C:\\\\x" })
            QTest::newRow(place) << false;
    }
    void placesOfTheNetworkAreKnown()
    {
        QTEST(isOfNetwork(QString::fromLatin1(QTest::currentDataTag())), "isIt");
    }

    void programsOfProfilesAreNotStarted()
    {
        const QString python = "//server/share/python.exe";
        Profile profile = wheelProfile(python);
        profile.configuration.setFlag(
            { "CMAKE_CXX_COMPILER", "\\\\server\\share\\c++.exe", {}, ValueOrigin::Profile });
        const DetectionWishes look = detectionFor(profile, {});
        QCOMPARE(look.pythons, QStringList());
        QCOMPARE(look.compilers, QStringList());
        RequestWishes wishes; // the user's own word counts
        wishes.configuration.flags = { { "Python_EXECUTABLE", python, {}, ValueOrigin::User } };
        QCOMPARE(detectionFor(profile, wishes).pythons, QStringList { python });
    }

    // Not even whether they are there.
    void foldersAreNotAskedFor()
    {
        OptionInfo folder;
        folder.kind = "path";
        QVERIFY(!pathProblem(folder, "/server/none").isEmpty());
        QCOMPARE(pathProblem(folder, "//server/none"), QString());
        QVERIFY(!refusalOfWheels("/server/none").isEmpty());
        QCOMPARE(refusalOfWheels("\\\\server\\none"), QString());
    }
};

QTEST_GUILESS_MAIN(NetworkPlacesTest)
#include "NetworkPlacesTest.moc"
