// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/EstimateCatalogue.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/knowledge/WheelCatalogue.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/request/SourceSpec.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace torchmason;

namespace {

// What CMake itself reads, which is no option of PyTorch's.
bool isCMakesOwn(const QString& name)
{
    return name.startsWith("CMAKE_") || name == "Python_EXECUTABLE" || name == "PYTHON_EXECUTABLE";
}

QStringList numbersIn(const QString& text)
{
    static const QRegularExpression version(QStringLiteral(R"(\d+\.\d+)"));
    QStringList numbers;
    for (auto match = version.globalMatch(text); match.hasNext();)
        numbers << match.next().captured();
    return numbers;
}

// "2.4/2.5" and "before 2.7" are bounds between trees that were read: only what is certain counts.
bool isSurelyGone(const OptionInfo& option, const QString& release)
{
    const QStringList bounds = numbersIn(option.removed);
    return option.removed.contains(QLatin1String("never"))
        || (!bounds.isEmpty() && compareVersions(release, bounds.last()) >= 0);
}

bool isSurelyNotYet(const OptionInfo& option, const QString& release)
{
    const QStringList bounds = numbersIn(option.since);
    return !bounds.isEmpty() && compareVersions(release, bounds.first()) < 0;
}

QStringList namesOf(const Profile& profile)
{
    QStringList names;
    for (const FlagValue& flag : profile.configuration.flags)
        names << flag.name;
    for (const EnvironmentValue& variable : profile.configuration.environment)
        names << variable.name;
    return names;
}

bool isVersion(const QString& text)
{
    static const QRegularExpression dotted(QStringLiteral(R"(^\d+(\.\d+)*$)"));
    return text.isEmpty() || dotted.match(text).hasMatch();
}

void addProfileRows()
{
    QTest::addColumn<Profile>("profile");
    for (const Profile& profile : loadProfiles().profiles)
        QTest::newRow(qPrintable(profile.id)) << profile;
}

}

// Whatever one file of facts says about another must be there.
class ReferencesTest : public QObject {
    Q_OBJECT

private slots:
    void profilesUseOptionsOfTheirRelease_data() { addProfileRows(); }
    void profilesUseOptionsOfTheirRelease()
    {
        QFETCH(Profile, profile);
        if (profile.source.kind == SourceKind::Sample)
            QSKIP("the sample project has options of its own");
        const auto options = OptionCatalogue::load();
        const auto releases = ReleaseCatalogue::load();
        QVERIFY(options.ok() && releases.ok());
        const SourceSpec& source = profile.source;
        const TorchRelease* release
            = releases->release(source.version.isEmpty() ? source.tag : source.version);
        QVERIFY2(release, qPrintable(source.tag));
        for (const QString& name : namesOf(profile)) {
            // A flag that does nothing may stay where its author had it, if the notes say so.
            if (isCMakesOwn(name) || profile.notes.contains(name))
                continue;
            const OptionInfo* option = options->option(name);
            QVERIFY2(option, qPrintable(name));
            // Historical ones are kept as they were tried.
            QVERIFY2(profile.status == ProfileStatus::Historical || !isSurelyGone(*option, release->version),
                qPrintable(name));
            QVERIFY2(!isSurelyNotYet(*option, release->version), qPrintable(name));
        }
    }

    void profilesAreCompiledByTheirToolkits_data() { addProfileRows(); }
    void profilesAreCompiledByTheirToolkits()
    {
        QFETCH(Profile, profile);
        const auto cuda = CudaCatalogue::load();
        QVERIFY(cuda.ok());
        const ProfileNeeds& needs = profile.needs;
        QVERIFY2(
            needs.cudaMinimum.isEmpty() || cuda->toolkit(needs.cudaMinimum), qPrintable(needs.cudaMinimum));
        QVERIFY2(
            needs.cudaMaximum.isEmpty() || cuda->toolkit(needs.cudaMaximum), qPrintable(needs.cudaMaximum));
        // Historical ones are kept because they ask for what cannot be.
        if (needs.computeCapabilities.isEmpty() || profile.status == ProfileStatus::Historical)
            return;
        int inRange = 0;
        for (const CudaToolkitInfo& toolkit : cuda->toolkits()) {
            if (!isInRange(toolkit.version, needs.cudaMinimum, needs.cudaMaximum))
                continue;
            ++inRange;
            for (const QString& text : needs.computeCapabilities) {
                const ArchList list = parseArchList(text);
                QVERIFY2(!list.isAutomatic(), qPrintable(text));
                QVERIFY2(notCompiledBy(list.entries, toolkit.capabilities).isEmpty(),
                    qPrintable(QStringLiteral("%1 by CUDA %2").arg(text, toolkit.version)));
            }
        }
        QVERIFY(inRange > 0);
    }

    void architecturesAndToolkitsAgree()
    {
        const auto cuda = CudaCatalogue::load();
        const auto gpus = GpuCatalogue::load();
        QVERIFY2(cuda.ok(), cuda ? "" : qPrintable(cuda.error().message));
        QVERIFY2(gpus.ok(), gpus ? "" : qPrintable(gpus.error().message));
        static const QRegularExpression letter(QStringLiteral("[af]$"));
        for (const CudaToolkitInfo& toolkit : cuda->toolkits()) {
            for (const QString& capability : toolkit.capabilities)
                QVERIFY2(gpus->architecture(QString(capability).remove(letter)), qPrintable(capability));
            for (const GpuArchitecture& architecture : gpus->architectures()) {
                QCOMPARE(toolkit.capabilities.contains(architecture.capability),
                    isInRange(toolkit.version, architecture.cudaMinimum, architecture.cudaMaximum));
            }
        }
        for (const GpuArchitecture& architecture : gpus->architectures())
            QVERIFY2(architecture.renamed.isEmpty() || gpus->architecture(architecture.renamed),
                qPrintable(architecture.renamed));
    }

    void releasesNameToolkits()
    {
        const auto cuda = CudaCatalogue::load();
        const auto releases = ReleaseCatalogue::load();
        QVERIFY2(releases.ok(), releases ? "" : qPrintable(releases.error().message));
        for (const TorchRelease& release : releases->releases()) {
            const QStringList named = release.cudaStable + release.cudaExperimental
                + QStringList { release.cudaMinimum, release.cudaMaximum };
            for (const QString& version : named)
                QVERIFY2(version.isEmpty() || cuda->toolkit(version),
                    qPrintable(QStringLiteral("%1: CUDA %2").arg(release.version, version)));
            for (auto cudnn = release.cudnn.begin(); cudnn != release.cudnn.end(); ++cudnn) {
                const CudaToolkitInfo* toolkit = cuda->toolkit(cudnn.key());
                QVERIFY2(toolkit, qPrintable(cudnn.key()));
                QVERIFY2(isInRange(*cudnn, toolkit->cudnnMinimum, toolkit->cudnnMaximum),
                    qPrintable(QStringLiteral("%1: cuDNN %2").arg(release.version, *cudnn)));
                QVERIFY2(isInRange(*cudnn, release.cudnnMinimum, release.cudnnMaximum),
                    qPrintable(QStringLiteral("%1: cuDNN %2").arg(release.version, *cudnn)));
            }
            QCOMPARE(release.cudaMaximum.isEmpty(), release.cudaMaximumWhy.isEmpty());
        }
    }

    void wheelsNameReleasesAndToolkits()
    {
        const auto wheels = WheelCatalogue::load();
        const auto releases = ReleaseCatalogue::load();
        const auto cuda = CudaCatalogue::load();
        QVERIFY2(wheels.ok(), wheels ? "" : qPrintable(wheels.error().message));
        QSet<QString> seen;
        for (const OfficialWheel& wheel : wheels->wheels()) {
            const QString key
                = QStringList { wheel.release, platformId(wheel.platform), wheel.machine, wheel.variant }
                      .join(' ');
            QVERIFY2(!seen.contains(key), qPrintable(key));
            seen.insert(key);
            QVERIFY2(releases->release(wheel.release), qPrintable(key));
            QVERIFY2(wheel.newest.startsWith(wheel.release + '.'), qPrintable(key));
            if (!wheel.hasCuda())
                continue;
            QCOMPARE(wheel.variant, QStringLiteral("cu") + QString(wheel.cuda).remove('.'));
            const CudaToolkitInfo* toolkit = cuda->toolkit(wheel.cuda);
            QVERIFY2(toolkit, qPrintable(key));
            QVERIFY2(notCompiledBy(wheel.archs, toolkit->capabilities).isEmpty(), qPrintable(key));
        }
    }

    void versionsAreVersions()
    {
        const auto cuda = CudaCatalogue::load();
        QVERIFY(cuda);
        for (const CudaToolkitInfo& toolkit : cuda->toolkits()) {
            for (const QString& text : { toolkit.driverLinux, toolkit.driverWindows, toolkit.minorDriverLinux,
                     toolkit.minorDriverWindows, toolkit.gccMinimum, toolkit.clangMinimum,
                     toolkit.cudnnMinimum, toolkit.cudnnMaximum })
                QVERIFY2(isVersion(text), qPrintable(toolkit.version + QLatin1String(": ") + text));
            QVERIFY(toolkit.gccMaximum == 0 || toolkit.gccMaximum >= majorOf(toolkit.gccMinimum));
            QVERIFY(toolkit.msvcMinimum > 0 && toolkit.msvcMaximum >= toolkit.msvcMinimum);
            QVERIFY2(!toolkit.minimumDriver(Platform::Linux).isEmpty(), qPrintable(toolkit.version));
        }
        const auto releases = ReleaseCatalogue::load();
        QVERIFY(releases);
        for (const TorchRelease& release : releases->releases()) {
            for (const QString& text : { release.pythonMinimum, release.pythonMaximum,
                     release.pythonExperimental, release.cmakeMinimum, release.gccMinimum,
                     release.clangMinimum, release.visualStudioMinimum })
                QVERIFY2(isVersion(text), qPrintable(release.version + QLatin1String(": ") + text));
            QVERIFY(release.cxxStandard == 14 || release.cxxStandard == 17 || release.cxxStandard == 20);
        }
        const auto gpus = GpuCatalogue::load();
        QVERIFY(gpus);
        for (const GpuArchitecture& architecture : gpus->architectures())
            QVERIFY(isVersion(architecture.cudnnMaximum) && isVersion(architecture.lastDriverBranch));
    }

    void fixesSetOptionsThatExist()
    {
        const auto options = OptionCatalogue::load();
        int checked = 0;
        const auto rules = loadRules();
        for (const Rule& rule : rules->rules()) {
            for (const Fix& fix : rule.fixes) {
                if (fix.kind != QLatin1String("set-flag") && fix.kind != QLatin1String("unset-flag"))
                    continue;
                const QString name = QString::fromStdString(fix.action.value("name", std::string()));
                if (name.startsWith(QLatin1String("${")) || isCMakesOwn(name))
                    continue;
                QVERIFY2(options->option(name), qPrintable(rule.id + QLatin1String(": ") + name));
                ++checked;
            }
        }
        QVERIFY(checked > 10);
    }

    // A fix of the kind "checks" names rows of the check before a build; a row that has another name by now
    // would never be found.
    void fixesAskForRowsThatExist()
    {
        QByteArray sources;
        for (const char* folder : { "/core/config", "/core/preflight", "/core/trial" }) {
            const QDir files(QStringLiteral(TORCHMASON_SOURCE) + QLatin1String(folder));
            for (const QFileInfo& entry : files.entryInfoList({ QStringLiteral("*.cpp") })) {
                QFile file(entry.filePath());
                QVERIFY(file.open(QIODevice::ReadOnly));
                sources += file.readAll();
            }
        }
        int checked = 0;
        const auto rules = loadRules();
        for (const Rule& rule : rules->rules()) {
            for (const Fix& fix : rule.fixes) {
                if (fix.kind != QLatin1String("checks"))
                    continue;
                for (const Json& row : fix.action.value("checks", Json::array())) {
                    QByteArray id = QByteArray::fromStdString(row.get<std::string>());
                    if (id.startsWith("tried-")) // rows of trials have their names
                        id.remove(0, 6);
                    QVERIFY2(
                        sources.contains('"' + id + '"'), qPrintable(rule.id + u' ' + QString::fromUtf8(id)));
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 40);
    }

    void oneNameHasOneChip()
    {
        const auto gpus = GpuCatalogue::load();
        const auto document = readKnowledge(QStringLiteral("gpus.json"));
        QVERIFY(document.ok());
        QHash<QString, QString> chips; // by the name that a driver says
        int ambiguous = 0;
        const auto read = forEachRow(*document, "gpus", [&](JsonReader& reader) {
            const QString name = reader.string("product").section(QLatin1String(" ("), 0, 0);
            const QString capability = reader.string("cc");
            const bool differs = chips.contains(name) && chips.value(name) != capability;
            chips.insert(name, capability);
            ambiguous += differs;
            QVERIFY2(!differs || gpus->computeCapability(name).isEmpty(), qPrintable(name));
        });
        QVERIFY(read.ok());
        QVERIFY(ambiguous >= 4);
    }

    // A card is told by its chip where it is only seen on the bus, by its name where the driver speaks.
    void chipsAndNamesAgree()
    {
        const auto gpus = GpuCatalogue::load();
        const auto document = readKnowledge(QStringLiteral("gpus.json"));
        QVERIFY(document.ok());
        QSet<QString> devices;
        const auto read = forEachRow(*document, "pci", [&](JsonReader& reader) {
            const QString device = reader.string("device");
            QVERIFY2(!devices.contains(device), qPrintable(device));
            devices.insert(device);
            const PciProduct product = gpus->pciProduct(device);
            const QString byChip = gpus->capabilityOfChip(product.chip);
            const QString byName = gpus->computeCapability(product.name);
            QVERIFY2(!byChip.isEmpty(), qPrintable(device));
            QVERIFY2(byName.isEmpty() || byName == byChip, qPrintable(device + u' ' + product.name));
        });
        QVERIFY(read.ok());
        QVERIFY(devices.size() > 90);
    }

    void packagesCoverEveryRelease()
    {
        const auto prerequisites = PrerequisiteCatalogue::load();
        QVERIFY2(prerequisites.ok(), prerequisites ? "" : qPrintable(prerequisites.error().message));
        const auto catalogue = ReleaseCatalogue::load();
        QVERIFY(catalogue);
        for (const TorchRelease& release : catalogue->releases()) {
            QStringList modules;
            for (const BuildPackage& package : prerequisites->packagesFor(release.version)) {
                QVERIFY2(
                    !modules.contains(package.module), qPrintable(release.version + ' ' + package.module));
                modules << package.module;
            }
            QVERIFY2(modules.contains("yaml") && modules.contains("numpy"), qPrintable(release.version));
            QVERIFY2(modules.contains("setuptools") != modules.contains("scikit_build_core"),
                qPrintable(release.version));
        }
    }

    void estimatesNameOptionsThatExist()
    {
        const auto estimates = EstimateCatalogue::load();
        const auto options = OptionCatalogue::load();
        QVERIFY2(estimates.ok(), estimates ? "" : qPrintable(estimates.error().message));
        for (const WorkPart& part : estimates->parts()) {
            // USE_SYSTEM_LIBS and the like are distributions' own switches, but known here.
            QVERIFY2(part.option.isEmpty() || options->option(part.option), qPrintable(part.option));
            QVERIFY2(part.disk.high > 0 && part.disk.low <= part.disk.high, qPrintable(part.id));
            QVERIFY2(part.coreSeconds.high + part.serialSeconds.high > 0, qPrintable(part.id));
        }
        const OptionInfo* type = options->option(QStringLiteral("CMAKE_BUILD_TYPE"));
        for (const char* name : { "Debug", "RelWithDebInfo" })
            QVERIFY2(estimates->factor(name) && type->choices.contains(QLatin1String(name)), name);
        for (const char* kind : { "git", "debian", "sample" })
            QVERIFY2(estimates->tree(kind) && sourceKindFromId(kind), kind);
    }

    void estimatesCoverEveryRelease()
    {
        const auto estimates = EstimateCatalogue::load();
        const auto catalogue = ReleaseCatalogue::load();
        QVERIFY(catalogue);
        for (const TorchRelease& release : catalogue->releases()) {
            for (const char* part : { "cpp", "cuda", "cuda-more" })
                QVERIFY2(estimates->part(part, release.version), qPrintable(release.version + ' ' + part));
        }
        QCOMPARE(estimates->part("cpp", "1.12.1")->before, QStringLiteral("2.0"));
        QCOMPARE(estimates->part("cpp", "2.0.0")->since, QStringLiteral("2.0"));
        QCOMPARE(estimates->part("cpp", {})->since, QStringLiteral("2.0"));
        QVERIFY(!estimates->part("nothing", "2.6.0"));
    }

    // The flags page says in words what one option costs; the estimate counts with numbers.
    void estimatesAgreeWithCosts()
    {
        const auto estimates = EstimateCatalogue::load();
        const auto options = OptionCatalogue::load();
        const auto cost = [&](const char* name) { return options->option(QLatin1String(name))->cost; };
        const auto holds = [](const Span& span, double low, double high) {
            return span.low <= low * mebibyte && high * mebibyte <= span.high;
        };
        QVERIFY(cost("TORCH_CUDA_ARCH_LIST").size.contains(QStringLiteral("100 to 140 MB")));
        QVERIFY(holds(estimates->part("cuda-more", "2.6")->libraries, 100, 140));
        QVERIFY(cost("BUILD_TEST").size.contains(QStringLiteral("150 MB")));
        QVERIFY(holds(estimates->part("tests", "2.6")->libraries, 150, 150));
        QVERIFY(cost("USE_FLASH_ATTENTION").memory.contains(QStringLiteral("4.5 to 5.3 GB")));
        QVERIFY(holds(estimates->job("attention")->bytes, 4.5 * 1024, 5.3 * 1000));
        QVERIFY(cost("USE_CCACHE").time.contains(QStringLiteral("2 minutes instead of 35")));
        QVERIFY(estimates->factor("cached")->time.low <= 2.0 / 35 + 0.005);
    }
};

QTEST_GUILESS_MAIN(ReferencesTest)
#include "ReferencesTest.moc"
