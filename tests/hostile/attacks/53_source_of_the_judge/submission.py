import importlib.util
import linecache
import os
import sys

SERVER = ("app", "katas", "tests", "fastapi", "pydantic", "sqlalchemy")
FILES = ("judge.py", "fresh.py", "conversation.py", "transcript.py", "doctor.py", "kata.toml", "reference.py")
SPECS = ("app.judge.judge", "katas.split_heads.reference", "sandbox.fresh", "sandbox.conversation", "sandbox.warm")


def said(name, found):
    print(f"attack: {name}: {'found' if found else 'none'}")


def has_spec(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


said("lines", [name for name in linecache.cache if name != "submission.py" and "sandbox" in name])
said("own", "submission.py" in linecache.cache)
said("modules", [name for name in sys.modules if name.partition(".")[0] in SERVER])
sys.path[:0] = ["/runner", "/"]
said("specs", [name for name in SPECS if has_spec(name)])
stems = {name.removesuffix(".py") for name in FILES}
walked = [file for top in ("/runner", "/packages") for _, _, files in os.walk(top) for file in files]
said("files", [file for file in walked if file in FILES or file.split(".")[0] in stems and file.endswith(".pyc")])
