// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QStandardPaths>

namespace torchmason {

// A small tree whose setup.py drives CMake as PyTorch's does up to 2.13; needs CMake, Ninja and a C compiler.
inline void writeWheelTree(const QString& folder)
{
    static const QByteArray cmakeLists
        = "cmake_minimum_required(VERSION 3.18)\n"
          "project(torch LANGUAGES C)\n"
          "option(USE_CUDA \"\" OFF)\n"
          "add_library(small SHARED small.c)\n"
          "set_target_properties(small PROPERTIES LIBRARY_OUTPUT_DIRECTORY lib)\n"
          "install(TARGETS small DESTINATION lib)\n";

    static const QByteArray setupPy
        = "import os, subprocess, sys\n"
          "from setuptools import setup\n"
          "if os.environ.get('CMAKE_INSTALL_PREFIX'):\n"
          "    sys.exit('CMAKE_INSTALL_PREFIX must not be set')\n"
          "if not (os.path.exists('build/CMakeCache.txt') and os.path.exists('build/build.ninja')):\n"
          "    open('configured-again', 'w').close()\n"
          "    subprocess.check_call(['cmake', '-GNinja', '-B', 'build'])\n"
          "command = ['cmake', '--build', 'build', '--target', 'install', '--config', 'Release']\n"
          "if os.environ.get('MAX_JOBS'):\n"
          "    command += ['--', '-j', os.environ['MAX_JOBS']]\n"
          "subprocess.check_call(command)\n"
          "open('torch/_C.so', 'w').close()\n"
          "setup(name='torch', version='2.6.0', packages=['torch'],\n"
          "      package_data={'torch': ['*.so', 'lib/*']})\n";

    static const QByteArray torchPackage
        = "import ctypes, os\n"
          "ctypes.CDLL(os.path.join(os.path.dirname(__file__), 'lib', 'libsmall.so'))\n"
        + standInTorch;
    write(folder + QStringLiteral("/CMakeLists.txt"), cmakeLists);
    write(folder + QStringLiteral("/small.c"), "int small(void) { return 1; }\n");
    write(folder + QStringLiteral("/setup.py"), setupPy);
    write(folder + QStringLiteral("/torch/__init__.py"), torchPackage);
}

// One with setuptools and wheel; empty where none is here.
inline QString pythonThatPacks()
{
    QString packs;
    for (const QString& python :
        { QStandardPaths::findExecutable(QStringLiteral("python3")), QStringLiteral("/usr/bin/python3") }) {
        QProcess process;
        process.start(python, { QStringLiteral("-c"), QStringLiteral("import setuptools, wheel") });
        process.waitForFinished();
        if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
            packs = python;
    }
    return packs;
}

}
