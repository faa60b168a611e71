// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialSession.h"

#include "core/base/Log.h"
#include "core/trial/TrialRun.h"

namespace torchmason {

namespace {

// What could not be tried, or was stopped, is no answer.
void keep(const QVector<TrialFacts>& results)
{
    QVector<TrialFacts> answers = results;
    answers.removeIf([](const TrialFacts& trial) { return !trial.at; });
    if (answers.isEmpty())
        return;
    if (const auto kept = keepTrials(trialsFile(), answers); !kept)
        log::warning("trial", kept.error().message);
}

}

TrialSession::TrialSession(QObject* parent)
    : QObject(parent)
{
    qRegisterMetaType<TrialFacts>();
    qRegisterMetaType<QVector<TrialFacts>>();
    m_thread.setObjectName(QStringLiteral("trials"));
}

TrialSession::~TrialSession()
{
    m_thread.quit();
    m_thread.wait(); // for the end of an event, never for a program
}

void TrialSession::start(const TrialQuestion& question)
{
    m_run = new TrialRun(question);
    m_run->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_run, &TrialRun::start);
    connect(&m_thread, &QThread::finished, m_run, &QObject::deleteLater);
    connect(m_run, &TrialRun::planned, this, &TrialSession::planned);
    connect(m_run, &TrialRun::answered, this, &TrialSession::answered);
    connect(m_run, &TrialRun::finished, this, &TrialSession::end);
    m_thread.start();
}

void TrialSession::cancel()
{
    m_cancelled = true;
    if (m_run)
        QMetaObject::invokeMethod(m_run, &TrialRun::cancel, Qt::QueuedConnection);
}

void TrialSession::end(const QVector<TrialFacts>& results, const QString& trouble)
{
    m_run = nullptr; // goes with the thread
    m_thread.quit();
    keep(results);
    emit finished(results, trouble);
}

}
