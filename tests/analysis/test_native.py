"""The C ABI and its Python layer: refusals, limits, cancellation, threads, building."""

from __future__ import annotations

import ctypes
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis import minimax
from tests.analysis.conftest import often
from whistlog.analysis import solver
from whistlog.analysis.position import LimitError, Position, PositionError, Reason

bytes8 = st.integers(0, 255)


def raw(hands, dead=(0, 0, 0, 0), trump=-1, leader=0, table=()):
    out = solver._CPosition()
    out.hands[:] = hands
    out.dead[:] = dead
    out.trump = trump
    out.leader = leader
    out.table_count = len(table)
    for i, card in enumerate(table[:3]):
        out.table[i] = card
    return out


def whole_deal(seed):
    rng = random.Random(seed)
    pack = rng.sample(range(52), 52)
    return Position.of([pack[13 * i : 13 * i + 13] for i in range(4)], rng.randrange(4), 0)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"hands": (1, 2, 4, 8), "trump": 4}, Reason.BAD_TRUMP),
        ({"hands": (1, 2, 4, 8), "trump": -2}, Reason.BAD_TRUMP),
        ({"hands": (1, 2, 4, 8), "leader": 4}, Reason.BAD_LEADER),
        ({"hands": (1, 2, 4, 8), "table": (16, 17, 18, 19)}, Reason.BAD_TABLE_COUNT),
        ({"hands": (1 << 15, 2, 4, 8)}, Reason.BAD_CARD),
        ({"hands": (1 << 63, 2, 4, 8)}, Reason.BAD_CARD),
        ({"hands": (0, 2, 4, 8), "table": (15,)}, Reason.BAD_CARD),
        ({"hands": (0, 2, 4, 8), "table": (65,)}, Reason.BAD_CARD),
        ({"hands": (0, 2, 4, 8), "table": (255,)}, Reason.BAD_CARD),
        ({"hands": (1, 1, 4, 8)}, Reason.DUPLICATE_CARD),
        ({"hands": (0, 2, 4, 8), "table": (1,)}, Reason.DUPLICATE_CARD),
        ({"hands": (0, 0, 4, 8), "table": (20, 20)}, Reason.DUPLICATE_CARD),
        ({"hands": (3, 4, 8, 16)}, Reason.UNEQUAL_HANDS),
        ({"hands": (1, 2, 4, 8), "table": (16,)}, Reason.UNEQUAL_HANDS),
        ({"hands": (0, 0, 0, 0)}, Reason.EMPTY_HANDS),
        ({"hands": tuple(0x3FFF << 16 * i for i in range(4))}, Reason.TOO_MANY_CARDS),
        ({"hands": (0, 2, 4, 8), "dead": (1, 0, 0, 0), "trump": 0}, Reason.DEAD_WITH_TRUMP),
        ({"hands": (0, 0, 0, 8), "dead": (1, 1, 1, 0)}, Reason.TOO_MANY_DEAD),
        ({"hands": (1, 2, 4, 8), "dead": (255, 0, 0, 0)}, Reason.TOO_MANY_DEAD),
        ({"hands": (0, 0, 4, 8), "dead": (0, 2, 0, 0), "table": (64,)}, Reason.TOO_MANY_DEAD),
    ],
)
def test_each_bad_position_has_its_reason(native, fields, reason):
    lib = solver._library()
    position = raw(**fields)
    context = lib.wl_context_new(0)
    tricks = ctypes.c_int32(-7)
    assert lib.wl_check(ctypes.byref(position)) == reason
    assert lib.wl_solve(context, ctypes.byref(position), None, ctypes.byref(tricks)) == reason
    assert tricks.value == -7
    assert len(lib.wl_status_text(reason)) > 5
    lib.wl_context_free(context)


@settings(max_examples=often(400, 150), deadline=None)
@given(
    st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 2**14), min_size=4, max_size=4),
    st.lists(st.sampled_from([0, 0, 0, 1, 2, 255]), min_size=4, max_size=4),
    st.integers(-128, 127) | st.integers(-1, 3),
    bytes8 | st.integers(0, 3),
    bytes8 | st.integers(0, 3),
    st.lists(bytes8, min_size=3, max_size=3),
    st.lists(bytes8, max_size=4),
)
def test_arbitrary_bytes_are_refused_or_solved(
    native, hands, dead, trump, leader, count, table, plays
):
    lib = solver._library()
    position = raw(hands, dead, trump, leader, table)
    position.table_count = count
    status = lib.wl_check(ctypes.byref(position))
    context = lib.wl_context_new(1)
    tricks = ctypes.c_int32()
    limits = solver._CLimits(2000, 0, None)
    result = lib.wl_solve(
        context, ctypes.byref(position), ctypes.byref(limits), ctypes.byref(tricks)
    )
    if status:
        assert status in set(Reason)
        assert result == status
    else:
        assert result in (0, Reason.NODE_LIMIT)
    codes = (ctypes.c_uint8 * 4)(*plays)
    steps = (solver._CStep * 4)()
    result = lib.wl_trace(
        context, ctypes.byref(position), codes, len(plays), 1, ctypes.byref(limits), steps
    )
    assert result == status if status else result in {0, 2, Reason.BAD_PLAY, 22}
    lib.wl_context_free(context)


def test_null_arguments_are_refused(native):
    lib = solver._library()
    context = lib.wl_context_new(0)
    position = ctypes.byref(raw((1, 2, 4, 8)))
    tricks = ctypes.byref(ctypes.c_int32())
    null = Reason.NULL_ARGUMENT
    assert lib.wl_check(None) == null
    assert lib.wl_solve(None, position, None, tricks) == null
    assert lib.wl_solve(context, None, None, tricks) == null
    assert lib.wl_solve(context, position, None, None) == null
    assert lib.wl_values(context, position, None, None) == null
    assert lib.wl_trace(context, position, None, 1, 0, None, None) == null
    assert lib.wl_trace(context, position, None, -1, 0, None, None) == Reason.BAD_COUNT
    assert lib.wl_trace(context, position, None, 0, 0, None, None) == 0
    assert lib.wl_solve_many(None, 1, 1, 0, None, None, None) == null
    assert lib.wl_solve_many(None, -1, 1, 0, None, None, None) == Reason.BAD_COUNT
    assert lib.wl_solve_many(None, 0, 1, 0, None, None, None) == 0
    assert lib.wl_context_nodes(None) == 0
    lib.wl_context_free(context)
    lib.wl_context_free(None)


def test_unknown_statuses_have_a_text(native):
    assert solver._library().wl_status_text(999) == b"unknown status"


def test_the_node_limit_holds_and_work_can_go_on(native):
    whole = resumed = 0
    for seed in range(5):
        position = whole_deal(seed)
        one, two = native.Solver(), native.Solver()
        want = one.solve(position)
        limit = one.nodes * 9 // 10
        with pytest.raises(LimitError) as caught:
            two.solve(position, nodes=limit)
        assert caught.value.reason is Reason.NODE_LIMIT
        assert two.nodes <= limit + 1
        assert two.solve(position) == want
        whole += one.nodes
        resumed += two.nodes
    # The tables had kept what the first attempts found. The order of moves may change, so a
    # single deal may take longer.
    assert resumed < whole // 2


def test_the_time_limit_holds(native):
    # Sixteen whole deals in a row cannot be valued within a millisecond each.
    reasons = set()
    for seed in range(16):
        try:
            native.Solver().values(whole_deal(seed), milliseconds=1)
        except LimitError as error:
            reasons.add(error.reason)
    assert reasons == {Reason.TIME_LIMIT}


def test_a_tiny_memory_gives_the_same_values(native):
    for seed in range(3):
        position = whole_deal(seed)
        assert native.Solver(memory=1).values(position) == native.Solver().values(position)


def test_many_positions_in_threads_match_one_by_one(native):
    rng = random.Random(1)
    cases = [minimax.random_position(rng, rng.choice([3, 5, 7, 9])) for _ in range(often(200, 60))]
    positions = [Position.of(h, t, le, r, table) for h, t, r, le, table in cases]
    single = native.Solver()
    want = [single.values(position) for position in positions]
    for threads in (0, 1, 2, 5):
        assert native.values_many(positions, threads=threads) == want
        assert native.solve_many(positions, threads=threads) == [max(v.values()) for v in want]
    assert native.solve_many([]) == []


def test_a_bad_position_among_many_is_reported(native):
    good = Position.of([[0], [1], [2], [3]], None, 0)
    bad = Position.of([[0], [1], [2], []], None, 0)
    with pytest.raises(PositionError) as caught:
        native.solve_many([good, bad, good])
    assert caught.value.reason is Reason.UNEQUAL_HANDS


def test_many_positions_can_be_cancelled(native):
    stop = ctypes.c_int32(0)
    positions = [whole_deal(seed) for seed in range(100)]
    timer = threading.Timer(0.2, lambda: setattr(stop, "value", 1))
    timer.start()
    with pytest.raises(LimitError) as caught:
        native.solve_many(positions * 20, threads=1, stop=stop)
    timer.join()
    assert caught.value.reason is Reason.CANCELLED


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
def test_control_c_ends_long_work(native):
    code = (
        "import random\n"
        "from whistlog.analysis import solver\n"
        "from whistlog.analysis.position import Position\n"
        "rng = random.Random(1)\n"
        "def deal():\n"
        "    pack = rng.sample(range(52), 52)\n"
        "    return Position.of([pack[13 * i : 13 * i + 13] for i in range(4)], 0, 0)\n"
        "deals = [deal() for _ in range(6000)]\n"
        "print('ready', flush=True)\n"
        "solver.solve_many(deals, threads=1)\n"
    )
    root = Path(solver.__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=root,
    ) as process:  # fmt: skip
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in error
    assert process.returncode != 0


def test_a_closed_solver_cannot_be_used(native):
    closed = native.Solver()
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        closed.solve(whole_deal(1))


def test_a_missing_library_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(solver, "_library_paths", lambda: [tmp_path / "none.so"])
    solver._library.cache_clear()
    try:
        assert not solver.available()
        with pytest.raises(solver.SolverUnavailableError, match=r"none\.so: not there"):
            solver.Solver()
        (tmp_path / "none.so").write_bytes(b"not a library")
        with pytest.raises(solver.SolverUnavailableError, match=r"none\.so: "):
            solver.Solver()
    finally:
        solver._library.cache_clear()


def test_the_layouts_agree_with_the_header():
    assert ctypes.sizeof(solver._CPosition) == 48
    assert ctypes.sizeof(solver._CValues) == 28
    assert ctypes.sizeof(solver._CStep) == 31


def test_building_says_why_it_cannot(build_script, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("CXX", "no-such-compiler-here")
    assert build_script.build(tmp_path) is None
    assert "no-such-compiler-here" in capsys.readouterr().err
    if shutil.which("true"):
        monkeypatch.setenv("CXX", "true")
        assert build_script.build(tmp_path) is None
        assert not list(tmp_path.iterdir())
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_script.build(tmp_path) is None
    assert "none of c++, g++, clang++" in capsys.readouterr().err


def test_building_makes_a_library_that_loads(build_script, tmp_path):
    try:
        build_script.find_compiler()
    except build_script.BuildError as error:
        pytest.skip(str(error))
    path = build_script.build(tmp_path / "new" / "folder")
    assert path is not None
    assert path.parent == tmp_path / "new" / "folder"
    assert ctypes.CDLL(str(path)).wl_abi_version() == solver._ABI_VERSION
    assert [p.name for p in path.parent.iterdir()] == [path.name]
