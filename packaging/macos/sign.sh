#!/usr/bin/env bash
# Signs, notarises and staples what build.py made: packaging/macos/sign.sh dist/Draftlight.app
#   DRAFTLIGHT_IDENTITY   "Developer ID Application: NAME (TEAM)", in the keychain
#   DRAFTLIGHT_PROFILE    made once: xcrun notarytool store-credentials PROFILE --apple-id ... --team-id ...
set -euo pipefail
app=$1
here=$(cd "$(dirname "$0")" && pwd)
sign=(codesign --force --options runtime --timestamp --sign "$DRAFTLIGHT_IDENTITY")

# From the inside to the outside: a signature covers those within. Links are left alone, they have no signature.
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' -o -name '*.so.*' \) -print0 | xargs -0 -n 20 "${sign[@]}"
find "$app/Contents/Frameworks" -type d -name '*.framework' -prune -print0 | xargs -0 -r -n 1 "${sign[@]}"
find "$app/Contents/MacOS" -type f -perm -u+x -print0 |
  xargs -0 -n 1 "${sign[@]}" --entitlements "$here/entitlements.plist"
"${sign[@]}" --entitlements "$here/entitlements.plist" "$app"
codesign --verify --deep --strict --verbose=2 "$app"

archive=${app%.app}.zip
# ditto keeps the links inside; a bundle whose links became files has no valid signature.
ditto -c -k --keepParent "$app" "$archive"
xcrun notarytool submit "$archive" --keychain-profile "$DRAFTLIGHT_PROFILE" --wait
xcrun stapler staple "$app"
spctl --assess --type execute --verbose "$app"
ditto -c -k --keepParent "$app" "$archive"
echo "$archive is ready"
