// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/DebianSource.h"

#include "core/base/ProgramStart.h"
#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"

#include <QDir>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>

namespace torchmason {

namespace {

// One entry of apt's sources, in either of the two forms.
struct AptSource {
    QStringList types; // "deb", "deb-src"
    QStringList uris;
    QStringList suites;
    QStringList components;
    QString signedBy; // a key that is written out keeps its lines
};

QStringList wordsOf(const QString& text)
{
    static const QRegularExpression space(QStringLiteral("\\s+"));
    return text.split(space, Qt::SkipEmptyParts);
}

AptSource sourceOfFields(QMap<QString, QString> fields)
{
    AptSource source;
    source.types = wordsOf(fields.take(QStringLiteral("types")));
    source.uris = wordsOf(fields.take(QStringLiteral("uris")));
    source.suites = wordsOf(fields.take(QStringLiteral("suites")));
    source.components = wordsOf(fields.take(QStringLiteral("components")));
    source.signedBy = fields.value(QStringLiteral("signed-by"));
    if (fields.value(QStringLiteral("enabled")).trimmed() == QLatin1String("no"))
        source.types.clear();
    return source;
}

bool isOfRelease(const QString& suite, const QString& codename)
{
    return suite == codename || suite.startsWith(codename + QLatin1Char('-'))
        || suite.startsWith(codename + QLatin1Char('/'));
}

// http://deb.debian.org/debian   https://security.ubuntu.com/ubuntu/   but not https://apt.example.com
bool isDistributionMirror(const AptSource& source)
{
    static const QRegularExpression name(QStringLiteral("/(debian|ubuntu|raspbian)(-security|-ports)?/?$"));
    return std::any_of(
        source.uris.begin(), source.uris.end(), [](const QString& uri) { return uri.contains(name); });
}

QString codenameOf(const QString& etc)
{
    // VERSION_CODENAME=bookworm
    static const QRegularExpression form(
        QStringLiteral("^VERSION_CODENAME=\"?([a-z]+)\"?$"), QRegularExpression::MultilineOption);
    return form.match(QString::fromUtf8(readWhole(etc + QStringLiteral("/os-release")))).captured(1);
}

QVector<AptSource> parseAptSources(const QString& text)
{
    QVector<AptSource> sources;
    QMap<QString, QString> fields;
    QString current;
    const auto endStanza = [&] {
        const AptSource source = sourceOfFields(fields);
        if (!source.types.isEmpty() && !source.uris.isEmpty() && !source.suites.isEmpty())
            sources.append(source);
        fields.clear();
        current.clear();
    };
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1Char('#')))
            continue;
        if (line.trimmed().isEmpty()) {
            endStanza();
        } else if (line.front().isSpace()) {
            if (!current.isEmpty())
                fields[current] += QLatin1Char('\n') + line;
        } else if (const qsizetype colon = line.indexOf(QLatin1Char(':')); colon > 0) {
            current = line.left(colon).trimmed().toLower();
            fields[current] = line.mid(colon + 1).trimmed();
        }
    }
    endStanza();
    return sources;
}

QVector<AptSource> parseAptList(const QString& text)
{
    // deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://deb.debian.org/debian bookworm main contrib
    static const QRegularExpression form(
        QStringLiteral(R"(^\s*(deb|deb-src)\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*))"));
    static const QRegularExpression signedBy(QStringLiteral(R"(signed-by=(\S+))"));
    QVector<AptSource> sources;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const auto match = form.match(line);
        if (!match.hasMatch())
            continue;
        AptSource source;
        source.types = QStringList { match.captured(1) };
        source.uris = QStringList { match.captured(3) };
        source.suites = QStringList { match.captured(4) };
        source.components = wordsOf(match.captured(5));
        source.signedBy = signedBy.match(match.captured(2)).captured(1);
        sources.append(source);
    }
    return sources;
}

// The sources.list and *.sources of the machine. What cannot be read is left out: apt itself complains about
// it.
QVector<AptSource> machineSources(const QString& etc)
{
    QVector<AptSource> all
        = parseAptList(QString::fromUtf8(readWhole(etc + QStringLiteral("/apt/sources.list"))));
    const QDir parts(etc + QStringLiteral("/apt/sources.list.d"));
    for (const QString& name :
        parts.entryList({ QStringLiteral("*.sources"), QStringLiteral("*.list") }, QDir::Files)) {
        const QString text = QString::fromUtf8(readWhole(parts.filePath(name)));
        all += name.endsWith(QLatin1String(".list")) ? parseAptList(text) : parseAptSources(text);
    }
    return all;
}

// The entries of the distribution itself, as source packages. `codename` is the machine's own, "bookworm".
// With a `suite` of another release, the base entry stands in for it.
QVector<AptSource> debianSourceEntries(
    const QVector<AptSource>& all, const QString& codename, const QString& suite)
{
    QVector<AptSource> entries;
    for (AptSource source : all) {
        source.suites.removeIf([&](const QString& name) { return !isOfRelease(name, codename); });
        if (source.suites.isEmpty() || !source.components.contains(QLatin1String("main"))
            || !isDistributionMirror(source))
            continue;
        source.types = QStringList { QStringLiteral("deb-src") };
        const bool isOwn = suite.isEmpty() || isOfRelease(suite, codename);
        if (!isOwn && !source.suites.contains(codename))
            continue;
        if (!isOwn)
            source.suites = QStringList { suite };
        const bool isKnown = std::any_of(entries.begin(), entries.end(), [&](const AptSource& other) {
            return other.uris == source.uris && other.suites == source.suites;
        });
        if (!isKnown)
            entries.append(source);
    }
    return entries;
}

QString aptSourcesText(const QVector<AptSource>& entries)
{
    QString text;
    for (const AptSource& entry : entries) {
        const auto field = [&text](const char* name, const QString& value) {
            text += QLatin1String(name) + QStringLiteral(": ") + value + QLatin1Char('\n');
        };
        const QLatin1Char space(' ');
        field("Types", entry.types.join(space));
        field("URIs", entry.uris.join(space));
        field("Suites", entry.suites.join(space));
        field("Components", entry.components.join(space));
        if (!entry.signedBy.isEmpty())
            field("Signed-By", entry.signedBy);
        text += QLatin1Char('\n');
    }
    return text;
}

}

Result<QString> prepareAptState(const QString& state, const QString& suite, const QString& etc)
{
    for (const char* folder : { "sources", "state/lists/partial", "cache/archives/partial", "downloads" }) {
        if (!QDir().mkpath(state + QLatin1Char('/') + QLatin1String(folder)))
            return Error { QStringLiteral("Cannot make the folder %1/%2; check who may write there.")
                               .arg(state, QLatin1String(folder)) };
    }
    const QString codename = codenameOf(etc);
    const auto entries = debianSourceEntries(machineSources(etc), codename, suite);
    if (codename.isEmpty() || entries.isEmpty())
        return Error { QStringLiteral(
            "No mirror of this machine's own distribution was found in %1/apt; fetch the "
            "source in another way, or choose an existing tree.")
                           .arg(etc) };
    QSaveFile file(state + QStringLiteral("/sources/torchmason.sources"));
    const QByteArray text = aptSourcesText(entries).toUtf8();
    if (!writeWhole(file, text))
        return Error { QStringLiteral("Cannot write %1: %2.").arg(file.fileName(), file.errorString()) };
    return QStringLiteral("Source packages come from %1, %2.")
        .arg(entries.first().uris.join(QLatin1Char(' ')), entries.first().suites.join(QLatin1Char(' ')));
}

QStringList aptOptions(const QString& state)
{
    const auto option = [&](const char* name, const QString& value) {
        return QStringList { QStringLiteral("-o"), QLatin1String(name) + QLatin1Char('=') + value };
    };
    return option("Dir::Etc::sourcelist", state + QStringLiteral("/none"))
        + option("Dir::Etc::sourceparts", state + QStringLiteral("/sources"))
        + option("Dir::State", state + QStringLiteral("/state"))
        + option("Dir::Cache", state + QStringLiteral("/cache"))
        // Everything here belongs to the user; the download user of apt could not write it.
        + option("APT::Sandbox::User", QStringLiteral("root"))
        + option("Acquire::Languages", QStringLiteral("none"));
}

QString dscNamedByApt(const QString& apt, const QString& state, const QString& package)
{
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    const QStringList words { QStringLiteral("source"), QStringLiteral("--print-uris"), package };
    if (!startProgram(process, apt, aptOptions(state) + words) || !process.waitForFinished(-1))
        return {};
    // 'http://deb.debian.org/.../pytorch_2.6.0%2bdfsg-7.dsc' pytorch_2.6.0+dfsg-7.dsc 4242 SHA256:ab12...
    static const QRegularExpression form(
        QStringLiteral("^'[^']*' (\\S+\\.dsc) "), QRegularExpression::MultilineOption);
    return form.match(decodeToolText(process.readAllStandardOutput())).captured(1);
}

}
