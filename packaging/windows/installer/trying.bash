# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What try-installer stands on beside wine-session.bash: programs that are started with exactly the words that are
# meant, and the registry. The caller has sourced that, and calls prepare_drive once the session has started.
drive=$WINEPREFIX/drive_c
other_drive= # E:, which lies on another file system
me=$drive/users/$(id -un)

expect() { # expect SENTENCE COMMAND...: the sentence says what is wrong where the command fails
    local sentence=$1
    shift
    "$@" || fail "$sentence"
}
expect_gone() { # expect_gone WHEN PATH...
    local when=$1 path
    shift
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then fail "$path is there $when."; fi
    done
}
is_gone() { [ ! -e "$1" ]; }
is_ended() { ! kill -0 "$1" 2>/dev/null; }

prepare_drive() { # prepare_drive SETUP OLDER-SETUP
    cp "$1" "$drive/torchmason-setup.exe"
    cp "$2" "$drive/torchmason-older-setup.exe"
    timeout 60 x86_64-w64-mingw32-gcc-posix -std=c17 -municode -O1 -s -static -o "$drive/bystander.exe" \
        "$tools/bystander.c"
    other_drive=$(mktemp -d -p /dev/shm)
    [ "$(stat -c %d "$other_drive")" != "$(stat -c %d "$drive")" ] ||
        fail "A drive on another file system is needed, and TMPDIR is on the one of /dev/shm."
    ln -s "$other_drive" "$WINEPREFIX/dosdevices/e:"
}
leave_drive() { [ -z "$other_drive" ] || rm -rf "$other_drive"; }
run() { run_wine 120 "$@"; }

# run_line [limited] LINE: what a shortcut or another program would start; its exit code. Wine would put quotes
# around words with spaces, which setups of NSIS do not read in /D= and _?=.
run_line() {
    local how=run
    if [ "$1" = limited ]; then how=limited; shift; fi
    printf '%s' "$1" >"$drive/line.txt"
    run 'C:\bystander.exe' "$how" 'C:\line.txt' 2>"$scratch/said"
}
expect_exit() { # expect_exit CODE [limited] LINE; whatever fails says why
    local wanted=$1 code=0
    shift
    run_line "$@" || code=$?
    [ "$code" = "$wanted" ] || fail "\"${*: -1}\" ended with exit code $code, not $wanted; it said: $(cat "$scratch/said")"
    [ "$wanted" = 0 ] || [ -s "$scratch/said" ] || fail "\"${*: -1}\" ended with exit code $code and said nothing."
}
to_windows() { # C:\... of a path on its drive, E:\... on the other one, Z:\... elsewhere
    case $1 in
        "$other_drive"/*) printf 'E:%s' "${1#"$other_drive"}" ;;
        "$drive"/*) printf 'C:%s' "${1#"$drive"}" ;;
        *) printf 'Z:%s' "$1" ;;
    esac | tr / '\\'
}

export_key() {
    rm -f "$drive/export.reg"
    run reg export "$1" 'C:\export.reg' /y >/dev/null 2>&1 && [ -s "$drive/export.reg" ]
}
# registry_value KEY NAME (@: the key's own): empty where there is none.
registry_value() {
    if ! export_key "$1"; then
        run reg query "$1" >/dev/null 2>&1 || return 0
        export_key "$1" || fail "reg cannot export $1."
    fi
    iconv -f UTF-16 -t UTF-8 "$drive/export.reg" | tr -d '\r' |
        awk -v name="$([ "$2" = @ ] && echo @ || echo "\"$2\"")=" '
            /^\[/ { ++keys }
            keys == 1 && index($0, name) == 1 { print substr($0, length(name) + 1) }' |
        sed -e 's/^"\(.*\)"$/\1/' -e 's/\\\(["\\]\)/\1/g'
}
expect_value() { # expect_value KEY NAME VALUE
    local found
    found=$(registry_value "$1" "$2")
    [ "$found" = "$3" ] || fail "$1 has in $2 \"$found\" and should have \"$3\"."
}
# reg ends with 1 where there is no such key, and where it cannot tell: then it does not know this one either.
expect_no_key() {
    local code=0
    run reg query "$1" >/dev/null 2>&1 || code=$?
    [ "$code" != 0 ] || fail "The key $1 is still there."
    { [ "$code" = 1 ] && run reg query 'HKCU\Software\Wine' >/dev/null 2>&1; } ||
        fail "Cannot tell whether the key $1 is there: reg ended with exit code $code."
}
expect_at_restart() { # expect_at_restart PATH: it goes when Windows starts again
    run reg query 'HKLM\System\CurrentControlSet\Control\Session Manager' /v PendingFileRenameOperations |
        grep -cF "$(to_windows "$1")" >/dev/null || fail "$1 will still be there when Windows starts again."
}

# What runs beside the next steps, as long as $drive/beside is there.
begin_beside() { # begin_beside WORDS of bystander that come before the file
    touch "$drive/beside"
    run 'C:\bystander.exe' "$@" 'C:\beside' &
    beside=$!
    sleep 1
    kill -0 "$beside" || fail "bystander $* did not run."
}
end_beside() {
    rm "$drive/beside"
    wait "$beside" || fail "bystander ended with exit code $?."
}
