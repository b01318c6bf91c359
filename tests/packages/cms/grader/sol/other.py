def middle(a, b, c):
    return sorted((a, b, c))[1]
