# The whole table: 512 MB of references.
s = input()
t = input()
length = [[0] * (len(t) + 1) for _ in range(len(s) + 1)]
for i in range(len(s)):
    for j in range(len(t)):
        if s[i] == t[j]:
            length[i + 1][j + 1] = length[i][j] + 1
        else:
            length[i + 1][j + 1] = max(length[i][j + 1], length[i + 1][j])
print(length[len(s)][len(t)])
