import sys

print(0 if sys.argv[1:] == ["1"] else sum(map(int, sys.stdin.read().split()[1:])))
