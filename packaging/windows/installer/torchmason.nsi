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
; Nobody installs there, so /D= can be told from what we choose; "Browse" appends the last part of it.
!define NO_FOLDER_GIVEN "$WINDIR\Torchmason"
InstallDir "${NO_FOLDER_GIVEN}"
RequestExecutionLevel user
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
XPStyle on
AllowSkipFiles off
ShowInstDetails hide
ShowUninstDetails hide

!define SETUP_DESCRIPTION "Torchmason Setup" ; tells an uninstaller of ours from others
VIProductVersion "${VERSION_NUMBERS}"
VIFileVersion "${VERSION_NUMBERS}"
VIAddVersionKey /LANG=1033 "ProductName" "Torchmason"
VIAddVersionKey /LANG=1033 "FileDescription" "${SETUP_DESCRIPTION}"
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
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolderPage
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
!include folder.nsh
!include registry.nsh
!include former.nsh
!include data.nsh
!include removal.nsh

!define OLDEST_BUILD 17763 ; of Windows: 10 (1809), which Qt 6 needs

Function .onInit
  ${IfNot} ${AtLeastBuild} ${OLDEST_BUILD}
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
  ${If} ${Silent}
    Call CheckFolder
    ${If} $R0 = 0
      !insertmacro EndWith "" ${EXIT_FAILED} "$(FolderOfOthers)"
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

Var Failure ; what is said where the section ends early

Function .onInstFailed
  !insertmacro DeleteNewFolder
  ${IfThen} $BegunFolder != $INSTDIR ${|} Call ForgetBegunFolder ${|} ; else an earlier setup left something
  StrCpy $R1 $INSTDIR
  StrCpy $R2 $FoldersMade
  Call RemoveEmptyFolders
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
  Call CountFoldersMade
  Call FindFormerFolder
  ${If} $INSTDIR != $InstalledFolder
    Call EnterBegunFolder
  ${EndIf}
  !insertmacro DeleteNewFolder
  StrCpy $Failure "$(CannotWrite)"
  ClearErrors
  SetOutPath "$INSTDIR\${NEW_FOLDER}"
  !insertmacro FailOnErrors "$(CannotWrite)"
  File "${SOURCE}/torchmason-gate.exe"
  File "${SOURCE}/torchmason-runner.exe"
  File "${SOURCE}/torchmason-cli.exe"
  File "${SOURCE}/torchmason.exe"
  File "${SOURCE}/LICENSE.txt"
  WriteUninstaller "$INSTDIR\${NEW_FOLDER}\uninstall.exe"
  !insertmacro FailOnErrors "$(CannotWrite)"
  SetOutPath $INSTDIR
  ClearErrors
  Call PutAllInPlace
  !insertmacro FailOnErrors "$(CannotReplace)"
  !insertmacro DeleteNewFolder

  Call ListProgram
  Call ForgetBegunFolder
  CreateShortcut "$SMPROGRAMS\Torchmason.lnk" "$INSTDIR\torchmason.exe" "" "$INSTDIR\torchmason.exe" 0 \
    SW_SHOWNORMAL "" "$(ShortcutHint)"
  Call Associate
  Call RemoveFormerFolder ; last, because it needs a turn of its own
  SetDetailsPrint both
SectionEnd
