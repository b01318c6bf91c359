what, text = input(), input()
print(len(text) if what == "write" else "a")
