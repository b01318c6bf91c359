import re
import sys

good = re.fullmatch(r"[0-9]+\n", sys.stdin.read())
sys.exit(42 if good else 43)
