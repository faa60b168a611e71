// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/DropContent.h"

#include "core/base/ControlCharacters.h"
#include "core/base/GzipFile.h"
#include "core/base/RegularFile.h"
#include "core/base/SentencePart.h"
#include "core/base/WholeFile.h"
#include "core/export/BundleImport.h"
#include "core/findings/LogDiagnosis.h"
#include "core/knowledge/TreeFacts.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/LogMarks.h"
#include "core/profile/ProfileCatalogue.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringDecoder>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype mostFiles = 50;
constexpr qint64 headOfProfile = 1024;
constexpr qint64 lookedAt = 64 * 1024; // bytes at the beginning of a file

class DropText {
    Q_DECLARE_TR_FUNCTIONS(DropText)
};

using Use = DropContent::Use;

DropContent refused(const QString& sentence)
{
    return { Use::None, sentence };
}

// Logs of Windows may be UTF-16, where every other byte is zero.
bool isBinary(const QByteArray& begin)
{
    const bool isWide = begin.startsWith("\xff\xfe") || begin.startsWith("\xfe\xff");
    return !isWide && begin.contains('\0');
}

QByteArray inUtf8(const QByteArray& begin)
{
    const auto wide = wideEncoding(begin);
    return wide ? QString(QStringDecoder(*wide).decode(begin)).toUtf8() : begin;
}

// A line that only a tool of a build prints, as reading the whole log would know it by.
bool isOfBuild(const QByteArray& line)
{
    LineCleaner cleaner;
    const auto mark = stageMark(cleaner.clean(line));
    return mark && !mark->isLate;
}

// A log may begin with something else, so that any other text is worth a try.
DropContent contentOfText(const QByteArray& begin)
{
    const QList<QByteArray> lines = inUtf8(begin).split('\n');
    if (std::any_of(lines.begin(), lines.end(), isOfBuild))
        return { Use::Attempts, DropText::tr("Open this log as an attempt") };
    return { Use::Attempts, DropText::tr("Try to open this text as a log: its beginning shows no build"),
        false };
}

DropContent contentOfFolder(const QString& path, const QString& name)
{
    if (const auto tree = factsOfTree(path))
        return { Use::Source,
            tree->version.isEmpty() ? DropText::tr("Build from this source folder")
                                    : DropText::tr("Build PyTorch %1 from this source folder")
                                          .arg(inOneLine(withoutControls(tree->version))) };
    return refused(
        DropText::tr("%1 is not a source folder of PyTorch: it has no CMakeLists.txt of that project.")
            .arg(name));
}

DropContent contentOfProfile(const QString& path, const QString& name)
{
    const ProfileReading reading = readProfileFile(path, QFileInfo(path).completeBaseName());
    if (reading.ok())
        return { Use::Profiles,
            DropText::tr("Add the profile \"%1\"").arg(inOneLine(withoutControls(reading.profile.name))) };
    return refused(inOneLine(withoutControls(profileProblemsText(name, reading.problems))));
}

DropContent contentOfFile(const QString& path, const QString& name)
{
    RegularFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return refused(DropText::tr("%1 cannot be read.").arg(name));
    if (name.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive)
        || looksLikeProfile(readWhole(path, headOfProfile)))
        return contentOfProfile(path, name);
    if (looksLikeBundle(path))
        return { Use::Attempts, DropText::tr("Open this bundle as an attempt") };
    GzipFile unpacked(file.handle());
    const QByteArray begin = unpacked.read(lookedAt);
    if (begin.isEmpty())
        return refused(DropText::tr("%1 is empty.").arg(name));
    if (isBinary(begin))
        return refused(DropText::tr("%1 is not a log, a bundle, a profile or a source folder.").arg(name));
    return contentOfText(begin);
}

DropContent contentOfOne(const QString& path)
{
    const QFileInfo info(path);
    const QString name = inOneLine(withoutControls(info.fileName()));
    if (!info.exists())
        return refused(DropText::tr("%1 is not there.").arg(name));
    return info.isDir() ? contentOfFolder(path, name) : contentOfFile(path, name);
}

QString sentenceOfMany(const DropContent& all, int count)
{
    if (all.use == Use::Profiles)
        return DropText::tr("Add these %n profiles", nullptr, count);
    return all.isSure ? DropText::tr("Open these %n files as attempts", nullptr, count)
                      : DropText::tr("Try to open these %n files as attempts", nullptr, count);
}

}

DropContent contentOfDrop(const QStringList& paths)
{
    if (paths.isEmpty() || paths.size() > mostFiles)
        return refused(DropText::tr("Between 1 and %1 files can be dropped at once.").arg(mostFiles));
    DropContent all = contentOfOne(paths.first());
    for (const QString& path : paths.mid(1)) {
        const DropContent one = contentOfOne(path);
        if (all.use == Use::None || one.use == Use::None)
            return all.use == Use::None ? all : one;
        if (one.use == Use::Source)
            return refused(DropText::tr("Only one source folder can be dropped at a time."));
        if (one.use != all.use)
            return refused(DropText::tr("Drop attempts, profiles and a source folder separately."));
        all.isSure = all.isSure && one.isSure;
    }
    if (paths.size() > 1 && all.use != Use::None)
        all.sentence = sentenceOfMany(all, int(paths.size()));
    return all;
}

}
