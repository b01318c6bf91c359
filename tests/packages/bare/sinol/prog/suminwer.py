import sys

numbers = sys.stdin.read().split()
sys.exit(0 if len(numbers) == 2 and all(-10**9 <= int(n) <= 10**9 for n in numbers) else 1)
