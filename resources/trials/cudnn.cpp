// SPDX-License-Identifier: GPL-3.0-or-later
// The version that the header names, and the one that the library says it is.
#include <cstdio>
#include <cudnn.h>

int main()
{
    std::printf("{\"torchmason\":1,\"header\":%lu,\"library\":%lu}\n", (unsigned long)CUDNN_VERSION,
        (unsigned long)cudnnGetVersion());
    return 0;
}
