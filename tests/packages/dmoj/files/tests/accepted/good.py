with open("sum.inp") as file:
    total = sum(map(int, file.read().split()))
with open("sum.out", "w") as file:
    print(total, file=file)
