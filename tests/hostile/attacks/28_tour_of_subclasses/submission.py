found = {}


def tour():
    for kind in ().__class__.__base__.__subclasses__():
        names = getattr(getattr(kind, "__init__", None), "__globals__", {})
        if "posix_spawn" in names and "fork" in names:
            found["os"] = names
            return
    raise LookupError("no way to os")


def fork():
    pid = found["os"]["fork"]()
    if pid == 0:
        found["os"]["_exit"](0)
    found["os"]["waitpid"](pid, 0)


report("tour", tour)
report("builtins", lambda: found.update(open=found["os"]["__builtins__"]["open"]))
report("read", lambda: found["open"]("/etc/passwd").close())
report("fork", fork)
