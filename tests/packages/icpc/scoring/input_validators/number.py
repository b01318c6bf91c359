import re
import sys

good = re.fullmatch(r"[1-9][0-9]{0,6}\n", sys.stdin.read())
sys.exit(42 if good else 43)
