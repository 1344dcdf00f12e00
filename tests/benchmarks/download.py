"""Speed of a download from loopback with hashing, beside curl's in the same run (curl does not hash).

    python -m tests.benchmarks.download [--megabytes 1000] [--repeats 5] [--folder DIR]

The server is a process of its own that sends from the page cache. Runs alternate; medians and their ratio are told.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.catalog.download import RemoteFile, download
from app.catalog.model_files import ModelFile
from app.catalog.progress import Reporter
from app.speculation.stop import Stop

SERVER = """
import http.server, os, sys

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_): pass

    def do_GET(self):
        with open(sys.argv[1], "rb") as file:
            self.send_response(200)
            self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
            self.end_headers()
            self.connection.sendfile(file)

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""


def make_file(path: Path, megabytes: int) -> ModelFile:
    """Write noise; returns what is promised of it."""
    digest, piece = hashlib.sha256(), hashlib.shake_256(b"noise").digest(10**6)
    with path.open("wb") as file:
        for number in range(megabytes):
            data = number.to_bytes(8, "little") + piece[8:]
            digest.update(data)
            file.write(data)
    return ModelFile("Benchmark", path.name, megabytes * 10**6, digest.hexdigest())


def run_ours(url: str, file: ModelFile, place: Path) -> float:
    started = time.perf_counter()
    download(RemoteFile(url, "The server", file), place, Reporter(Stop(), lambda _progress: None, "benchmark"))
    return time.perf_counter() - started


def run_curl(url: str, place: Path) -> float:
    started = time.perf_counter()
    subprocess.run(["curl", "--silent", "--fail", "--noproxy", "*", "--output", str(place), url], check=True)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where the files are written; a RAM disk leaves the disk out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        file = make_file(folder / "source.bin", options.megabytes)
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder / file.file_name], stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            url = f"http://127.0.0.1:{int(server.stdout.readline())}/file"
            seconds: dict[str, list[float]] = {"curl": [], "ours": []}
            for _ in range(options.repeats):
                for path in folder.glob("copy*"):
                    path.unlink()
                seconds["curl"].append(run_curl(url, folder / "copy.curl"))
                (folder / "copy.curl").unlink()
                seconds["ours"].append(run_ours(url, file, folder / "copy.ours"))
        finally:
            server.kill()
            server.wait()
    for case, times in seconds.items():
        rates = ", ".join(f"{options.megabytes / one:.0f}" for one in times)
        print(f"{case}: {options.megabytes / statistics.median(times):.0f} MB/s (runs: {rates})")
    ratio = statistics.median(c / o for c, o in zip(seconds["curl"], seconds["ours"], strict=True))
    print(f"ours at {ratio:.2f} of curl's speed")


if __name__ == "__main__":
    main()
