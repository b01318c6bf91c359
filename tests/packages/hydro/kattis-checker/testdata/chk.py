import os
import sys

numbers = [int(word) for word in open(sys.argv[1]).read().split()]
try:
    output = [int(word) for word in sys.stdin.buffer.read().split()]
except ValueError:
    sys.exit(43)
sys.exit(42 if len(output) == 2 and sum(output) == sum(numbers) else 43)
