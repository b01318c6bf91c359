# A row of the table in one long integer: bit j is 0 where the length grows with the letter t[j].
s = input()
t = input()
full = (1 << len(t)) - 1
places = dict.fromkeys(s, 0)
for j, c in enumerate(t):
    if c in places:
        places[c] |= 1 << j
row = full
for c in s:
    match = row & places[c]
    row = ((row + match) | (row - match)) & full
print(bin(row ^ full).count("1"))
