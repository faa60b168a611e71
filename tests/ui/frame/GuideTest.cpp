// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/GuideDialog.h"
#include "ui/frame/HelpTopic.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

using namespace torchmason;

class GuideTest : public QObject, private WindowHarness {
    Q_OBJECT

private:
    static QTextBlock headingIn(const GuideDialog& guide)
    {
        return guide.findChild<QTextBrowser*>(QStringLiteral("guideText"))->textCursor().block();
    }

private slots:
    void fitsTheScreen()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSizeF(24);
        QApplication::setFont(large);
        const GuideDialog guide;
        QApplication::setFont(usual);
        const QSize room = guide.screen()->availableSize();
        QVERIFY(guide.width() < room.width() && guide.height() < room.height());
    }

    void isNoLargerThanItsWindow()
    {
        QWidget window;
        window.resize(600, 500);
        const GuideDialog guide(&window);
        QVERIFY(guide.width() <= window.width() && guide.height() <= window.height());
    }

    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void everyLinkLeadsSomewhere()
    {
        GuideDialog guide;
        const QDir docs(QStringLiteral(":/torchmason/docs"));
        const QStringList names = docs.entryList();
        QVERIFY(names.contains("guide.md"));
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
        int links = 0;
        for (const QString& name : names) {
            QFile file(docs.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const auto& match : link.globalMatch(QString::fromUtf8(file.readAll()))) {
                const QString target = match.captured(1);
                if (target.startsWith("../") || target.startsWith("https:") || target.endsWith(".png"))
                    continue;
                const QString place = target.startsWith(u'#') ? name + target : target;
                const QByteArray told = QString(name + QStringLiteral(": ") + target).toUtf8();
                QVERIFY2(guide.openPlace(place), told.constData());
                if (place.contains(u'#')) {
                    QVERIFY2(headingIn(guide).blockFormat().headingLevel() > 1, told.constData());
                    QVERIFY2(headingIn(guide).blockFormat().topMargin() > 0, told.constData());
                }
                ++links;
            }
        }
        QVERIFY2(links > 20, qPrintable(QString::number(links)));
        const QString text = guide.findChild<QTextBrowser*>(QStringLiteral("guideText"))->toPlainText();
        QVERIFY(!text.contains(QChar::ObjectReplacementCharacter));
    }

    // Not by their colour alone.
    void linksAreUnderlined()
    {
        GuideDialog guide;
        QVERIFY(guide.openPlace(QStringLiteral("guide.md")));
        const QTextDocument* text = guide.findChild<QTextBrowser*>(QStringLiteral("guideText"))->document();
        int links = 0;
        for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QTextFragment words = part.fragment();
                const bool isLink = !words.charFormat().anchorHref().isEmpty();
                QVERIFY2(words.charFormat().fontUnderline() == isLink, qPrintable(words.text()));
                links += isLink;
            }
        }
        QVERIFY(links > 0);
    }

    void helpOpensItsPart()
    {
        m_window->show();
        for (int topic = 0; topic <= int(HelpTopic::Settings); ++topic) {
            GuideDialog guide;
            QVERIFY(guide.openPlace(guidePlace(HelpTopic(topic))));
            QVERIFY2(
                headingIn(guide).blockFormat().headingLevel() > 1, qPrintable(guidePlace(HelpTopic(topic))));
        }
        find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
        find<QPushButton>("helpGuide")->click();
        const auto* guide = m_window->findChild<GuideDialog*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(headingIn(*guide).text(), QStringLiteral("Prepare a build"));
        const auto* text = guide->findChild<QTextBrowser*>(QStringLiteral("guideText"));
        QVERIFY2(text->cursorRect().top() < text->height() / 4, // the text begins there
            qPrintable(QString::number(text->cursorRect().top())));
        // From the menu at its beginning, in the same window.
        m_window->findChild<QAction*>(QStringLiteral("actionGuide"))->trigger();
        QCOMPARE(m_window->findChildren<GuideDialog*>().size(), 1);
        QCOMPARE(headingIn(*guide).text(), QStringLiteral("User's guide"));
    }

    void wordsAreFoundAndTheWayBackIsKept()
    {
        GuideDialog guide;
        QVERIFY(guide.openPlace(QStringLiteral("guide.md")));
        QVERIFY(!guide.openPlace(QStringLiteral("../etc/passwd")));
        auto* text = guide.findChild<QTextBrowser*>(QStringLiteral("guideText"));
        auto* search = guide.findChild<QLineEdit*>(QStringLiteral("guideSearch"));
        const auto* nothing = guide.findChild<QLabel*>(QStringLiteral("guideNothing"));
        auto* back = guide.findChild<QToolButton*>(QStringLiteral("guideBack"));
        QVERIFY(!text->toPlainText().contains(QStringLiteral(".md"))); // links have words
        search->setText(QStringLiteral("small view"));
        emit search->returnPressed();
        QCOMPARE(text->textCursor().selectedText(), QStringLiteral("small view"));
        emit search->returnPressed(); // the next one, or this one again from the beginning
        QCOMPARE(text->textCursor().selectedText(), QStringLiteral("small view"));
        QVERIFY(!nothing->isVisibleTo(&guide));
        search->setText(QStringLiteral("no such words at all"));
        emit search->returnPressed();
        QVERIFY(nothing->isVisibleTo(&guide));
        QVERIFY(!back->isEnabled());
        emit text->anchorClicked(QUrl(QStringLiteral("#history")));
        QCOMPARE(headingIn(guide).text(), QStringLiteral("History"));
        emit text->anchorClicked(QUrl(QStringLiteral("gate.md")));
        QVERIFY(text->toPlainText().startsWith(QStringLiteral("The memory gate")));
        QVERIFY(back->isEnabled());
        back->click();
        QCOMPARE(headingIn(guide).text(), QStringLiteral("History"));
        back->click();
        QVERIFY(!back->isEnabled());
    }
};

QTEST_MAIN(GuideTest)
#include "GuideTest.moc"
