import sys

# As many percent as there are letters, of 100.
length = len(open(sys.argv[2]).read().strip())
if length >= 100:
    print("ok", file=sys.stderr)
    sys.exit(0)
print("points", length, file=sys.stderr)
sys.exit(7)
