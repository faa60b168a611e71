// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace torchmason {

// What verifying asks of a torch without CUDA, as Python source.
inline const QByteArray standInTorch = "class Matrix:\n"
                                       "    def __matmul__(self, other):\n"
                                       "        return [[64.0] * 64] * 64\n"
                                       "def ones(shape, device):\n"
                                       "    return Matrix()\n"
                                       "__version__ = '2.6.0'\n"
                                       "class version:\n"
                                       "    cuda = None\n";

}
