// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/NvidiaSmi.h"
#include "core/detect/PythonAnswer.h"
#include "core/detect/VisualStudio.h"
#include "core/detect/WindowsPlaces.h"
#include "core/patch/GitDiff.h"
#include "tests/fuzz/JsonMutator.h"
#include "tests/fuzz/Require.h"

using namespace torchmason;

namespace {

// Answers every question with the next lines of the input, whatever key is asked for.
class AnyRegistry final : public RegistryReader {
public:
    explicit AnyRegistry(const QString& lines)
        : m_lines(lines.split(QLatin1Char('\n')))
    {
    }

    std::optional<QString> text(const QString&, const QString&) const override
    {
        return m_at < m_lines.size() ? std::optional(m_lines[m_at++]) : std::nullopt;
    }
    QStringList keys(const QString&) const override
    {
        const QStringList names = m_lines.mid(m_at, 3);
        m_at += names.size();
        return names;
    }

private:
    QStringList m_lines;
    mutable qsizetype m_at = 0;
};

void readRegistry(const QString& lines)
{
    ProbeContext context;
    context.root = fuzz::folder();
    context.registry = std::make_shared<AnyRegistry>(lines);
    HostFacts facts;
    probeWindowsSystem(context)(facts);
    (void)windowsPythons(context);
    (void)windowsCudaRoots(context);
    for (const char* tool : { "cmake", "git", "ninja" })
        (void)windowsToolPlace(context, QLatin1String(tool));
}

}

// What programs of the machine and the registry answer, and which files a patch says that it changes. The
// first byte says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView bytes = fuzz::bytesOf(data, size).sliced(1);
    const QByteArray text = bytes.toByteArray();
    switch (data[0] % 6) {
    case 0:
        (void)readNvidiaSmi(bytes, data[0] % 4 == 0);
        (void)pciAddress(QString::fromUtf8(text));
        break;
    case 1:
        fuzz::requireReason(compilersFromVswhere(text));
        break;
    case 2:
        fuzz::requireReason(readPythonAnswer(QString::fromUtf8(text), {}));
        break;
    case 3:
        (void)versionFromNvcc(QString::fromUtf8(text));
        (void)versionFromCudaJson(text);
        (void)versionFromCudnnHeader(text);
        break;
    case 4:
        readRegistry(QString::fromUtf8(text));
        break;
    default:
        if (fuzz::isOneIn(64, bytes)) // starts git
            fuzz::requireReason(filesOfDiff(text));
    }
    return 0;
}
