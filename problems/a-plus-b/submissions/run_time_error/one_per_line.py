# Expects each number on a line of its own: int("3 4") raises ValueError.
a = int(input())
b = int(input())
print(a + b)
