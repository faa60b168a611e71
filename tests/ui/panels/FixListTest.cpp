// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/FixList.h"
#include "tests/ui/support/UiTest.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>

#include <cstdlib>
#include <utility>

using namespace torchmason;

class FixListTest : public QObject {
    Q_OBJECT

private slots:
    void fixesKeepRoomForTheirButtons()
    {
        FixList list;
        list.resize(90 * list.fontMetrics().averageCharWidth(), 300); // as wide as in a card
        Fix fix { "on", "set-flag", "Switch it on", "Sets it.", {} };
        list.setFixes({ fix }, FixList::Known::Expected);
        QCoreApplication::processEvents(); // its rows are shown
        const int before = list.heightForWidth(list.width());
        // It stands there, and says why it cannot be pressed yet.
        const auto* awaited = list.findChild<QPushButton*>("fixAwaited-on");
        QVERIFY(awaited && !awaited->isEnabled() && awaited->isVisibleTo(&list));
        QVERIFY(list.findChild<QLabel*>("fixAwaitedNote-on")->text().contains("build folder"));
        QVERIFY(!list.focusFirst());
        list.setRetryPossible(false);
        QVERIFY(!awaited->isVisibleTo(&list));
        list.setRetryPossible(true);
        fix.changes = QStringList { "IT becomes ON (it is not set now)" };
        list.setFixes({ fix }, FixList::Known::Fitted);
        QCoreApplication::processEvents();
        QCOMPARE(list.heightForWidth(list.width()), before);
        QVERIFY(list.findChild<QLabel*>("fixNotes-on")->alignment() & Qt::AlignTop);
        const auto* button = list.findChild<QPushButton*>("fix-on");
        QVERIFY(button && button->text() == "Apply and try again" && button->isEnabled());
        QVERIFY(!list.findChild<QPushButton*>("fixAwaited-on"));
        fix.detail = "Trying again (attempts retry N) tests it.";
        list.setFixes({ fix }, FixList::Known::Fitted);
        QCOMPARE(list.findChild<QLabel*>("fixDetail-on")->text(), "Trying again tests it.");
    }

    // In as many lines as they will have.
    void changesThatAreExpectedHaveTheirRoom()
    {
        FixList list;
        list.resize(60 * list.fontMetrics().averageCharWidth(), 300);
        Fix fix { "off", "set-flag", "Switch it off", "Sets it.", {} };
        fix.changes = QStringList { "USE_DISTRIBUTED becomes OFF (it is not set now)",
            "it begins at configure instead of compile" };
        list.setFixes({ fix }, FixList::Known::Expected);
        list.show();
        QCoreApplication::processEvents();
        const int before = list.heightForWidth(list.width());
        QVERIFY(findIn<QLabel>(list, "fixAwaitedNote-off")->isVisible());
        QVERIFY(!findIn<QLabel>(list, "fixAwaitedRoom-off")->isVisible());
        list.setFixes({ fix }, FixList::Known::Fitted);
        QCoreApplication::processEvents();
        const auto* notes = findIn<QLabel>(list, "fixNotes-off");
        QVERIFY(notes->heightForWidth(notes->width()) >= 2 * notes->fontMetrics().lineSpacing());
        QCOMPARE(list.heightForWidth(list.width()), before);
    }

    // Its detail may speak of it: until then it says that it comes, and nothing below it moves when it does.
    void aCommandThatIsWorkedOutHasItsRoom()
    {
        FixList list;
        list.resize(90 * list.fontMetrics().averageCharWidth(), 300);
        list.setRetryPossible(false); // as of the log of another program
        Fix fix { "look", "command", "Look", "Run it in the source folder.", {} };
        list.setFixes({ fix }, FixList::Known::Expected);
        list.show();
        QCoreApplication::processEvents();
        const auto* awaited = findIn<QLabel>(list, "fixAwaitedNote-look");
        QVERIFY(awaited->isVisible() && !list.findChild<QPushButton*>());
        const int before = list.heightForWidth(list.width());
        fix.command = "uname -a";
        list.setFixes({ fix }, FixList::Known::Fitted);
        QTRY_VERIFY(list.findChild<CopyBox*>("fixCommand-look"));
        QCoreApplication::processEvents();
        QVERIFY(!list.findChild<QLabel*>("fixAwaitedNote-look"));
        QCOMPARE_LE(std::abs(list.heightForWidth(list.width()) - before), spacing::small);
    }

    // Nothing is looked at for it but which line is this system's.
    void aFixOfAnotherMachineKeepsRoomWithoutWords()
    {
        FixList list;
        list.resize(90 * list.fontMetrics().averageCharWidth(), 300);
        list.setRetryPossible(false);
        Fix fix { "look", "command", "Look", "Run it in the source folder.", {} };
        list.setFixes({ fix }, FixList::Known::Elsewhere);
        list.show();
        QCoreApplication::processEvents();
        QCOMPARE(findIn<QLabel>(list, "fixAwaitedNote-look")->text(), QString());
        for (const auto* label : list.findChildren<QLabel*>())
            QVERIFY2(!label->text().contains("Checking the"), qPrintable(label->text()));
        const int before = list.heightForWidth(list.width());
        fix.command = "uname -a";
        list.setFixes({ fix }, FixList::Known::Fitted);
        QTRY_VERIFY(list.findChild<CopyBox*>("fixCommand-look"));
        QCoreApplication::processEvents();
        QCOMPARE_LE(std::abs(list.heightForWidth(list.width()) - before), spacing::small);
    }

    void whatIsAppliedOnAnotherMachineHasNoButton()
    {
        FixList list;
        const Fix fix { "on", "set-flag", "Switch it on", "Sets it.", {} };
        list.setFixes({ fix }, FixList::Known::Elsewhere);
        QVERIFY(list.findChild<QLabel*>("fixTitle-on"));
        QVERIFY(!list.findChild<QPushButton*>());
        QVERIFY(!list.findChild<QLabel*>("fixAwaitedNote-on"));
    }

    // They make a button, a line or stay words: until then the card says that it is looked at.
    void checksSayThatTheyAreLookedAt()
    {
        FixList list;
        const Fix fix { "look", "checks", "Give it what it needs", "Installs it.", {} };
        list.setFixes({ fix }, FixList::Known::Expected);
        QVERIFY(list.findChild<QLabel*>("fixAwaitedNote-look"));
        QVERIFY(!list.findChild<QPushButton*>());
        list.setFixes({ fix }, FixList::Known::Elsewhere);
        QVERIFY(!list.findChild<QLabel*>("fixAwaitedNote-look"));
    }

    // A button below the words of its fix would stand close to the next one.
    void aFixHasItsButtonBesideItsTitle()
    {
        FixList list;
        list.resize(60 * list.fontMetrics().averageCharWidth(), 300);
        Fix fix { "on", "set-flag", "Switch it on", QString("Sets it. ").repeated(20).trimmed(), {} };
        fix.changes = QStringList { "IT becomes ON" };
        Fix other = fix;
        other.id = "other";
        list.setFixes({ fix, other }, FixList::Known::Fitted);
        list.show();
        QCoreApplication::processEvents();
        list.resize(list.width(), list.heightForWidth(list.width()));
        const auto placeOf = [&list](const char* name) {
            const auto* part = findIn<QWidget>(list, QLatin1String(name));
            return QRect(part->mapTo(&list, QPoint()), part->size());
        };
        QTRY_VERIFY(placeOf("fix-on").left() > placeOf("fixTitle-on").right());
        QTRY_VERIFY(
            placeOf("fixDetail-on").right() >= placeOf("fix-on").right()); // all of the width is theirs
        QVERIFY(placeOf("fix-on").bottom() < placeOf("fixDetail-on").top());
        QTRY_COMPARE_GT(placeOf("fixTitle-other").top() - placeOf("fixNotes-on").bottom(),
            placeOf("fixNotes-on").top() - placeOf("fixDetail-on").bottom());
        const QLabel* notes = findIn<QLabel>(list, "fixNotes-on");
        QCOMPARE(notes->height(), notes->heightForWidth(notes->width())); // no empty line below
    }

    // And are copied as they are typed.
    void optionsOfAFixStayInOneLine()
    {
        const QString option = "-Wno-error=deprecated-copy";
        Fix fix { "on", "set-flag", "Switch it on", "By hand: add " + option + ".", {} };
        fix.changes = QStringList { "CXXFLAGS becomes " + option };
        fix.triedIn = 2;
        FixList list;
        list.setFixes({ fix }, FixList::Known::Fitted);
        list.show();
        const std::pair<const char*, QString> texts[] = { { "fixDetail-on", "By hand: add " + option + "." },
            { "fixNotes-on",
                "Tried in attempt 2: it did not help.\nChanges: CXXFLAGS becomes " + option + "." } };
        for (const auto& [name, text] : texts) {
            auto* label = list.findChild<QLabel*>(name);
            QVERIFY2(label->text().contains(withWholeOptions(option)), name);
            label->setSelection(0, int(text.size() + withWholeOptions(option).size() - option.size()));
            label->findChild<QAction*>("copyText")->trigger();
            QCOMPARE(QApplication::clipboard()->text(), text);
        }
    }
};

QTEST_MAIN(FixListTest)
#include "FixListTest.moc"
