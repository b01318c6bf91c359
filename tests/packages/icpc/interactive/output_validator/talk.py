import sys

hidden = int(open(sys.argv[1]).read())
for _ in range(10):
    word = sys.stdin.readline().strip()
    if not word.isdigit():
        sys.exit(43)
    guess = int(word)
    told = "correct" if guess == hidden else "lower" if guess > hidden else "higher"
    print(told, flush=True)
    if guess == hidden:
        sys.exit(42)
with open(sys.argv[3] + "judgemessage.txt", "w") as file:
    file.write("ten guesses were not enough\n")
sys.exit(43)
