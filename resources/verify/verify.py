# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports torch and tells what it can do, as one line of JSON behind a mark.

Works with every Python 3 that PyTorch is built for. Whatever fails is told in "error", so that the caller
need not read a traceback; what cannot be known is left out. The first word is the seconds after which it says
where it hangs and ends. With the word "compile" behind it, it tries torch.compile alone, which may need minutes
and parts that a wheel does not bring. Each step is told before it begins: what crashes tells nothing any more.
"""
import faulthandler
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import sys
import time
import traceback

MARK = "TORCHMASON-VERIFY "
STEP_MARK = "TORCHMASON-STEP "


def begin(answer, step):
    answer["step"] = step
    sys.stdout.write("\n" + STEP_MARK + step + "\n")
    sys.stdout.flush()


def matmul(torch, device):
    """Multiplies two small matrices whose product is known; answers seconds."""
    left = torch.ones((64, 64), device=device)
    begin = time.time()
    product = left @ left
    value = float(product[3][5])
    if value != 64.0:
        raise RuntimeError("a product of matrices is %r instead of 64.0" % value)
    return time.time() - begin


def autograd(torch):
    """The derivative of x^2 is 2x."""
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    (x * x).sum().backward()
    if x.grad.tolist() != [2.0, 4.0, 6.0]:
        raise RuntimeError("a derivative is %r instead of [2, 4, 6]" % (x.grad.tolist(),))


def save_and_load(torch):
    kept = io.BytesIO()
    torch.save({"weights": torch.arange(10)}, kept)
    kept.seek(0)
    if torch.load(kept)["weights"].sum().item() != 45:
        raise RuntimeError("what was saved is not what was loaded")


def train(torch):
    """One step of a small network makes its loss smaller."""
    torch.manual_seed(1)
    network = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
    data, wanted = torch.randn(32, 8), torch.zeros(32, 1)
    losses = []
    for _ in range(2):
        loss = torch.nn.functional.mse_loss(network(data), wanted)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if not losses[1] < losses[0]:
        raise RuntimeError("a training step made the loss %r of %r" % (losses[1], losses[0]))


def with_numpy(torch):
    """True, or why arrays of NumPy cannot be used; None where there is no NumPy to try it with."""
    try:
        import numpy
    except ImportError:
        return None
    try:
        return bool(torch.from_numpy(numpy.ones(3)).sum().item() == 3.0)
    except Exception as problem:
        return ("%s (NumPy %s is here; torch was compiled without NumPy, or with one of another first number)"
                % (problem, getattr(numpy, "__version__", "?")))


def try_compile(answer):
    """torch.compile brings no compiler and no Python package that it needs: what is missing is no failure."""
    import torch

    if not hasattr(torch, "compile"):
        answer["untried"] = "torch %s has no torch.compile" % torch.__version__
        return
    begin(answer, "torch.compile")
    try:
        double = torch.compile(lambda x: torch.sin(x) * 2 + x)
        value = torch.ones(64)
        difference = (double(value) - (torch.sin(value) * 2 + value)).abs().max().item()
    except ImportError as problem:
        answer["untried"] = str(problem)
        return
    if difference > 1e-5:
        raise RuntimeError("a compiled function is %r off" % difference)
    del answer["step"]


def arch_list(torch):
    """What the package has code for; None where it cannot be known.

    torch.cuda.get_arch_list() answers an empty list where no card can be used, so the flags themselves are
    asked for.
    """
    try:
        flags = torch._C._cuda_getArchFlags()
        return None if flags is None else flags.split()
    except AttributeError:
        return list(torch.cuda.get_arch_list()) or None


def covers(archs, major, minor):
    """Whether one of "sm_86", "sm_90a", "compute_80" makes code that a card of this capability runs.

    Code for a card runs on later ones with the same first number, code for the driver to translate (PTX) on
    all later ones, and what ends with a letter on that very card only. Other names (AMD's) tell nothing.
    """
    known = False
    for arch in archs:
        match = re.match(r"(sm|compute)_(\d+)(\d)([af]?)$", arch)
        if not match:
            continue
        known = True
        other = (int(match.group(2)), int(match.group(3)))
        if match.group(4) == "a":
            fits = other == (major, minor)
        elif match.group(1) == "sm" or match.group(4):
            fits = other[0] == major and other[1] <= minor
        else:
            fits = other <= (major, minor)
        if fits:
            return True
    return not known


def is_for_want_of_room(problem):
    """Whether other programs have the card or all of its memory: that says nothing of this torch."""
    return re.search("out of memory|CUBLAS_STATUS_ALLOC_FAILED|busy or unavailable", str(problem)) is not None


def look_at_card(torch, answer, index):
    card = {"name": str(torch.cuda.get_device_name(index))}
    answer["cards"].append(card)
    major, minor = torch.cuda.get_device_capability(index)
    card["capability"] = "%d.%d" % (major, minor)
    card["tried"] = covers(answer.get("archList", []), major, minor)
    if card["tried"]:
        begin(answer, "matmul on %s (%s)" % (card["name"], card["capability"]))
        try:
            card["seconds"] = matmul(torch, "cuda:%d" % index)
        except Exception as problem:
            if not is_for_want_of_room(problem):
                raise
            card["busy"] = str(problem).split("\n")[0]


def look_at_cuda(torch, answer):
    known = arch_list(torch)
    if known is not None:
        answer["archList"] = known
    answer["cudaVersion"] = getattr(torch.version, "cuda", None)
    answer["cards"] = []
    if torch.cuda.is_available():
        for index in range(torch.cuda.device_count()):
            look_at_card(torch, answer, index)


def is_in_environment(path):
    """By their names, or where one of them is reached by a link, by where they lie."""
    def is_inside(file, folder):
        return os.path.normcase(file).startswith(os.path.join(os.path.normcase(folder), ""))

    return is_inside(path, sys.prefix) or is_inside(os.path.realpath(path), os.path.realpath(sys.prefix))


def look(answer):
    begin(answer, "import torch")
    import torch

    answer["version"] = str(torch.__version__)
    answer["file"] = str(torch.__file__)
    answer["elsewhere"] = not is_in_environment(answer["file"])
    begin(answer, "matmul")
    answer["cpuSeconds"] = matmul(torch, "cpu")
    begin(answer, "torch.__config__")
    answer["config"] = str(torch.__config__.show())
    for name, test in (("autograd", autograd), ("save and load", save_and_load), ("a training step", train)):
        begin(answer, name)
        test(torch)
    answer["numpy"] = with_numpy(torch)
    begin(answer, "torch.cuda")
    if getattr(torch.version, "cuda", None) or getattr(torch.version, "hip", None):
        look_at_cuda(torch, answer)
    else:
        answer["archList"] = []
    del answer["step"]


def is_absent():
    """Whether there is no torch at all, not even one for another Python."""
    return importlib.util.find_spec("torch") is None


def module_of_another_python():
    """torch/_C of another version of Python is taken for no module at all; "" where that is not so."""
    for folder in sys.path:
        try:
            files = [name for name in os.listdir(os.path.join(folder, "torch")) if re.match(r"_C\..*(so|pyd)$", name)]
        except OSError:
            continue
        fitting = ["_C" + suffix for suffix in importlib.machinery.EXTENSION_SUFFIXES]
        if set(files) & set(fitting):
            return ""
        if files:
            return ("torch/%s is a module for another Python: Python %d.%d here loads %s"
                    % (files[0], sys.version_info[0], sys.version_info[1], fitting[0]))
    return ""


def in_package(path):
    """Without the folder that it was unpacked to, which goes again."""
    for folder in sys.path:
        if folder and path.startswith(os.path.join(folder, "")):
            return path[len(os.path.join(folder, "")):]
    return path


def words_of(problem):
    """Type and message; of a mistake in a file which file that is, with its folder."""
    message = str(problem)
    if isinstance(problem, SyntaxError) and problem.filename:
        message = "%s (%s, line %s)" % (problem.msg, in_package(problem.filename), problem.lineno)
    elif isinstance(problem, ImportError):
        message = module_of_another_python() or message
    return "%s: %s" % (type(problem).__name__, message)


def main():
    answer = {"python": sys.version.split()[0]}
    faulthandler.enable()
    faulthandler.dump_traceback_later(float(sys.argv[1]), exit=True)
    try:
        if sys.argv[2:] == ["compile"]:
            try_compile(answer)
        else:
            look(answer)
    except BaseException as problem:  # a SystemExit inside of the package is a failure, too
        answer["error"] = words_of(problem)
        answer["absent"] = isinstance(problem, ImportError) and is_absent()
        traceback.print_exc()
    sys.stdout.write("\n" + MARK + json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(1 if "error" in answer else 0)  # what crashes at the end of the interpreter is not ours


main()
