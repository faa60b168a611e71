# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports torch and tells what it can do, as one line of JSON behind a mark.

Works with every Python 3 that PyTorch is built for. Whatever fails is told in "error", so that the caller
need not read a traceback; what cannot be known is left out.
"""
import json
import os
import sys
import time

MARK = "TORCHMASON-VERIFY "


def matmul(torch, device):
    """Multiplies two small matrices whose product is known; answers seconds."""
    left = torch.ones((64, 64), device=device)
    begin = time.time()
    product = left @ left
    value = float(product[3][5])
    if value != 64.0:
        raise RuntimeError("a product of matrices is %r instead of 64.0" % value)
    return time.time() - begin


def look_at_cuda(torch, answer):
    answer["archList"] = list(torch.cuda.get_arch_list())
    answer["cudaVersion"] = getattr(torch.version, "cuda", None)
    answer["cudaAvailable"] = bool(torch.cuda.is_available())
    if answer["cudaAvailable"]:
        major, minor = torch.cuda.get_device_capability(0)
        answer["device"] = torch.cuda.get_device_name(0)
        answer["capability"] = "%d.%d" % (major, minor)
        answer["step"] = "matmul on the graphics card"
        answer["gpuSeconds"] = matmul(torch, "cuda")


def look(answer):
    answer["step"] = "import torch"
    import torch

    answer["version"] = str(torch.__version__)
    answer["file"] = str(torch.__file__)
    answer["step"] = "matmul"
    answer["cpuSeconds"] = matmul(torch, "cpu")
    answer["step"] = "torch.cuda"
    if getattr(torch.version, "cuda", None) or getattr(torch.version, "hip", None):
        look_at_cuda(torch, answer)
    del answer["step"]


def main():
    answer = {"python": sys.version.split()[0]}
    try:
        look(answer)
    except BaseException as problem:  # a SystemExit inside of the package is a failure, too
        answer["error"] = "%s: %s" % (type(problem).__name__, problem)
    sys.stdout.write("\n" + MARK + json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(1 if "error" in answer else 0)  # what crashes at the end of the interpreter is not ours


main()
