// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/detect/AskAll.h"
#include "core/detect/NvidiaSmi.h"
#include "core/detect/PciCards.h"
#include "core/detect/Probe.h"
#include "core/knowledge/GpuCatalogue.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

// Loading the driver for the first program that asks takes longer than any other tool needs.
Milliseconds firstLimit(const ProbeContext& context)
{
    return 5 * context.limit / 4;
}

struct GpuAnswer {
    QVector<GpuFacts> gpus;
    QStringList problems;
};

bool isListed(const QVector<GpuFacts>& gpus, const QString& address)
{
    return std::any_of(gpus.begin(), gpus.end(), [&](const GpuFacts& gpu) { return gpu.pci == address; });
}

// Empty where NVIDIA's driver is not loaded.
QString driverVersion(const ProbeContext& context)
{
    const auto module = context.readFile(QStringLiteral("/sys/module/nvidia/version"));
    return QString::fromLatin1(module.value_or(QByteArray()).trimmed());
}

PciProduct productOf(const ProbeContext& context, const PciCard& card, const GpuCatalogue& catalogue)
{
    PciProduct product = catalogue.pciProduct(card.device);
    for (const char* list : { "/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids" }) {
        if (product.name.isEmpty())
            product = productFromPciIds(
                context.readFile(QLatin1String(list)).value_or(QByteArray()), card.device);
    }
    if (!card.name.isEmpty())
        product.name = card.name;
    if (product.name.isEmpty())
        product.name = QStringLiteral("NVIDIA card 10de:") + card.device;
    return product;
}

GpuFacts gpuFromBus(
    const ProbeContext& context, const PciCard& card, const QString& driver, const GpuCatalogue& catalogue)
{
    const PciProduct product = productOf(context, card, catalogue);
    const bool served = card.kernelDriver == QLatin1String("nvidia");
    return { product.name, catalogue.capabilityOfChip(product.chip), std::nullopt,
        served ? driver : QString(), QStringLiteral("PCI"), card.address, card.kernelDriver };
}

ProbeAnswer askNvidiaSmi(
    const ProbeContext& context, const QString& program, bool withCapability, Milliseconds limit)
{
    // Where the card or its driver is broken, nvidia-smi may hang in the kernel and cannot even be killed.
    const Milliseconds patience = limit + Milliseconds(250);
    const auto answers = askAll(
        QVector<QString> { program }, patience, [context, withCapability, limit](const QString& path) {
            return context.runner->run(path, nvidiaSmiArguments(withCapability), limit);
        });
    return answers.front().value_or(ProbeAnswer { true, true, -1, {}, {} });
}

// What an answer holds beside its cards.
QStringList problemsOf(const ProbeAnswer& answer, const NvidiaSmiReading& reading)
{
    QStringList said = reading.strangeLines;
    if (answer.exitCode != 0 || reading.gpus.isEmpty())
        said += plainToolText(answer.standardError).trimmed().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QString words = said.join(QLatin1String("; ")).left(300);
    if (words.isEmpty() && answer.exitCode == 0)
        return reading.gpus.isEmpty() ? QStringList { Core::tr("nvidia-smi printed nothing.") }
                                      : QStringList();
    if (words.isEmpty())
        words = QStringLiteral("nothing");
    return { answer.exitCode == 0
            ? Core::tr("nvidia-smi printed \"%1\".").arg(words)
            : Core::tr("nvidia-smi ended with code %1 and printed \"%2\".").arg(answer.exitCode).arg(words) };
}

GpuAnswer fromNvidiaSmi(const ProbeContext& context, const QString& program)
{
    Milliseconds limit = firstLimit(context);
    ProbeAnswer answer = askNvidiaSmi(context, program, true, limit);
    NvidiaSmiReading reading = readNvidiaSmi(answer.standardOutput, true);
    if (reading.refusesField()) { // its driver is loaded by now
        limit = context.limit;
        answer = askNvidiaSmi(context, program, false, limit);
        reading = readNvidiaSmi(answer.standardOutput, false);
    }
    if (answer.timedOut)
        return { reading.gpus, { noAnswerInTime(program, limit).message } };
    if (!answer.started)
        return { reading.gpus, { notStarted(program).message } };
    return { reading.gpus, problemsOf(answer, reading) };
}

QString nvidiaSmi(const ProbeContext& context)
{
    const QString found = context.program(QStringLiteral("nvidia-smi"), QStringLiteral("nvidia-smi"));
    if (!found.isEmpty())
        return found;
    for (const QString& place : usualNvidiaSmiPlaces(context)) {
        if (context.exists(place))
            return place;
    }
    return {};
}

// A card that nvidia-smi keeps quiet about although all is well is another container's or a virtual
// machine's; one that another driver has, or none, is the user's all the same.
bool isMissing(const GpuAnswer& answer, const PciCard& card)
{
    if (answer.gpus.isEmpty())
        return true;
    if (!card.address.isEmpty() && isListed(answer.gpus, card.address))
        return false;
    if (card.kernelDriver == QLatin1String("nvidia"))
        return !card.address.isEmpty() && !answer.problems.isEmpty();
    return card.kernelDriver != QLatin1String("vfio-pci");
}

GpuAnswer ask(const ProbeContext& context, const GpuCatalogue& catalogue)
{
    // The bus comes first: files cannot hang, and show cards without a driver.
    const QString driver = driverVersion(context);
    const QVector<PciCard> onBus = nvidiaPciCards(context);
    const QString program = nvidiaSmi(context);
    GpuAnswer answer = program.isEmpty() ? GpuAnswer() : fromNvidiaSmi(context, program);
    const GpuAnswer told = answer;
    for (const PciCard& card : onBus) {
        if (isMissing(told, card))
            answer.gpus.append(gpuFromBus(context, card, driver, catalogue));
    }
    for (GpuFacts& gpu : answer.gpus) {
        for (const PciCard& card : onBus) {
            if (!gpu.pci.isEmpty() && gpu.pci == card.address)
                gpu.kernelDriver = card.kernelDriver;
        }
    }
    return answer;
}

}

FactsChange probeGpus(const ProbeContext& context)
{
    const auto loaded = GpuCatalogue::load();
    const GpuCatalogue catalogue = loaded ? *loaded : GpuCatalogue();
    GpuAnswer answer = ask(context, catalogue);
    for (GpuFacts& gpu : answer.gpus) {
        if (gpu.computeCapability.isEmpty())
            gpu.computeCapability = catalogue.computeCapability(gpu.name);
    }
    return [answer](HostFacts& facts) {
        facts.gpus = answer.gpus;
        for (const QString& problem : answer.problems)
            facts.unknown.append({ QStringLiteral("gpu"), problem });
    };
}

PciProduct productFromPciIds(const QByteArray& ids, const QString& device)
{
    const qsizetype vendor = ids.indexOf("\n10de  ");
    if (vendor < 0)
        return {};
    const QByteArray begin = "\n\t" + device.toLatin1() + "  ";
    const qsizetype at = ids.indexOf(begin, vendor);
    // The next vendor's line begins with no tab.
    static const QRegularExpression nextVendor(QStringLiteral("\\n[0-9a-f]{4}  "));
    const qsizetype end = QString::fromLatin1(ids.mid(vendor + 1)).indexOf(nextVendor);
    if (at < 0 || (end >= 0 && at > vendor + 1 + end))
        return {};
    const qsizetype from = at + begin.size();
    const QString line = QString::fromUtf8(ids.mid(from, ids.indexOf('\n', from) - from)).trimmed();
    // GB205 [GeForce RTX 5070]
    static const QRegularExpression form(QStringLiteral(R"(^(\w+)\s*\[(.+)\]$)"));
    const auto match = form.match(line);
    if (!match.hasMatch())
        return { QStringLiteral("NVIDIA ") + line, line.section(QLatin1Char(' '), 0, 0) };
    return { QStringLiteral("NVIDIA ") + match.captured(2), match.captured(1) };
}

}
