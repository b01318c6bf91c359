import sys

print(sum(1 for _ in sys.stdin.read().split()))
