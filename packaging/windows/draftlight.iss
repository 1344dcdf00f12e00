; The installer for Windows, compiled by archives.py, which defines everything in {#braces}.
[Setup]
; Never changes: by it Windows knows that a new version replaces an old one.
AppId={{6E0D6E7E-6C0C-4B57-9A2B-4D1C1B6B8A55}
AppName={#Name}
AppVersion={#Version}
AppPublisher={#Name}
AppUpdatesURL={#Releases}
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
; For this person alone unless they choose otherwise, so that no administrator is needed.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
; Where llama.cpp's wheels and Qt run.
MinVersion=10.0.17763
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\draftlight.exe
UninstallDisplayName={#Name}
OutputDir={#Out}
OutputBaseFilename={#File}
; The window asks for nothing when it is closed, and everything is saved at once.
CloseApplications=yes
#ifdef Sign
; The command is the one in DRAFTLIGHT_SIGN.
SignTool=signtool
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; An older version's libraries must not stay beside the new ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\draftlight.exe"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\draftlight.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\draftlight.exe"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent
