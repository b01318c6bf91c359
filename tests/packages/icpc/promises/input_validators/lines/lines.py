import sys

lines = sys.stdin.read().count("\n")
sys.exit(42 if lines == 1 or "many" in sys.argv[1:] else 43)
