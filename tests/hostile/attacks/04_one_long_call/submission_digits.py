import sys

sys.set_int_max_str_digits(0)
str(1 << 40_000_000)
