; SPDX-License-Identifier: GPL-3.0-or-later
; The setup of Torchmason for Windows; packaging/windows/make-packages calls makensis with
;   VERSION (0.1.0), VERSION_NUMBERS (0.1.0.0), SIZE_IN_KB, SOURCE (the folder with what is installed),
;   ICON and PICTURES (the folder with welcome.bmp and header.bmp), OUTPUT.
; README.md beside this file has the words of the command line and the exit codes.

Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
SetCompressorDictSize 32

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include nsDialogs.nsh

Name "Torchmason"
Caption "Torchmason ${VERSION} Setup"
OutFile "${OUTPUT}"
BrandingText "Torchmason ${VERSION}"
InstallDir "" ; so that /D= can be told from what we choose
RequestExecutionLevel user
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
XPStyle on
AllowSkipFiles off
ShowInstDetails hide
ShowUninstDetails hide

VIProductVersion "${VERSION_NUMBERS}"
VIFileVersion "${VERSION_NUMBERS}"
VIAddVersionKey /LANG=1033 "ProductName" "Torchmason"
VIAddVersionKey /LANG=1033 "FileDescription" "Torchmason Setup"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "CompanyName" "The Torchmason developers"
VIAddVersionKey /LANG=1033 "LegalCopyright" "© The Torchmason developers; GPL-3.0-or-later"

Var Situation ; what the first page says of this computer

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURES}/welcome.bmp"
!define MUI_UNWELCOMEFINISHPAGE_BITMAP "${PICTURES}/welcome.bmp"
!define MUI_HEADERIMAGE
!define MUI_HEADERIMAGE_RIGHT
!define MUI_HEADERIMAGE_BITMAP "${PICTURES}/header.bmp"
!define MUI_ABORTWARNING_CANCEL_DEFAULT

!define MUI_WELCOMEPAGE_TITLE "$(WelcomeTitle)"
!define MUI_WELCOMEPAGE_TEXT "$(WelcomeText)"
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipWhereElevated
!insertmacro MUI_PAGE_WELCOME
Page custom ShowScopePage LeaveScopePage
!define MUI_DIRECTORYPAGE_TEXT_TOP "$(FolderTop)"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_NOREBOOTSUPPORT
!define MUI_FINISHPAGE_TITLE "$(FinishTitle)"
!define MUI_FINISHPAGE_TEXT "$(FinishText)"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(FinishRun)"
!define MUI_FINISHPAGE_RUN_FUNCTION StartTorchmason
!insertmacro MUI_PAGE_FINISH

UninstPage custom un.ShowPage un.LeavePage
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!include strings.nsh
!include say.nsh
!include scope.nsh
!include programs.nsh
!include registry.nsh
!include data.nsh
!include removal.nsh

Function .onInit
  ${IfNot} ${AtLeastWin10}
    !insertmacro EndWith "" ${EXIT_WRONG_WINDOWS} "$(WrongWindows)"
  ${EndIf}
  Call TakeTurn
  Call ChooseScope
  ${If} $Scope == "machine"
  ${AndIf} $ScopeIsGiven = 1
    Call AskForRights
    ${If} $R0 = 0
      ${If} ${Silent}
      ${OrIf} $IsElevated = 1
        !insertmacro EndWith "" ${EXIT_NO_ADMINISTRATOR} "$(NoAdministrator)"
      ${EndIf}
      Call Elevate
      SetErrorLevel ${EXIT_NO_ADMINISTRATOR}
      Quit
    ${EndIf}
  ${EndIf}
  Call DescribeSituation
FunctionEnd

Function DescribeSituation
  StrCpy $Situation "$(SituationNew)"
  ${IfThen} $InstalledVersion == "" ${|} Return ${|}
  StrCpy $Situation "$(SituationUpgrade)"
  ${IfThen} $InstalledVersion == "${VERSION}" ${|} StrCpy $Situation "$(SituationSame)" ${|}
  Push $INSTDIR
  StrCpy $INSTDIR $InstalledFolder
  Call AnyProgramRuns
  Pop $INSTDIR
  ${IfThen} $R0 = 1 ${|} StrCpy $Situation "$Situation$(SituationInUse)" ${|}
FunctionEnd

!macro StopWhereInUse NAME
  StrCpy $R4 "${NAME}"
  Call AnyInUse
  ${IfThen} $R0 = 1 ${|} Return ${|}
!macroend
Function AnyProgramRuns
  !insertmacro ForEachProgram StopWhereInUse
FunctionEnd

Function SkipWhereElevated
  ${IfThen} $IsElevated = 1 ${|} Abort ${|}
FunctionEnd

; Not with the rights of an administrator: the shell starts it with those of the person.
Function StartTorchmason
  ${If} $IsElevated = 1
    Exec '"$WINDIR\explorer.exe" "$INSTDIR\torchmason.exe"'
  ${Else}
    Exec '"$INSTDIR\torchmason.exe"'
  ${EndIf}
FunctionEnd

; One that was installed in another folder goes; where it runs, it stays and can be removed by its uninstaller.
Function LeaveFormerFolder
  ${If} $InstalledFolder == ""
  ${OrIf} $InstalledFolder == $INSTDIR
  ${OrIfNot} ${FileExists} "$InstalledFolder\uninstall.exe"
    Return
  ${EndIf}
  Call GiveTurnUp
  ClearErrors
  ExecWait '"$InstalledFolder\uninstall.exe" /S _?=$InstalledFolder' $R0
  ${IfNot} ${Errors}
  ${AndIf} $R0 = 0
    Delete "$InstalledFolder\uninstall.exe"
    RMDir "$InstalledFolder"
  ${EndIf}
  ClearErrors
  Call TakeTurn
FunctionEnd

Var FoldersMade
Var Failure ; what is said where the section ends early

Function .onInstFailed
  !insertmacro DeleteNewFolder
  StrCpy $R1 $INSTDIR
  SetOutPath $TEMP ; nobody removes the folder he stands in
  ${DoWhile} $FoldersMade > 0
    RMDir $R1
    ${GetParent} $R1 $R1
    IntOp $FoldersMade $FoldersMade - 1
  ${Loop}
  SetErrorLevel ${EXIT_FAILED}
  Push $Failure
  Call Say
FunctionEnd

!macro FailOnErrors SENTENCE
  ${If} ${Errors}
    StrCpy $Failure "${SENTENCE}"
    Abort
  ${EndIf}
!macroend

; Everything is written beside what is there, and only when all of it is there put in its place.
Section "Torchmason"
  DetailPrint "$(PuttingInPlace)"
  SetDetailsPrint listonly
  Call CountMissingFolders
  StrCpy $FoldersMade $R0
  !insertmacro DeleteNewFolder
  StrCpy $Failure "$(CannotWrite)"
  ClearErrors
  SetOutPath "$INSTDIR\new"
  !insertmacro FailOnErrors "$(CannotWrite)"
  File "${SOURCE}/torchmason-gate.exe"
  File "${SOURCE}/torchmason-runner.exe"
  File "${SOURCE}/torchmason-cli.exe"
  File "${SOURCE}/torchmason.exe"
  File "${SOURCE}/LICENSE.txt"
  WriteUninstaller "$INSTDIR\new\uninstall.exe"
  !insertmacro FailOnErrors "$(CannotWrite)"
  SetOutPath $INSTDIR
  ClearErrors
  Call PutAllInPlace
  !insertmacro FailOnErrors "$(CannotReplace)"
  !insertmacro DeleteNewFolder

  ; Folders that an earlier setup made for the same place are still ours.
  ${If} $FoldersMade = 0
  ${AndIf} $InstalledFolder == $INSTDIR
    ReadRegDWORD $FoldersMade SHCTX "${PRODUCT_KEY}" "FoldersMade"
  ${EndIf}
  Call LeaveFormerFolder
  Call ListProgram
  WriteRegDWORD SHCTX "${PRODUCT_KEY}" "FoldersMade" $FoldersMade
  CreateShortcut "$SMPROGRAMS\Torchmason.lnk" "$INSTDIR\torchmason.exe" "" "$INSTDIR\torchmason.exe" 0 \
    SW_SHOWNORMAL "" "$(ShortcutHint)"
  Call Associate
  SetDetailsPrint both
SectionEnd
