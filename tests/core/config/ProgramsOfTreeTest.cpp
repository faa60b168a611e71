// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/DetectionNeeds.h"
#include "tests/core/config/TwoPythons.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What is looked at is started before anybody agreed to a build: the word of a profile starts nothing that
// lies in the tree.
class ProgramsOfTreeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { write(m_folder.filePath("source/.venv/bin/python")); }
    void init()
    {
        m_wishes = {};
        m_wishes.sourceFolder = m_folder.filePath("source");
        m_wishes.buildFolder = m_folder.filePath("build");
    }

    void profilesStartNoneOfThem_data()
    {
        QTest::addColumn<QString>("program");
        for (const char* program : { "source/.venv/bin/python", "build/bin/python", "x/../source/python",
                 "source/not/there/python" })
            QTest::newRow(program) << m_folder.filePath(QString::fromLatin1(program));
        for (const char* program : { "./python", ".venv/bin/python", "../python" })
            QTest::newRow(program) << QString::fromLatin1(program);
    }
    void profilesStartNoneOfThem()
    {
        QFETCH(const QString, program);
        QCOMPARE(lookFor(program).pythons, QStringList());
        QCOMPARE(lookFor(program).compilers, QStringList());
    }

    void othersAreStarted_data()
    {
        QTest::addColumn<QString>("program");
        for (const char* program : { "source-venv/bin/python", "other/bin/python" })
            QTest::newRow(program) << m_folder.filePath(QString::fromLatin1(program));
        QTest::newRow("in PATH") << "python-of-nobody";
    }
    void othersAreStarted()
    {
        QFETCH(const QString, program);
        QCOMPARE(lookFor(program).pythons, QStringList { program });
        QCOMPARE(lookFor(program).compilers, QStringList { program });
    }

    void linksAreFollowed()
    {
#ifdef Q_OS_WIN
        QSKIP("Links need rights there.");
#endif
        const QString link = m_folder.filePath("link");
        QVERIFY(QFile::link(m_wishes.sourceFolder, link));
        QCOMPARE(lookFor(link + "/.venv/bin/python").pythons, QStringList());
        m_wishes.sourceFolder = link;
        QCOMPARE(lookFor(m_folder.filePath("source/.venv/bin/python")).pythons, QStringList());
    }

    // A tree that the program fetches has a place, too.
    void ownFoldersCount()
    {
        m_wishes = {};
        const QString tree = ownSourceFolder(wheelProfile(), {});
        QCOMPARE(lookFor(tree + "/.venv/bin/python").pythons, QStringList());
    }

    // As a flag, or as the Python to use.
    void theUsersWordCounts()
    {
        const QString python = m_folder.filePath("source/.venv/bin/python");
        m_wishes.programs = { { "python", python } };
        QCOMPARE(lookFor(python).overrides.value("python"), python);
        m_wishes.configuration.flags = { { "Python_EXECUTABLE", python, {}, ValueOrigin::User } };
        QCOMPARE(lookFor(python).pythons, QStringList { python });
    }

private:
    // The profile names it as its Python and as its compiler.
    DetectionWishes lookFor(const QString& program) const
    {
        Profile profile = wheelProfile(program);
        profile.configuration.setFlag({ "CMAKE_CXX_COMPILER", program, {}, ValueOrigin::Profile });
        return detectionFor(profile, m_wishes);
    }

    const QTemporaryDir m_folder;
    RequestWishes m_wishes;
};

QTEST_GUILESS_MAIN(ProgramsOfTreeTest)
#include "ProgramsOfTreeTest.moc"
