import sys

answer = int(open(sys.argv[2]).read())
words = sys.stdin.read().split()
if len(words) != 1 or not words[0].isdigit():
    sys.exit(43)
off = abs(int(words[0]) - answer)
if off == 1 and "half" in sys.argv[4:]:
    with open(sys.argv[3] + "score_multiplier.txt", "w") as file:
        file.write("0.5\n")
    sys.exit(42)
sys.exit(42 if off == 0 else 43)
