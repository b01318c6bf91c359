import os
import sys

numbers = [int(word) for word in open(sys.argv[1]).read().split()]
output = [int(word) for word in sys.stdin.read().split()]
sys.exit(42 if len(output) == 2 and sum(output) == sum(numbers) else 43)
