// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/OtherSystem.h"

#include "core/base/PlatformPath.h"
#include "core/config/JobAdvice.h"
#include "core/config/Placeholders.h"
#include "core/profile/Candidates.h"
#include "core/stages/StageMakers.h"

#include <utility>

namespace torchmason {

namespace {

class Translation {
public:
    Translation(BuildRequest request, Platform platform, QStringList& notes)
        : m_request(std::move(request))
        , m_before(platformOf(m_request))
        , m_platform(platform)
        , m_notes(notes)
    {
        if (const auto facts = hostFactsFromJson(m_request.hostFacts, QStringLiteral("hostFacts")))
            m_facts = *facts;
    }

    BuildRequest translated()
    {
        m_notes << QStringLiteral("It was made for %1: check the flags; some may be right only there.")
                       .arg(platformName(m_before));
        chooseJobs();
        choosePlaces();
        translateSource();
        translateConfiguration();
        forgetMachine();
        if (!m_leftOut.isEmpty())
            m_notes << QStringLiteral("Left out, because they contain paths of %1: %2.")
                           .arg(platformName(m_before), m_leftOut.join(QLatin1String(", ")));
        return m_request;
    }

private:
    // A number that follows from the machine means nothing on another one.
    void chooseJobs()
    {
        const bool isAdvised = m_request.jobsWithoutGate
            || (m_facts && m_request.jobs == adviseJobs(*m_facts, m_request.configuration).jobs);
        if (isAdvised)
            m_request.jobs.reset();
        m_request.jobsWithoutGate.reset();
    }

    void choosePlaces()
    {
        const auto take = [this](QString& folder, const char* last) {
            if (!folder.isEmpty())
                folder = usualFolder(m_request.profileId, QLatin1String(last), m_platform);
        };
        take(m_request.sourceFolder, "source");
        take(m_request.buildFolder, "build");
        take(m_request.python.folder, "venv");
    }

    void translateSource()
    {
        SourceSpec& source = m_request.source;
        const bool isFetched = source.kind == SourceKind::Git && !namesPlace(source.url, m_before);
        if (isFetched || source.kind == SourceKind::Sample)
            return;
        m_notes << QStringLiteral(
            "Put the source tree into SOURCE: the attempt took it from its own machine.");
        source = {};
        source.kind = SourceKind::ExistingTree;
    }

    void translateConfiguration()
    {
        Configuration& configuration = m_request.configuration;
        configuration.flags.removeIf(
            [this](const FlagValue& flag) { return isLeftOut(flag.name, flag.value); });
        configuration.environment.removeIf([this](const EnvironmentValue& variable) {
            return isLeftOut(variable.name, variable.value.value_or(QString()));
        });
    }

    bool isLeftOut(const QString& name, const QString& value)
    {
        const bool isLeftOut = namesPlace(value, m_before);
        if (isLeftOut)
            m_leftOut << name;
        return isLeftOut;
    }

    void forgetMachine()
    {
        HostFacts unknown;
        unknown.platform = m_platform;
        m_request.hostFacts = toJson(unknown);
        m_request.vcvars.clear();
        m_request.python.base
            = m_platform == Platform::Windows ? QStringLiteral("python") : QStringLiteral("python3");
        if (!std::exchange(m_request.python.wheels, {}).isEmpty())
            m_leftOut << QStringLiteral("the folder of wheels for pip");
        if (std::exchange(m_request.install, {}).isWanted())
            m_leftOut << QStringLiteral("the Python environment to install into");
        if (m_request.generator != QLatin1String("Ninja"))
            m_request.generator = QStringLiteral("Ninja"); // which every system has
    }

    BuildRequest m_request;
    Platform m_before;
    Platform m_platform;
    QStringList& m_notes;
    std::optional<HostFacts> m_facts;
    QStringList m_leftOut;
};

}

BuildRequest forOtherSystem(BuildRequest request, Platform platform, QStringList& notes)
{
    return Translation(std::move(request), platform, notes).translated();
}

}
