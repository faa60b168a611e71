// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogWalk.h"
#include "tests/support/TestFiles.h"
#include "ui/logview/LogReader.h"

#include <QDir>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

using namespace torchmason;

// The logs of all stages as one document, without a window.
class LogWalkTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString path(const QString& stage) const { return m_folder->filePath("logs/" + stage + ".log"); }

    static void checkLines(
        const LogLayout& layout, const QVector<LogPart>& parts, const QMap<QString, QByteArray>& contents)
    {
        struct Expected {
            QByteArray text;
            QString stage;
            qint64 number = -1;
            qint64 offset = 0;
        };
        QVector<Expected> expected;
        for (const LogPart& part : parts) {
            if (!contents.contains(part.stage))
                continue;
            expected.append({ part.heading, part.stage });
            qint64 offset = 0;
            qint64 number = 0;
            for (const QByteArray& text : contents[part.stage].split('\n')) {
                if (offset < contents[part.stage].size())
                    expected.append({ text, part.stage, number++, offset });
                offset += text.size() + 1;
            }
        }
        QCOMPARE(layout.lineCount(), expected.size());
        LogReader reader(layout);
        const auto lines = reader.lines(0, layout.lineCount());
        QCOMPARE(lines.size(), expected.size());
        for (const FileLine& line : lines) {
            const Expected& one = expected[line.line];
            QCOMPARE(line.head.endsWith('\n') ? line.head.chopped(1) : line.head, one.text);
            QCOMPARE(line.place.stage, one.stage);
            QCOMPARE(line.place.value, one.number);
            QCOMPARE(line.offset, one.offset);
            QCOMPARE(layout.isHeading(line.line), one.number < 0);
            QCOMPARE(layout.lineOf(one.stage, one.number), line.line);
            QCOMPARE(layout.placeOfLine(line.line).value, one.number);
            if (one.number >= 0)
                QCOMPARE(reader.lineAt({ one.stage, line.offset }), line.line);
        }
    }

private slots:
    // Whatever the logs are and however they grow: the document is what stands there, one after the other,
    // and a line from before is found where it stands now.
    void oneDocumentOfAnyLogs()
    {
        QRandomGenerator random(20'261'126);
        const auto below = [&random](int end) { return int(random.bounded(end)); };
        for (int round = 0; round < 25; ++round) {
            m_folder = std::make_unique<QTemporaryDir>();
            QVERIFY(QDir().mkpath(m_folder->filePath("logs")));
            QVector<LogPart> parts;
            QMap<QString, QByteArray> contents; // of logs that are there
            LogWalk walk(parts);
            LogLayout before;
            for (int step = 0; step < 8; ++step) {
                if (step == 0 || below(3) == 0) {
                    const QString stage = "s" + QString::number(parts.size());
                    parts.insert(below(int(parts.size()) + 1), { stage, path(stage), stage.toUtf8() });
                }
                walk.setParts(parts);
                for (const LogPart& part : std::as_const(parts)) {
                    if (below(2) == 0)
                        continue;
                    QByteArray more;
                    for (int line = below(60); line > 0; --line)
                        more += QByteArray(below(300), 'a' + char(line % 26)) + '\n';
                    if (below(2) == 0)
                        more.chop(1);
                    write(part.path, more, QIODevice::Append);
                    contents[part.stage] += more;
                }
                while (walk.readSome()) { }
                const LogLayout layout = walk.layout();
                checkLines(layout, parts, contents);
                LogReader reader(layout);
                LogReader old(before);
                for (qint64 line = 0; line < before.lineCount(); ++line) {
                    const FileLine was = old.lines(line, 1).value(0);
                    const FileLine is = reader.lines(layout.lineFrom(before, line), 1).value(0);
                    QCOMPARE(is.place.stage, was.place.stage);
                    QCOMPARE(is.place.value, was.place.value);
                    QVERIFY(is.head.startsWith(was.head));
                }
                QVERIFY(layout.keepsLinesOf(layout));
                before = layout;
            }
        }
    }
};

QTEST_MAIN(LogWalkTest)
#include "LogWalkTest.moc"
