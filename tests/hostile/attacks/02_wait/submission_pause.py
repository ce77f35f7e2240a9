import signal

signal.pause()
