with open("input.txt") as file:
    total = sum(map(int, file.read().split()))
with open("output.txt", "w") as file:
    print(total, file=file)
