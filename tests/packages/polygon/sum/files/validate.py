import sys

lines = sys.stdin.read().split("\n")
good = len(lines) == 2 and lines[1] == "" and len(lines[0].split(" ")) == 2
sys.exit(0 if good and all(0 <= int(word) <= 10**9 for word in lines[0].split(" ")) else 3)
