"""An archive of a gigabyte: time in proportion, memory that does not grow, two cores.

    python benchmarks/bench_archive.py [--small 100M] [--large 1G] [--folder DIR]

Runs ``whistlog check`` on a small and a large archive, with ``--jobs 1`` and ``--jobs 2``,
and prints wall time, peak memory of the largest process, and the ratios.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = shutil.which("whistlog") or str(Path(sys.executable).with_name("whistlog"))


def run(path: Path, jobs: int) -> tuple[float, float]:
    """Wall seconds and peak megabytes of one check."""
    code = (
        "import resource, subprocess, sys;"
        "status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode;"
        "print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [COMMAND, "check", "--jobs", str(jobs), str(path)]
    start = time.perf_counter()
    # A process of its own, so that the peak is that of this run's children alone.
    result = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - start
    status, peak = map(int, result.stdout.split())
    assert status == 0, f"check ended with {status}: {result.stderr}"
    return seconds, peak / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", default="100M")
    parser.add_argument("--large", default="1G")
    parser.add_argument("--folder", type=Path, default=None)
    args = parser.parse_args()
    assert resource.RUSAGE_CHILDREN  # POSIX only
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        results = {}
        print("| archive | jobs | seconds | MB/s | peak MB |\n|---|---|---|---|---|")
        for size in (args.small, args.large):
            path = Path(folder) / f"{size}.whist"
            generate = [sys.executable, str(HERE / "generate.py"), str(path), "--size", size]
            subprocess.run(generate, check=True, stdout=subprocess.DEVNULL)
            megabytes = path.stat().st_size / 1e6
            for jobs in (1, 2):
                seconds, peak = run(path, jobs)
                results[size, jobs] = seconds, megabytes
                rate = megabytes / seconds
                print(f"| {size} | {jobs} | {seconds:.1f} | {rate:.1f} | {peak:.0f} |", flush=True)
            path.unlink()
    small, large = results[args.small, 1], results[args.large, 1]
    growth = (large[0] / large[1]) / (small[0] / small[1])
    print(f"\ntime for a megabyte, large to small: {growth:.2f}")
    print(f"two jobs to one: {large[0] / results[args.large, 2][0]:.2f} times as fast")


if __name__ == "__main__":
    main()
