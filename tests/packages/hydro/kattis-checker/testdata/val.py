import sys

sys.exit(0 if len(sys.stdin.read().split()) == 2 else 1)
