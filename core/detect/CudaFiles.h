// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// "12.9.86" out of "Cuda compilation tools, release 12.9, V12.9.86"; empty where nvcc said something else.
QString versionFromNvcc(const QString& output);

// The same number out of the version.json that toolkits have had since 11.1; empty where it is not there.
QString versionFromCudaJson(const QByteArray& content);

// "9.10.2" out of the CUDNN_MAJOR, CUDNN_MINOR and CUDNN_PATCHLEVEL lines of cudnn_version.h (or, up to
// cuDNN 7, of cudnn.h); empty where they are not there.
QString versionFromCudnnHeader(const QByteArray& header);

}
