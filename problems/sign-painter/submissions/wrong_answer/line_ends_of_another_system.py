# Ends its lines with a carriage return and a line feed.
lines = [input() for _ in range(int(input()))]
width = max(map(len, lines))
border = "+" + "-" * (width + 2) + "+"
print(border, end="\r\n")
for line in lines:
    left = (width - len(line)) // 2
    print("| " + (" " * left + line).ljust(width) + " |", end="\r\n")
print(border, end="\r\n")
