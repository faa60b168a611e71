#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compiler-bridge.sh SCRATCH PROGRAM ARGUMENT...: the other half of CompilerBridge.cpp. SCRATCH.out gets what the
# program prints, SCRATCH.done its exit code, whole from the moment on when it is there.
scratch=$1
program=$2
shift 2
case $program in
    *-g++ | *-gcc) program=$program-posix ;;
esac
"$program" "$@" >"$scratch.out" 2>&1 </dev/null
echo $? >"$scratch.code"
mv "$scratch.code" "$scratch.done"
