"""Values on their way: arrays of every dtype and layout, plain values, and what is only told."""

import struct

import numpy as np
import pytest

from sandbox.spec import (
    DTYPES,
    Array,
    Call,
    Opaque,
    OpaqueArray,
    RunStatus,
    Scalar,
)
from tests.support.children import Children, as_argument, as_numpy, value_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPLIT = """
import numpy as np

def split_heads(x, heads):
    batch, seq, dim = x.shape
    return x.reshape(batch, seq, heads, dim // heads).transpose(0, 2, 1, 3)
"""


class TestArrays:
    async def test_a_split_comes_back_in_row_major_order(self, children: Children) -> None:
        x = np.arange(24.0).reshape(2, 3, 4)
        result = await children.run(SPLIT, Call("split_heads", (as_argument(x), 2)))
        assert result.status is RunStatus.COMPLETED
        back = as_numpy(value_of(result.outcomes[0]))
        assert np.array_equal(back, x.reshape(2, 3, 2, 2).transpose(0, 2, 1, 3))
        assert result.numpy_version == np.__version__
        assert result.wall_s > 0

    @pytest.mark.parametrize("chunk", [sorted(DTYPES)[:7], sorted(DTYPES)[7:]], ids=["first", "second"])
    async def test_every_dtype_goes_and_returns_bit_for_bit(
        self, children: Children, chunk: list[str]
    ) -> None:
        rng = np.random.default_rng(7)
        arrays = [
            np.frombuffer(rng.bytes(6 * np.dtype(name).itemsize), name).reshape(2, 3)
            if name != "bool"
            else np.array([[True, False, True], [False, False, True]])
            for name in chunk
        ]
        calls = [Call("f", (as_argument(array),)) for array in arrays]
        result = await children.run("def f(x): return x.T.copy().T", *calls)
        for array, outcome in zip(arrays, result.outcomes, strict=True):
            value = value_of(outcome)
            assert isinstance(value, Array)
            assert (value.dtype, value.shape) == (array.dtype.name, array.shape)
            assert value.data == array.tobytes()

    async def test_odd_floats_keep_their_bits(self, children: Children) -> None:
        patterns = [0x8000000000000000, 0x7FF8000000000123, 0xFFF0000000000000, 0x7FF0000000000001, 1]
        data = struct.pack("<5Q", *patterns)
        result = await children.run(
            "def f(x): return x[::-1][::-1]", Call("f", (Array("float64", (5,), data),))
        )
        value = value_of(result.outcomes[0])
        assert isinstance(value, Array)
        assert value.data == data

    async def test_strides_and_offset_lay_an_argument_out(self, children: Children) -> None:
        base = np.arange(24.0)
        fortran = Array("float64", (2, 3), base.tobytes(), strides=(1, 2))
        reversed_rows = Array("float64", (2, 3), base.tobytes(), strides=(-3, 1), offset=5)
        broadcast = Array("float64", (4, 2), base.tobytes(), strides=(0, 1), offset=22)
        source = """
        def f(x): return x
        def facts(x): return x.flags.f_contiguous, x.flags.c_contiguous, x.flags.writeable
        """
        result = await children.run(
            source,
            Call("f", (fortran,)),
            Call("facts", (fortran,)),
            Call("f", (reversed_rows,)),
            Call("f", (broadcast,)),
        )
        first, facts, third, fourth = (value_of(outcome) for outcome in result.outcomes)
        assert np.array_equal(as_numpy(first), [[0, 2, 4], [1, 3, 5]])
        assert facts == (True, False, True)
        assert np.array_equal(as_numpy(third), [[5, 6, 7], [2, 3, 4]])
        assert np.array_equal(as_numpy(fourth), [[22, 23]] * 4)

    @pytest.mark.parametrize("shape", [(), (0,), (0, 3), (2, 0, 4), (1,) * 8])
    async def test_shapes_at_the_edge(self, children: Children, shape: tuple[int, ...]) -> None:
        x = np.ones(shape, np.int32)
        result = await children.run("def f(x): return x", Call("f", (as_argument(x),)))
        value = value_of(result.outcomes[0])
        assert isinstance(value, Array)
        assert (value.shape, value.dtype) == (shape, "int32")

    async def test_other_arrays_are_told(self, children: Children) -> None:
        source, calls = returning([made for made, _, _ in TOLD])
        result = await children.run(source, *calls)
        told = [OpaqueArray(dtype, shape) for _, dtype, shape in TOLD]
        assert [value_of(outcome) for outcome in result.outcomes] == told


TOLD: list[tuple[str, str, tuple[int, ...]]] = [
    ("np.array([1, 'a', None], dtype=object)", "object", (3,)),
    ("np.arange(3, dtype='>f8')", ">f8", (3,)),
    ("np.array(['ab', 'c'])", "<U2", (2,)),
    ("np.zeros((1,) * 9)", "float64", (1,) * 9),
    ("np.zeros(2, [('a', 'i4')])", "[('a', '<i4')]", (2,)),
    ("np.zeros(1, 'longdouble')", "float128", (1,)),
    ("np.array(['2020-01-01'], 'datetime64[D]')", "datetime64[D]", (1,)),
    ("np.empty((0, 1 << 40))", "float64", (0, 1 << 40)),
]

PLAIN: list[tuple[str, object]] = [
    ("None", None),
    ("True", True),
    ("-(2 ** 500)", -(2**500)),
    ("0", 0),
    ("255", 255),
    ("2.5", 2.5),
    ("1 - 2j", 1 - 2j),
    ("'grün\\n'", "grün\n"),
    ("'\\ud800'", "\ud800"),
    ("()", ()),
    ("(1, ('a', (None, 2.0)))", (1, ("a", (None, 2.0)))),
    ("np.float64(3)", Scalar("float64", struct.pack("<d", 3))),
    ("np.bool_(True)", Scalar("bool", b"\x01")),
    ("np.int8(-1)", Scalar("int8", b"\xff")),
]

NAMED: list[tuple[str, str]] = [
    ("[1, 2]", "list"),
    ("{}", "dict"),
    ("(i for i in range(3))", "generator"),
    ("np.matrix([[1]])", "numpy.matrix"),
    ("np.ma.array([1])", "numpy.ma.MaskedArray"),
    ("10 ** 1000", "int"),
    ("'x' * 5000", "str"),
    ("tuple(range(17))", "tuple"),
    ("type('Odd', (int,), {})(3)", "Odd"),
    ("np.str_('a')", "numpy.str_"),
    ("np.longdouble(1)", "numpy.longdouble"),
    ("memoryview(b'abc')", "memoryview"),
    ("type('a' * 10 ** 6, (), {})()", "a" * 200),
    ("type('bad\\n\\x1b[31m', (), {})()", "bad\\x0a\\x1b[31m"),
]


def returning(expressions: list[str]) -> tuple[str, list[Call]]:
    """Write a module with one function for each expression, and the calls of all."""
    functions = [f"def f{n}(): return {expression}" for n, expression in enumerate(expressions)]
    calls = [Call(f"f{n}", ()) for n in range(len(expressions))]
    return "\n".join(["import numpy as np", *functions]), calls


class TestPlainValues:
    async def test_come_back_as_they_are(self, children: Children) -> None:
        source, calls = returning([made for made, _ in PLAIN])
        result = await children.run(source, *calls)
        values = [value_of(outcome) for outcome in result.outcomes]
        assert values == [expected for _, expected in PLAIN]
        assert [type(value) for value in values] == [type(expected) for _, expected in PLAIN]

    async def test_anything_else_is_named(self, children: Children) -> None:
        source, calls = returning([made for made, _ in NAMED])
        result = await children.run(source, *calls)
        assert [value_of(outcome) for outcome in result.outcomes] == [Opaque(name) for _, name in NAMED]

    async def test_an_ndarray_subclass_is_named(self, children: Children) -> None:
        source = """
        import numpy as np
        class Mine(np.ndarray):
            __array_priority__ = 1e9
            def tobytes(self): raise RuntimeError
        def f(): return np.zeros(3).view(Mine)
        """
        result = await children.run(source, Call("f", ()))
        assert value_of(result.outcomes[0]) == Opaque("Mine")

    async def test_a_coroutine_is_named_and_closed_quietly(self, children: Children) -> None:
        result = await children.run("async def f(): pass", Call("f", ()))
        assert value_of(result.outcomes[0]) == Opaque("coroutine")
        assert result.call_output[0].text == ""

    async def test_a_lying_metaclass_gains_nothing(self, children: Children) -> None:
        source = """
        class Meta(type):
            def __getattribute__(cls, name): raise KeyboardInterrupt
        class Liar(metaclass=Meta): pass
        def f(): return Liar()
        def g(): return 1
        """
        result = await children.run(source, Call("f", ()), Call("g", ()))
        assert [value_of(outcome) for outcome in result.outcomes] == [Opaque("?"), 1]

    async def test_arguments_of_every_plain_type(self, children: Children) -> None:
        args = (None, True, -5, 2**70, 1.5, "grün")
        result = await children.run("def f(*a): return a, [type(v).__name__ for v in a] == names\n"
                                    "names = ['NoneType', 'bool', 'int', 'int', 'float', 'str']",
                                    Call("f", args))  # fmt: skip
        assert value_of(result.outcomes[0]) == (args, True)
