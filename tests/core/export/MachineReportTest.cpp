// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/MachineReport.h"
#include "core/preflight/Preflight.h"

#include <QTest>

using namespace torchmason;

class MachineReportTest : public QObject {
    Q_OBJECT

private slots:
    void holdsWhatAnIssueNeeds();
    void nothingPrivateRemains();
    void emptyMachineIsReported();
};

namespace {

HostFacts machine()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.osName = "Debian GNU/Linux 12 (bookworm)";
    facts.cpuModel = "Some CPU | with a bar";
    facts.logicalCores = 24;
    facts.memoryTotal = Bytes(33'378'976) * 1024;
    facts.gpus.append(GpuFacts { "NVIDIA GeForce RTX 5070", "12.0", {}, "581.29", "nvidia-smi" });
    CudaToolkitFacts toolkit;
    toolkit.root = "/home/annika/cuda-12.9";
    toolkit.version = "12.9.86";
    toolkit.winsOnPath = true;
    facts.cudaToolkits.append(toolkit);
    PythonFacts python;
    python.path = "/home/annika/venv/bin/python";
    python.version = "3.12.4";
    python.isDefault = true;
    facts.pythons.append(python);
    facts.unknown.append(UnknownFact { "gpu", "nvidia-smi of annikas-box said: TOKEN=abcdef123456" });
    return facts;
}

QString reportOf(const HostFacts& facts)
{
    return machineReport(facts, nullptr, describeMachine(facts), adviseWheel(facts, nullptr),
        { "/home/annika", { "annika" }, { "annikas-box" } });
}

}

void MachineReportTest::holdsWhatAnIssueNeeds()
{
    const QString report = reportOf(machine());
    for (const char* words : { "Debian GNU/Linux 12", "RTX 5070, compute capability 12.0, driver 581.29",
             "12.9.86, ~/cuda-12.9, first in PATH", "3.12.4", "### Not found out", "### Official wheel",
             "Some CPU \\| with a bar", "24 threads" })
        QVERIFY2(report.contains(QLatin1String(words)), qPrintable(words + (": " + report)));
    HostFacts small = machine();
    small.logicalCores = 1;
    QVERIFY(reportOf(small).contains("1 thread |"));
}

void MachineReportTest::nothingPrivateRemains()
{
    const QString report = reportOf(machine());
    for (const char* words : { "annika", "annikas-box", "/home/", "abcdef123456" })
        QVERIFY2(!report.contains(QLatin1String(words), Qt::CaseInsensitive), qPrintable(report));
}

void MachineReportTest::emptyMachineIsReported()
{
    const QString report = reportOf(HostFacts {});
    QVERIFY(report.startsWith("### Machine"));
    QVERIFY2(!report.contains("| |"), qPrintable(report));
}

QTEST_GUILESS_MAIN(MachineReportTest)
#include "MachineReportTest.moc"
