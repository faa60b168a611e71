// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialPlan.h"

#include "core/base/AppPaths.h"
#include "core/config/Placeholders.h"
#include "core/preflight/TriedChoice.h"
#include "core/stages/StageMakers.h"

#include <QDir>
#include <QFile>

// Resources of a static library must be asked for, outside of any namespace.
static void initTrialResources()
{
    Q_INIT_RESOURCE(trials);
}

namespace torchmason {

TrialQuestion trialQuestion(const HostFacts& facts, const Profile* profile, const RequestWishes& wishes)
{
    if (profile)
        return { facts, *profile, draftRequest(*profile, facts, wishes).request };
    TrialQuestion question { facts, std::nullopt, draftRequest({}, facts, {}).request };
    question.request.sourceFolder.clear();
    question.request.buildFolder = AppPaths::workFolder();
    question.request.python = {};
    return question;
}

QByteArray trialSource(const char* name)
{
    static const bool ready = (initTrialResources(), true);
    QFile file(QStringLiteral(":/torchmason/trials/") + QLatin1String(name));
    return ready && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TrialContext::TrialContext(const TrialQuestion& trialQuestion, TrialFolder trialFolder)
    : question(trialQuestion)
    , profile(question.profile.value_or(Profile {}))
    , choice(chooseBuild(question.facts, profile, question.request))
    , folder(std::move(trialFolder))
{
    for (const char* name : { "/tmp", "/caches" })
        QDir().mkpath(folder->path() + QLatin1String(name));
}

bool TrialContext::isMsvc() const
{
    return choice.compiler && choice.compiler->family == QLatin1String("msvc");
}

QString TrialContext::executable(const QString& path) const
{
    return isWindows() ? path + QStringLiteral(".exe") : path;
}

Trial TrialContext::trial(
    const char* id, const QString& title, const QString& shows, void (*attempt)(TrialWork&)) const
{
    Trial trial;
    trial.about.id = QLatin1String(id);
    trial.about.title = title;
    trial.about.subject = subjectOf(trial.about.id, choice);
    trial.shows = shows;
    trial.folder = folder->path() + QLatin1Char('/') + trial.about.id;
    trial.attempt = attempt;
    return trial;
}

QString TrialContext::objectOf(const QString& source) const
{
    return source.section(QLatin1Char('.'), 0, -2) + QLatin1String(isWindows() ? ".obj" : ".o");
}

// Visual Studio's compiler is the one of the environment that its script sets up, as for CMake.
QString TrialContext::cxx() const
{
    if (!choice.compiler)
        return {};
    return isMsvc() ? QStringLiteral("cl") : choice.compiler->path;
}

QString TrialContext::cc() const
{
    for (const char* name : { "CMAKE_C_COMPILER", "CC" }) {
        const QString named = choice.value(QLatin1String(name)).value;
        if (!named.isEmpty())
            return named;
    }
    const QString sister = isMsvc() ? QString() : sisterCompiler(cxx());
    return sister.isEmpty() ? cxx() : sister;
}

QStringList TrialContext::compileWords(const QString& source, const QString& object, int standard) const
{
    const bool isC = source.endsWith(QLatin1String(".c"));
    const QString version = QString::number(standard);
    QStringList words;
    if (isMsvc()) {
        words << QStringLiteral("/nologo") << QStringLiteral("/c") << QStringLiteral("/MD");
        if (!isC)
            words << QStringLiteral("/EHsc") << QStringLiteral("/std:c++") + version
                  << QStringLiteral("/DTRIED_STANDARD=") + version;
        return words << QDir::toNativeSeparators(source)
                     << QStringLiteral("/Fo") + QDir::toNativeSeparators(object);
    }
    if (isC && cc() == cxx())
        words << QStringLiteral("-x") << QStringLiteral("c");
    if (!isC)
        words << QStringLiteral("-std=c++") + version << QStringLiteral("-DTRIED_STANDARD=") + version
              << QStringLiteral("-pthread");
    if (!isWindows())
        words << QStringLiteral("-fPIC");
    return words << QStringLiteral("-c") << source << QStringLiteral("-o") << object;
}

QVector<EnvironmentValue> trialEnvironment(const TrialContext& context)
{
    QStringList warnings;
    const BuildRequest& request = context.choice.request;
    QVector<EnvironmentValue> environment
        = requestEnvironment({ request, context.choice.facts.platform, warnings });
    const QString folder = context.folder->path();
    const auto put = [&](const char* name, const QString& value) {
        environment.append({ QLatin1String(name), value, ValueOrigin::Environment });
    };
    const QString temporary = folder + QStringLiteral("/tmp");
    for (const char* name : { "TMPDIR", "TMP", "TEMP" })
        put(name, QDir::toNativeSeparators(temporary));
    const QString caches = folder + QStringLiteral("/caches/");
    for (const char* name :
        { "XDG_CACHE_HOME", "CUDA_CACHE_PATH", "CCACHE_DIR", "SCCACHE_DIR", "PIP_CACHE_DIR" })
        put(name, QDir::toNativeSeparators(caches + QLatin1String(name)));
    put("PYTHONDONTWRITEBYTECODE", QStringLiteral("1"));
    put("PIP_NO_INDEX", QStringLiteral("1"));
    put("PIP_DISABLE_PIP_VERSION_CHECK", QStringLiteral("1"));
    put("GIT_TERMINAL_PROMPT", QStringLiteral("0"));
    for (const char* name :
        { "CCACHE_REMOTE_STORAGE", "CCACHE_SECONDARY_STORAGE", "CCACHE_PREFIX", "DISTCC_HOSTS",
            "SCCACHE_REDIS", "SCCACHE_REDIS_ENDPOINT", "SCCACHE_MEMCACHED", "SCCACHE_WEBDAV_ENDPOINT",
            "SCCACHE_BUCKET", "SCCACHE_GCS_BUCKET", "SCCACHE_AZURE_CONNECTION_STRING", "SCCACHE_GHA_ENABLED",
            "TORCHMASON_GATE", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE" })
        environment.append({ QLatin1String(name), std::nullopt, ValueOrigin::Environment });
    return environment;
}

QVector<Trial> makeTrials(const TrialContext& context)
{
    QVector<Trial> trials;
    for (const auto add :
        { addCompilerTrials, addCudaTrials, addPythonTrials, addToolTrials, addFolderTrials })
        add(context, trials);
    return trials;
}
}
