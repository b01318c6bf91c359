print("a" * 5)
