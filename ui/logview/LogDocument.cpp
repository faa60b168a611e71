// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogDocument.h"

#include "ui/logview/LogIndexer.h"

namespace torchmason {

LogDocument::LogDocument(QString path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_index(std::make_shared<LogIndex>())
{
    auto* indexer = new LogIndexer(m_path, m_index);
    indexer->moveToThread(&m_thread);
    connect(indexer, &LogIndexer::grown, this, &LogDocument::grown);
    connect(indexer, &LogIndexer::restarted, this, &LogDocument::restarted);
    connect(indexer, &LogIndexer::problemChanged, this, &LogDocument::problemChanged);
    connect(&m_thread, &QThread::started, indexer, &LogIndexer::start);
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
