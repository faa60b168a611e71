// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied from a log.
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogSearch.h"
#include "ui/logview/LogView.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace torchmason;

class LogCopyTest : public QObject, private LogFolder {
    Q_OBJECT

private slots:
    void init() { emptyLogs(); }

    void copying_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("lineBytes");
        QTest::addColumn<bool>("onlyHits");
        QTest::addColumn<int>("copiedLines");
        QTest::addColumn<QString>("note");
        newRow("few lines", 300, 40, false, 300, QString());
        newRow("many lines", 200'000, 40, false, 200'000, "200,000 lines were copied.");
        newRow("lines longer than the screen shows", 3, 5000, false, 3, QString());
        newRow("more than the clipboard takes", 3000, 10'000, false, 1677,
            "Only the first 1,677 lines were copied: the selection is larger than 16 MB.");
        newRow("one line that the clipboard takes", 2, 10'000'000, false, 1,
            "Only the first line was copied: the selection is larger than 16 MB.");
        newRow("one long line", 1, 700'000, false, 1, "The line was copied.");
        newRow("a filter", 30'000, 40, true, 10'000, "10,000 lines were copied.");
        newRow("one line too large", 1, 20'000'000, false, 0,
            "Nothing was copied: the first selected line alone is larger than 16 MB.");
    }

    void copying()
    {
        QFETCH(int, lines);
        QFETCH(int, lineBytes);
        QFETCH(bool, onlyHits);
        QFETCH(int, copiedLines);
        QFETCH(QString, note);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QByteArray content;
        QStringList expected;
        for (int i = 0; i < lines; ++i) {
            const QByteArray line = "  " + QByteArray::number(i) + (i % 3 == 0 ? " third " : " other ");
            const QByteArray whole = line + QByteArray(lineBytes - 1 - line.size(), '-');
            content += whole + "\n";
            if ((!onlyHits || i % 3 == 0) && expected.size() < copiedLines)
                expected.append(QString::fromUtf8(whole));
        }
        write(path(), content);
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), lines);
        // The last line is there before it has been read to its end.
        QTRY_COMPARE(panel.view()->layout().byteCount(), content.size());
        if (onlyHits) {
            panel.searchFor("third");
            QTRY_VERIFY(!panel.search().isBusy() && panel.search().hits().size() == copiedLines);
            panel.showOnly(2);
            QTRY_COMPARE(panel.view()->rowCount(), copiedLines);
        }
        QGuiApplication::clipboard()->setText("before");
        QSignalSpy noted(panel.view(), &LogView::noted);
        panel.view()->selectAll();
        panel.view()->copy();
        // What is large is announced and done elsewhere: nothing has been read when copy() returns.
        const bool isLarge = lines > 2000 || content.size() > 600'000;
        QCOMPARE(noted.size(), isLarge ? 1 : 0);
        if (isLarge) {
            const QString announced = noted.first().first().toString();
            QCOMPARE(announced == "Copying the line…", lines == 1);
            QCOMPARE(QGuiApplication::clipboard()->text(), "before");
            QTRY_COMPARE(noted.size(), 2);
            auto* notice = panel.findChild<QLabel*>("logNote");
            QVERIFY(notice->isVisible());
            QCOMPARE(notice->text(), note);
        }
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied == (copiedLines > 0 ? expected.join(QLatin1Char('\n')) : "before"));
    }
};

QTEST_MAIN(LogCopyTest)
#include "LogCopyTest.moc"
