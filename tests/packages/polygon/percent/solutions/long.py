print("a" * 100)
