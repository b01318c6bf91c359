what, text = input(), input()
if what == "write":
    print("".join(f"{ord(c):03}" for c in text))
else:
    print("".join(chr(int(text[i:i + 3])) for i in range(0, len(text), 3)))
