for _ in range(10):
    print(42, flush=True)
    if input() == "=":
        break
