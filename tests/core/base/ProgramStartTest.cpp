// SPDX-License-Identifier: GPL-3.0-or-later
// Where programs are looked for, and what the program is made with.
#include "core/base/ProgramStart.h"
#include "core/base/Libraries.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace torchmason;

class ProgramStartTest : public QObject {
    Q_OBJECT

private slots:
    // A tree that was fetched may bring a program of this name; a PATH with "." would lead there.
    void nothingIsStartedOutOfTheCurrentFolder()
    {
        QTemporaryDir tree;
        const QString name = QStringLiteral("torchmason-decoy");
        const QString self = QCoreApplication::applicationFilePath();
        const QString suffix = self.endsWith(QLatin1String(".exe")) ? QStringLiteral(".exe") : QString();
        QVERIFY(QFile::copy(self, tree.filePath(name + suffix)));
        const QString before = QDir::currentPath();
        const QByteArray searched = qgetenv("PATH");
        QVERIFY(QDir::setCurrent(tree.path()));
        const auto restore = qScopeGuard([&] {
            QDir::setCurrent(before);
            qputenv("PATH", searched);
        });
        const QByteArray separator(1, char(QDir::listSeparator().unicode()));
        qputenv("PATH", "." + separator + separator + "bin" + separator + searched);
        QProcess process;
        const auto started = startProgram(process, name, { QStringLiteral("-functions") });
        QVERIFY(!started);
        QCOMPARE(started.error().message, "Cannot start torchmason-decoy: there is no such program in PATH.");
        qputenv("PATH", QFile::encodeName(tree.path()) + separator + searched);
        QVERIFY(startProgram(process, name, { QStringLiteral("-functions") }));
        QVERIFY(process.waitForFinished());
    }

    void onlyWholeFoldersOfAPathCount()
    {
        const QString here = QDir::tempPath();
        const QString separator = QDir::listSeparator();
        QCOMPARE(foldersOfPath(QStringList { ".", here, "", "bin/tools", "../x" }.join(separator)),
            QStringList { here });
        QCOMPARE(foldersOfPath({}), QStringList());
    }

    void librariesHaveVersions()
    {
        QStringList names;
        for (const Library& library : usedLibraries()) {
            names << library.name;
            QVERIFY2(QRegularExpression("^\\d+\\.\\d+\\.\\d+").match(library.version).hasMatch(),
                qPrintable(shownLibrary(library)));
        }
        names.removeOne("fmt"); // where spdlog has it
        QCOMPARE(names, (QStringList { "Qt", "spdlog", "nlohmann_json", "zlib" }));
        QVERIFY(!QStringLiteral(TORCHMASON_LINKED).isEmpty());
        for (const QString& linked : QStringLiteral(TORCHMASON_LINKED).split(',')) { // "Qt6::Core"
            const QString name = linked.section("::", 0, 0).remove('6');
            QVERIFY2(names.contains(name, Qt::CaseInsensitive), qPrintable(linked));
        }
    }
};

QTEST_GUILESS_MAIN(ProgramStartTest)
#include "ProgramStartTest.moc"
