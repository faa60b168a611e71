// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Libraries.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/AboutDialog.h"

#include <QClipboard>
#include <QLabel>
#include <QPushButton>

using namespace torchmason;

// What the program says of itself.
class AboutTest : public QObject, private WindowHarness {
    Q_OBJECT

private:
    AboutDialog* open()
    {
        m_window->show();
        m_window->findChild<QAction*>("actionAbout")->trigger();
        return m_window->findChild<AboutDialog*>();
    }

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void allVersionsAreTold()
    {
        AboutDialog* about = open();
        QVERIFY(about && about->isVisible());
        const auto* label = findIn<QLabel>(*about, "aboutText");
        QVERIFY(label->text().contains(TORCHMASON_VERSION));
        QVERIFY(label->text().contains("General Public License"));
        const QStringList lines = label->text().split('\n');
        for (const Library& library : usedLibraries())
            QVERIFY2(lines.contains(shownLibrary(library)), qPrintable(shownLibrary(library)));
        QVERIFY(label->text().contains("QCustomPlot "));
        QVERIFY(label->textInteractionFlags() & Qt::TextSelectableByMouse);
        QVERIFY(label->textInteractionFlags() & Qt::TextSelectableByKeyboard);
        QGuiApplication::clipboard()->clear();
        clickIn(*about, "aboutCopy");
        QCOMPARE(QGuiApplication::clipboard()->text(), label->text());
    }

    void escapeClosesTheOneDialog()
    {
        AboutDialog* about = open();
        QCOMPARE(open(), about);
        QTest::keyClick(about, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<AboutDialog*>());
        QVERIFY(m_window->isVisible());
    }

    void largeLettersAreNotCut()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSize(14);
        QApplication::setFont(large);
        const auto putBack = qScopeGuard([&usual] { QApplication::setFont(usual); });
        AboutDialog about;
        about.show();
        about.grab();
        const auto* label = findIn<QLabel>(about, "aboutText");
        QVERIFY(label->height() >= label->heightForWidth(label->width()));
        for (const QPushButton* button : about.findChildren<QPushButton*>())
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
        QVERIFY(about.width() <= 1024 && about.height() <= 700);
    }
};

QTEST_MAIN(AboutTest)
#include "AboutTest.moc"
