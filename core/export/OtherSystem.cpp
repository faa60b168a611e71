// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/OtherSystem.h"

#include "core/config/JobAdvice.h"
#include "core/config/UsualPlaces.h"
#include "core/export/ScriptVariables.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"
#include "core/stages/StageMakers.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

// /usr/bin/c++, -I/opt/x, but not /O2; C:/x and \\server\x.
bool namesPlace(const QString& text, Platform platform)
{
    static const QRegularExpression onLinux(
        QStringLiteral(R"((?:^|[=;,\s"'(]|-[IL]|file://|(?<!\b[A-Za-z]):)/[^/\s:;,"']+/|^/[^/\s]+$)"));
    static const QRegularExpression onWindows(
        QStringLiteral(R"((?<![A-Za-z0-9])[A-Za-z]:[\\/]|\\\\[^\\\s]+\\)"));
    return (platform == Platform::Windows ? onWindows : onLinux).match(text).hasMatch();
}

// "12.9", of the facts or of the folder's name.
QString versionOfToolkit(const std::optional<HostFacts>& facts, const QString& root)
{
    for (const CudaToolkitFacts& toolkit : facts ? facts->cudaToolkits : QVector<CudaToolkitFacts>()) {
        if (toolkit.root == root)
            return majorMinor(toolkit.version);
    }
    static const QRegularExpression version(QStringLiteral(R"(\d+\.\d+)"));
    return version.match(root.section(QLatin1Char('/'), -1)).captured();
}

bool isPythonFlag(const QString& name)
{
    return name.compare(QLatin1String("Python_EXECUTABLE"), Qt::CaseInsensitive) == 0
        || name == QLatin1String("Python3_EXECUTABLE");
}

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
        m_notes << QStringLiteral(
            "It was made for %1: look through the flags, some may be right there alone.")
                       .arg(platformName(m_before));
        chooseJobs();
        choosePlaces();
        translateSource();
        translateConfiguration();
        forgetMachine();
        if (!m_leftOut.isEmpty())
            m_notes << QStringLiteral("Left out, because places of %1 stand in them: %2.")
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
            const QString other = translated(folder);
            const QString usual = usualFolder(m_request.profileId, QLatin1String(last), m_platform);
            const QString place = other != folder ? other : usual;
            if (!folder.isEmpty())
                m_places.append({ folder, place });
            folder = folder.isEmpty() ? folder : place;
        };
        take(m_request.sourceFolder, "source");
        take(m_request.buildFolder, "build");
        take(m_request.python.folder, "venv");
        QString prefix = m_request.installPrefix();
        take(prefix, "installed");
        if (const QString cuda = cudaRoot(m_request); !cuda.isEmpty())
            m_places.append({ cuda, usualCuda(versionOfToolkit(m_facts, cuda), m_platform) });
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
        for (FlagValue& flag : configuration.flags) {
            flag.value = translated(flag.value);
            if (isPythonFlag(flag.name) && namesPlace(flag.value, m_before))
                flag.value = usualPython(m_platform);
        }
        configuration.flags.removeIf(
            [this](const FlagValue& flag) { return isLeftOut(flag.name, flag.value); });
        for (EnvironmentValue& variable : configuration.environment) {
            if (variable.value)
                variable.value = translated(*variable.value);
        }
        configuration.environment.removeIf([this](const EnvironmentValue& variable) {
            return isLeftOut(variable.name, variable.value.value_or(QString()));
        });
    }

    bool isLeftOut(const QString& name, const QString& value)
    {
        if (namesPlace(value, m_before))
            m_leftOut << name;
        return namesPlace(value, m_before);
    }

    // The longest place first: the build folder may lie in the source tree.
    QString translated(QString text) const
    {
        auto places = m_places;
        const QString before = text;
        std::stable_sort(places.begin(), places.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
        for (const auto& [place, other] : std::as_const(places)) {
            text = withPlace(text, place, other);
            text = withPlace(text, QString(place).replace(QLatin1Char('/'), QLatin1Char('\\')), other);
        }
        return text == before ? text : text.replace(QLatin1Char('\\'), QLatin1Char('/'));
    }

    void forgetMachine()
    {
        HostFacts nobody;
        nobody.platform = m_platform;
        m_request.hostFacts = toJson(nobody);
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
    QVector<QPair<QString, QString>> m_places;
    QStringList m_leftOut;
};

}

Platform platformOf(const BuildRequest& request)
{
    if (request.hostFacts.is_object()) {
        JsonReader facts(request.hostFacts, {});
        const QString name = facts.string("platform", {});
        if (!name.isEmpty())
            return name == platformId(Platform::Windows) ? Platform::Windows : Platform::Linux;
    }
    return request.sourceFolder.startsWith(QLatin1Char('/')) ? Platform::Linux : Platform::Windows;
}

BuildRequest forOtherSystem(BuildRequest request, Platform platform, QStringList& notes)
{
    return Translation(std::move(request), platform, notes).translated();
}

}
