; SPDX-License-Identifier: GPL-3.0-or-later
; The uninstaller: takes away the files that the setup put there, by their names, and the folders that it
; made, where they are empty. What runs is not ended: without /FORCE nothing is removed then, and with it the
; programs that run stay under another name in the folder until they end and somebody removes them.

Var Force ; 1: remove programs that run, too
Var WithData ; 1: and what the person keeps
Var DataIsOfOther ; 1 where we run for another person than the one who asked; that one's data stays
Var DataIsRefused ; 1 where it was asked for nevertheless
Var Left ; 1 where a program could not be removed
Var DataBox
Var FoldersToRemove

; $R0 is 1 where a build runs: from here, or with the data that shall go.
Function un.RunnerWorks
  StrCpy $R4 torchmason-runner.exe
  Call un.AnyInUse
  ${If} $R0 = 0
  ${AndIf} $WithData = 1
    Call un.RunnerHoldsData
  ${EndIf}
FunctionEnd

; $R0 is 1 where the window or the command line runs: from here, or with the data that shall go.
Function un.WindowIsOpen
  StrCpy $R4 torchmason.exe
  Call un.AnyInUse
  ${If} $R0 = 0
    StrCpy $R4 torchmason-cli.exe
    Call un.AnyInUse
  ${EndIf}
  ${If} $R0 = 0
  ${AndIf} $WithData = 1
    Call un.WindowHoldsData
  ${EndIf}
FunctionEnd

Function un.ReadWords
  ${GetParameters} $R1
  StrCpy $Force 0
  StrCpy $WithData 0
  StrCpy $DataIsOfOther 0
  StrCpy $DataIsRefused 0
  ClearErrors
  ${GetOptions} $R1 "/FORCE" $R2
  ${IfNot} ${Errors}
    StrCpy $Force 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R1 "/REMOVE-DATA" $R2
  ${IfNot} ${Errors}
    StrCpy $WithData 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R1 "/DataOf=" $R2
  ${IfNot} ${Errors}
  ${AndIf} $R2 != $DataFolder
    StrCpy $DataFolder $R2
    StrCpy $DataIsOfOther 1
    StrCpy $DataIsRefused $WithData
    StrCpy $WithData 0
  ${EndIf}
  ClearErrors
FunctionEnd

; Whether the entry of $Scope names this folder: $R0 is 1, and it has the name from there.
Function un.IsInstalledHere
  StrCpy $R1 $INSTDIR
  StrCpy $R2 $InstalledFolder
  Call un.AreOneFolder
  ${IfThen} $R0 = 1 ${|} StrCpy $INSTDIR $InstalledFolder ${|}
FunctionEnd

; For everyone, where the list of programs of this computer names this folder. An administrator may be another
; person, so he is told whose data it is.
Function un.FindScope
  StrCpy $Scope "machine"
  Call un.EnterScope
  Call un.IsInstalledHere
  ${If} $R0 = 0
    StrCpy $Scope "user"
    Call un.EnterScope
    Call un.IsInstalledHere
    Return
  ${EndIf}
  Call un.AskForRights
  ${IfThen} $R0 = 1 ${|} Return ${|}
  ${IfNot} ${Silent}
    Call un.GiveTurnUp
    ${GetParameters} $R1
    ClearErrors
    ExecShell "runas" "$INSTDIR\uninstall.exe" '/DataOf="$DataFolder" $R1'
    ${IfNot} ${Errors}
      Quit
    ${EndIf}
  ${EndIf}
  !insertmacro EndWith "un." ${EXIT_NO_ADMINISTRATOR} "$(NoAdministratorRemoval)"
FunctionEnd

; Where nobody can be asked.
Function un.RefuseWhatRuns
  Call un.RunnerWorks
  ${If} $R0 = 1
    ${If} $WithData = 1
      !insertmacro EndWith "un." ${EXIT_RUNNER_WORKS} "$(DataInUse)"
    ${ElseIf} $Force = 0
      !insertmacro EndWith "un." ${EXIT_RUNNER_WORKS} "$(RunnerWorks)"
    ${EndIf}
  ${EndIf}
  Call un.WindowIsOpen
  ${If} $R0 = 1
    ${If} $WithData = 1
      !insertmacro EndWith "un." ${EXIT_WINDOW_OPEN} "$(DataIsOpen)"
    ${ElseIf} $Force = 0
      !insertmacro EndWith "un." ${EXIT_WINDOW_OPEN} "$(WindowOpen)"
    ${EndIf}
  ${EndIf}
FunctionEnd

Function un.onInit
  Call un.TakeTurn
  Call un.FindDataFolder
  Call un.ReadWords
  Call un.FindScope
  ${If} ${Silent}
    Call un.RefuseWhatRuns
  ${EndIf}
FunctionEnd

Function un.ShowPage
  !insertmacro MUI_HEADER_TEXT "$(RemovalTitle)" "$(RemovalSubtitle)"
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateLabel} 0 4u 100% 24u "$(RemovalText)"
  Pop $R0
  ${If} $DataIsOfOther = 1
    ${NSD_CreateLabel} 0 36u 100% 40u "$(RemovalKeptOfOther)"
    Pop $R0
  ${Else}
    ${NSD_CreateLabel} 0 36u 100% 32u "$(RemovalKept)"
    Pop $R0
    ${NSD_CreateCheckBox} 0 76u 100% 12u "$(RemovalData)"
    Pop $DataBox
    ${IfThen} $WithData = 1 ${|} ${NSD_Check} $DataBox ${|}
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function un.LeavePage
  StrCpy $WithData 0
  ${If} $DataIsOfOther = 0
    ${NSD_GetState} $DataBox $R0
    ${IfThen} $R0 = ${BST_CHECKED} ${|} StrCpy $WithData 1 ${|}
  ${EndIf}
  Call un.RunnerWorks
  ${If} $R0 = 1
    ${If} $WithData = 1
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(DataInUse)"
      Abort
    ${EndIf}
    MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONEXCLAMATION "$(RunnerWorksQuestion)" IDYES +2
    Abort
  ${EndIf}
  ${Do}
    Call un.WindowIsOpen
    ${IfThen} $R0 = 0 ${|} Return ${|}
    ${If} $Force = 1
    ${AndIf} $WithData = 0
      Return
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(WindowOpenQuestion)" IDRETRY +2
    Abort
  ${Loop}
FunctionEnd

; $INSTDIR\$R4 gets a name that the next setup sweeps, which a program that runs may get, too.
Function un.SetAside
  ${IfNot} ${FileExists} "$INSTDIR\$R4"
    Return
  ${EndIf}
  ${For} $R5 1 ${TRIES}
    !insertmacro Move "$INSTDIR\$R4" "$INSTDIR\$R4.old-$Aside" ${MOVE_PLAINLY}
    ${IfThen} $R0 <> 0 ${|} Return ${|}
    Sleep ${PAUSE}
  ${Next}
  StrCpy $Left 1
FunctionEnd

!macro SetOneAside NAME
  ${If} $Left = 0
    StrCpy $R4 "${NAME}"
    Call un.SetAside
  ${EndIf}
!macroend
!macro UndoOneAside NAME
  ${If} ${FileExists} "$INSTDIR\${NAME}.old-$Aside"
    !insertmacro Move "$INSTDIR\${NAME}.old-$Aside" "$INSTDIR\${NAME}" ${MOVE_PLAINLY}
  ${EndIf}
!macroend
!macro un.SweepAside NAME
  StrCpy $R4 "${NAME}"
  Call un.SweepOne
!macroend

; All of them, or none: $Left is 1.
Function un.SetAllAside
  Call un.ChooseAside
  StrCpy $Left 0
  !insertmacro ForEachButUninstaller SetOneAside
  ${If} $Left = 1
    !insertmacro ForEachButUninstaller UndoOneAside
  ${EndIf}
FunctionEnd

; Once more asked who uses it: somebody may have started since.
Function un.RemoveDataWhereFree
  Call un.RunnerWorks
  ${IfThen} $R0 = 0 ${|} Call un.WindowIsOpen ${|}
  ${If} $R0 = 1
    StrCpy $DataIsLeft 1
  ${Else}
    Call un.RemoveData
  ${EndIf}
FunctionEnd

; As many as the setup made, from the innermost on. What still runs keeps its folder until Windows starts again.
Function un.RemoveFolders
  StrCpy $R1 $INSTDIR
  StrCpy $R2 $FoldersToRemove
  Call un.RemoveEmptyFolders
  ${If} $Scope == "machine"
  ${AndIf} $FoldersToRemove > 0
  ${AndIf} ${FileExists} "$INSTDIR\*.*"
    !insertmacro RemoveAtRestart $INSTDIR
  ${EndIf}
  ClearErrors
FunctionEnd

; What Windows was told, unless it is of a later setup in another folder by now.
Function un.ForgetProgram
  StrCpy $FoldersToRemove 0
  ${IfThen} $InstalledFolder != $INSTDIR ${|} Return ${|}
  ReadRegDWORD $FoldersToRemove SHCTX "${PRODUCT_KEY}" "FoldersMade"
  Delete "$SMPROGRAMS\Torchmason.lnk"
  Call un.Associate
  DeleteRegKey SHCTX "${PRODUCT_KEY}"
FunctionEnd

Section "un.Torchmason"
  DetailPrint "$(TakingAway)"
  SetDetailsPrint listonly
  Call un.SetAllAside
  ${If} $Left = 1
    SetErrorLevel ${EXIT_FAILED}
    Push "$(NotAllRemoved)"
    Call un.Say
    Abort
  ${EndIf}
  ${If} $WithData = 1
    Call un.RemoveDataWhereFree
    ${If} $DataIsLeft = 1
      SetErrorLevel ${EXIT_DATA_LEFT}
      Push "$(DataNotAllRemoved)"
      Call un.Say
    ${EndIf}
  ${ElseIf} $DataIsRefused = 1
    SetErrorLevel ${EXIT_DATA_LEFT}
    Push "$(DataOfOther)"
    Call un.Say
  ${EndIf}
  Call un.ForgetProgram
  !insertmacro ForEachFile un.SweepAside
  !insertmacro DeleteNewFolder
  Delete "$INSTDIR\uninstall.exe" ; who called it with _?= does that himself: it is we who run
  Call un.RemoveFolders
  SetDetailsPrint both
SectionEnd
