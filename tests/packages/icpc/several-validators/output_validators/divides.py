import sys

number = int(open(sys.argv[1]).read())
words = sys.stdin.read().split()
if len(words) != 1 or not words[0].isdecimal() or int(words[0]) < 1 or number % int(words[0]) != 0:
    sys.exit(43)
sys.exit(42)
