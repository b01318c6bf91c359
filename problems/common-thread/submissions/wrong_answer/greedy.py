# Takes each letter that can still be found.
s = input()
t = input()
place = length = 0
for c in s:
    found = t.find(c, place)
    if found >= 0:
        place = found + 1
        length += 1
print(length)
