print("is it one?", flush=True)
input()
