// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FileOwner.h"

#include <QTest>

using namespace torchmason;

class FileOwnerTest : public QObject {
    Q_OBJECT

private slots:
    void filesHaveOwners_data();
    void filesHaveOwners();
};

void FileOwnerTest::filesHaveOwners_data()
{
    QTest::addColumn<QString>("component");
    QTest::addColumn<QString>("owner");
    const auto row = [](const char* path, const char* component, const char* owner) {
        QTest::newRow(path) << QString::fromLatin1(component) << QString::fromLatin1(owner);
    };
    row("/home/u/venv/lib/python3.11/site-packages/torch/include/c10/util/Half.h", "installed PyTorch",
        "machine");
    row("/home/u/pytorch/c10/util/Half.h", "PyTorch", "tree");
    row("../aten/src/ATen/native/x.cpp", "PyTorch", "tree");
    row("/home/u/pytorch/third_party/fbgemm/src/x.cc", "fbgemm", "tree");
    row("C:\\w\\build\\_deps\\fmt-src\\include\\fmt\\base.h", "fmt", "tree");
    row("/usr/include/c++/15/bits/stl_vector.h", "C++ standard library", "machine");
    row("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v12.4/include/crt/host_config.h", "CUDA toolkit",
        "machine");
    row("/usr/local/cuda-12.8/targets/x86_64-linux/include/cub/cub.cuh", "CUDA toolkit", "machine");
    row("/home/u/mine/x.cpp", "", "");
}

void FileOwnerTest::filesHaveOwners()
{
    QFETCH(QString, component);
    QFETCH(QString, owner);
    const FileOwner told = ownerOfFile(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(told.component, component);
    QCOMPARE(told.owner, owner);
}

QTEST_GUILESS_MAIN(FileOwnerTest)
#include "FileOwnerTest.moc"
