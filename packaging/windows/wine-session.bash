# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A Wine home and a virtual display that nobody else uses, for scripts that try the Windows programs. The caller
# sources this, calls start_wine_session once, and has stop_wine_session called by its trap on EXIT, which also
# removes `scratch`, the folder that everything of the session lies in.
scratch=$(mktemp -d)
display_server=
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine)
wineserver=$(command -v wineserver || command -v /usr/lib/wine/wineserver64)

export WINEPREFIX=$scratch/wine HOME=$scratch/home LC_ALL=C.UTF-8
export WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe='
unset TORCHMASON_HOME QT_QPA_PLATFORM WAYLAND_DISPLAY DISPLAY CUDA_HOME CUDA_PATH CUDACXX CC CXX VIRTUAL_ENV CONDA_PREFIX

fail() { echo "${0##*/}: $*" >&2; exit 1; }
say() { echo "Wine: $*"; }

wait_until() { # wait_until SECONDS COMMAND...: false where it does not come true
    local tenths=$(($1 * 10))
    shift
    for _ in $(seq "$tenths"); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}

start_wine_session() {
    mkdir -p "$HOME"
    # Xvfb chooses a free display itself and tells which.
    Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$scratch/display" >/dev/null 2>&1 &
    display_server=$!
    wait_until 10 test -s "$scratch/display" || fail "Xvfb did not start within 10 seconds."
    DISPLAY=:$(cat "$scratch/display")
    export DISPLAY
    say "preparing a fresh home"
    timeout -k 10 180 "$wine" wineboot --init >"$scratch/wineboot.log" 2>&1 ||
        { cat "$scratch/wineboot.log"; fail "wineboot did not end within 3 minutes."; }
    run_wine 60 reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
}

run_wine() { # run_wine SECONDS PROGRAM...
    local seconds=$1
    shift
    timeout -k 10 "$seconds" "$wine" "$@" </dev/null
}

# The programs of this Wine home; each carries it in its environment. Its own services count as well.
wine_processes() {
    local environment pid
    for environment in /proc/[0-9]*/environ; do
        pid=${environment//[!0-9]/}
        [ "$pid" != $$ ] && [ "$pid" != "$BASHPID" ] || continue
        if tr '\0' '\n' 2>/dev/null <"$environment" | grep -qxF "WINEPREFIX=$WINEPREFIX" &&
            grep -qaiE 'wine|\.exe' "/proc/$pid/cmdline" 2>/dev/null; then
            echo "$pid"
        fi
    done
}

stop_wine_session() {
    local pid
    timeout -k 5 20 "$wineserver" -k >/dev/null 2>&1 || true
    for pid in $(wine_processes); do kill -9 "$pid" 2>/dev/null || true; done
    if [ -n "$display_server" ]; then
        kill "$display_server" 2>/dev/null || true
        wait "$display_server" 2>/dev/null || true
    fi
    rm -rf "$scratch" || true
}

window_of() { timeout 10 xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1 | grep .; }
picture() { # picture NAME: only where somebody wants to look at them
    if [ -n "${TORCHMASON_WINE_PICTURES:-}" ]; then timeout 20 import -window root "$TORCHMASON_WINE_PICTURES/$1.png"; fi
}
