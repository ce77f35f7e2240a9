"""The result channel under attack: whatever is written there is an answer, a bad frame, or ignored."""

import pytest

from sandbox.spec import Call, Limits, NotMade, Returned, RunStatus
from tests.support.children import Children

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLS = (Call("first", ()), Call("f", ()))
FIRST = "import os\ndef first(): return 1\n"


@pytest.mark.hostile
class TestForgery:
    @pytest.mark.parametrize(
        "garbage",
        ["b'x' * 64", "b'\\x80\\x05.' * 50", "b'\\x93NUMPY' + bytes(122)", "b'{}' * 40", "bytes(64)"],
        ids=["text", "pickle", "npy", "json", "zeros"],
    )
    async def test_garbage_is_a_bad_frame(self, children: Children, garbage: str) -> None:
        result = await children.run(f"{FIRST}def f(): os.write(3, {garbage})\n", *CALLS)
        assert result.status is RunStatus.BAD_FRAME
        assert result.outcomes == (Returned(1), NotMade())

    async def test_garbage_while_loading(self, children: Children) -> None:
        result = await children.run("import os\nos.write(3, bytes(64))\ndef f(): return 1", Call("f", ()))
        assert result.status is RunStatus.BAD_FRAME

    @pytest.mark.parametrize("written", ["b'RSHF'", "b''"])
    async def test_half_a_frame_and_an_exit(self, children: Children, written: str) -> None:
        result = await children.run(f"{FIRST}def f(): os.write(3, {written}); os._exit(0)\n", *CALLS)
        assert result.status is RunStatus.EXITED
        assert result.outcomes == (Returned(1), NotMade())

    async def test_half_a_frame_and_a_hang(self, children: Children) -> None:
        source = f"{FIRST}def f():\n    os.write(3, b'RSHF')\n    while True: pass\n"
        result = await children.run(source, *CALLS, limits=Limits(wall_s=0.3))
        assert result.status is RunStatus.TIME_LIMIT

    async def test_a_replayed_frame_is_a_bad_frame(self, children: Children) -> None:
        source = f"""{FIRST}
import gc
def f():
    frames = [o for o in gc.get_objects() if False]
    os.write(3, b"RSHF" + bytes([1, 35, 0, 0]) + bytes(8) + bytes([1, 0, 0, 0]) + bytes(44))
"""
        result = await children.run(source, *CALLS)
        assert result.status is RunStatus.BAD_FRAME

    async def test_a_forged_answer_counts_as_the_answer_and_is_no_more(self, children: Children) -> None:
        # The nonce is no secret: it finds a lost step, it proves nothing.
        source = """
import os, struct, sys
def f():
    frame = sys._getframe()
    while "self" not in frame.f_locals or not hasattr(frame.f_locals["self"], "_nonce"):
        frame = frame.f_back
    nonce = frame.f_locals["self"]._nonce
    os.write(3, struct.pack("<4sBBBBQII8IQ", b"RSHF", 1, 37, 0, 0, nonce, 0, 0, *[0] * 8, 1) + b"\\x07")
    os._exit(0)
"""
        result = await children.run(source, Call("f", ()))
        assert result.outcomes == (Returned(7),)

    async def test_output_after_the_last_answer_is_ignored(self, children: Children) -> None:
        source = """
import os
class Late:
    def __del__(self): os.write(3, b"x" * 100)
def f():
    global late
    late = Late()
    return 1
"""
        result = await children.run(source, Call("f", ()))
        assert (result.status, result.outcomes) == (RunStatus.COMPLETED, (Returned(1),))

    async def test_a_flood_of_the_channel_ends_at_once(self, children: Children) -> None:
        source = f"{FIRST}def f():\n    while True: os.write(3, bytes(1 << 20))\n"
        assert (await children.run(source, *CALLS)).status is RunStatus.BAD_FRAME

    @pytest.mark.parametrize("fd", [0, 1, 2])
    async def test_other_descriptors_carry_no_answers(self, children: Children, fd: int) -> None:
        source = (
            f"{FIRST}def f():\n    try: os.write({fd}, b'RSHF' * 40)\n    except OSError: pass\n    return 2"
        )
        assert (await children.run(source, *CALLS)).outcomes == (Returned(1), Returned(2))

    async def test_forged_marks_only_move_own_words(self, children: Children) -> None:
        source = """
import os, struct
def f():
    os.write(1, b"a\\x00\\xfe\\xffRSHF" + struct.pack("<QI", 1, 1) + b"b")
def g(): print("g")
"""
        result = await children.run(source, Call("f", ()), Call("g", ()))
        assert result.call_output[0].text.startswith("a\\x00")
        assert result.call_output[0].text.endswith("b")
        assert result.call_output[1].text == "g\n"
