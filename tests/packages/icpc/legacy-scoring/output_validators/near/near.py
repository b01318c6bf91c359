import os
import sys

most = int(open(sys.argv[1]).read())
word = sys.stdin.read().strip()
if not word.isdigit() or int(word) > most:
    sys.exit(43)
worth = 40 if most < 100 else 60
with open(os.path.join(sys.argv[3], "score.txt"), "w") as file:
    file.write(f"{worth * int(word) / most}\n")
sys.exit(42)
