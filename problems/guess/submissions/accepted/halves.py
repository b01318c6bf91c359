low, high = 1, int(input())
while low < high:
    middle = (low + high) // 2
    print("?", middle, flush=True)
    match input():
        case "larger":
            low = middle + 1
        case "smaller":
            high = middle - 1
        case _:
            low = high = middle
print("!", low, flush=True)
