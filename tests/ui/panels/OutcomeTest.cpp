// SPDX-License-Identifier: GPL-3.0-or-later
// What a build has made: the wheel, how to use it, and where it can be installed.
#include "core/attempt/InstallRequest.h"
#include "core/detect/HostFacts.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/panels/OutcomeHarness.h"
#include "ui/panels/CaptionedValue.h"
#include "ui/panels/InstallDialog.h"
#include "ui/panels/WheelList.h"
#include "ui/text/WheelText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>

#include <algorithm>

using namespace torchmason;

class OutcomeTest : public QObject, private OutcomeHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void errorsAreOfferedWhereThereAreSome_data()
    {
        QTest::addColumn<std::optional<qint64>>("errors");
        QTest::addColumn<bool>("offered");
        newRow("some", std::optional<qint64>(2), true);
        newRow("none", std::optional<qint64>(0), false);
        newRow("not counted", std::optional<qint64>(), true);
    }
    void errorsAreOfferedWhereThereAreSome()
    {
        QFETCH(std::optional<qint64>, errors);
        m_attempt->startStage("fetch");
        m_attempt->endStage("fetch", StageState::Failed, 20, 1);
        for (StageResult& stage : m_attempt->record().stages)
            stage.errors = errors;
        m_attempt->end(AttemptState::Failed, 25);
        open();
        QTEST(inCard<QPushButton>("outcomeLog")->isVisible(), "offered");
    }

    void theWheelIsShown()
    {
        m_attempt->record().request.python.base = "/opt/py thon/bin/python3.11";
        m_attempt->record().products = { "/b/lib/libtorch.so" };
        makeWheel();
        open();
        QCOMPARE(inCard<ElidedLabel>("wheelName")->text(), wheelFile);
        QCOMPARE(text("wheelFacts"),
            QStringLiteral(
                "2.9 KB  ·  Python 3.11  ·  Linux x86-64  ·  for compute capability 12.0  ·  v2.7.1"));
        QCOMPARE(
            inCard<ElidedLabel>("wheelPlace")->text(), QDir::toNativeSeparators(m_home->filePath("di st")));
        QVERIFY(!inCard<CopyBox>("outcomeProducts")->isVisible()); // they are in the wheel
        auto* install = inCard<QPushButton>("outcomeInstall");
        QVERIFY(install->isVisible());
        QTRY_VERIFY(install->isEnabled());
        if (hostPlatform() == Platform::Linux)
            QCOMPARE(inCard<CopyBox>("outcomeUse")->text(),
                QStringLiteral("'/opt/py thon/bin/python3.11' -m pip install '%1'").arg(m_wheel));
        QVERIFY(inCard<QPushButton>("wheelCopyHash")->text().startsWith("Copy SHA-256 "));
        QVERIFY(inCard<QPushButton>("wheelCopyHash")->text().endsWith(u'…')); // as it is not whole
        QTRY_COMPARE(inCard<QPushButton>("wheelCopyPath")->height(), install->height());
        const auto* path = inCard<QPushButton>("wheelCopyPath"); // the name has what it does not need
        QTRY_COMPARE(path->width(), path->sizeHint().width());
        QCOMPARE(path->geometry().right(), inCard<QPushButton>("wheelCopyHash")->geometry().right());
        clickIn(*card(), "wheelCopyHash");
        QCOMPARE(QApplication::clipboard()->text(), m_attempt->record().wheels.first().sha256);
        QCOMPARE(QApplication::clipboard()->text().size(), 64);
        clickIn(*card(), "wheelCopyPath");
        QCOMPARE(QApplication::clipboard()->text(), QDir::toNativeSeparators(m_wheel));
    }

    void whatIsInsideIsToldWhereItWasSeen()
    {
        makeWheel();
        WheelRecord wheel = m_attempt->record().wheels.first();
        wheel.archs = QStringList { "sm_80", "compute_90" };
        const BuildRequest& request = m_attempt->record().request;
        QVERIFY(wheelFacts(wheel, request).contains("has code for sm_80, compute_90"));
        wheel.archs = QStringList();
        QVERIFY(wheelFacts(wheel, request).contains("without CUDA"));
    }

    // pip puts nothing into Debian's own Python.
    void theSystemsPythonGetsAnEnvironment()
    {
        HostFacts facts;
        PythonFacts python;
        python.path = "/usr/bin/python3";
        python.kind = "system";
        facts.pythons.append(python);
        BuildRequest& request = m_attempt->record().request;
        request.hostFacts = toJson(facts);
        request.python.base = python.path;
        makeWheel();
        open();
        const QString shown = inCard<CopyBox>("outcomeUse")->text();
        if (hostPlatform() == Platform::Linux)
            QCOMPARE(shown,
                QStringLiteral("/usr/bin/python3 -m venv ENV\nENV/bin/python -m pip install '%1'")
                    .arg(m_wheel));
        else
            QVERIFY2(shown.contains("ENV\\Scripts\\python.exe -m pip"), qPrintable(shown));
        // One that was made for the build is nobody else's.
        request.python.folder = "/b-venv";
        const AttemptRecord& record = m_attempt->record();
        QVERIFY(!installCommand(record, record.wheels.first()).contains("-m venv"));
        request.python = {}; // whichever python3 is found first
        QVERIFY(installCommand(record, record.wheels.first()).startsWith("python3 -m venv ENV\n"));
    }

    void oneCompilationIsOne()
    {
        StageResult stage;
        stage.id = "compile";
        stage.state = StageState::Succeeded;
        stage.cache = CacheUse { "ccache", 1, 0, 0, 0, true };
        m_attempt->record().stages.append(stage);
        makeWheel();
        open();
        QVERIFY2(text("outcomeText").contains("ccache: 1 of 1 compilation from the cache (100 %)."),
            qPrintable(text("outcomeText")));
    }

    // Where the time went, what was tried, and how it stands to the one before.
    void theBuildBeforeIsCompared()
    {
        const auto build = [](FakeAttempt& attempt, int seconds) {
            AttemptRecord& record = attempt.record();
            HostFacts facts;
            facts.cpuModel = "CPU";
            facts.logicalCores = 4;
            record.request.hostFacts = toJson(facts);
            record.request.sourceFolder = "/src";
            record.edgesDone = record.edgesTotal = 10;
            attempt.endStage("configure", StageState::Succeeded, 10);
            attempt.endStage("compile", StageState::Succeeded, seconds);
            attempt.addLog("verify",
                "c10: is good\ntorch 2.7 from /x: imports.\nIt multiplies on A card (8.0).\nChecked 2 "
                "files.\n");
            attempt.end(AttemptState::Succeeded, 10 + seconds);
        };
        FakeAttempt before(AttemptStore(AppPaths::attemptsFolder()), "Tour", 60);
        FakeAttempt now(AttemptStore(AppPaths::attemptsFolder()), "Tour", 30);
        Finding note;
        note.rule = "cuda-toolkit-not-found";
        note.title = "No usable CUDA toolkit was found";
        before.addFindings({ note });
        build(before, 590);
        EdgeRecord edge;
        edge.output = "lib/CMakeFiles/bricks.dir/a.cpp.o";
        edge.end = 3000;
        now.add(edge);
        edge.output = "lib/CMakeFiles/mortar.dir/a.cpp.o";
        edge.end = 1000;
        now.add(edge);
        build(now, 290);
        m_view->openAttempt(now.folder());
        m_view->show();
        QTRY_VERIFY(inCard<QLabel>("outcomeComparison")->isVisible());
        QCOMPARE(text("outcomeComparison"),
            QStringLiteral("torch 2.7 from /x: imports.\nIt multiplies on A card (8.0).\nChecked 2 files.\n5 "
                           "min faster than attempt %1, which "
                           "took 10 min.")
                .arg(before.record().number));
        QCOMPARE(text("outcomeTimes"),
            QStringLiteral("Where the time went, of 5 min in all:\nCompile of bricks: about 3 min 38 s, 73 "
                           "%\nCompile of "
                           "mortar: about 1 min 13 s, "
                           "24 %\nConfigure: 10 s, 3 %"));
        m_view->openAttempt(before.folder()); // the first of its kind
        QTRY_VERIFY2(text("outcomeComparison").startsWith("Note: No usable CUDA toolkit was found.\n"),
            qPrintable(text("outcomeComparison")));
        QTRY_VERIFY(text("outcomeTimes").contains("Compile: 9 min 50 s"));
        QVERIFY(!text("outcomeComparison").contains("attempt"));
    }

    void whereAllWasBuiltTheBarIsFull()
    {
        m_attempt->endStage("compile", StageState::Succeeded, 1);
        m_attempt->end(AttemptState::Succeeded, 2);
        open();
        const QString words = "Everything was built already";
        QVERIFY2(text("outcomeText").startsWith(words), qPrintable(text("outcomeText")));
        auto* steps = findIn<CaptionedValue>(*m_view, "attemptSteps");
        QCOMPARE(steps->text(), "none");
        const auto labels = steps->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text() == "steps to do"; }));
        auto* strip = findIn<QWidget>(*m_view, "progressStrip");
        QCOMPARE(strip->toolTip(), words);
        const QColor middle = strip->grab().toImage().pixelColor(strip->rect().center());
        QCOMPARE(middle, toneColour(Tone::Good, strip->palette()));
        m_attempt->record().edgesDone = m_attempt->record().edgesTotal = 3;
        m_attempt->write();
        m_view->openAttempt(m_attempt->folder());
        QTRY_VERIFY(card()->isVisible() && !text("outcomeText").startsWith(words));
    }

    // An install counts no steps, and an empty bar is no success.
    void whereNothingWasCountedThereIsNoBar()
    {
        addInstallStage(StageState::Succeeded);
        makeWheel();
        open();
        QTRY_VERIFY(findIn<QWidget>(*m_view, "progressStrip")->isHidden());
    }

    void aWishForAWheelThatCameToNothingIsTold()
    {
        m_attempt->record().request.backend = "setup.py";
        Stage& wheel = m_attempt->record().plan.stages[3];
        wheel.skipped = true;
        wheel.skipReason = "a wheel is packed from /src/build only";
        m_attempt->end(AttemptState::Succeeded, 25);
        open();
        QCOMPARE(card()->title(), "The build ended after 25 s, without a wheel");
        QVERIFY2(text("outcomeText").startsWith("No wheel was made: a wheel is packed from /src/build only."),
            qPrintable(text("outcomeText")));
    }

    // One that was to stop before the wheel, and one of a part, have what was asked for.
    void whoWishedForNoWheelIsToldOfNone()
    {
        m_attempt->record().request.backend = "setup.py";
        m_attempt->record().request.untilStage = "compile";
        m_attempt->end(AttemptState::Succeeded, 25);
        open();
        QCOMPARE(card()->title(), "The build is complete after 25 s");
        AttemptRecord record = m_attempt->record();
        record.request.untilStage.clear();
        QVERIFY(lacksWheel(record));
        record.request.targets = QStringList { "c10" };
        QVERIFY(!lacksWheel(record));
        record.request.targets.clear();
        record.request.fromStage = "verify";
        QVERIFY(!lacksWheel(record));
    }

    void aWheelThatIsGoneIsTold()
    {
        makeWheel();
        QVERIFY(QFile::remove(m_wheel));
        open();
        const auto* place = inCard<ElidedLabel>("wheelPlace");
        QTRY_VERIFY2(place->text().startsWith("No longer there"), qPrintable(place->text()));
        auto* install = inCard<QPushButton>("outcomeInstall");
        QVERIFY(install->isVisible() && !install->isEnabled());
        QVERIFY(install->toolTip().contains("no longer"));
        auto* use = inCard<CopyBox>("outcomeUse");
        QVERIFY(!use->isVisible());
        // What is known of it is so until the disk tells something else.
        card()->showRecord(m_attempt->record(), m_attempt->folder());
        QVERIFY(!use->isVisible());
        QVERIFY(!install->isEnabled());
    }

    void anotherFileOfThatNameIsTold()
    {
        makeWheel();
        torchmason::write(m_wheel, "shorter");
        open();
        const auto* place = inCard<ElidedLabel>("wheelPlace");
        QTRY_VERIFY2(place->text().startsWith("Another file"), qPrintable(place->text()));
        QVERIFY(!inCard<QPushButton>("outcomeInstall")->isEnabled());
    }

    // Of the same size, as builds of one tree often are.
    void aWheelThatWasPackedOverIsTold()
    {
        const auto setDaysFromNow = [this](int days) {
            QFile file(m_wheel);
            QVERIFY(file.open(QIODevice::ReadWrite)
                && file.setFileTime(
                    QDateTime::currentDateTime().addDays(days), QFileDevice::FileModificationTime));
        };
        makeWheel();
        setDaysFromNow(-1);
        FakeAttempt other(AttemptStore(AppPaths::attemptsFolder()), "Tour", 2);
        other.packWheel(m_home->filePath("di st"), wheelFile, QByteArray(3000, 'y'));
        other.end(AttemptState::Succeeded, 25);
        setDaysFromNow(1);
        open();
        const auto* place = inCard<ElidedLabel>("wheelPlace");
        const QString packer = QString::number(other.record().number);
        QTRY_VERIFY2(
            place->text().startsWith(
                QStringLiteral("Another file has this name now, packed by attempt %1: ").arg(packer)),
            qPrintable(place->text()));
        QVERIFY(!inCard<QPushButton>("outcomeInstall")->isEnabled());
        QVERIFY(!inCard<CopyBox>("outcomeUse")->isVisible()); // it would install the other one
        const auto refused = requestToInstall(m_attempt->record(), { "/e" });
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(
                     QStringLiteral("Install the wheel of attempt %1, or").arg(packer)),
            qPrintable(refused.error().message));
        QVERIFY(requestToInstall(other.record(), { "/e" }).ok());
    }

    void withoutAWheelNothingIsInstalled()
    {
        m_attempt->record().products = { "/b/lib/libtorch.so" };
        m_attempt->record().productSizes = { 5 * mebibyte };
        m_attempt->end(AttemptState::Succeeded, 25);
        open();
        auto* products = inCard<CopyBox>("outcomeProducts");
        QVERIFY(products->isVisible());
        QCOMPARE(products->text(), QString("/b/lib/libtorch.so (5.0%1MB)").arg(QChar(QChar::Nbsp)));
        clickIn(*products, "copyBoxButton");
        QCOMPARE(QGuiApplication::clipboard()->text(), "/b/lib/libtorch.so");
        QVERIFY(!inCard<QPushButton>("outcomeInstall")->isVisible());
        QVERIFY(!m_view->findChild<WheelView*>());
    }

    void theRestOfTheTimeIsTold()
    {
        m_attempt->endStage("compile", StageState::Succeeded, 40);
        m_attempt->end(AttemptState::Succeeded, 100);
        open();
        QTRY_VERIFY2(text("outcomeTimes").endsWith("Compile: 40 s, 40 %\nEverything else: 1 min, 60 %"),
            qPrintable(text("outcomeTimes")));
    }

    // As a later attempt leaves it that cleans first.
    void whatIsGoneIsTold()
    {
        const QStringList files { m_home->filePath("libc10.so"), m_home->filePath("libtorch.so") };
        for (const QString& file : files)
            torchmason::write(file, "x");
        m_attempt->addLog("verify", "Checked 2 files; all are there and load.\n");
        m_attempt->record().products = files;
        m_attempt->end(AttemptState::Succeeded, 25);
        open();
        QTRY_VERIFY(text("outcomeComparison").contains("all are there"));
        QVERIFY(!text("outcomeText").contains("no longer there")
            && inCard<QPushButton>("outcomeOpen")->isVisible());
        QVERIFY(QFile::remove(files.first()));
        m_view->openAttempt(m_attempt->folder());
        QTRY_VERIFY2(
            text("outcomeText")
                .contains("1 of 2 files are no longer there; a later attempt may have removed them."),
            qPrintable(text("outcomeText")));
        QTRY_VERIFY(!text("outcomeComparison").contains("all are there"));
        QVERIFY(inCard<QPushButton>("outcomeOpen")->isVisible());
        QVERIFY(QFile::remove(files.last()));
        m_view->openAttempt(m_attempt->folder());
        QTRY_VERIFY2(text("outcomeText").contains("The files of this build are no longer there"),
            qPrintable(text("outcomeText")));
        QTRY_VERIFY(!inCard<QPushButton>("outcomeOpen")->isVisible());
    }

    void anotherMachinesWheelIsNotLookedFor()
    {
        m_attempt->record().imported = ImportNote { 1, 7, "far", {} };
        makeWheel();
        open();
        QCOMPARE(inCard<ElidedLabel>("wheelName")->text(), wheelFile);
        QVERIFY(!inCard<QPushButton>("outcomeInstall")->isVisible());
        QVERIFY(!inCard<ElidedLabel>("wheelPlace")->isVisible());
    }

    void theWheelIsWantedSomewhere()
    {
        m_attempt->record().request.python.wheels = "/built/from";
        makeWheel();
        open();
        QSignalSpy asked(m_view.get(), &AttemptView::installRequested);
        auto* install = inCard<QPushButton>("outcomeInstall");
        QTRY_VERIFY(install->isEnabled());
        install->click();
        auto* dialog = m_view->window()->findChild<InstallDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* accept = findIn<QPushButton>(*dialog, "installAccept");
        auto* field = findIn<QLineEdit>(*dialog, "installEnvironment");
        QVERIFY(!accept->isEnabled());
        const QString folder = m_home->filePath("new venv");
        QTest::keyClicks(field, QDir::toNativeSeparators(folder));
        QVERIFY(!accept->isEnabled()); // nobody has looked yet
        QTRY_VERIFY(accept->isEnabled());
        auto* place = findIn<QLabel>(*dialog, "installPlace");
        QVERIFY2(place->text().contains("will be made"), qPrintable(place->text()));
        auto* wheels = findIn<QLineEdit>(*dialog, "installWheels");
        QCOMPARE(wheels->placeholderText(), QDir::toNativeSeparators("/built/from"));
        QTest::keyClicks(wheels, QDir::toNativeSeparators(m_home->filePath("w")));
        findIn<QCheckBox>(*dialog, "installDependencies")->click();
        accept->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toInt(), 1);
        const auto target = asked.first().at(1).value<InstallTarget>();
        QCOMPARE(asked.first().at(2).toString(), m_home->filePath("w"));
        QCOMPARE(target.environment, folder);
        QVERIFY(!target.dependencies);
    }

    // The last one is installed, so that one is named.
    void oneOfTwoWheelsIsNamed()
    {
        const QString second = "torch-2.7.1-cp312-cp312-linux_x86_64.whl";
        const QString folder = m_home->filePath("di st");
        m_attempt->packWheel(folder, wheelFile, QByteArray(3000, 'x'));
        WheelRecord other = m_attempt->record().wheels.first();
        other.path = folder + u'/' + second;
        torchmason::write(other.path, QByteArray(3000, 'x'));
        m_attempt->record().wheels.append(other);
        m_attempt->end(AttemptState::Succeeded, 25);
        const auto request = requestToInstall(m_attempt->record(), { "/e" });
        QVERIFY(request.ok());
        QCOMPARE(request->install.wheel, other.path);
        open();
        QTRY_VERIFY(inCard<QPushButton>("outcomeInstall")->isEnabled());
        QVERIFY(inCard<CopyBox>("outcomeUse")->text().contains(second));
        inCard<QPushButton>("outcomeInstall")->click();
        auto* dialog = m_view->window()->findChild<InstallDialog*>();
        QVERIFY(dialog);
        const auto labels = dialog->findChildren<ElidedLabel*>();
        QVERIFY(std::any_of(
            labels.begin(), labels.end(), [&](const ElidedLabel* label) { return label->text() == second; }));
        dialog->reject();
        QVERIFY(QFile::remove(m_attempt->record().wheels.first().path)); // which the command does not need
        card()->showRecord(m_attempt->record(), m_attempt->folder());
        auto* install = inCard<QPushButton>("outcomeInstall");
        QTRY_VERIFY(!install->isEnabled());
        QVERIFY(inCard<CopyBox>("outcomeUse")->isVisible());
    }

    void aFolderOfWheelsIsNamed()
    {
        makeWheel();
        AttemptRecord& record = m_attempt->record();
        const QString built = m_home->filePath("built from");
        const QString other = m_home->path();
        QVERIFY(QDir().mkpath(built));
        record.request.python.wheels = built;
        InstallTarget target { "/e" };
        QCOMPARE(requestToInstall(record, target)->python.wheels, built);
        QCOMPARE(requestToInstall(record, target, other)->python.wheels, other);
        const QString typo = "There is no folder /typo ";
        const QString gone = "/typo";
        QVERIFY(requestToInstall(record, target, gone).error().message.startsWith(typo));
        record.request.python.wheels = gone;
        QVERIFY(requestToInstall(record, target).error().message.startsWith(typo));
        QVERIFY(requestToInstall(record, { target.environment, false }).ok()); // pip needs none
        record.request.install = target;
        QVERIFY(requestToTakeBack(record)->python.wheels.isEmpty());
        QCOMPARE(requestToTakeBack(record, other)->python.wheels, other);
        QVERIFY(requestToTakeBack(record, gone).error().message.startsWith(typo));
    }

    void theSystemsPythonIsRefused()
    {
        if (!QFile::exists("/usr/bin/python3"))
            QSKIP("there is no Python of the system here");
        InstallDialog dialog(wheelFile);
        dialog.show();
        auto* field = findIn<QLineEdit>(dialog, "installEnvironment");
        auto* place = findIn<QLabel>(dialog, "installPlace");
        QTest::keyClicks(field, "/usr/bin/python3");
        QTRY_VERIFY2(place->text().contains("system"), qPrintable(place->text()));
        QVERIFY(!findIn<QPushButton>(dialog, "installAccept")->isEnabled());
        field->clear();
        QTest::keyClicks(field, "x"); // an older answer says nothing of it
        QVERIFY(!place->text().contains("system"));
    }

    void namesAreWords_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("python");
        QTest::addColumn<QString>("platform");
        const auto row = [](const char* file, const char* python, const char* platform) {
            newRow(file, file, python, platform);
        };
        row("torch-2.7.1+cu128-cp312-cp312-win_amd64.whl", "Python 3.12", "Windows x86-64");
        row("torch-2.6.0a0+gitabc-cp313-cp313t-linux_aarch64.whl", "Python 3.13, free-threaded",
            "Linux aarch64");
        row("torch-2.6.0-1-cp311-cp311-manylinux_2_28_x86_64.whl", "Python 3.11",
            "Linux x86-64 with glibc 2.28 or newer");
        row("tinymod-1.0-py3-none-any.whl", "any Python 3", "any system");
        row("odd-1.0-pp39-pypy39_pp73-haiku.whl", "pp39", "haiku");
        row("torch.whl", "", "");
        row("torch-2.6.0-cp311-cp311-linux_x86_64.tar.gz", "", "");
    }
    void namesAreWords()
    {
        QFETCH(QString, file);
        QFETCH(QString, python);
        QFETCH(QString, platform);
        const auto name = wheelName(file);
        QCOMPARE(name.has_value(), !python.isEmpty());
        if (!name)
            return;
        QCOMPARE(name->python, python);
        QCOMPARE(name->platform, platform);
    }
};

QTEST_MAIN(OutcomeTest)
#include "OutcomeTest.moc"
