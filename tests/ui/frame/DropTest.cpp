// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are dragged over the window and dropped on it.
#include "core/export/AttemptBundle.h"
#include "tests/core/export/RawBundle.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/DropContent.h"
#include "ui/widgets/Banner.h"

#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QUrl>
#include <QWindow>

using namespace torchmason;

using Use = DropContent::Use;

class DropTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { tearDown(); }
    void whatItWillDo_data();
    void whatItWillDo();
    void theShadeSaysIt();
    void itsWordsStandOnAPlate();
    void aReasonStaysAfterTheDrop();
    void aLogOpens();
    void droppedBeforeItIsKnown();
    void aDiskThatDoesNotAnswerIsSaid();
    void aProfileIsAdded();
    void openingKnowsTheSame();
    void aProfileThatIsOpenedInTheWizardIsChosen();
    void openingIsSaidAndTakesNothingOver_data();
    void openingIsSaidAndTakesNothingOver();
    void aSourceFolderIsTaken();
    void textIsNotOurs();

private:
    QString path(const QString& name) const { return m_home->filePath(name); }
    template <typename Event> bool send(const QStringList& names);
    bool enter(const QStringList& names) { return send<QDragEnterEvent>(names); }
    void drop(const QStringList& names) { send<QDropEvent>(names); }
    void leave();
    QString sentence() { return find<QLabel>("dropSentence")->text(); }
    bool isShown() { return find("dropShade")->isVisible(); }
};

void DropTest::init()
{
    setUp();
    write(path("build.log"), "[1/2] Building CXX object a.o\nninja: build stopped: subcommand failed.\n");
    write(path("build.log.gz"), packed("[1/2] Building CXX object a.o\n"));
    const QString wide = QChar(QChar::ByteOrderMark)
        + QString("[1/2] Building CXX object a.o\r\n[2/2] Linking CXX executable a\r\n");
    write(path("wide.log"), QByteArray(reinterpret_cast<const char*>(wide.utf16()), 2 * wide.size()));
    write(path("picture.gz"), packed(QByteArray("\x89PNG\0\0\0", 7)));
    write(path("logs.zip"), QByteArray("PK\3\4\0\0", 6));
    write(path("empty.log"), "");
    write(path("picture.png"), QByteArray("\x89PNG\0\0\0", 7));
    Profile profile = *m_window->draft().catalogue().profile("cpu-only");
    profile.name = "Good one";
    write(path("good.json"), compactJson(toJson(profile)));
    write(path("good"), compactJson(toJson(profile)));
    write(path("others.txt"), "{ \"event\": \"start\", \"profile\": 1 }\n");
    write(path("bad.json"), "{\"profile\": 1,\n\"nmae\": 1}");
    write(path("tree/CMakeLists.txt"), "project(Torch CXX C)\n");
    write(path("tree/version.txt"), "2.6.0a0\n");
    write(path("other/CMakeLists.txt"), "project(Other)\n");
    const AttemptStore there(path("there"));
    FakeAttempt attempt(there, "Tour", 3);
    attempt.end(AttemptState::Failed, 25);
    QVERIFY(saveBundle(*there.attempt(1), {}, path("a.torchmason")));
    m_window->show();
    QVERIFY(m_window->windowHandle());
}

template <typename Event> bool DropTest::send(const QStringList& names)
{
    QList<QUrl> urls;
    for (const QString& name : names)
        urls << QUrl::fromLocalFile(path(name));
    QMimeData data;
    data.setUrls(urls);
    Event event({ 40, 40 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    event.ignore();
    QCoreApplication::sendEvent(m_window->windowHandle(), &event);
    return event.isAccepted();
}

void DropTest::leave()
{
    QDragLeaveEvent event;
    QCoreApplication::sendEvent(m_window->windowHandle(), &event);
}

void DropTest::whatItWillDo_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<Use>("use");
    QTest::addColumn<QString>("said");
    newRow("a log", QStringList { "build.log" }, Use::Attempts, "Open this log as an attempt");
    newRow("a packed log", QStringList { "build.log.gz" }, Use::Attempts, "Open this log as an attempt");
    newRow("a packed picture", QStringList { "picture.gz" }, Use::None, "picture.gz is not a log");
    newRow("an archive", QStringList { "logs.zip" }, Use::None, "logs.zip is not a log");
    newRow("a bundle", QStringList { "a.torchmason" }, Use::Attempts, "Open this bundle as an attempt");
    newRow("both", QStringList { "a.torchmason", "build.log" }, Use::Attempts, "files as attempts");
    newRow("a profile", QStringList { "good.json" }, Use::Profiles, "Add the profile \"Good one\"");
    newRow("a profile without an ending", QStringList { "good" }, Use::Profiles, "Add the profile");
    newRow("a text of others", QStringList { "others.txt" }, Use::Attempts, "Try to open this text as a log");
    newRow("a log of wide letters", QStringList { "wide.log" }, Use::Attempts, "Open this log");
    newRow("a log and a text", QStringList { "build.log", "others.txt" }, Use::Attempts,
        "Try to open these 2 files");
    newRow("two profiles", QStringList { "good.json", "good.json" }, Use::Profiles, "profiles");
    newRow("a broken profile", QStringList { "bad.json" }, Use::None, "nmae");
    newRow("a source folder", QStringList { "tree" }, Use::Source, "Build PyTorch 2.6.0 from this");
    newRow("another folder", QStringList { "other" }, Use::None, "other is not a source folder of PyTorch");
    newRow("two folders", QStringList { "tree", "tree" }, Use::None, "Only one source folder");
    newRow("a log and a profile", QStringList { "build.log", "good.json" }, Use::None, "separately");
    newRow("a picture", QStringList { "picture.png" }, Use::None, "picture.png is not a log");
    newRow("a picture and a log", QStringList { "build.log", "picture.png" }, Use::None, "is not a log");
    newRow("an empty file", QStringList { "empty.log" }, Use::None, "empty.log is empty");
    newRow("what is gone", QStringList { "nowhere.log" }, Use::None, "nowhere.log is not there");
    newRow("nothing", QStringList(), Use::None, "files can be dropped");
}

void DropTest::whatItWillDo()
{
    QFETCH(QStringList, names);
    QFETCH(QString, said);
    QStringList paths;
    for (const QString& name : names)
        paths << path(name);
    const DropContent content = contentOfDrop(paths);
    QTEST(content.use, "use");
    QVERIFY2(content.sentence.contains(said), qPrintable(content.sentence));
}

void DropTest::theShadeSaysIt()
{
    QVERIFY(!isShown());
    QVERIFY(enter({ "build.log" }));
    QVERIFY(isShown());
    QCOMPARE(find("dropShade")->geometry(), m_window->rect());
    QTRY_COMPARE(sentence(), "Open this log as an attempt");
    QCOMPARE(find<QLabel>("dropNames")->text(), "build.log");
    leave();
    QVERIFY(!isShown());
    enter({ "picture.png" });
    QTRY_VERIFY(sentence().contains("is not a log"));
    QVERIFY(!send<QDragMoveEvent>({ "picture.png" })); // the desktop shows that it is refused
}

// The page below shines through the shade, and not through the words.
void DropTest::itsWordsStandOnAPlate()
{
    enter({ "build.log" });
    QTRY_COMPARE(sentence(), "Open this log as an attempt");
    QWidget* shade = find("dropShade");
    const auto over = [shade](Qt::GlobalColor page) {
        QImage image(shade->size(), QImage::Format_RGB32);
        image.fill(page);
        shade->render(&image, {}, {}, QWidget::DrawChildren);
        return image;
    };
    const QImage black = over(Qt::black);
    const QImage white = over(Qt::white);
    const QRect words = find("dropSentence")->geometry();
    QCOMPARE(black.copy(words), white.copy(words));
    const QPoint corner(4, 4);
    QVERIFY(black.pixel(corner) != white.pixel(corner));
    const QRect said = words.united(find("dropNames")->geometry());
    const QRect edge(said.left() - spacing::page - 1, said.center().y(), 3, 1);
    QVERIFY(strongest(white, edge, shade->palette().color(QPalette::Window)) >= 3);
}

void DropTest::aReasonStaysAfterTheDrop()
{
    enter({ "picture.png" });
    drop({ "picture.png" });
    QTRY_VERIFY(sentence().contains("is not a log"));
    QVERIFY(isShown());
    QVERIFY(!find("dropNames")->isVisible()); // once is enough
    // A mark before the words says it, not the colour of the dashes alone.
    QWidget* shade = find("dropShade");
    const auto* label = find<QLabel>("dropSentence");
    const QRect words = label->fontMetrics().boundingRect(
        label->geometry(), Qt::AlignCenter | Qt::TextWordWrap, label->text());
    const auto isMarkedFrom = [shade, words](int left) {
        const QImage beside = shade->grab(QRect(left, words.top(), 32, words.height())).toImage();
        bool isMarked = false;
        for (int i = 0; i < beside.width() * beside.height(); ++i)
            isMarked = isMarked
                || beside.pixelColor(i % beside.width(), i / beside.width()).hsvSaturation()
                    > 80; // grounds are grey
        return isMarked;
    };
    const int before = words.left() - 32;
    const int behind = words.right() + 1;
    QVERIFY(isMarkedFrom(before) && !isMarkedFrom(behind));
    shade->setLayoutDirection(Qt::RightToLeft);
    QVERIFY(!isMarkedFrom(before) && isMarkedFrom(behind));
    QTest::mouseClick(shade, Qt::LeftButton);
    QVERIFY(!isShown());
}

void DropTest::aLogOpens()
{
    m_window->openPlace(NavigationBar::Help);
    enter({ "build.log" });
    QTRY_COMPARE(sentence(), "Open this log as an attempt");
    drop({ "build.log" });
    QVERIFY(!isShown());
    QTRY_VERIFY(AttemptStore(AppPaths::attemptsFolder()).attempt(1).ok());
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
}

void DropTest::droppedBeforeItIsKnown()
{
    enter({ "a.torchmason" });
    drop({ "a.torchmason" });
    QVERIFY(isShown()); // nobody has looked yet
    QTRY_VERIFY(AttemptStore(AppPaths::attemptsFolder()).attempt(1).ok());
    QVERIFY(!isShown());
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
}

void DropTest::aDiskThatDoesNotAnswerIsSaid()
{
    const auto gate = std::make_shared<QSemaphore>();
    const int threads = diskPool().maxThreadCount();
    const auto opens = qScopeGuard([gate, threads] { gate->release(threads); });
    for (int i = 0; i < threads; ++i)
        diskPool().start([gate] { gate->acquire(); });
    enter({ "a.torchmason" });
    drop({ "a.torchmason" });
    QTRY_VERIFY2(sentence().contains("a.torchmason does not respond"), qPrintable(sentence()));
    QVERIFY(isShown());
    gate->release(threads); // what it answers now comes too late
    QVERIFY(diskPool().waitForDone(30'000));
    QCoreApplication::sendPostedEvents();
    QVERIFY2(sentence().contains("a.torchmason does not respond"), qPrintable(sentence()));
    QTRY_VERIFY(!isShown()); // once it was read
    QVERIFY(!AttemptStore(AppPaths::attemptsFolder()).attempt(1).ok());
    enter({ "a.torchmason" });
    QTRY_COMPARE(sentence(), "Open this bundle as an attempt");
}

void DropTest::aProfileIsAdded()
{
    const QString chosen = m_window->draft().profileId();
    enter({ "good.json" });
    drop({ "good.json" });
    QTRY_VERIFY(m_window->draft().catalogue().profile("good"));
    QCOMPARE(m_window->draft().profileId(), chosen); // looking around chooses nothing
    find<Wizard>("wizard")->goTo(Wizard::ProfileStep);
    m_window->openPlace(NavigationBar::Build);
    write(path("better.json"), contentOf(path("good.json")).replace("Good one", "Better one"));
    enter({ "better.json" });
    drop({ "better.json" });
    QTRY_COMPARE(m_window->draft().profileId(), "better");
}

void DropTest::openingKnowsTheSame()
{
    m_window->openFile(path("good.json"));
    QTRY_VERIFY(m_window->draft().catalogue().profile("good"));
    m_window->openFile(path("bad.json"));
    const auto notice = [this] { return m_window->findChild<Banner*>("historyNotice"); };
    QTRY_VERIFY(notice() && notice()->isVisible() && notice()->text().contains("nmae"));
    m_window->openFile(path("build.log"));
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    QCOMPARE(AttemptStore(AppPaths::attemptsFolder()).list().size(), 1);
}

void DropTest::aProfileThatIsOpenedInTheWizardIsChosen()
{
    find<Wizard>("wizard")->goTo(Wizard::ProfileStep);
    m_window->openPlace(NavigationBar::Build);
    m_window->openFile(path("good.json"));
    QTRY_COMPARE(m_window->draft().profileId(), "good");
    QVERIFY(find<Wizard>("wizard")->isVisible());
    m_window->openPlace(NavigationBar::History);
    QVERIFY(!find("historyNotice")->isVisible());
}

void DropTest::openingIsSaidAndTakesNothingOver_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("said");
    newRow("a profile", "good.json", "good.json was opened under Profiles");
    newRow("a log", "build.log", "build.log is kept here as attempt 1");
    newRow("what is neither", "bad.json", "nmae");
}

void DropTest::openingIsSaidAndTakesNothingOver()
{
    QFETCH(QString, name);
    QFETCH(QString, said);
    const auto gate = std::make_shared<QSemaphore>();
    const int threads = diskPool().maxThreadCount();
    const auto opens = qScopeGuard([gate, threads] { gate->release(threads); });
    for (int i = 0; i < threads; ++i)
        diskPool().start([gate] { gate->acquire(); });
    m_window->openFile(path(name));
    const auto* notice = find<Banner>("historyNotice");
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains("Opening " + name), qPrintable(notice->text()));
    m_window->openPlace(NavigationBar::Help);
    gate->release(threads);
    QTRY_VERIFY2(notice->text().contains(said), qPrintable(notice->text()));
    QVERIFY(find("helpPage")->isVisible());
}

void DropTest::aSourceFolderIsTaken()
{
    m_window->draft().chooseProfile("tour");
    m_window->openPlace(NavigationBar::History);
    enter({ "tree" });
    drop({ "tree" });
    QTRY_COMPARE(m_window->draft().edits().sourceFolder, path("tree"));
    QCOMPARE(find<Wizard>("wizard")->step(), Wizard::ReviewStep);
    // The tour would not build it.
    QVERIFY(m_window->draft().profile() && m_window->draft().profile()->source.kind != SourceKind::Sample);
    const auto* notice = find<Banner>("wizardNotice");
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains("The profile is now "), qPrintable(notice->text()));
    find<QAction>("actionUndo")->trigger();
    QVERIFY(m_window->draft().edits().isEmpty());
}

void DropTest::textIsNotOurs()
{
    QMimeData data;
    data.setText("words");
    QDragEnterEvent event({ 40, 40 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window->windowHandle(), &event);
    QVERIFY(!isShown());
    data.setUrls({ QUrl("https://example.org/a.log") });
    QCoreApplication::sendEvent(m_window->windowHandle(), &event);
    QVERIFY(!isShown());
}

Q_DECLARE_METATYPE(Use)
QTEST_MAIN(DropTest)
#include "DropTest.moc"
