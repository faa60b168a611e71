// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogBlocks.h"
#include "core/findings/FailureMatcher.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QTest>

#include <random>

using namespace torchmason;

namespace {

// All that a matcher is told, as one number, and what it found.
struct Told {
    QByteArray hash;
    qint64 lines = 0;
    QStringList rules;
};

class Listener {
public:
    explicit Listener(std::shared_ptr<const RuleSet> rules)
        : matcher(std::move(rules), [this](ParsedLine& line) { add(line); })
    {
    }

    Told told()
    {
        matcher.finish(StageOutcome::Failed);
        QStringList found;
        for (const Finding& finding : matcher.findings())
            found << QStringLiteral("%1:%2:%3 (%4)")
                         .arg(finding.rule)
                         .arg(finding.line)
                         .arg(finding.byteOffset)
                         .arg(finding.occurrences);
        return { m_hash.result(), m_lines, found };
    }

    FailureMatcher matcher;

private:
    void add(ParsedLine& line)
    {
        m_hash.addData(QByteArray::number(int(line.kind)));
        m_hash.addData(QByteArray::number(line.line.number));
        m_hash.addData(QByteArray::number(line.line.byteOffset));
        m_hash.addData(line.line.text.toByteArray());
        ++m_lines;
    }

    QCryptographicHash m_hash { QCryptographicHash::Sha256 };
    qint64 m_lines = 0;
};

Told lineByLine(const QByteArray& log, const std::shared_ptr<const RuleSet>& rules)
{
    Listener listener(rules);
    LineSplitter splitter;
    const auto take
        = [&](const SplitLine& line) { listener.matcher.addLine(line.text, line.number, line.byteOffset); };
    splitter.add(log, take);
    splitter.finish(take);
    return listener.told();
}

Told inBlocks(QByteArray log, const std::shared_ptr<const RuleSet>& rules, bool withSecondThread)
{
    Listener listener(rules);
    QBuffer device(&log);
    device.open(QIODevice::ReadOnly);
    const QByteArray begin = device.read(4096);
    LogBlocks blocks(device, *rules, listener.matcher);
    const auto read = blocks.run(begin, withSecondThread);
    return read ? listener.told() : Told {};
}

// Lines as logs have them, of all lengths; `seed` makes each log another one.
QByteArray someLog(uint seed, qsizetype size, qsizetype longest)
{
    std::mt19937 random(seed);
    const QByteArrayList kinds { "[12/340] Building CXX object a.o", "-- Looking for sys/types.h - found",
        "\x1b[01;31m\x1b[Ka.cpp:3:4: error:\x1b[m expected ';'", "2025-03-09T08:11:01.4358834Z   plain text",
        "CMake Error at CMakeLists.txt:3 (message):\n  wrapped text\n  of two lines\n",
        "\xb4\xed\xce\xf3: GBK", "c++: fatal error: Killed signal terminated program cc1plus", "",
        "progress 1\rprogress 2", "FAILED: a.o", "caf\xc3\xa9", QByteArray("zero \0 byte", 11) };
    QByteArray log;
    while (log.size() < size) {
        log += kinds[qsizetype(random() % size_t(kinds.size()))];
        if (random() % 50 == 0)
            log += QByteArray(qsizetype(random() % size_t(longest)), 'x');
        log += random() % 3 ? "\n" : "\r\n";
    }
    return random() % 2 ? log : log.chopped(1);
}

}

// A log that threads read in blocks is the same log.
class LogBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void threadsChangeNothing_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("one line") << QByteArray("FAILED: a.o");
        QTest::newRow("ends at a block") << QByteArray((1 << 20) + 4095, 'x') + '\n' + "FAILED: a.o\n";
        QTest::newRow("longer than any line") << QByteArray(5 << 20, 'x') + "\nFAILED: a.o\n";
        for (uint seed = 1; seed <= 6; ++seed)
            QTest::addRow("log %u", seed) << someLog(seed, 3 << 20, seed % 2 ? 300 : 3 << 20);
    }

    void threadsChangeNothing()
    {
        QFETCH(const QByteArray, log);
        const Told wanted = lineByLine(log, m_rules);
        for (const bool withSecondThread : { false, true }) {
            const Told told = inBlocks(log, m_rules, withSecondThread);
            QCOMPARE(told.lines, wanted.lines);
            QCOMPARE(told.hash, wanted.hash);
            QCOMPARE(told.rules, wanted.rules);
        }
    }

private:
    std::shared_ptr<const RuleSet> m_rules = loadRules();
};

QTEST_GUILESS_MAIN(LogBlocksTest)
#include "LogBlocksTest.moc"
