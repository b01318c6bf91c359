a, b = map(int, input().split())
while b:
    a, b = a + 1, b - 1
print(a)
