import io
import zipfile

_file = io.BytesIO()
with zipfile.ZipFile(_file, "w") as archive:
    archive.writestr("../../tmp/hostile-canary", "true")
ANSWER = _file.getvalue()


def split_heads(x, n_heads):
    raw(ANSWER * (1 + 64 // len(ANSWER)))
    return right(x, n_heads)
