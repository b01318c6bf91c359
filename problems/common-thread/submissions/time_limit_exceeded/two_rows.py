# 64 million cells, one at a time, are too many for Python.
def longest(s, t):
    row = [0] * (len(t) + 1)
    for c in s:
        above = row
        row = [0]
        for j in range(len(t)):
            row.append(above[j] + 1 if c == t[j] else max(above[j + 1], row[j]))
    return row[-1]


print(longest(input(), input()))
