// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/MachineReport.h"
#include "core/profile/Candidates.h"

#include "core/export/MarkdownReport.h"
#include "core/memory/SwapName.h"
#include "core/solver/CheckReport.h"

namespace torchmason {

namespace {

// "a, b" of what is known; unknown parts are left out.
QString joined(const QStringList& parts)
{
    QStringList known = parts;
    known.removeAll(QString());
    return known.join(QLatin1String(", "));
}

class Table {
public:
    void row(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            m_text += QStringLiteral("| %1 | %2 |\n").arg(markdownCell(name), markdownCell(value));
    }
    QString text() const { return QStringLiteral("| What | Value |\n| --- | --- |\n") + m_text; }

private:
    QString m_text;
};

QString coresText(const HostFacts& facts)
{
    return !facts.logicalCores     ? QString()
        : *facts.logicalCores == 1 ? QStringLiteral("1 thread")
                                   : QStringLiteral("%1 threads").arg(*facts.logicalCores);
}

QString sizeText(const std::optional<Bytes>& size, const QString& what)
{
    return size ? formatBytes(*size) + what : QString();
}

void addMachine(Table& table, const HostFacts& facts)
{
    table.row(QStringLiteral("System"), joined({ facts.osName, facts.osBuild }));
    table.row(QStringLiteral("Runs in"), facts.environment.join(QLatin1String(", ")));
    table.row(QStringLiteral("Processor"), joined({ facts.cpuModel, coresText(facts) }));
    table.row(QStringLiteral("Memory"),
        joined({ sizeText(facts.memoryTotal, {}), sizeText(facts.memoryAvailable, QStringLiteral(" free")),
            sizeText(facts.swapTotal, QLatin1Char(' ') + swapName(facts.platform)) }));
    for (const GpuFacts& gpu : facts.gpus)
        table.row(QStringLiteral("Graphics card"),
            joined({ gpu.name,
                gpu.computeCapability.isEmpty()
                    ? QString()
                    : QStringLiteral("compute capability ") + gpu.computeCapability,
                sizeText(gpu.memory, {}),
                gpu.driver.isEmpty() ? QString() : QStringLiteral("driver ") + gpu.driver,
                gpu.isServed() ? QString() : QStringLiteral("not served by NVIDIA's driver") }));
    for (const DiskFacts& disk : facts.disks)
        table.row(QStringLiteral("Disk for ") + disk.role, sizeText(disk.free, QStringLiteral(" free")));
}

void addTools(Table& table, const HostFacts& facts)
{
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
        table.row(QStringLiteral("CUDA"),
            joined({ toolkit.version, toolkit.root,
                toolkit.cudnn.isEmpty() ? QString() : QStringLiteral("cuDNN ") + toolkit.cudnn,
                toolkit.winsOnPath ? QStringLiteral("first in PATH") : QString(),
                toolkit.namedBy.isEmpty()
                    ? QString()
                    : QStringLiteral("named by ") + toolkit.namedBy.join(QLatin1String(" and ")) }));
    for (const CompilerFacts& compiler : facts.compilers)
        table.row(QStringLiteral("C++ compiler"), joined({ compilerTitle(compiler), compiler.path }));
    for (const PythonFacts& python : facts.pythons)
        table.row(QStringLiteral("Python"),
            joined({ python.version, python.kind, python.path,
                python.isDefault ? QStringLiteral("the default") : QString() }));
    for (const ToolFacts& tool : facts.tools)
        table.row(tool.name, joined({ tool.version, tool.path }));
}

QString checks(const Profile* profile, const QVector<CheckRow>& rows)
{
    QString text = QStringLiteral("\n### Checks: %1\n\n")
                       .arg(verdictText(verdictOf(rows),
                           profile ? QStringLiteral("%1 (%2)").arg(profile->name, profile->id) : QString()));
    qsizetype good = 0;
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Pass)
            ++good;
        else
            text += QStringLiteral("- %1\n").arg(checkLine(row));
    }
    return text + QStringLiteral("- %1 of %2 checks are good\n").arg(good).arg(rows.size());
}

QString notKnown(const HostFacts& facts)
{
    QString text;
    for (const UnknownFact& unknown : facts.unknown)
        text += QStringLiteral("- %1: %2\n").arg(unknown.probe, unknown.reason);
    return text.isEmpty() ? text : QStringLiteral("\n### Not found out\n\n") + text;
}

QString wheelText(const WheelAdvice& wheel)
{
    return QStringLiteral("\n### Official wheel\n\n%1 %2\n")
        .arg(wheelHeadline(wheel), wheel.reasons.join(QLatin1Char(' ')));
}

}

QString machineReport(const HostFacts& facts, const Profile* profile, const QVector<CheckRow>& rows,
    const WheelAdvice& wheel, const PrivateNames& names)
{
    Table table;
    addMachine(table, facts);
    addTools(table, facts);
    const QString text = QStringLiteral("### Machine\n\n") + table.text() + checks(profile, rows)
        + notKnown(facts) + wheelText(wheel)
        + QStringLiteral("\nWritten by Torchmason %1; names, home folders and secrets were removed.\n")
              .arg(QStringLiteral(TORCHMASON_VERSION));
    return publishable(text, names);
}

}
