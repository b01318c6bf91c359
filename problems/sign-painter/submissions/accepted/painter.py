lines = [input() for _ in range(int(input()))]
width = max(map(len, lines))
border = "+" + "-" * (width + 2) + "+"
print(border)
for line in lines:
    left = (width - len(line)) // 2
    print("| " + (" " * left + line).ljust(width) + " |")
print(border)
