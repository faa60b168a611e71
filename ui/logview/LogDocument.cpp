// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogDocument.h"

#include "ui/logview/LogWalk.h"

#include <QElapsedTimer>
#include <QTimer>

namespace torchmason {

namespace {

constexpr int pollMilliseconds = 100;

}

// Walks through the logs and looks for more ten times a second. Lives in the document's thread, and leaves
// its steps when the thread is to end.
class LogIndexer : public QObject {
public:
    LogIndexer(std::shared_ptr<Listener<LogDocument>> listener, const QVector<LogPart>& parts)
        : m_listener(std::move(listener))
        , m_walk(parts)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &LogIndexer::step);
    }

    void step();
    void takeParts(const QVector<LogPart>& parts);

private:
    void tellLayout(bool more);
    QString sentence(const LogLayout& layout) const;
    void setProblem(const QString& sentence);
    // The document changes and emits its signals in its own thread; what is on its way when it goes is
    // dropped.
    template <typename Call> void tell(Call call)
    {
        m_listener->tell([&call](LogDocument& document) {
            QMetaObject::invokeMethod(
                &document, [&document, call] { call(document); }, Qt::QueuedConnection);
        });
    }

    std::shared_ptr<Listener<LogDocument>> m_listener;
    LogWalk m_walk;
    QTimer m_timer { this };
    QElapsedTimer m_sinceTold;
    LogLayout m_told;
    bool m_wasReading = true;
    QString m_problem;
};

void LogIndexer::step()
{
    const bool more = m_walk.readSome();
    tellLayout(more);
    m_timer.start(more ? 0 : pollMilliseconds);
}

void LogIndexer::takeParts(const QVector<LogPart>& parts)
{
    m_walk.setParts(parts);
    step();
}

// While a big file is read for the first time, ten pictures a second are enough; the end is always told.
void LogIndexer::tellLayout(bool more)
{
    if (more && m_sinceTold.isValid() && m_sinceTold.elapsed() < pollMilliseconds)
        return;
    const LogLayout layout = m_walk.layout();
    const bool isNew = layout.sections().size() != m_told.sections().size() || !layout.keepsLinesOf(m_told)
        || layout.byteCount() != m_told.byteCount();
    if (isNew || more != m_wasReading)
        tell([layout, more](LogDocument& document) {
            document.m_layout = layout;
            document.m_isReading = more;
            emit document.changed();
        });
    m_told = layout;
    m_wasReading = more;
    m_sinceTold.start();
    setProblem(sentence(layout));
}

QString LogIndexer::sentence(const LogLayout& layout) const
{
    if (const QString problem = m_walk.problem(); !problem.isEmpty())
        return LogDocument::tr("This log cannot be read: %1.").arg(problem);
    if (const QString name = m_walk.vanished(); !name.isEmpty())
        return LogDocument::tr("%1 has been deleted or moved away since it was opened.").arg(name);
    if (m_walk.wasShorter())
        return LogDocument::tr(
            "This log became shorter while it was open; it was read again from its beginning.");
    return layout.sections().isEmpty() ? LogDocument::tr("This stage has written no log yet.") : QString();
}

void LogIndexer::setProblem(const QString& sentence)
{
    if (sentence == m_problem)
        return;
    m_problem = sentence;
    tell([sentence](LogDocument& document) { emit document.problemChanged(sentence); });
}

LogDocument::LogDocument(const QVector<LogPart>& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_listener(std::make_shared<Listener<LogDocument>>(this))
    , m_thread(std::make_unique<QThread>())
{
    m_indexer = new LogIndexer(m_listener, parts);
    m_indexer->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::started, m_indexer, &LogIndexer::step);
    connect(m_thread.get(), &QThread::finished, m_indexer, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("log index"));
    startBehind(*m_thread);
}

LogDocument::~LogDocument()
{
    m_listener->goAway();
    endThread(std::move(m_thread));
}

void LogDocument::setParts(const QVector<LogPart>& parts)
{
    if (parts == m_parts)
        return;
    m_parts = parts;
    QMetaObject::invokeMethod(
        m_indexer, [indexer = m_indexer, parts] { indexer->takeParts(parts); }, Qt::QueuedConnection);
}

}
