// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/BreakableText.h"
#include "tests/support/Rows.h"
#include "ui/pages/ProfileDetail.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QTextLayout>

using namespace torchmason;

namespace {

const QString longName = QStringLiteral("CMAKE_").repeated(30) + QStringLiteral("END");

// The one that shows it.
QLabel* labelWith(const QWidget& page, const QString& text)
{
    for (QLabel* label : page.findChildren<QLabel*>()) {
        if (withoutBreaks(label->text()).contains(text))
            return label;
    }
    return nullptr;
}

}

// Words that are longer than a page is wide.
class BreakableTextTest : public QObject {
    Q_OBJECT

private slots:
    void noWordMakesAPageWider_data();
    void noWordMakesAPageWider();
    void pathsBeginWithAName();
    void namesOfCodeBreakAtTheirParts();
    void whatIsCopiedHasNoBreaks();
    void optionsStayInOneLine_data();
    void optionsStayInOneLine();
    void linksOfMarkdownStay_data();
    void linksOfMarkdownStay();
};

void BreakableTextTest::noWordMakesAPageWider_data()
{
    QTest::addColumn<RankedProfile>("ranked");
    RankedProfile ranked;
    ranked.profile.notes = longName;
    newRow("notes", ranked);
    ranked.profile = {};
    ranked.profile.summary = longName;
    newRow("summary", ranked);
    ranked.profile = {};
    ranked.profile.targets = { longName };
    newRow("a fact", ranked);
    ranked.profile = {};
    ranked.reasons = { longName };
    newRow("a reason", ranked);
}

void BreakableTextTest::noWordMakesAPageWider()
{
    QFETCH(RankedProfile, ranked);
    ProfileDetail detail;
    detail.showProfile(ranked);
    QVERIFY(labelWith(detail, longName));
    QVERIFY(detail.minimumSizeHint().width() < detail.fontMetrics().horizontalAdvance(longName));
}

// Else a line that is too long for its cell is cut, and the text goes on in the next one.
void BreakableTextTest::namesOfCodeBreakAtTheirParts()
{
    const QString text = QStringLiteral("to `c10d::Work::wait(std::chrono::duration<long, 5> >)' :: (a");
    const QString shown = breakableAnywhere(text);
    QCOMPARE(withoutBreaks(shown), text);
    QCOMPARE(
        shown.split(QChar(0x200b)).filter(QRegularExpression(QStringLiteral("\\S{17,}"))), QStringList());
    QVERIFY(shown.contains(QStringLiteral(" (a"))); // a bracket stays with its word
}

void BreakableTextTest::pathsBeginWithAName()
{
    QCOMPARE(breakable(QStringLiteral("sm_80")), "sm_80");
    const QString text = QStringLiteral("from /home/me");
    const QString shown = breakable(text);
    QCOMPARE(withoutBreaks(shown), text);
    QTextLayout layout(shown);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(1);
        lines << withoutBreaks(shown.mid(line.textStart(), line.textLength())).trimmed();
    }
    layout.endLayout();
    QCOMPARE(lines, (QStringList { "from", "/home/", "me" }));
}

void BreakableTextTest::whatIsCopiedHasNoBreaks()
{
    RankedProfile ranked;
    ranked.profile.notes = longName;
    ranked.profile.targets = { QStringLiteral("a/b_c") };
    ProfileDetail detail;
    detail.showProfile(ranked);
    detail.show();
    for (const QString& text : { longName, QStringLiteral("a/b_c") }) {
        QLabel* label = labelWith(detail, text);
        QVERIFY(label);
        label->setSelection(0, int(label->text().size()));
        QVERIFY(label->selectedText() != text);
        label->findChild<QAction*>(QStringLiteral("copyText"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
    }
}

void BreakableTextTest::optionsStayInOneLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words"); // as narrow lines have them
    newRow("long", "without --recursive.", QStringList { "without", "--recursive." });
    newRow("hyphens inside", "pip --no-build-isolation", QStringList { "pip", "--no-build-isolation" });
    newRow("short", "with -j 4", QStringList { "with", "-j", "4" });
    newRow("a value with hyphens", "set -DX=a-b", QStringList { "set", "-DX=a-b" });
    newRow("no option", "cu-twelve", QStringList { "cu-", "twelve" });
}

void BreakableTextTest::optionsStayInOneLine()
{
    QFETCH(QString, text);
    const QString shown = withWholeOptions(text);
    QCOMPARE(withoutBreaks(shown), text);
    QTextLayout layout(shown);
    layout.beginLayout();
    QStringList words;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(1);
        words << withoutBreaks(shown.mid(line.textStart(), line.textLength())).trimmed();
    }
    layout.endLayout();
    QTEST(words, "words");
}

void BreakableTextTest::linksOfMarkdownStay_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("breaks");
    newRow("a name", "set CMAKE_ARGS here", 1);
    newRow("an address", "see https://host/a_b/c_d. And USE_CUDA", 1);
    newRow("a link", "see [the guide](docs/a_b) first", 0);
    newRow("emphasis", "it is _not_ so", 0);
    newRow("a line", "______", 0);
}

void BreakableTextTest::linksOfMarkdownStay()
{
    QFETCH(QString, text);
    QFETCH(int, breaks);
    const QString shown = breakableMarkdown(text);
    QCOMPARE(int(shown.size() - text.size()), breaks);
    QCOMPARE(withoutBreaks(shown), text);
}

QTEST_MAIN(BreakableTextTest)
#include "BreakableTextTest.moc"
