// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/NvidiaSmi.h"
#include "core/detect/PythonAnswer.h"
#include "core/detect/VisualStudio.h"
#include "core/patch/GitDiff.h"
#include "tests/fuzz/Require.h"

using namespace torchmason;

// What programs of the machine answer, and which files a patch says that it changes. The first byte says
// which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView bytes = fuzz::bytesOf(data, size).sliced(1);
    const QByteArray text = bytes.toByteArray();
    switch (data[0] % 5) {
    case 0:
        (void)readNvidiaSmi(bytes, data[0] % 2);
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
    default:
        if (data[0] % 64 == 4) // starts git
            fuzz::requireReason(filesOfDiff(text));
    }
    return 0;
}
