// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel on every card. Codes are told as numbers: 209 there is no code for that card, 35 the driver is
// older than the toolkit, 100 there is no card.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void triple(int* value)
{
    *value *= 3;
}

static int runOn(int device, int* result)
{
    int* value = nullptr;
    int number = 7;
    int code = cudaSetDevice(device);
    if (code == 0)
        code = cudaMalloc(&value, sizeof(int));
    if (code == 0)
        code = cudaMemcpy(value, &number, sizeof(int), cudaMemcpyHostToDevice);
    if (code == 0) {
        triple<<<1, 1>>>(value);
        code = cudaGetLastError();
    }
    if (code == 0)
        code = cudaMemcpy(result, value, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(value);
    return code;
}

int main()
{
    int driver = 0;
    int runtime = 0;
    int count = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const int counted = cudaGetDeviceCount(&count);
    std::printf("{\"torchmason\":1,\"driver\":%d,\"runtime\":%d,\"counted\":%d,\"devices\":[", driver, runtime,
        counted);
    for (int device = 0; counted == 0 && device < count; ++device) {
        int major = 0;
        int minor = 0;
        int result = 0;
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
        const int code = runOn(device, &result);
        std::printf("%s{\"capability\":\"%d.%d\",\"code\":%d,\"result\":%d}", device > 0 ? "," : "", major,
            minor, code, result);
    }
    std::printf("]}\n");
    return 0;
}
