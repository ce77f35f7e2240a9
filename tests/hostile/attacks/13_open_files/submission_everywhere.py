import os

for number in range(64):
    os.dup2(1, number)
