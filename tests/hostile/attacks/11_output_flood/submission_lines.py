for _ in range(400_000):
    print("every line is one more")
