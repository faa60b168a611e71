// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogDocument.h"

#include "ui/logview/LogWalk.h"

#include <QElapsedTimer>
#include <QTimer>

namespace torchmason {

namespace {

constexpr int pollMilliseconds = 100;
// Logs of several stages that grow at the same time are put in order again and again: large ones not so
// often.
constexpr qint64 fewBytes = 8 * 1024 * 1024;
constexpr int pauseOfLarge = 2000;

// Walks through the logs and looks for more ten times a second. Lives in the document's thread, and leaves
// its steps when the thread is to end.
class LogIndexer : public QObject {
public:
    LogIndexer(LogDocument& document, const QVector<LogPart>& parts, std::shared_ptr<LogIndex> index,
        std::atomic<bool>& isReading)
        : m_document(document)
        , m_isReading(isReading)
        , m_parts(parts)
        , m_index(std::move(index))
        , m_walk(parts, m_index)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &LogIndexer::step);
    }

    void step();
    void takeParts(const QVector<LogPart>& parts);

private:
    void readAnew();
    void tellGrown(bool more);
    QString sentence() const;
    void setProblem(const QString& sentence);
    // The document emits its signals in its own thread; what is on its way when it goes is dropped.
    template <typename Signal> void tell(Signal signal)
    {
        QMetaObject::invokeMethod(&m_document, signal, Qt::QueuedConnection);
    }

    LogDocument& m_document;
    std::atomic<bool>& m_isReading;
    QVector<LogPart> m_parts;
    std::shared_ptr<LogIndex> m_index;
    LogWalk m_walk;
    QTimer m_timer { this };
    QElapsedTimer m_sinceTold;
    QElapsedTimer m_sinceReadAnew;
    QString m_problem;
    bool m_wasShorter = false;
};

void LogIndexer::step()
{
    const LogWalk::Change change = m_walk.change();
    const bool mayReadAnew
        = m_walk.bytes() < fewBytes || !m_sinceReadAnew.isValid() || m_sinceReadAnew.elapsed() > pauseOfLarge;
    m_wasShorter = m_wasShorter || change == LogWalk::Change::Shrunk;
    if (change == LogWalk::Change::Shrunk || (change == LogWalk::Change::Grown && mayReadAnew))
        readAnew();
    const qint64 before = m_walk.bytes();
    const bool more = m_walk.readSome();
    if (m_isReading.exchange(more) != more || m_walk.bytes() > before)
        tellGrown(more);
    setProblem(sentence());
    m_timer.start(more ? 0 : pollMilliseconds);
}

// What is shown meanwhile stays until the new order is known.
void LogIndexer::readAnew()
{
    const auto fresh = std::make_shared<LogIndex>();
    LogWalk walk(m_parts, fresh);
    while (walk.readSome()) {
        if (QThread::currentThread()->isInterruptionRequested())
            return;
    }
    m_index->take(*fresh);
    m_walk = std::move(walk);
    m_walk.setIndex(m_index);
    m_sinceReadAnew.start();
    tell(&LogDocument::restarted);
}

void LogIndexer::takeParts(const QVector<LogPart>& parts)
{
    m_parts = parts;
    if (!m_walk.addParts(parts))
        readAnew();
    step();
}

QString LogIndexer::sentence() const
{
    if (!m_walk.problem().isEmpty())
        return LogDocument::tr("This log cannot be read: %1.").arg(m_walk.problem());
    if (const QString name = m_walk.vanished(); !name.isEmpty())
        return LogDocument::tr("%1 has been deleted or moved away since it was opened.").arg(name);
    if (m_wasShorter)
        return LogDocument::tr(
            "This log became shorter while it was open; it was read again from its beginning.");
    return m_walk.bytes() == 0 && !m_walk.hasBegun() ? LogDocument::tr("This stage has written no log yet.")
                                                     : QString();
}

// While a big file is read for the first time, ten pictures a second are enough; the end is always told.
void LogIndexer::tellGrown(bool more)
{
    if (more && m_sinceTold.isValid() && m_sinceTold.elapsed() < pollMilliseconds)
        return;
    m_sinceTold.start();
    tell(&LogDocument::grown);
}

void LogIndexer::setProblem(const QString& sentence)
{
    if (sentence == m_problem)
        return;
    m_problem = sentence;
    tell([document = &m_document, sentence] { emit document->problemChanged(sentence); });
}

}

LogDocument::LogDocument(const QVector<LogPart>& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_index(std::make_shared<LogIndex>())
{
    auto* indexer = new LogIndexer(*this, parts, m_index, m_isReading);
    m_indexer = indexer;
    indexer->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, indexer, &LogIndexer::step);
    connect(&m_thread, &QThread::finished, indexer, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("log index"));
    m_thread.start(QThread::LowPriority);
}

LogDocument::~LogDocument()
{
    m_thread.requestInterruption();
    m_thread.quit();
    m_thread.wait();
}

void LogDocument::setParts(const QVector<LogPart>& parts)
{
    if (parts == m_parts)
        return;
    m_parts = parts;
    auto* indexer = static_cast<LogIndexer*>(m_indexer);
    QMetaObject::invokeMethod(
        indexer, [indexer, parts] { indexer->takeParts(parts); }, Qt::QueuedConnection);
}

}
