# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What try-installer does with the uninstaller, without its page; the helpers are those of trying-silent.bash.

try_refused_removal() {
    say "a removal is refused while a build runs, and while the window is open"
    start_runner
    expect_exit 4 "$(removal /S)"
    expect_exit 4 "$(removal '/S /FORCE /REMOVE-DATA')"
    end_runner
    expect_installed HKCU
    start_window
    expect_exit 5 "$(removal /S)"
    expect_installed HKCU
    end_window
}

try_forced_removal() {
    say "with /FORCE it is not, and the build goes on"
    forced_removal
    say "the same on another drive than the one for temporary files"
    local usual=$folder
    folder=$other_drive/Torchmason
    expect_exit 0 "$new /S /D=E:\\Torchmason"
    forced_removal
    folder=$usual
}
forced_removal() {
    start_runner
    expect_exit 0 "$(removal '/S /FORCE')"
    expect_nothing_left HKCU
    [ "$(list "$folder")" = "torchmason-runner.exe.old-1 uninstall.exe" ] ||
        fail "Removed, but $folder holds $(list "$folder")."
    expect_gone "after the removal" "$me"/AppData/Local/Temp/torchmason-* "$me"/Temp/torchmason-*
    end_runner
    expect "The removal took the attempts away." test -f "$data/attempts/1/attempt.json"
    finish_removal
}

try_held_removal() {
    say "a removal that cannot take a file away takes none"
    expect_exit 0 "$new /S"
    begin_beside hold "$(to_windows "$folder")\\LICENSE.txt"
    expect_exit 2 "$(removal /S)"
    end_beside
    expect_installed HKCU
    remove
}

try_plain_removal() {
    say "a removal as Windows starts it takes its folders along"
    expect_exit 0 "$new /S"
    expect_exit 0 "$(registry_value "HKCU\\$product" QuietUninstallString)"
    wait_until 60 is_gone "$(dirname "$folder")" || fail "$(dirname "$folder") is still there after a minute."
    expect_nothing_left HKCU
    expect "The removal took the attempts away." test -f "$data/attempts/1/attempt.json"
}

try_data_removal() {
    say "attempts and settings go when that is asked for, links are not followed, and nothing else goes"
    local deep=$data/work/source
    for number in $(seq 12); do deep=$deep/a-folder-with-a-long-name-$number; done
    mkdir -p "$deep" "$data/somebody-elses" "$scratch/elsewhere"
    touch "$deep/file" "$data/settings.ini" "$data/somebody-elses/file" "$scratch/elsewhere/file"
    chmod 444 "$deep/file"
    ln -s "$scratch/elsewhere" "$data/work/link"
    expect_exit 0 "$new /S"
    # Wine's own removal of a link goes to what it names, so a folder that holds something makes it fail.
    expect_exit 8 "$(removal '/S /REMOVE-DATA')"
    expect "A link was followed." test -f "$scratch/elsewhere/file"
    expect "What somebody else put there went as well." test -f "$data/somebody-elses/file"
    expect_gone "after its removal" "$data/attempts" "$data/settings.ini" "$data/work/source"
    finish_removal
    rm -r "$data/work/link" "$data/somebody-elses"
    expect_exit 0 "$new /S"
    mkdir -p "$data/attempts/1"
    remove /REMOVE-DATA
    expect_gone "after its removal" "$data"
}

try_data_in_use() {
    say "attempts and settings stay while anybody uses them, from whatever folder"
    local usual=$folder
    expect_exit 0 "$new /S"
    mkdir -p "$data/attempts/7"
    begin_beside lock "$(to_windows "$data")\\attempts\\7\\runner.lock"
    expect_exit 4 "$(removal '/S /REMOVE-DATA')"
    expect_exit 4 "$(removal '/S /FORCE /REMOVE-DATA')"
    end_beside
    expect_installed HKCU
    cp -r "$folder" "$drive/first"
    folder=$drive/first
    start_window
    folder=$usual
    expect_exit 5 "$(removal '/S /REMOVE-DATA')"
    expect_exit 5 "$(removal '/S /FORCE /REMOVE-DATA')"
    expect_installed HKCU
    expect "The removal took the attempts away." test -f "$data/attempts/7/runner.lock"
    remove # without them, it may
    end_window
    rm -r "$drive/first"
    expect_exit 0 "$new /S"
    remove /REMOVE-DATA # what nobody holds any more is in nobody's way
    expect_gone "after its removal" "$data"
}

try_data_of_other() {
    say "an administrator who helps somebody else to remove Torchmason keeps what is his own"
    expect_exit 0 "$new /S"
    mkdir -p "$data/attempts/1"
    expect_exit 8 "$(removal '/DataOf="C:\users\somebody else\AppData\Local\torchmason" /S /REMOVE-DATA')"
    expect "The removal took the attempts of the administrator." test -d "$data/attempts/1"
    expect_nothing_left HKCU
    finish_removal
    expect_exit 0 "$new /S"
    remove "/DataOf=\"$(to_windows "$data")\" /REMOVE-DATA"
    expect_gone "after its removal" "$data"
}

try_former_owner() {
    say "whoever opened .torchmason before gets it back"
    run reg add "HKCU\\$classes\\.torchmason" /ve /d Others.Type /f >/dev/null
    run reg add "HKCU\\$classes\\.torchmason\\OpenWithProgids" /v Others.Type /f >/dev/null
    expect_exit 0 "$new /S"
    expect_installed HKCU
    expect_exit 0 "$new /S"
    expect_exit 0 "$(removal /S)"
    finish_removal
    expect_value "HKCU\\$classes\\.torchmason" @ Others.Type
    expect_no_key "HKCU\\$classes\\Torchmason.Bundle"
    say "and who got it afterwards keeps it"
    expect_exit 0 "$new /S"
    run reg add "HKCU\\$classes\\.torchmason" /ve /d Later.Type /f >/dev/null
    expect_exit 0 "$new /S"
    expect_value "HKCU\\$classes\\.torchmason" @ Later.Type
    expect_exit 0 "$(removal /S)"
    finish_removal
    expect_value "HKCU\\$classes\\.torchmason" @ Later.Type
    run reg delete "HKCU\\$classes\\.torchmason" /f >/dev/null
}
