# Walks from the corner to the first row of the window, one row at a time.
def ones(number):
    bits, place = 0, 1
    while number > 0:
        if number % 3 == 1:
            bits |= place
        number //= 3
        place *= 2
    return bits


r, c, h, w = map(int, input().split())
row = 0
while row < r:
    row += 1
columns = [ones(j) for j in range(c, c + w)]
for row in range(row, row + h):
    bits = ones(row)
    print("".join("." if bits & column else "#" for column in columns))
