# Has a table of the digits 1, but only for the numbers below 3^10: IndexError for others.
r, c, h, w = map(int, input().split())
ones = [0]
place = 1
for _ in range(10):
    ones = ones + [bits | place for bits in ones] + ones
    place *= 2
for i in range(r, r + h):
    row = ones[i]
    print("".join("." if row & ones[j] else "#" for j in range(c, c + w)))
