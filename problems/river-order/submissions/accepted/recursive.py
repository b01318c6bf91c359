import sys

sys.setrecursionlimit(600_000)


def order():
    highest = times = 0
    while next(brackets) == "(":
        other = order()
        if other > highest:
            highest, times = other, 1
        elif other == highest:
            times += 1
    if highest == 0:
        return 1
    return highest + 1 if times > 1 else highest


brackets = iter(input())
next(brackets)
print(order())
