// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogDocument.h"

#include "ui/logview/openWithoutLocking.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTimer>

namespace torchmason {

namespace {

constexpr int pollMilliseconds = 100;
constexpr qint64 blockBytes = 1024 * 1024;
constexpr int blocksPerStep = 8;

// Reads a log block by block into its index, and looks for more ten times a second. Lives in the document's
// thread; a step reads at most 8 MB, so that the thread can be ended quickly.
class LogIndexer : public QObject {
public:
    LogIndexer(LogDocument& document, std::shared_ptr<LogIndex> index)
        : m_document(document)
        , m_index(std::move(index))
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &LogIndexer::step);
    }

    void step();

private:
    bool openFile();
    void startAgain();
    bool readBlocks();
    void tellGrown(bool more);
    void setProblem(const QString& sentence);
    // The document emits its signals in its own thread; what is on its way when it goes is dropped.
    template <typename Signal> void tell(Signal signal)
    {
        QMetaObject::invokeMethod(&m_document, signal, Qt::QueuedConnection);
    }

    LogDocument& m_document;
    std::shared_ptr<LogIndex> m_index;
    QFile m_file;
    QTimer m_timer { this };
    QElapsedTimer m_sinceTold;
    QString m_problem;
    bool m_wasReadAgain = false;
};

void LogIndexer::step()
{
    if (openFile() && m_file.size() < m_index->byteCount())
        startAgain();
    const qint64 before = m_index->byteCount();
    const bool more = m_file.isOpen() && readBlocks();
    if (m_index->byteCount() > before)
        tellGrown(more);
    m_timer.start(more ? 0 : pollMilliseconds);
}

bool LogIndexer::openFile()
{
    if (!QFileInfo::exists(m_document.path())) {
        setProblem(m_index->byteCount() > 0
                ? LogDocument::tr("This log has been deleted or moved away since it was opened.")
                : LogDocument::tr("This stage has written no log yet."));
        return m_file.isOpen();
    }
    if (!m_file.isOpen() && !openWithoutLocking(m_file, m_document.path())) {
        setProblem(LogDocument::tr("This log cannot be read: %1.").arg(m_file.errorString()));
        return false;
    }
    if (!m_wasReadAgain)
        setProblem({});
    return true;
}

void LogIndexer::startAgain()
{
    m_file.close();
    m_index->clear();
    tell(&LogDocument::restarted);
    m_wasReadAgain = openWithoutLocking(m_file, m_document.path());
    if (m_wasReadAgain)
        setProblem(LogDocument::tr(
            "This log became shorter while it was open; it was read again from its beginning."));
}

// True where there is more to read at once.
bool LogIndexer::readBlocks()
{
    if (!m_file.seek(m_index->byteCount()))
        return false;
    for (int i = 0; i < blocksPerStep; ++i) {
        const QByteArray block = m_file.read(blockBytes);
        if (block.isEmpty())
            return false;
        m_index->addBlock(block);
        if (block.size() < blockBytes)
            return false;
    }
    return true;
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

LogDocument::LogDocument(QString path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_index(std::make_shared<LogIndex>())
{
    auto* indexer = new LogIndexer(*this, m_index);
    indexer->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, indexer, &LogIndexer::step);
    connect(&m_thread, &QThread::finished, indexer, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("log index"));
    m_thread.start(QThread::LowPriority);
}

LogDocument::~LogDocument()
{
    m_thread.quit();
    m_thread.wait();
}

}
