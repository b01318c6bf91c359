# The places of the digit 1 in the ternary system, as a set of bits.
def ones(number):
    bits, place = 0, 1
    while number > 0:
        if number % 3 == 1:
            bits |= place
        number //= 3
        place *= 2
    return bits


r, c, h, w = map(int, input().split())
columns = [ones(j) for j in range(c, c + w)]
for i in range(r, r + h):
    row = ones(i)
    print("".join("." if row & column else "#" for column in columns))
