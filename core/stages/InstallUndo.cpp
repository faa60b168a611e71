// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallUndo.h"

#include "core/base/Core.h"
#include "core/request/PythonEnvironment.h"
#include "core/stages/StagePlan.h"
#include "core/stages/VirtualEnvironment.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

enum class Since {
    Untouched, // as the install left it
    AsBefore, // as it was before the install
    Gone,
    Changed,
};

Since sinceInstall(const InstallChange& change, const InstalledPackage& now)
{
    const auto isThat = [&now](const InstalledPackage& other) {
        return now.version == other.version
            && (other.mark.isEmpty() || now.mark.isEmpty() || other.mark == now.mark);
    };
    if (isThat(change.after))
        return Since::Untouched;
    if (isThat(change.before))
        return Since::AsBefore;
    return now.version.isEmpty() ? Since::Gone : Since::Changed;
}

// "torch 2.7.0"; of another wheel of the installed version "another build of torch 2.7.0".
QString presentText(const InstallChange& change, const InstalledPackage& now)
{
    const QString text = change.name + QLatin1Char(' ') + now.version;
    return now.version == change.after.version ? Core::tr("another build of %1").arg(text) : text;
}

QString changedText(const InstallChange& change, const InstalledPackage& now)
{
    return Core::tr("%1 came after the install (%2); it stays.")
        .arg(presentText(change, now), change.after.version);
}

// conda goes on listing what pip replaced, so it must be told to write its files again.
QString condaLine(const QString& interpreter, const InstallChange& change)
{
    const QString name = change.name == QLatin1String("torch") ? QStringLiteral("pytorch") : change.name;
    return commandText({ QStringLiteral("conda"),
                           { QStringLiteral("install"), QStringLiteral("-p"),
                               environmentOfInterpreter(interpreter), QStringLiteral("--force-reinstall"),
                               QStringLiteral("%1=%2").arg(name, change.before.version) },
                           {}, {}, {} },
        hostPlatform());
}

// No index has conda's build of the wheel's own package. What else was conda's comes from pip's index.
QString condaText(const QString& interpreter, const InstallChange& change, bool isOwn)
{
    const QString line = condaLine(interpreter, change);
    return isOwn && change.after.version.isEmpty()
        ? Core::tr("%1 %2, which conda had installed, is gone, and only conda brings it back: %3")
              .arg(change.name, change.before.version, line)
        : isOwn
        ? Core::tr("%1 %2 is removed; conda had installed %3, which only conda brings back: %4")
              .arg(change.name, change.after.version, change.before.version, line)
        : Core::tr("%1 %2 is replaced by pip's %3; conda had installed its own, which comes back with: %4")
              .arg(change.name, change.after.version, change.before.version, line);
}

QString sourceText(const QString& interpreter, const InstallChange& change, bool isOwn)
{
    const QString built = Core::tr("%1 %2, which was built from %3, comes back with: %4")
                              .arg(change.name, change.before.version, change.before.source.last(),
                                  sourceLine(interpreter, change.before.source));
    if (change.after.version.isEmpty())
        return built;
    const QString end = isOwn ? Core::tr("%1 %2 is removed.") : Core::tr("%1 %2 stays.");
    return end.arg(change.name, change.after.version) + QLatin1Char(' ') + built;
}

QString effectText(const InstallChange& change)
{
    return change.before.version.isEmpty()
        ? Core::tr("%1 %2 is removed.").arg(change.name, change.after.version)
        : change.before.version == change.after.version
        ? Core::tr("%1 %2 is replaced by the %2 that was there before.")
              .arg(change.name, change.after.version)
        : change.after.version.isEmpty() ? Core::tr("%1 %2, which was there before, is installed again.")
                                               .arg(change.name, change.before.version)
                                         : Core::tr("%1 %2 is replaced by %3, which was there before.")
                                               .arg(change.name, change.after.version, change.before.version);
}

// The one that requires it and is not taken back itself; empty: none.
QString requirerOf(const QString& name, const InstalledPackages& now, const QStringList& takenBack)
{
    for (auto other = now.begin(); other != now.end(); ++other) {
        if (other.key() != name && other->needs.contains(name) && !takenBack.contains(other.key()))
            return other.key();
    }
    return {};
}

// What stays may require others that then stay, too.
void keepWhatIsRequired(const InstalledPackages& now, QVector<InstallChange>& mine, QStringList& leftAlone)
{
    const auto namesOf = [&mine] {
        QStringList names;
        for (const InstallChange& change : mine)
            names << change.name;
        return names;
    };
    const auto stays = [&](const InstallChange& change) {
        const QString requirer
            = change.before.version.isEmpty() ? requirerOf(change.name, now, namesOf()) : QString();
        if (!requirer.isEmpty())
            leftAlone << Core::tr("%1 %2 stays, because %3 requires it.")
                             .arg(change.name, change.after.version, requirer);
        return !requirer.isEmpty();
    };
    for (auto change = std::find_if(mine.begin(), mine.end(), stays); change != mine.end();
         change = std::find_if(mine.begin(), mine.end(), stays))
        mine.erase(change);
}

// `own`: the packages of the wheels themselves.
void take(const QVector<InstallChange>& mine, const QStringList& own, InstallUndo& undo)
{
    for (const InstallChange& change : mine) {
        const bool isOwn = own.contains(change.name);
        const bool isBuilt = !change.before.source.isEmpty();
        if (isBuilt && !isOwn) { // others may need it, and no index has it
            undo.leftAlone << sourceText(undo.interpreter, change, isOwn);
            continue;
        }
        undo.effects << (change.before.isFromConda ? condaText(undo.interpreter, change, isOwn)
                : isBuilt                          ? sourceText(undo.interpreter, change, isOwn)
                                                   : effectText(change));
        const bool comesAgain
            = !change.before.version.isEmpty() && !isBuilt && !(change.before.isFromConda && isOwn);
        if (!comesAgain && !change.after.version.isEmpty())
            undo.gone << change.name;
        else if (comesAgain)
            undo.again.append(change);
    }
}

// A wheel that was built anew since, under the same name, is not what was there.
void forgetOtherWheels(InstallUndo& undo)
{
    for (InstallChange& change : undo.again) {
        if (!canComeAgain(undo.interpreter, change.before))
            change.before.origin.clear();
    }
}

// "torch @ file:///d/torch.whl" where it had come from there, else "torch==2.5.1". A local wheel was compared
// by its list of files: one that was packed again with the same files has another hash.
QString requirementOf(const InstallChange& change, const QString& wheels)
{
    if (!wheels.isEmpty() || change.before.origin.isEmpty())
        return QStringLiteral("%1==%2").arg(change.name, change.before.version);
    const bool isLocal = change.before.origin.startsWith(QLatin1String("file:"));
    return QStringLiteral("%1 @ %2").arg(
        change.name, isLocal ? change.before.origin.section(QLatin1Char('#'), 0, 0) : change.before.origin);
}

// 2.6.0+cu126 is not in the index that pip asks first.
QStringList indexOf(const InstallChange& change)
{
    static const QRegularExpression variant(QStringLiteral(R"(\+((?:cu|rocm)[\d.]+|cpu|xpu)$)"));
    const QString name = variant.match(change.before.version).captured(1);
    return name.isEmpty() ? QStringList()
                          : QStringList { QStringLiteral("--extra-index-url"),
                                QStringLiteral("https://download.pytorch.org/whl/") + name };
}

QString namesOf(const QVector<InstallChange>& changes)
{
    QStringList names;
    for (const InstallChange& change : changes)
        names << change.name + QLatin1Char(' ') + change.before.version;
    return names.join(QLatin1String(", "));
}

// No index has a wheel that the user built; one of the same version there is another one.
QString missingWheelOf(const InstallUndo& undo, const QString& wheels)
{
    for (const InstallChange& change : undo.again) {
        if (wheels.isEmpty() && change.before.isFromFile && change.before.origin.isEmpty())
            return Core::tr("%1 %2 had come from a wheel that is not there any more, or is another one "
                            "now; name a folder of wheels that has it (command line: --wheels DIR).")
                .arg(change.name, change.before.version);
    }
    return {};
}

}

QString sourceLine(const QString& interpreter, const QStringList& source)
{
    const QStringList words { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("install"),
        QStringLiteral("--no-build-isolation") };
    return commandText({ interpreter, words + source, {}, {}, {} }, hostPlatform());
}

InstallUndo planInstallUndo(const InstallNote& note, const InstalledPackages& now)
{
    InstallUndo undo;
    undo.interpreter = note.interpreter;
    if (!note.madeFolder.isEmpty())
        undo.note = Core::tr("The install made this environment: its folder %1 can be deleted if "
                             "nothing else in it is needed.")
                        .arg(note.madeFolder);
    const QStringList own = note.wheelPackages();
    QVector<InstallChange> mine;
    for (const InstallChange& change : note.changes()) {
        const InstalledPackage there = now.value(change.name);
        const Since since = sinceInstall(change, there);
        if (since == Since::Changed && own.contains(change.name)) {
            undo.refusal = Core::tr("%1 has %2 now, which came after the install (%3), so nothing is "
                                    "undone; undo first what came later.")
                               .arg(note.interpreter, presentText(change, there), change.after.version);
            return undo;
        }
        if (since == Since::Untouched)
            mine.append(change);
        else if (since == Since::Changed)
            undo.leftAlone << changedText(change, there);
        else if (since == Since::Gone)
            undo.leftAlone << Core::tr("%1 %2 is not there any more.").arg(change.name, change.after.version);
    }
    keepWhatIsRequired(now, mine, undo.leftAlone);
    take(mine, own, undo);
    if (mine.isEmpty())
        undo.refusal
            = Core::tr("Of what was installed into the environment of %1, nothing can be undone now.")
                  .arg(note.interpreter);
    return undo;
}

InstallUndo lookAtInstallUndo(const QString& notePath, const QString& wheels)
{
    InstallUndo undo;
    if (!QFileInfo::exists(notePath)) {
        undo.refusal = Core::tr("This attempt put nothing into an environment, so there is nothing to "
                                "undo.");
        return undo;
    }
    auto note = readInstallNote(notePath);
    if (!note) {
        undo.refusal = note.error().message;
        return undo;
    }
    undo.interpreter = note->interpreter;
    if (!QFileInfo(note->interpreter).isFile()) {
        undo.refusal = Core::tr("The environment of %1 is not there any more, so there is nothing to "
                                "undo.")
                           .arg(note->interpreter);
        return undo;
    }
    const auto now = packagesIn(note->interpreter);
    if (!now) {
        undo.refusal = now.error().message;
        return undo;
    }
    if (!note->isFinished)
        note->after = *now;
    // The wheel that was replaced may have gone since the install.
    const QStringList takenOver = wheels.isEmpty() ? takeOverEarlier(note.value(), notePath) : QStringList();
    undo = planInstallUndo(*note, *now);
    if (undo.refusal.isEmpty())
        undo.leftAlone = takenOver + undo.leftAlone;
    if (!note->isFinished)
        undo.leftAlone << Core::tr("The install was interrupted: everything that changed in this environment "
                                   "since it began counts as part of it.");
    forgetOtherWheels(undo);
    if (undo.refusal.isEmpty())
        undo.refusal = missingWheelOf(undo, wheels);
    return undo;
}

QVector<QStringList> undoCommands(
    const QVector<InstallChange>& again, const QStringList& gone, const QString& wheels)
{
    QVector<QStringList> commands;
    if (!again.isEmpty()) {
        PythonEnvironment from;
        from.wheels = wheels;
        QStringList words = pipArguments(from)
            + QStringList { QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall") };
        for (const InstallChange& change : again) {
            const QStringList index = wheels.isEmpty() ? indexOf(change) : QStringList();
            words += words.contains(index.value(1)) ? QStringList() : index;
        }
        for (const InstallChange& change : again)
            words << requirementOf(change, wheels);
        commands.append(words);
    }
    if (!gone.isEmpty())
        commands.append(
            QStringList { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("uninstall"),
                QStringLiteral("--disable-pip-version-check"), QStringLiteral("-y") }
            + gone);
    return commands;
}

QStringList undoLines(const InstallNote& note)
{
    InstallUndo undo;
    undo.interpreter = note.interpreter;
    const QStringList own = note.wheelPackages();
    take(note.changes(), own, undo);
    QStringList lines;
    for (const QStringList& words : undoCommands(undo.again, undo.gone, {}))
        lines << commandText({ note.interpreter, words, {}, {}, {} }, hostPlatform());
    for (const InstallChange& change : note.changes()) {
        if (change.before.isFromConda)
            lines << condaLine(note.interpreter, change);
        else if (!change.before.source.isEmpty())
            lines << sourceLine(note.interpreter, change.before.source);
    }
    return lines;
}

Result<QString> takeInstallBack(const QString& notePath, const QString& wheels, const Print& print)
{
    const InstallUndo undo = lookAtInstallUndo(notePath, wheels);
    for (const QString& line : undo.effects + undo.leftAlone)
        print(line);
    if (!undo.refusal.isEmpty())
        return Error { undo.refusal };
    PythonEnvironment from;
    from.wheels = wheels;
    for (const QStringList& words : undoCommands(undo.again, undo.gone, wheels)) {
        const bool brings = words.contains(QLatin1String("install"));
        const QString problem = brings
            ? QStringLiteral(
                "pip could not bring back %1, and nothing was removed; the lines above this one in the log "
                "say why. Name a folder of wheels that has them (command line: --wheels DIR).")
                  .arg(namesOf(undo.again))
            : QStringLiteral("pip could not remove %1 from %2; the lines above this one in the log say why.")
                  .arg(undo.gone.join(QLatin1String(", ")), undo.interpreter);
        const auto done
            = runInTheOpen(undo.interpreter, words, pipEnvironment(from, hostPlatform()), print, problem);
        if (!done)
            return done.error();
    }
    return QStringLiteral("The install is undone in %1.").arg(undo.interpreter)
        + (undo.note.isEmpty() ? QString() : QLatin1Char(' ') + undo.note);
}

}
