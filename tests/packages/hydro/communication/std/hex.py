import sys

if sys.argv[1] == "0":
    print(f"{int(input()):x}")
else:
    print(int(input(), 16))
