import collections
import itertools

# Consumed in C for ever, without a bytecode in between.
collections.deque(itertools.repeat(0), maxlen=0)
