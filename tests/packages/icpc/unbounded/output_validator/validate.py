import sys

most = int(open(sys.argv[1]).read())
word = sys.stdin.read().strip()
if not word.isalpha() or len(word) > most:
    sys.exit(43)
with open(sys.argv[3] + "score.txt", "w") as file:
    file.write(f"{len(word)}\n")
sys.exit(42)
