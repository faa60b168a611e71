# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Into which folders try-installer installs, and into which it must not; the helpers are those of trying-silent.bash.

try_odd_folder() {
    say "a folder with spaces and letters of other alphabets"
    local usual=$folder
    folder="$drive/Meine Programme/Törch 漢/Torchmason"
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_installed HKCU
    run "$(to_windows "$folder")\\torchmason-cli.exe" --version >/dev/null || fail "torchmason-cli does not run there."
    start_window
    end_window
    expect_exit 0 "$new /S" # an upgrade finds it without being told
    expect_installed HKCU
    say "folders that cannot be"
    expect_exit 2 "$new /S /D=no\\whole\\path"
    expect_exit 2 "$new /S /D=Q:\\no\\drive"
    expect_exit 2 "$new /S /D=Z:\\proc\\torchmason"
    expect_installed HKCU
    say "an upgrade into another folder leaves nothing in the first"
    local first=$folder
    folder=$usual
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_installed HKCU
    expect_gone "after the move" "$first"
    remove
    expect_gone "although its setup made it" "$drive/Meine Programme"
    folder=$drive/kept
    mkdir "$folder"
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    echo mine >"$folder/mine.txt"
    expect_exit 0 "$(registry_value "HKCU\\$product" QuietUninstallString)"
    wait_until 60 is_gone "$folder/uninstall.exe" || fail "$folder/uninstall.exe is still there after a minute."
    [ "$(list "$folder")" = mine.txt ] || fail "Removed, but $folder holds $(list "$folder")."
    rm -r "$folder"
    folder=$usual
}

# All names of one folder: by a detour, a link, a drive of its own, and as Windows 3 would have called it.
try_same_folder() {
    say "an upgrade that is given the same folder in other words"
    local usual=$folder short
    folder="$drive/Long Folder Name/Torchmason"
    expect_exit 0 "$old /S /D=$(to_windows "$folder")"
    ln -s "$drive/Long Folder Name" "$drive/link"
    ln -s "$drive/Long Folder Name" "$WINEPREFIX/dosdevices/f:"
    short=$(run winepath -s "$(to_windows "$folder")" | tr -d '\r')
    [[ $short == *~* ]] || fail "Wine has no short name for the folder: $short."
    for words in 'C:\nowhere\..\Long Folder Name\Torchmason' 'C:\link\Torchmason' 'F:\Torchmason' "$short"; do
        expect_exit 0 "$new /S /D=$words"
        expect_installed HKCU
    done
    say "and a removal that is"
    expect_exit 0 "\"F:\\Torchmason\\uninstall.exe\" /S _?=F:\\Torchmason"
    rm "$drive/link" "$WINEPREFIX/dosdevices/f:"
    expect_nothing_left HKCU
    finish_removal
    folder=$usual
}

try_folder_of_others() {
    say "a folder that holds what is somebody else's is refused, and nothing in it is touched"
    local usual=$folder before mine=$drive/mine
    mkdir -p "$mine/new"
    for file in LICENSE.txt uninstall.exe new/LICENSE.txt torchmason.exe; do echo "mine: $file" >"$mine/$file"; done
    before=$(cd "$mine" && find . -type f -exec sha256sum {} +)
    folder=$mine/Torchmason
    expect_exit 2 "$new /S /D=$(to_windows "$mine")"
    expect_no_key "HKCU\\$product"
    expect_exit 0 "$new /S /D=$(to_windows "$folder")"
    expect_installed HKCU
    expect_exit 2 "$new /S /D=$(to_windows "$mine")"
    expect_installed HKCU
    expect_exit 0 "$(removal /S)"
    rm -r "$folder"
    [ "$(cd "$mine" && find . -type f -exec sha256sum {} +)" = "$before" ] || fail "It changed: $(list "$mine")."
    rm -r "$mine"
    folder=$usual
    say "a folder in which a removal left something is not"
    expect_exit 0 "$new /S"
    start_runner
    expect_exit 0 "$(removal '/S /FORCE')" # uninstall.exe stays as well
    expect_exit 0 "$new /S"
    end_runner
    expect_exit 0 "$new /S"
    expect_installed HKCU
    remove
}
