# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# The two setups that try-installer has, and the programs that each must install, byte for byte: those of the
# portable zip beside it. The programs of both differ, so that a mixture shows.
programs="torchmason-cli.exe torchmason-gate.exe torchmason-runner.exe torchmason.exe"

# version_of SETUP: as its name says
version_of() {
    [[ $1 =~ torchmason-([0-9.]+)-windows-x64-setup\.exe$ ]] ||
        fail "$1 should be called torchmason-VERSION-windows-x64-setup.exe."
    echo "${BASH_REMATCH[1]}"
}
portable_of() { # portable_of SETUP
    local zip=${1%-setup.exe}-portable.zip
    [ -f "$zip" ] || fail "There is no $zip beside the setup."
    echo "$zip"
}
unpack_programs() { # unpack_programs SETUP: into $scratch/programs/VERSION
    local into
    into=$scratch/programs/$(version_of "$1")
    mkdir -p "$into"
    unzip -q -o -j "$(portable_of "$1")" -d "$into"
}

# make_older_setup SETUP: from its own programs, marked where nothing reads it, in the text that DOS would show.
# Says where it is.
make_older_setup() {
    local from version=0.0.1 into=$scratch/older
    from=$scratch/programs/$(version_of "$1")
    mkdir -p "$into/bin"
    for program in $programs; do
        LC_ALL=C sed 's/This program cannot be run in DOS mode/This program is of an earlier version./' \
            "$from/$program" >"$into/bin/$program"
    done
    "$tools/../make-packages" "$into/bin" "$into" "$version" >/dev/null || fail "The older setup was not made."
    echo "$into/torchmason-$version-windows-x64-setup.exe"
}
# same_program SETUP SETUP: whether one is the same in both, so that nobody would see that an upgrade left it out.
same_program() {
    local program
    for program in $programs; do
        cmp -s "$scratch/programs/$(version_of "$1")/$program" "$scratch/programs/$(version_of "$2")/$program" && return 0
    done
    return 1
}

expect_version() { # expect_version VERSION: of every file in $folder
    for file in LICENSE.txt $programs; do
        cmp -s "$folder/$file" "$scratch/programs/$1/$file" || fail "$folder/$file is not the one of $1."
    done
    strings -el "$folder/uninstall.exe" | grep -cxF "$1" >/dev/null || fail "$folder/uninstall.exe is not the one of $1."
}
