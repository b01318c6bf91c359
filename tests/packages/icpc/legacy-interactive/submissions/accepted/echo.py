print(input(), flush=True)
