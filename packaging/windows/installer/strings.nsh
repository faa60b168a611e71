; SPDX-License-Identifier: GPL-3.0-or-later
; Every sentence that the setup and the uninstaller show. Another language is another MUI_LANGUAGE in
; torchmason.nsi and another set of these lines with its LANG_ number.

!macro Text NAME TEXT
  LangString ${NAME} ${LANG_ENGLISH} "${TEXT}"
!macroend

; Welcome
!insertmacro Text WelcomeTitle "Torchmason ${VERSION}"
!insertmacro Text WelcomeText "Torchmason builds PyTorch from source: it looks at this computer, proposes a profile that can work, runs the build, shows what is happening and says why it failed.$\r$\n$\r$\nNothing is fetched from the network during this setup.$\r$\n$\r$\n$Situation"
!insertmacro Text SituationNew "Press Next to choose who can use it and where it is installed."
!insertmacro Text SituationUpgrade "Version $InstalledVersion is installed. Version ${VERSION} replaces it; your attempts, profiles and settings stay as they are."
!insertmacro Text SituationSame "Version ${VERSION} is installed already and will be installed again; your attempts, profiles and settings stay as they are."
!insertmacro Text SituationInUse "$\r$\n$\r$\nTorchmason is running. Nothing has to be closed: a window that is open and a build that runs go on with version $InstalledVersion until they end."

; For whom
!insertmacro Text ScopeTitle "For whom"
!insertmacro Text ScopeSubtitle "Choose who can use Torchmason on this computer."
!insertmacro Text ScopeUser "Only for &me. No administrator is needed."
!insertmacro Text ScopeMachine "For &everyone who uses this computer. Windows asks for an administrator."
!insertmacro Text ScopeNote "Attempts, profiles and settings are kept for each person separately either way."
!insertmacro Text ScopeInstalledUser "Installed at present: version $InstalledVersion, only for you."
!insertmacro Text ScopeInstalledMachine "Installed at present: version $InstalledVersion, for everyone."
!insertmacro Text ElevationRefused "Windows did not give administrator rights. Choose $\"Only for me$\", or ask an administrator to install Torchmason."

; Folder
!insertmacro Text FolderTop "Torchmason is installed into this folder. Attempts, and sources that it fetches, are kept elsewhere."

; While it works
!insertmacro Text PuttingInPlace "Installing the programs"
!insertmacro Text TakingAway "Removing the programs"
!insertmacro Text StaysBehind "$R6 still runs, and stays until the next setup"
!insertmacro Text GoesAtRestart "$R6 still runs, and is removed when Windows starts again"

; Finish
!insertmacro Text FinishTitle "Torchmason ${VERSION} is installed"
!insertmacro Text FinishText "It is in the start menu, and files that end in .torchmason open with it.$\r$\n$\r$\nFor the command line there is torchmason-cli.exe in the same folder."
!insertmacro Text FinishRun "&Start Torchmason"

; What the shell shows
!insertmacro Text ShortcutHint "Builds PyTorch from source"
!insertmacro Text BundleType "Torchmason attempt"
!insertmacro Text Publisher "The Torchmason developers"

; What went wrong
!insertmacro Text NoAdministrator "Installing Torchmason for everyone needs an administrator; start this setup as one, or leave out /AllUsers."
!insertmacro Text NoAdministratorRemoval "Torchmason is installed for everyone, so only an administrator can remove it."
!insertmacro Text WrongWindows "Torchmason needs Windows 10 (1809) or newer on a 64-bit computer."
!insertmacro Text BadFolder "The folder after /D= cannot be used: write its full path, on an existing drive, without quotes and as the last word."
!insertmacro Text FolderOfOthers "$INSTDIR holds files that are not Torchmason's; choose an empty folder, such as $INSTDIR\Torchmason."
!insertmacro Text OtherSetup "Another setup or removal of Torchmason is running; let it end first."
!insertmacro Text CannotWrite "Cannot write to $INSTDIR: check who may write there and how much space is left. What was installed before is still there."
!insertmacro Text CannotReplace "Cannot replace a program in $INSTDIR, because another program holds it. What was installed before is still there; run this setup again later."

; Removal
!insertmacro Text RemovalTitle "Remove Torchmason"
!insertmacro Text RemovalSubtitle "The programs, the start menu entry and the file type are removed."
!insertmacro Text RemovalText "Torchmason ${VERSION} will be removed from$\r$\n$INSTDIR"
!insertmacro Text RemovalKept "Your attempts, profiles and settings stay in$\r$\n$DataFolder$\r$\nunless you choose otherwise here."
!insertmacro Text RemovalKeptOfOther "Attempts, profiles and settings stay in$\r$\n$DataFolder$\r$\nwhich belongs to another person than the administrator who removes Torchmason."
!insertmacro Text RemovalData "&Also remove attempts, profiles, settings, and the sources and builds in that folder"
!insertmacro Text RunnerWorks "A build is running. Wait until it ends, or stop it in Torchmason; /FORCE removes the programs anyway, and stages that are still to come will fail."
!insertmacro Text RunnerWorksQuestion "A build is running. It is not stopped, but stages that are still to come will fail when the programs are gone.$\r$\n$\r$\nRemove Torchmason anyway?"
!insertmacro Text WindowOpen "Torchmason is open; close its window and its command line first, or pass /FORCE."
!insertmacro Text WindowOpenQuestion "Torchmason is open. Close its window and its command line, and press Retry."
!insertmacro Text DataInUse "A build is running, perhaps from another folder, so attempts and settings cannot be removed; wait until it ends."
!insertmacro Text DataIsOpen "Torchmason is open, so attempts and settings cannot be removed; close its windows and its command lines first, also those that were started from another folder."
!insertmacro Text DataOfOther "Attempts and settings in $DataFolder are another person's and stay; Torchmason itself is removed."
!insertmacro Text NotAllRemoved "$INSTDIR\$R4 cannot be removed, because another program holds it. Everything is still there; remove Torchmason again later."
!insertmacro Text DataNotAllRemoved "Something in $DataFolder was not removed, because a program uses it or it was not made by Torchmason; Torchmason itself is removed."
!insertmacro Text RemovingData "Removing $R5"
