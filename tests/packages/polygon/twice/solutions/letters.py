what, text = input().split()
if what == "send":
    print("read", text.translate(str.maketrans("0123456789", "abcdefghij")))
else:
    print(text.translate(str.maketrans("abcdefghij", "0123456789")))
