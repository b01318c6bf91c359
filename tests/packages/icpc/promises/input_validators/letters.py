import re
import sys

good = re.fullmatch(r"[a-z \n]*", sys.stdin.read())
sys.exit(42 if good else 43)
