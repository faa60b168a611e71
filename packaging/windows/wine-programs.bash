# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Finds Wine, and keeps away from the programs under it what belongs to this system. Sourced by scripts that start them.
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine || true)
wineserver=$(command -v wineserver || command -v /usr/lib/wine/wineserver64 || true)
if [ -z "$wine" ] || [ -z "$wineserver" ]; then
    echo "${0##*/}: Wine is missing; ./dev install-wine installs it." >&2
    exit 1
fi
# Neither messages of Wine's own, nor offers to install .NET and browsers, nor a debugger's window.
export WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES=${WINEDLLOVERRIDES:-mscoree,mshtml,winedbg.exe=}
unset QT_QPA_PLATFORM WAYLAND_DISPLAY
