"""The fuzzer as a program: libFuzzer makes inputs, guided by the branches that they reach in `sandbox`.

Its command line is libFuzzer's own. An input that breaks a promise ends it with a traceback.
"""

import contextlib
import random
import sys

import atheris

with atheris.instrument_imports(include=["sandbox"]):
    from app.bench import wire_promises
    from sandbox import wire

_FRAME_RATE = 0.5
"""How often an input is changed by whole frames; else libFuzzer changes bytes, as it sees fit."""


def change(data: bytes, max_size: int, seed: int) -> bytes:
    """Change an input: frames moved, doubled, left out or given other fields, or bytes anywhere."""
    rng = random.Random(seed)  # noqa: S311 - a search, no secret
    frames, rest = split(data[1:])
    if not frames or rng.random() > _FRAME_RATE:
        return bytes(atheris.Mutate(data, max_size))
    at, other = rng.randrange(len(frames)), rng.randrange(len(frames))
    match rng.randrange(5):
        case 0:
            frames.insert(at, frames[other])
        case 1:
            del frames[at]
        case 2:
            frames[at], frames[other] = frames[other], frames[at]
        case 3:
            frames[at] = _with_payload(frames[at], bytes(atheris.Mutate(frames[at].payload, 256)))
        case _:
            frames[at] = frames[at]._replace(call=rng.randrange(4), aux=rng.choice((0, 1, 2, 16, 17)))
    stream = b"".join(wire.pack(frame) for frame in frames) + rest
    return (bytes([rng.randrange(256)]) + stream)[:max_size]


def split(stream: bytes) -> tuple[list[wire.Frame], bytes]:
    """Cut the well-formed frames off the front of a stream."""
    frames: list[wire.Frame] = []
    with contextlib.suppress(wire.BadFrame):
        while len(stream) >= wire.HEADER.size:
            head = wire.unpack_header(stream[: wire.HEADER.size])
            end = wire.HEADER.size + head.payload_bytes
            if len(stream) < end:
                break
            frames.append(head._replace(payload=stream[wire.HEADER.size : end]))
            stream = stream[end:]
    return frames, stream


def _with_payload(frame: wire.Frame, data: bytes) -> wire.Frame:
    if frame.kind in wire.WITH_ELEMENTS:
        return frame._replace(dtype=1, dims=(len(data),), payload=data, payload_bytes=len(data))
    return frame._replace(payload=data, payload_bytes=len(data))


if __name__ == "__main__":
    atheris.Setup(sys.argv, wire_promises.check, custom_mutator=change)
    atheris.Fuzz()
