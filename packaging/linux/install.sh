#!/bin/sh
# Adds Draftlight to the menu of this person, from where it lies now. "install.sh remove" takes it out again; what
# Draftlight keeps stays.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/draftlight.desktop
if [ "${1:-}" = remove ]; then
  rm -f "$entry" "$share"/icons/hicolor/*/apps/draftlight.png "$share"/icons/hicolor/scalable/apps/draftlight.svg
  echo "Draftlight is out of the menu; the folder $here can be deleted."
  exit 0
fi
mkdir -p "$share/applications" "$share/icons"
cp -R "$here/share/icons/." "$share/icons/"
# In a desktop file a path stands in quotes, with the characters that mean something there escaped twice.
path=$(printf '%s' "$here/draftlight" | sed -e 's/[\\"`$]/\\\\&/g' -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')
sed "s|^Exec=.*|Exec=\"$path\"|" "$here/share/applications/draftlight.desktop" >"$entry"
command -v update-desktop-database >/dev/null 2>&1 && update-desktop-database -q "$share/applications" || true
echo "Draftlight is in the menu."
