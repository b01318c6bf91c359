print("a" * 50)
