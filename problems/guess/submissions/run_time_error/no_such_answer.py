# Does not know the word "smaller".
low, high = 1, int(input())
while low < high:
    middle = (low + high) // 2
    print("?", middle, flush=True)
    low, high = {"larger": (middle + 1, high), "equal": (middle, middle)}[input()]
print("!", low, flush=True)
