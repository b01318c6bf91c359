# Takes the minus signs for dashes.
a, b = map(int, input().replace("-", "").split())
print(a + b)
