import sys

number = int(open(sys.argv[1]).read())
for _ in range(7):
    try:
        guess = int(input())
    except (EOFError, ValueError):
        break
    print("=" if guess == number else "<" if guess < number else ">", flush=True)
    if guess == number:
        print("ok found", file=sys.stderr)
        sys.exit(0)
print("wrong answer not found", file=sys.stderr)
sys.exit(1)
