// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/JsonPlaces.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <QMap>
#include <QStringDecoder>

namespace torchmason {

namespace {

QByteArray asUtf8(const QByteArray& content)
{
    const auto encoding = QStringConverter::encodingForData(content, u'{');
    if (!encoding)
        return decodeToolText(content).toUtf8();
    QStringDecoder decoder(*encoding);
    const QString text = decoder.decode(content);
    return text.toUtf8();
}

}

QString chosenByUser()
{
    return QStringLiteral("chosen by you");
}

bool GpuFacts::isServed() const
{
    return kernelDriver.isEmpty() || kernelDriver == QLatin1String("nvidia");
}

bool isSystemPython(const QString& kind)
{
    return kind == QLatin1String("system");
}

bool HostFacts::isInWsl() const
{
    return environment.contains(QStringLiteral("wsl1")) || environment.contains(QStringLiteral("wsl2"));
}

// NVIDIA's guide to CUDA on WSL: the driver of Windows is the only one, and nvidia-smi tells its version.
Platform HostFacts::platformOfDriver() const
{
    return isInWsl() ? Platform::Windows : platform;
}

QString surroundingName(const QString& id)
{
    static const QMap<QString, QString> names { { QStringLiteral("wsl1"), QStringLiteral("WSL 1") },
        { QStringLiteral("wsl2"), QStringLiteral("WSL 2") },
        { QStringLiteral("docker"), QStringLiteral("Docker") },
        { QStringLiteral("podman"), QStringLiteral("Podman") },
        { QStringLiteral("kubernetes"), QStringLiteral("Kubernetes") },
        { QStringLiteral("lxc"), QStringLiteral("LXC") } };
    return id == QLatin1String("container") ? Core::tr("a container") : names.value(id);
}

const ToolFacts* HostFacts::tool(const QString& name) const
{
    for (const ToolFacts& tool : tools) {
        if (tool.name == name)
            return &tool;
    }
    return nullptr;
}

const PythonFacts* HostFacts::defaultPython() const
{
    for (const PythonFacts& python : pythons) {
        if (python.isDefault)
            return &python;
    }
    return pythons.isEmpty() ? nullptr : &pythons.first();
}

const CudaToolkitFacts* HostFacts::winningToolkit() const
{
    for (const CudaToolkitFacts& toolkit : cudaToolkits) {
        if (toolkit.winsOnPath)
            return &toolkit;
    }
    return cudaToolkits.isEmpty() ? nullptr : &cudaToolkits.first();
}

QString compilerName(const CompilerFacts& compiler)
{
    return QStringLiteral("%1 %2").arg(compiler.family, compiler.version).trimmed();
}

Result<HostFacts> factsFromText(const QByteArray& content, const QString& where)
{
    if (content.trimmed().isEmpty())
        return Error {
            Core::tr("%1 is empty: write it there with \"torchmason-cli doctor --json\".").arg(where)
        };
    const QByteArray text = asUtf8(content);
    const auto document = parseJson(text, where);
    if (!document)
        return document.error();
    const JsonPlaces places(text);
    if (const QString twice = places.repeated().value(0); !twice.isEmpty())
        return Error { Core::tr(
            "%1, line %2: %3 is there twice, and only one of them would count; remove one.")
                           .arg(where)
                           .arg(places.of(twice).line)
                           .arg(fieldOfPointer(twice)) };
    auto facts = hostFactsFromJson(*document, where);
    if (facts)
        facts->isElsewhere = true;
    return facts;
}

Result<HostFacts> readFactsFile(const QString& path)
{
    RegularFile file(path);
    if (!file.openDocument())
        return cannotRead(path, file);
    return factsFromText(file.readAll(), path);
}

}
