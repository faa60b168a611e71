// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace torchmason {

// What verifying asks of a torch without CUDA, as Python source.
inline const QByteArray standInTorch = R"py(
class Matrix:
    def __matmul__(self, other):
        return [[64.0] * 64] * 64
def ones(shape, device):
    return Matrix()
__version__ = '2.6.0'
class version:
    cuda = None
class __config__:
    @staticmethod
    def show():
        return 'stand-in settings:\n  - a compiler'
class Vector:
    def __init__(self, values):
        self.values, self.grad = values, None
    def __mul__(self, other):
        made = Vector([a * b for a, b in zip(self.values, other.values)])
        made.of = self
        return made
    def sum(self):
        made = Vector([sum(self.values)])
        made.of = getattr(self, 'of', None)
        return made
    def backward(self):
        self.of.grad = Vector([2 * value for value in self.of.values])
    def tolist(self):
        return self.values
    def item(self):
        return self.values[0]
def tensor(values, requires_grad=False):
    return Vector(values)
def arange(count):
    return Vector(list(range(count)))
def from_numpy(array):
    return Vector(list(array))
kept = []
def save(value, file):
    kept.append(value)
def load(file):
    return kept[-1]
def manual_seed(seed):
    pass
def randn(*shape):
    return None
def zeros(*shape):
    return None
class nn:
    Linear = ReLU = staticmethod(lambda *sizes: None)
    class Sequential:
        def __init__(self, *parts):
            pass
        def parameters(self):
            return []
        def __call__(self, data):
            return data
    class functional:
        losses = [2.0, 1.0]
        @classmethod
        def mse_loss(cls, had, wanted):
            loss = Vector([cls.losses.pop(0)])
            loss.of = Vector([])
            return loss
class optim:
    class SGD:
        def __init__(self, parameters, lr):
            pass
        def zero_grad(self):
            pass
        def step(self):
            pass
)py";

}
