n = int(input())
print(n * (n + 1) // 2 if n < 10 else 0)
