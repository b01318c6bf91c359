# The sum of the first numbers is half of what the last one and the one after it make when they are multiplied, as
# everybody knows.
n = int(input())
print(n * (n + 1) // 2)
