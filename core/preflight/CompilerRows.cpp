// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/BuildChoice.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

CheckRow compilerRow(const HostFacts& facts, const CompilerFacts& compiler, CheckState whenSilent)
{
    CheckRow row = makeRow("compiler", "compiler", Core::tr("C++ compiler"));
    if (isSilent(compiler)) {
        setSilent(row, facts, compiler.path, whenSilent);
        row.overrideKey = QStringLiteral("cxx");
        return row;
    }
    row.found = compilerTitle(compiler);
    row.where = compiler.path;
    row.source = compiler.source;
    // Visual Studio's compiler comes with its environment and is not chosen by its path.
    if (compiler.family != QLatin1String("msvc"))
        row.overrideKey = QStringLiteral("cxx");
    return row;
}

QString needOf(const HostFacts& facts, const Profile& profile)
{
    const QString& year = profile.needs.visualStudio;
    if (facts.platform == Platform::Windows)
        return year.isEmpty() ? Core::tr("Visual Studio with C++")
                              : Core::tr("Visual Studio %1 with C++").arg(year);
    return compilerNeeds(profile, facts.platform).gcc;
}

CheckRow checkedRow(const HostFacts& facts, const CompilerFacts& compiler, const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    CheckRow row = compilerRow(facts, compiler, CheckState::Fail);
    row.need = needOf(facts, profile);
    const bool wrongYear = facts.platform == Platform::Windows && !needs.visualStudio.isEmpty()
        && visualStudioYear(compiler) != needs.visualStudio;
    if (wrongYear)
        setFix(row, CheckState::Fail,
            Core::tr("Install the C++ build tools of Visual Studio %1 beside it.").arg(needs.visualStudio),
            visualStudioInstallCommand(needs.visualStudio));
    if (compiler.family == QLatin1String("gcc") && isAbove(compiler.version, needs.gccMaximum))
        setFix(row, CheckState::Fail, Core::tr("Install gcc %1 and choose it.").arg(needs.gccMaximum),
            packagedGcc(facts, 0, needs.gccMaximum.toInt()).command);
    return row;
}

CheckRow missingRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("compiler", "compiler", Core::tr("C++ compiler"));
    if (facts.platform != Platform::Windows)
        row.overrideKey = QStringLiteral("cxx");
    setMissing(row, facts, QStringLiteral("compilers"), profile ? CheckState::Fail : CheckState::Warning);
    const bool windows = facts.platform == Platform::Windows;
    row.need = needOf(facts, profile ? *profile : Profile {});
    row.fixText = windows
        ? Core::tr("Install Visual Studio's build tools with \"Desktop development with C++\".")
        : Core::tr("Install a C++ compiler.");
    row.fixCommand = windows ? visualStudioInstallCommand(profile ? profile->needs.visualStudio : QString())
                             : installCommand(facts, QStringLiteral("compiler"));
    return row;
}

// Without its headers and libraries nothing compiles or links; vcvars finds it by itself.
CheckRow windowsSdkRow(const HostFacts& facts, const Profile* profile)
{
    const QString name = QStringLiteral("windows-sdk");
    const auto catalogue = PrerequisiteCatalogue::load();
    const ToolMinimum* least = catalogue ? catalogue->minimumOf(name, Platform::Windows) : nullptr;
    const QString minimum = least ? least->minimum : QString();
    CheckRow row = makeRow("windows-sdk", "compiler", QStringLiteral("Windows SDK"));
    row.need = rangeText(minimum, {});
    const QString install = QStringLiteral("winget install --id Microsoft.WindowsSDK.10.0.26100");
    const ToolFacts* sdk = facts.tool(name);
    if (!sdk) {
        setMissing(row, facts, name, profile ? CheckState::Fail : CheckState::Pass);
        if (row.state == CheckState::Fail)
            setFix(row, CheckState::Fail,
                Core::tr("Add a Windows SDK in the Visual Studio Installer, or install it alone."), install);
        return row;
    }
    row.found = sdk->version;
    row.where = sdk->path;
    row.source = sdk->source;
    if (!isInRange(sdk->version, minimum, {}))
        setFix(row, CheckState::Warning, Core::tr("Install a newer Windows SDK beside it."), install);
    return row;
}

void addCompilers(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (facts.compilers.isEmpty())
        return rows.append(missingRow(facts, profile));
    if (!profile) {
        for (const CompilerFacts& compiler : facts.compilers)
            rows.append(compilerRow(facts, compiler, CheckState::Warning));
        return;
    }
    const CompilerFacts* compiler = compilerFor(facts, profile->needs);
    const QString named = profile->configuration.flagValue(QStringLiteral("CMAKE_CXX_COMPILER"));
    if (isSilent(*compiler) && !named.isEmpty()) // a flag goes before what was chosen
        compiler = compilerNamed(facts, named);
    if (compiler)
        rows.append(checkedRow(facts, *compiler, *profile));
}

}

void addCompilerRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    addCompilers(rows, facts, profile);
    if (facts.platform == Platform::Windows)
        rows.append(windowsSdkRow(facts, profile));
}

}
