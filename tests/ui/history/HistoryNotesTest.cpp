// SPDX-License-Identifier: GPL-3.0-or-later
// Notes and tags that the history writes.
#include "core/store/AttemptNotes.h"
#include "tests/ui/history/HistoryHarness.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/NotesDialog.h"
#include "ui/models/Background.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

using namespace torchmason;

class HistoryNotesTest : public QObject, private HistoryHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    void fitsTheScreen()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSizeF(24);
        QApplication::setFont(large);
        const NotesDialog dialog(1, {});
        QApplication::setFont(usual);
        const QSize room = dialog.screen()->availableSize();
        QVERIFY(dialog.width() < room.width() && dialog.height() < room.height());
    }

    void aNoteIsWritten()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectRow(0);
        QTest::mouseClick(findIn<QPushButton>(page, "historyNote"), Qt::LeftButton);
        auto* dialog = page.findChild<NotesDialog*>();
        QVERIFY(dialog);
        auto* tags = dialog->findChild<QLineEdit*>("notesTags");
        dialog->findChild<QPlainTextEdit*>("notesText")->setPlainText("needs <b>driver</b> 570\nmore");
        auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        tags->setText("good !!");
        QTest::mouseClick(save, Qt::LeftButton);
        QVERIFY(dialog->isVisible()); // "!!" is no tag, and that is said
        QVERIFY(findIn<Banner>(*dialog, "notesProblem")->isVisible());
        tags->setText("good, Driver good");
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_COMPARE(table->model()->index(0, HistoryModel::Notes).data().toString(),
            QString("#good #driver needs <b>driver</b> 570"));
        QVERIFY(table->model()
                    ->index(0, HistoryModel::Notes)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("needs <b>driver</b> 570"));
        QCOMPARE(readNotes(store().attemptFolder(2))->note, QString("needs <b>driver</b> 570\nmore"));
    }

    // As in other dialogs.
    void buttonsStandApartFromTheText()
    {
        NotesDialog dialog(1, {});
        dialog.show();
        const auto* hint = findIn<QLabel>(dialog, "notesHint");
        const auto* buttons = dialog.findChild<QDialogButtonBox*>();
        QTRY_COMPARE(buttons->geometry().top() - hint->geometry().bottom() - 1, spacing::group);
    }

    // Also where the one before takes longer to write.
    void theLastNoteStays()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        tableOf(page)->selectRow(0);
        const auto note = [&page](const QString& text) {
            findIn<QPushButton>(page, "historyNote")->click();
            NotesDialog* dialog = page.findChildren<NotesDialog*>().last();
            findIn<QPlainTextEdit>(*dialog, "notesText")->setPlainText(text);
            dialog->accept();
        };
        for (int round = 0; round < 5; ++round) {
            note(QString(90'000, QChar(0xe9)));
            note("last");
            QVERIFY(writePool().waitForDone(30'000));
            QCOMPARE(readNotes(store().attemptFolder(2))->note, QString("last"));
        }
    }
};

QTEST_MAIN(HistoryNotesTest)
#include "HistoryNotesTest.moc"
