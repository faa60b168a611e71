// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include "core/base/CannotRead.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QDirIterator>
#include <QMap>
#include <QRegularExpression>

#include <optional>

namespace torchmason {

namespace {

constexpr qint64 longestLine = 64 * 1024 * 1024; // the inputs of a large library

struct BuildLine {
    QStringList outputs; // explicit ones
    QString rule;
    QStringList inputs; // explicit ones
};

// build lib/libc10.so | lib/x.txt: CXX_SHARED_LIBRARY_LINKER__c10_Release a.o b.o | dep || order
// A dollar sign keeps the space, colon or dollar sign behind it.
std::optional<BuildLine> parseBuildLine(const QByteArray& raw)
{
    if (!raw.startsWith("build "))
        return std::nullopt;
    BuildLine line;
    QStringList* list = &line.outputs;
    bool isExplicit = true;
    QString word;
    const auto endWord = [&] {
        if (word.startsWith(QLatin1Char('|')))
            isExplicit = false;
        else if (!word.isEmpty() && isExplicit)
            list->append(word);
        word.clear();
    };
    const QString text = decodeToolText(raw).mid(6).trimmed();
    for (qsizetype index = 0; index < text.size(); ++index) {
        const QChar c = text[index];
        if (c == QLatin1Char('$') && index + 1 < text.size()) {
            word += text[++index];
        } else if (c == QLatin1Char(' ')) {
            endWord();
        } else if (c == QLatin1Char(':') && list == &line.outputs) {
            endWord();
            list = &line.inputs;
            isExplicit = true;
        } else {
            word += c;
        }
    }
    endWord();
    if (line.inputs.isEmpty())
        return std::nullopt;
    line.rule = line.inputs.takeFirst();
    return line;
}

std::optional<ProductKind> kindOfRule(const QString& rule)
{
    // CXX_SHARED_LIBRARY_LINKER__c10_Release
    static const QRegularExpression linker(
        QStringLiteral(
            "^[A-Z]+_(SHARED_LIBRARY|SHARED_MODULE|MODULE_LIBRARY|STATIC_LIBRARY|EXECUTABLE)_LINKER__"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = linker.match(rule);
    if (!match.hasMatch())
        return std::nullopt;
    const QString type = match.captured(1);
    return type == QLatin1String("STATIC_LIBRARY") ? ProductKind::StaticLibrary
        : type == QLatin1String("EXECUTABLE")      ? ProductKind::Program
                                                   : ProductKind::SharedLibrary;
}

struct Links {
    QMap<QString, ProductKind> kinds; // output as written
    QMap<QString, QString> symlinks; // lib/libc10.so -> lib/libc10.so.2.6.0
    QMap<QString, QStringList> aliases; // of the wanted targets
};

Result<Links> readLinks(const QString& buildFolder, const QStringList& targets)
{
    RegularFile file(buildFolder + QStringLiteral("/build.ninja"));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file.fileName(), file);
    Links links;
    while (!file.atEnd()) {
        const auto line = parseBuildLine(file.readLine(longestLine));
        if (!line || line->outputs.isEmpty())
            continue;
        if (const auto kind = kindOfRule(line->rule)) {
            links.kinds.insert(line->outputs.first(), *kind);
        } else if (line->rule.startsWith(QLatin1String("CMAKE_SYMLINK_")) && !line->inputs.isEmpty()) {
            for (const QString& output : line->outputs)
                links.symlinks.insert(output, line->inputs.first());
        } else if (line->rule == QLatin1String("phony") && targets.contains(line->outputs.first())) {
            links.aliases.insert(line->outputs.first(), line->inputs);
        }
    }
    return links;
}

std::optional<ProductKind> kindOfFile(const QString& name)
{
    if (name.endsWith(QLatin1String(".so")) || name.contains(QLatin1String(".so."))
        || name.endsWith(QLatin1String(".dll")) || name.endsWith(QLatin1String(".pyd")))
        return ProductKind::SharedLibrary;
    if (name.endsWith(QLatin1String(".a")))
        return ProductKind::StaticLibrary;
    if (name.endsWith(QLatin1String(".exe")))
        return ProductKind::Program;
    return std::nullopt;
}

}

Result<ProductList> readBuiltProducts(const QString& buildFolder, const QStringList& targets)
{
    const auto links = readLinks(buildFolder, targets);
    if (!links)
        return links.error();
    ProductList list;
    const QDir folder(buildFolder);
    const auto add = [&](const QString& name) {
        const QString output = links->symlinks.value(name, name);
        if (!links->kinds.contains(output))
            return false;
        list.products.append(
            { links->kinds.value(output), QDir::cleanPath(folder.absoluteFilePath(output)) });
        return true;
    };
    if (targets.isEmpty() || targets.contains(QLatin1String("all"))) {
        for (auto link = links->kinds.begin(); link != links->kinds.end(); ++link)
            add(link.key());
        return list;
    }
    for (const QString& target : targets) {
        bool isLinked = add(target);
        for (const QString& output : links->aliases.value(target))
            isLinked = add(output) || isLinked;
        if (!isLinked)
            list.others << target;
    }
    return list;
}

ProductList findBuiltProducts(const QString& buildFolder)
{
    ProductList list;
    for (const char* name : { "lib", "bin", "lib64" }) {
        QDirIterator files(buildFolder + QLatin1Char('/') + QLatin1String(name),
            QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (const auto kind = kindOfFile(files.fileName()))
                list.products.append({ *kind, path });
        }
    }
    return list;
}

}
