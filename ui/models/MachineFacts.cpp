// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/MachineFacts.h"

#include "core/base/AppPaths.h"
#include "core/detect/Probe.h"
#include "core/estimate/EarlierBuild.h"
#include "ui/models/Settings.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

const auto overridesGroup = QStringLiteral("overrides");

}

MachineFacts::MachineFacts(QObject* parent)
    : QObject(parent)
{
    for (const QString& key : settings()->keysIn(overridesGroup))
        m_wishes.overrides.insert(key, settings()->value(overridesGroup + u'/' + key).toString());
}

MachineFacts::~MachineFacts() = default;

// A new Detection each time: answers of the earlier object are dropped with it.
void MachineFacts::look()
{
    m_detection = std::make_unique<Detection>();
    connect(
        m_detection.get(), &Detection::probeFinished, this, [this](const QString&, const HostFacts& facts) {
            if (!m_complete)
                setKnown(facts);
            planChange();
        });
    connect(m_detection.get(), &Detection::finished, this, [this](HostFacts facts) {
        facts.trials = mergedTrials(m_trialsSince, facts.trials);
        m_looking = !m_given && lacksNamedPrograms(); // named while the detection ran
        takeFacts(facts);
        // look() deletes the sender of this signal, so it is queued.
        if (m_looking)
            QMetaObject::invokeMethod(this, &MachineFacts::look, Qt::QueuedConnection);
        else if (m_askedFolders != folders())
            lookAtDisks();
    });
    m_looking = true;
    m_given = false;
    m_trialsSince.clear();
    m_askedFolders = folders();
    m_askedPrograms = namedPrograms();
    emit changed();
    m_detection->start(m_wishes);
}

// Probes often answer together, and with the last one it is finished as well: pages that show all of it
// are filled once for them.
void MachineFacts::planChange()
{
    if (std::exchange(m_changeIsPlanned, true))
        return;
    const auto tell = [this] {
        if (std::exchange(m_changeIsPlanned, false))
            emit changed();
    };
    QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

void MachineFacts::setFacts(const HostFacts& facts)
{
    m_detection.reset(); // its answers would take the place of these
    m_looking = false;
    m_given = true;
    takeFacts(facts);
}

void MachineFacts::addTrials(const QVector<TrialFacts>& trials)
{
    if (trials.isEmpty())
        return;
    m_facts.trials = mergedTrials(trials, m_facts.trials);
    m_trialsSince = mergedTrials(trials, m_trialsSince);
    emit changed();
}

void MachineFacts::setKnown(const HostFacts& facts)
{
    m_facts = facts;
    m_facts.builtFolders = m_builtFolders;
}

void MachineFacts::takeFacts(const HostFacts& facts)
{
    setKnown(facts);
    m_complete = true;
    m_changeIsPlanned = false;
    emit changed();
    emit finished();
}

void MachineFacts::setOverridePath(const QString& key, const QString& path)
{
    if (path.isEmpty()) {
        m_wishes.overrides.remove(key);
        settings()->remove(overridesGroup + u'/' + key);
    } else {
        m_wishes.overrides.insert(key, path);
        settings()->setValue(overridesGroup + u'/' + key, path);
    }
    look();
}

void MachineFacts::setFolders(const QString& sourceFolder, const QString& buildFolder)
{
    if (sourceFolder == m_wishes.sourceFolder && buildFolder == m_wishes.buildFolder)
        return;
    m_wishes.sourceFolder = sourceFolder;
    m_wishes.buildFolder = buildFolder;
    if (m_complete && !m_looking && !m_given)
        lookAtDisks();
}

void MachineFacts::setNamedPrograms(const QStringList& pythons, const QStringList& compilers)
{
    m_wishes.pythons = pythons;
    m_wishes.compilers = compilers;
    if (m_complete && !m_looking && !m_given && lacksNamedPrograms())
        look();
}

bool MachineFacts::lacksNamedPrograms() const
{
    const QStringList named = namedPrograms();
    return std::any_of(named.begin(), named.end(),
        [this](const QString& program) { return !m_askedPrograms.contains(program); });
}

// Only the disks: versions of programs do not depend on the folders.
void MachineFacts::lookAtDisks()
{
    m_askedFolders = folders();
    ProbeContext context;
    context.wishes = m_wishes;
    runInBackground(
        diskPool(), this, [context] { return probeDisks(context); },
        [this, asked = m_askedFolders](const FactsChange& change) {
            if (m_given || asked != folders())
                return;
            change(m_facts);
            emit changed();
        });
}

void MachineFacts::readBuilds()
{
    m_buildsQuery.ask(
        {},
        [folder = AppPaths::attemptsFolder()](
            const std::stop_token&) { return builtFolders(earlierBuilds(AttemptStore(folder))); },
        [this](const QHash<QString, BuiltFolder>& folders) {
            if (folders == m_builtFolders)
                return;
            m_facts.builtFolders = m_builtFolders = folders;
            emit buildsRead();
        });
}

}
