import sys

number = sys.stdin.read().strip()
pipes = sys.argv[1:]
to_first, from_first = open(pipes[1], "w"), open(pipes[0])
to_second, from_second = open(pipes[3], "w"), open(pipes[2])
print(number, file=to_first, flush=True)
message = from_first.readline().strip()
print(message, file=to_second, flush=True)
said = from_second.readline().strip()
print(1 if said == number and len(message) <= 4 else 0)
print("right" if said == number else "wrong", file=sys.stderr)
