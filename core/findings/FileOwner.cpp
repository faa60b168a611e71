// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FileOwner.h"

#include <QRegularExpression>

#include <array>

namespace torchmason {

namespace {

struct Place {
    const char* component; // empty: the group "name" says it
    const char* owner;
    QRegularExpression path;

    Place(const char* name, const char* whose, const char* pattern)
        : component(name)
        , owner(whose)
        , path(QString::fromLatin1(pattern), QRegularExpression::CaseInsensitiveOption)
    {
    }
};

// The first that matches counts: what lies in an installed package before what a source tree calls the same.
const auto& places()
{
    static const std::array all {
        Place("installed PyTorch", "machine", R"((?:site|dist)-packages/torch/|/libtorch/include/)"),
        Place("", "machine", R"((?:site|dist)-packages/(?<name>[\w.-]+)/)"),
        Place("CUDA toolkit", "machine",
            R"(/cuda(?:-[\d.]+)?/(?:.*/)?include/|NVIDIA GPU Computing Toolkit/|/targets/[\w-]+/include/|/nvidia/cuda_\w+/include/)"),
        Place("C++ standard library", "machine",
            R"(/include/c\+\+/|/lib/gcc/|/VC/Tools/MSVC/[^/]*/include/|/c\+\+/v1/)"),
        Place("Windows SDK", "machine", R"(/Windows Kits/)"),
        Place("ROCm", "machine", R"(/opt/rocm[^/]*/)"),
        Place("Python", "machine", R"(/include/python3[\d.]*/|/Python3\d+/include/)"),
        Place("system headers", "machine", R"(^/usr/(?:local/)?include/)"),
        Place("", "tree", R"((?:^|/)third[_-]?party/(?<name>[\w.+-]+)/)"),
        Place("", "tree", R"((?:^|/)_deps/(?<name>[\w.+-]+?)-(?:src|build|subbuild)/)"),
        Place("", "tree",
            R"((?:^|/)(?:csrc|submodules|external|extern|3rdparty)/(?<name>cutlass|composable_kernel|pybind11|glm)/)"),
        Place("PyTorch", "tree", R"((?:^|/)(?:aten/src|c10|torch/csrc|torch/lib|caffe2)/)"),
    };
    return all;
}

}

FileOwner ownerOfFile(const QString& path)
{
    QString plain = path;
    plain.replace(QLatin1Char('\\'), QLatin1Char('/'));
    for (const Place& place : places()) {
        const QRegularExpressionMatch match = place.path.match(plain);
        if (match.hasMatch())
            return { *place.component ? QString::fromLatin1(place.component) : match.captured("name"),
                QString::fromLatin1(place.owner) };
    }
    return {};
}

}
