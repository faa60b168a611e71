; SPDX-License-Identifier: GPL-3.0-or-later
; Where it was installed before, if that is another folder now: its uninstaller takes it away. Where it runs, it
; stays and can be removed by its uninstaller later.

Var FormerFolder
Var FormerFoldersMade
Function FindFormerFolder
  StrCpy $FormerFolder ""
  ${If} $InstalledFolder != ""
  ${AndIf} $InstalledFolder != $INSTDIR
  ${AndIf} ${FileExists} "$InstalledFolder\uninstall.exe"
    StrCpy $FormerFolder $InstalledFolder
    ReadRegDWORD $FormerFoldersMade SHCTX "${PRODUCT_KEY}" "FoldersMade"
    ClearErrors
  ${EndIf}
FunctionEnd

Function RemoveFormerFolder
  ${IfThen} $FormerFolder == "" ${|} Return ${|}
  Call GiveTurnUp
  ClearErrors
  ExecWait '"$FormerFolder\uninstall.exe" /S _?=$FormerFolder' $R0
  ${IfNot} ${Errors}
  ${AndIf} $R0 = 0
    Delete "$FormerFolder\uninstall.exe"
    StrCpy $R1 $FormerFolder
    StrCpy $R2 $FormerFoldersMade
    Call RemoveEmptyFolders
  ${EndIf}
  ClearErrors
FunctionEnd
