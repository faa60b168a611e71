; SPDX-License-Identifier: GPL-3.0-or-later
; The uninstaller: takes away the files that the setup put there, by their names, and the folders that it
; made, where they are empty. What runs is not ended: without /FORCE nothing is removed then, and with it the
; programs that run are moved out of the way, into the folder for temporary files.

Var Force ; 1: remove programs that run, too
Var WithData ; 1: and what the person keeps
Var Left ; 1 where a program could not be removed
Var AwayFolder ; empty until something has to go there
Var DataBox
Var FoldersToRemove

; $R0 is 1 where a build runs.
Function un.RunnerWorks
  StrCpy $R4 torchmason-runner.exe
  Call un.AnyInUse
FunctionEnd

; $R0 is 1 where the window or the command line runs.
Function un.WindowIsOpen
  StrCpy $R4 torchmason.exe
  Call un.AnyInUse
  ${IfThen} $R0 = 1 ${|} Return ${|}
  StrCpy $R4 torchmason-cli.exe
  Call un.AnyInUse
FunctionEnd

Function un.ReadWords
  ${GetParameters} $R1
  StrCpy $Force 0
  StrCpy $WithData 0
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
FunctionEnd

; For everyone, where the list of programs of this computer names this folder.
Function un.FindScope
  StrCpy $Scope "machine"
  Call un.EnterScope
  ${If} $InstalledFolder != $INSTDIR
    StrCpy $Scope "user"
    Call un.EnterScope
    Return
  ${EndIf}
  Call un.AskForRights
  ${IfThen} $R0 = 1 ${|} Return ${|}
  ${IfNot} ${Silent}
    Call un.GiveTurnUp
    ${GetParameters} $R1
    ClearErrors
    ExecShell "runas" "$INSTDIR\uninstall.exe" "$R1"
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
  ${AndIf} $Force = 0
    !insertmacro EndWith "un." ${EXIT_WINDOW_OPEN} "$(WindowOpen)"
  ${EndIf}
FunctionEnd

Function un.onInit
  Call un.TakeTurn
  Call un.ReadWords
  Call un.FindScope
  Call un.FindDataFolder
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
  ${NSD_CreateLabel} 0 36u 100% 32u "$(RemovalKept)"
  Pop $R0
  ${NSD_CreateCheckBox} 0 76u 100% 12u "$(RemovalData)"
  Pop $DataBox
  ${IfThen} $WithData = 1 ${|} ${NSD_Check} $DataBox ${|}
  nsDialogs::Show
FunctionEnd

Function un.LeavePage
  ${NSD_GetState} $DataBox $R0
  StrCpy $WithData 0
  ${IfThen} $R0 = ${BST_CHECKED} ${|} StrCpy $WithData 1 ${|}
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
    ${If} $R0 = 0
    ${OrIf} $Force = 1
      Return
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(WindowOpenQuestion)" IDRETRY +2
    Abort
  ${Loop}
FunctionEnd

; $INSTDIR\$R6, and what cannot be deleted because it runs is moved away.
Function un.TakeAway
  ${IfNot} ${FileExists} "$INSTDIR\$R6"
    Return
  ${EndIf}
  ClearErrors
  Delete "$INSTDIR\$R6"
  ${IfNot} ${Errors}
    Return
  ${EndIf}
  ${If} $AwayFolder == ""
    System::Call 'kernel32::GetTickCount() i.R9'
    StrCpy $AwayFolder "$TEMP\torchmason-removed-$R9"
    CreateDirectory $AwayFolder
  ${EndIf}
  !insertmacro Move "$INSTDIR\$R6" "$AwayFolder\$R6" ${MOVE_PLAINLY}
  ${If} $R0 = 0
    StrCpy $Left 1
    RMDir $AwayFolder ; where nothing is in it
    StrCpy $AwayFolder ""
  ${ElseIf} $Scope == "machine"
    !insertmacro Move "$AwayFolder\$R6" "" ${AT_RESTART}
  ${EndIf}
FunctionEnd

!macro TakeOneAway NAME
  StrCpy $R6 "${NAME}"
  Call un.TakeAway
!macroend
!macro TakeAsideAway NAME
  StrCpy $R4 "${NAME}"
  Call un.TakeAsideAway
!macroend
Function un.TakeAsideAway
  FindFirst $R5 $R6 "$INSTDIR\$R4.old-*"
  ${DoWhile} $R6 != ""
    Call un.IsSetAside
    ${IfThen} $R7 = 1 ${|} Call un.TakeAway ${|}
    FindNext $R5 $R6
  ${Loop}
  FindClose $R5
FunctionEnd

; As many as the setup made, from the innermost on; RMDir leaves those alone that hold anything.
Function un.RemoveFolders
  StrCpy $R0 $FoldersToRemove
  StrCpy $R1 $INSTDIR
  SetOutPath $TEMP ; nobody removes the folder he stands in
  ${DoWhile} $R0 > 0
    RMDir $R1
    ${GetParent} $R1 $R1
    IntOp $R0 $R0 - 1
  ${Loop}
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
  StrCpy $Left 0
  StrCpy $AwayFolder ""
  !insertmacro ForEachFile TakeAsideAway
  !insertmacro ForEachProgram TakeOneAway
  ${If} $Left = 1
    SetErrorLevel ${EXIT_FAILED}
    Push "$(NotAllRemoved)"
    Call un.Say
    Abort
  ${EndIf}
  ${If} $WithData = 1
    Call un.RemoveData
    ${If} $DataIsLeft = 1
      SetErrorLevel ${EXIT_DATA_LEFT}
      Push "$(DataNotAllRemoved)"
      Call un.Say
    ${EndIf}
  ${EndIf}
  Call un.ForgetProgram
  !insertmacro DeleteNewFolder
  !insertmacro TakeOneAway LICENSE.txt
  Delete "$INSTDIR\uninstall.exe" ; who called it with _?= does that himself: it is we who run
  Call un.RemoveFolders
  SetDetailsPrint both
SectionEnd
