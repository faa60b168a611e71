// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a language that is longer and has accents: every sentence is made for translation, and has
// room.
#include "tests/support/PseudoTranslator.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/NavigationBar.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QXmlStreamReader>

using namespace torchmason;

namespace {

// Three words of letters in a row: names, paths, numbers and single technical terms are no sentences.
bool isSentence(const QString& text)
{
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{2,} [A-Za-z]{2,} [a-z]{2,}"));
    static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
    return words.match(QString(text).remove(tags)).hasMatch();
}

QString nameOf(const QWidget* widget)
{
    QStringList names;
    for (; widget && names.size() < 4; widget = widget->parentWidget()) {
        names.prepend(widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className())
                                                     : widget->objectName());
    }
    return names.join(u'/');
}

QStringList textsOf(const QWidget* widget)
{
    QStringList texts { widget->toolTip(), widget->accessibleName(), widget->accessibleDescription() };
    if (auto* label = qobject_cast<const QLabel*>(widget))
        texts.append(label->text());
    if (auto* button = qobject_cast<const QAbstractButton*>(widget))
        texts.append(button->text());
    if (auto* edit = qobject_cast<const QLineEdit*>(widget))
        texts.append(edit->placeholderText());
    if (auto* box = qobject_cast<const QComboBox*>(widget)) {
        for (int i = 0; i < box->count(); ++i)
            texts.append(box->itemText(i));
    }
    if (auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model()) {
        for (int column = 0; column < view->model()->columnCount(); ++column)
            texts.append(view->model()->headerData(column, Qt::Horizontal).toString());
    }
    return texts;
}

}

class TranslationTest : public QObject, WindowHarness {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::installTranslator(&m_translator); }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_translator); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void everySentenceIsTranslated();
    void longerSentencesHaveRoom();
    void everyShownSentenceIsInTheTemplate();
    void keysOfOneWordAreNoCommands();

private:
    // Shows each page once and calls this with its name.
    template <typename Visit> void visitPages(Visit visit);

    PseudoTranslator m_translator;
};

template <typename Visit> void TranslationTest::visitPages(Visit visit)
{
    m_window->show();
    goToReview();
    auto* wizard = find<Wizard>(QStringLiteral("wizard"));
    for (int step = 0; step < Wizard::StepCount; ++step) {
        wizard->goTo(Wizard::Step(step));
        QTest::qWait(50);
        visit(QStringLiteral("wizard step %1").arg(step));
    }
    for (int place = 0; place < NavigationBar::PlaceCount; ++place) {
        m_window->openPlace(NavigationBar::Place(place));
        QTest::qWait(50);
        visit(QStringLiteral("place %1").arg(place));
    }
    FakeAttempt failed = fake(QStringLiteral("Failed"));
    failed.addFindings({ FakeAttempt::missingWork(12) });
    failed.end(AttemptState::Failed, 60);
    m_window->openAttempt(failed.folder());
    QTRY_VERIFY(find<QWidget>(QStringLiteral("findingCard"))->isVisible());
    visit(QStringLiteral("failed attempt"));
}

void TranslationTest::everySentenceIsTranslated()
{
    QStringList wrong;
    visitPages([&](const QString& page) {
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const QString name = widget->objectName();
            if (!widget->isVisible() || name.startsWith(QStringLiteral("qt_"))
                || name == QLatin1String("findingEvidence"))
                continue; // parts of Qt's own; a line of a log
            for (const QString& text : textsOf(widget)) {
                if (isSentence(text) && !PseudoTranslator::isAccented(text))
                    wrong.append(QStringLiteral("%1: %2: %3").arg(page, nameOf(widget), text.left(120)));
            }
        }
    });
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong.join(u'\n')));
}

void TranslationTest::longerSentencesHaveRoom()
{
    QStringList wrong;
    visitPages([&](const QString& page) {
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            auto* label = qobject_cast<const QLabel*>(widget);
            const bool text = (label && !label->text().isEmpty() && !label->wordWrap())
                || qobject_cast<const QAbstractButton*>(widget);
            if (text && widget->width() < widget->minimumSizeHint().width())
                wrong.append(QStringLiteral("%1: %2 has %3 of %4 pixels")
                                 .arg(page, nameOf(widget))
                                 .arg(widget->width())
                                 .arg(widget->minimumSizeHint().width()));
            auto* area = qobject_cast<const QScrollArea*>(widget);
            if (area && area->horizontalScrollBar()->maximum() > 0)
                wrong.append(QStringLiteral("%1: %2 is %3 pixels too wide")
                                 .arg(page, nameOf(widget))
                                 .arg(area->horizontalScrollBar()->maximum()));
        }
    });
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong.join(u'\n')));
}

// What is passed to tr() in a way that lupdate does not see can never be translated.
void TranslationTest::everyShownSentenceIsInTheTemplate()
{
    QFile file(QStringLiteral(TORCHMASON_BIN "/../torchmason.ts"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("The build made no template: lupdate (Debian: qt6-l10n-tools) is not installed.");
    QSet<std::pair<QString, QString>> known;
    QString context;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            known.insert({ context, xml.readElementText() });
    }
    visitPages([](const QString&) {});
    const Finding played = FakeAttempt::missingWork(12); // has words of its own
    QStringList own { played.title, played.explanation };
    for (const Fix& fix : played.fixes)
        own << fix.title << fix.detail;
    QStringList missing;
    for (const auto& sentence : m_translator.asked() - known) {
        if (sentence.second.contains(u' ')
            && !own.contains(sentence.second)) // names of flags and stages pass as well
            missing.append(sentence.first + QStringLiteral(": ") + sentence.second.left(100));
    }
    missing.sort();
    QVERIFY2(missing.isEmpty(), qPrintable(u'\n' + missing.join(u'\n')));
}

// However many words a language has for them.
void TranslationTest::keysOfOneWordAreNoCommands()
{
    m_window->show();
    goToReview();
    find<Wizard>(QStringLiteral("wizard"))->goTo(Wizard::FlagsStep);
    QTest::qWait(50);
    m_window->openPalette();
    const QAbstractItemModel* offered = find<QListView>(QStringLiteral("commandList"))->model();
    QStringList titles;
    for (int row = 0; row < offered->rowCount(); ++row)
        titles << offered->index(row, 0).data().toString();
    QVERIFY(titles.contains(PseudoTranslator::accented(QStringLiteral("Reset this value"))));
    for (const char* key : { "Copy", "Favourite" })
        QVERIFY2(!titles.contains(PseudoTranslator::accented(QLatin1String(key))), key);
}

QTEST_MAIN(TranslationTest)
#include "TranslationTest.moc"
