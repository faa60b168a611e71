; SPDX-License-Identifier: GPL-3.0-or-later
; For whom Torchmason is installed: one person, without an administrator, or everyone. SHCTX, $SMPROGRAMS and
; the like follow from that, and $INSTDIR where nobody named a folder.

!define PRODUCT_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Torchmason"

Var Scope ; "user" or "machine"
Var ScopeIsGiven ; 1 where a word of the command line says it
Var FolderIsGiven ; 1 where /D= says it
Var IsElevated ; 1 where the first setup started us with more rights
Var InstalledVersion ; in this scope; empty: none
Var InstalledFolder
Var BegunFolder ; where a setup was interrupted before it could enter it as installed

; What is installed in $Scope.
!macro ScopeFunctions UN
Function ${UN}EnterScope
  SetRegView 64
  ${If} $Scope == "machine"
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
  ReadRegStr $InstalledVersion SHCTX "${PRODUCT_KEY}" "DisplayVersion"
  ReadRegStr $InstalledFolder SHCTX "${PRODUCT_KEY}" "InstallLocation"
  ReadRegStr $BegunFolder SHCTX "${PRODUCT_KEY}" "BegunLocation"
  ClearErrors
FunctionEnd

; $R0 is 1 for an administrator with all rights.
Function ${UN}AskForRights
  UserInfo::GetAccountType
  Pop $R1
  StrCpy $R0 0
  ${IfThen} $R1 == "Admin" ${|} StrCpy $R0 1 ${|}
FunctionEnd
!macroend
!insertmacro ScopeFunctions ""
!insertmacro ScopeFunctions "un."

Function ChooseFolder
  ${IfThen} $FolderIsGiven = 1 ${|} Return ${|}
  ${If} $InstalledFolder != ""
    StrCpy $INSTDIR $InstalledFolder
  ${ElseIf} $Scope == "machine"
    StrCpy $INSTDIR "$PROGRAMFILES64\Torchmason"
  ${Else}
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Torchmason"
  ${EndIf}
FunctionEnd

; NSIS leaves a folder out that is no whole path or is on no drive, and hides that it was named.
Function CheckGivenFolder
  StrCpy $FolderIsGiven 1
  ${IfThen} $INSTDIR != "${NO_FOLDER_GIVEN}" ${|} Return ${|}
  StrCpy $FolderIsGiven 0
  System::Call 'kernel32::GetCommandLineW() w.R3'
  System::Call 'shlwapi::StrStrW(w R3, w " /D=") p.R4'
  ${If} $R4 != 0
    !insertmacro EndWith "" ${EXIT_FAILED} "$(BadFolder)"
  ${EndIf}
FunctionEnd

; Without words of the command line: where it is installed, else for one person.
Function ChooseScope
  Call CheckGivenFolder
  StrCpy $ScopeIsGiven 0
  StrCpy $Scope "machine"
  Call EnterScope
  StrCpy $R5 $InstalledVersion
  StrCpy $Scope "user"
  Call EnterScope
  ${If} $InstalledVersion == ""
  ${AndIf} $R5 != ""
  ${AndIfNot} ${Silent}
    StrCpy $Scope "machine"
  ${EndIf}
  ${GetParameters} $R1
  ClearErrors
  ${GetOptions} $R1 "/CurrentUser" $R2
  ${IfNot} ${Errors}
    StrCpy $Scope "user"
    StrCpy $ScopeIsGiven 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R1 "/AllUsers" $R2
  ${IfNot} ${Errors}
    StrCpy $Scope "machine"
    StrCpy $ScopeIsGiven 1
  ${EndIf}
  StrCpy $IsElevated 0
  ClearErrors
  ${GetOptions} $R1 "/Elevated" $R2
  ${IfThen} ${Errors} ${|} Goto +2 ${|}
  StrCpy $IsElevated 1
  ClearErrors
  Call EnterScope
  Call ChooseFolder
FunctionEnd

; Goes on in a setup with the rights of an administrator and ends this one. Comes back where Windows or the
; person refuses.
Function Elevate
  Call GiveTurnUp
  StrCpy $R1 "/AllUsers /Elevated"
  ${IfThen} $FolderIsGiven = 1 ${|} StrCpy $R1 "$R1 /D=$INSTDIR" ${|}
  ClearErrors
  ExecShell "runas" "$EXEPATH" "$R1"
  ${IfNot} ${Errors}
    SetErrorLevel 0
    Quit
  ${EndIf}
  Call TakeTurn
  Push "$(ElevationRefused)"
  Call Say
FunctionEnd

; The page. Nothing is asked where the command line has said it.
Var UserChoice
Var MachineChoice

Function ShowScopePage
  ${IfThen} $ScopeIsGiven = 1 ${|} Abort ${|}
  !insertmacro MUI_HEADER_TEXT "$(ScopeTitle)" "$(ScopeSubtitle)"
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateRadioButton} 0 8u 100% 12u "$(ScopeUser)"
  Pop $UserChoice
  ${NSD_AddStyle} $UserChoice ${WS_GROUP}
  ${NSD_CreateRadioButton} 0 28u 100% 12u "$(ScopeMachine)"
  Pop $MachineChoice
  ${NSD_CreateLabel} 0 56u 100% 12u "$(ScopeNote)"
  Pop $R0
  ${If} $InstalledVersion != ""
    StrCpy $R1 "$(ScopeInstalledUser)"
    ${IfThen} $Scope == "machine" ${|} StrCpy $R1 "$(ScopeInstalledMachine)" ${|}
    ${NSD_CreateLabel} 0 76u 100% 12u $R1
    Pop $R0
  ${EndIf}
  ${If} $Scope == "machine"
    ${NSD_Check} $MachineChoice
    ${NSD_SetFocus} $MachineChoice
  ${Else}
    ${NSD_Check} $UserChoice
    ${NSD_SetFocus} $UserChoice
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function LeaveScopePage
  ${NSD_GetState} $MachineChoice $R0
  StrCpy $Scope "user"
  ${IfThen} $R0 = ${BST_CHECKED} ${|} StrCpy $Scope "machine" ${|}
  Call EnterScope
  Call ChooseFolder
  ${If} $Scope == "machine"
    Call AskForRights
    ${If} $R0 = 0
      Call Elevate
      Abort ; the page stays
    ${EndIf}
  ${EndIf}
FunctionEnd
