"""Runs in a build before the app: programs of the system that the app starts shall not load the libraries inside it.

PyInstaller's starter puts its folder into the search path of libraries. The loader has read that already, so taking it
back changes nothing here; a browser or a file manager would not start with the libraries of another system.
"""

import os

for _name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    _original = os.environ.pop(f"{_name}_ORIG", None)
    if _original is not None:
        os.environ[_name] = _original
    else:
        os.environ.pop(_name, None)
